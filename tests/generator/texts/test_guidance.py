"""What objectives tell: by what makes them, and where nobody says, by their names."""

import pytest
from text_games import action, corridor, facts, house, house_actions

from twbench import challenges
from twbench.generator.games.game import Event, Game, GameOptions, Quest
from twbench.generator.grammar.grammar_options import GrammarOptions
from twbench.generator.grammar.text_grammar import Grammar
from twbench.generator.texts.guidance import guidance_of
from twbench.generator.texts.guidance_levels import GUIDANCE, KEY
from twbench.generator.worlds.world import World


def made(challenge, settings, **grammar):
    options = GameOptions()
    options.seeds = 1
    options.grammar = GrammarOptions(grammar)
    found = challenges.get(challenge)
    return found.make(found.settings(**settings), options)


SIMPLE = {"rewards": "dense"}
PLAIN, LAST = {}, {"only_last_action": True}
BLENDED = {"only_last_action": True, "blend_instructions": True}


@pytest.mark.parametrize(
    ("challenge", "settings", "grammar", "expected"),
    [
        ("coin_collector", {"level": 5}, PLAIN, "full"),
        ("coin_collector", {"level": 5}, LAST, "last"),
        ("coin_collector", {"level": 1}, LAST, "full"),
        ("treasure_hunter", {"level": 12}, PLAIN, "full"),
        ("treasure_hunter", {"level": 12}, LAST, "last"),
        ("custom", {"quest_length": 5, "quest_breadth": 2}, PLAIN, "full"),
        ("custom", {"quest_length": 5, "quest_breadth": 2}, LAST, "last"),
        ("custom", {"quest_length": 1, "nb_parallel_quests": 2}, LAST, "full"),
        ("simple", {**SIMPLE, "goal": "detailed"}, PLAIN, "full"),
        ("simple", {**SIMPLE, "goal": "detailed"}, LAST, "last"),
        ("simple", {**SIMPLE, "goal": "brief"}, PLAIN, "goal"),
        ("simple", {**SIMPLE, "goal": "none"}, PLAIN, "none"),
        ("cooking", {}, PLAIN, "last"),
    ],
)
def test_every_challenge(challenge, settings, grammar, expected):
    game = made(challenge, settings, **grammar)
    assert guidance_of(game) == expected
    assert guidance_of(Game.deserialize(game.serialize())) == expected


def test_every_challenge_notes_it():
    settings = {
        "coin_collector": {"level": 2},
        "cooking": {},
        "custom": {},
        "simple": {**SIMPLE, "goal": "brief"},
        "treasure_hunter": {"level": 2},
    }
    ours = [name for name in challenges.names() if challenges.get(name).family == "textworld"]
    assert list(settings) == ours
    for name, values in settings.items():
        assert made(name, values).metadata[KEY] in GUIDANCE


def test_a_last_instruction_that_tells_all_is_every_step():
    actions = house_actions()[:2]  # open the container, take the key from it
    world, quests = house().world, [Quest([Event(actions)])]
    assert guidance_of(Game(world, Grammar(LAST), quests)) == "last"
    quests = [Quest([Event(actions)])]
    assert guidance_of(Game(world, Grammar(BLENDED), quests)) == "full"


def test_of_several_quests_all_must_be_told():
    short = Event([action("take", r="r_0", o="o_1")])
    long = corridor(2).quests[0].win_events[0]
    world = World.from_facts([*corridor(2).world.facts, *facts("at(o_1, r_0)")])

    def told(options, *events):
        return guidance_of(Game(world, Grammar(options), [Quest([event]) for event in events]))

    assert told(LAST, short) == "full"
    assert told(LAST, short, long) == "last"
    assert told(PLAIN, short, long) == "full"


def test_another_text_tells_something_else():
    game = corridor(5)
    game.change_grammar(Grammar())
    assert game.metadata[KEY] == "full"
    game.change_grammar(Grammar(LAST))
    assert guidance_of(game) == "last"
    game.objective = "Get rich."
    assert KEY not in game.metadata
    assert guidance_of(game) == "goal"
    game.objective = " "
    assert guidance_of(game) == "none"


@pytest.mark.parametrize(
    ("objective", "expected"),
    [
        ("Head north, then east, and north, and east again; take the COIN there.", "full"),
        ("It lies to the north and east; take the coin.", "last"),
        ("Take the coin.", "last"),
        ("Take the coins: north, east, north, east.", "goal"),
        ("Find it.", "goal"),
        ("", "none"),
    ],
)
def test_names_decide_where_nobody_says(objective, expected):
    game = corridor(5)
    game.infos["o_0"].name = "coin"
    game.metadata["walkthrough"] = ["go north", "go east", "go north", "go east", "take coin"]
    game.objective = objective
    assert guidance_of(game) == expected
    game.metadata[KEY] = "everything"
    assert guidance_of(game) == expected
