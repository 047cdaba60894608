"""Which game a story is of."""

from collections.abc import Callable

import pytest
from sample_games import cottage, facts, quest, shed

from twbench.generator import Game, KnowledgeBase, Phrasebook, World
from twbench.story import link, read_memory_map
from twbench.story.linking.identity import game_identity


def test_identity_of_a_story_is_that_of_its_game() -> None:
    assert read_memory_map(link(cottage())).game == read_memory_map(link(cottage())).game
    assert read_memory_map(link(cottage())).game != read_memory_map(link(shed())).game


def changed(change: Callable[[Game], object]) -> Game:
    game = cottage().copy()
    change(game)
    return game


def say(name: str, value: object) -> Callable[[Game], None]:
    return lambda game: setattr(game.infos["o_0"], name, value)


CHANGES: dict[str, Callable[[Game], object]] = {
    "the objective": lambda game: setattr(game, "objective", "Do as you like."),
    "a name": say("name", "silver coin"),
    "a description": say("desc", "It is dull."),
    "an article": say("definite", "one"),
    "a synonym": say("synonyms", ["penny"]),
}


@pytest.mark.parametrize("what", CHANGES)
def test_whatever_a_story_tells_counts(what: str) -> None:
    assert game_identity(changed(CHANGES[what])) != game_identity(cottage())


def test_a_fact_more_is_another_game() -> None:
    game = cottage()
    more = World.from_facts([*game.world.facts, *facts("edible(f_0)")])
    assert game_identity(Game(more)) != game_identity(Game(game.world))


def with_quest(**settings: object) -> Game:
    return Game(cottage().world, quests=[quest("in(o_0, I)", "eaten(f_0)", **settings)])


def test_quests_count_with_all_that_they_ask_for() -> None:
    games = [
        Game(cottage().world),
        with_quest(),
        with_quest(reward=2),
        with_quest(optional=True),
        with_quest(repeatable=True),
        Game(cottage().world, quests=[quest("eaten(f_0)", "in(o_0, I)")]),
        Game(cottage().world, quests=[quest("in(o_0, I)")]),
        Game(cottage().world, quests=[quest("in(o_0, I)"), quest(fail="eaten(f_0)")]),
    ]
    assert len({game_identity(game) for game in games}) == len(games)


def test_the_words_of_a_logic_count() -> None:
    default = KnowledgeBase.default()
    own = KnowledgeBase(default.logic, default.text_grammars_path, Phrasebook(help="Try it."))
    world = cottage().world
    assert game_identity(Game(World.from_facts(world.facts, own))) != game_identity(Game(world))


def test_metadata_and_copies_are_the_same_game() -> None:
    game = cottage().copy()
    assert game_identity(game) == game_identity(cottage())
    game.metadata["seeds"] = 7
    game.metadata["walkthrough"] = []
    assert game_identity(game) == game_identity(cottage())
    assert game_identity(Game.deserialize(game.serialize())) == game_identity(cottage())
    assert len(game_identity(game)) == len(bytes.fromhex(game_identity(game)).hex()) == 32
