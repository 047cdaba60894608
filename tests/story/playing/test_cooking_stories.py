"""Stories of cooking games against their logic; see `test_differential` for those of others."""

from collections.abc import Callable

import pytest
from cooking_games import COOKING, feast, supper
from sample_games import describe, facts, quest
from test_differential import INFOS, walk

from twbench.envs import StoryEnv
from twbench.generator.data import KnowledgeBase
from twbench.generator.games.game import Game
from twbench.generator.worlds.world import World
from twbench.logic import GameLogic

Open = Callable[..., StoryEnv]


@pytest.mark.parametrize("make", COOKING, ids=lambda make: make.__name__)
def test_cooking_games_agree(make: Callable[[], Game], open_story: Open) -> None:
    env = open_story(make(), **INFOS)
    assert sum(walk(env, make(), seed, 150) for seed in range(4)) > 50


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(5))
def test_long_walks_agree(seed: int, open_story: Open) -> None:
    for make in COOKING:
        walk(open_story(make(), **INFOS), make(), 100 + seed, 1000)


def test_walkthroughs_agree_step_by_step(open_story: Open) -> None:
    game = feast()
    env = open_story(game, facts=True, last_action=True, admissible_commands=True)
    state = env.reset()
    twin = game.world.state.copy()
    for command in game.walkthrough:
        assert command in state.admissible_commands
        state, _, _ = env.step(command)
        twin.apply(state.last_action)
        assert set(state.facts) == set(twin.facts)


def test_what_there_is_to_do_is_admissible(open_story: Open) -> None:
    game = feast()
    env = open_story(game, admissible_commands=True)
    state = env.reset()
    for command in game.walkthrough:
        typed = set(state.admissible_commands)
        assert ("prepare meal" in typed) == (command == "prepare meal")
        assert ("eat meal" in typed) == (command == "eat meal")
        for one in typed:
            assert not one.startswith(("slice", "dice", "chop")) or one.endswith("with knife")
        state, _, _ = env.step(command)


CANNOT_SEE = "You can't see any such thing.\n"


def test_the_word_for_a_state_names_only_what_is_in_it(open_story: Open) -> None:
    env = open_story(supper())
    env.reset()

    def said(*commands: str) -> str:
        return [str(env.step(command)[0].feedback) for command in commands][-1]

    assert said("open fridge", "examine fried") == CANNOT_SEE
    assert said("examine fried cheese") == said("examine cooked cheese") == CANNOT_SEE
    all_raw = "the block of cheese, the green bell pepper or the green hot pepper"
    assert said("examine raw") == f"Which do you mean, {all_raw}?\n"
    raw = said("examine cheese")
    assert said("examine raw cheese") == raw
    said("drop hot pepper", "drop bell pepper", "take cheese", "fry cheese with stove")
    fried = said("examine cheese")
    assert fried != raw
    for name in ("fried", "cooked", "fried cheese", "cooked fried block of cheese", "fried one"):
        assert said(f"examine {name}") == fried
    for name in ("raw cheese", "raw fried cheese", "roasted cheese", "diced"):
        assert said(f"examine {name}") == CANNOT_SEE
    told = said("take all raw")
    assert told.startswith("green bell pepper: You pick up")
    assert "green hot pepper: Your hands are full" in told
    assert "cheese" not in told
    assert (
        said("drop all fried") == "block of cheese: You drop the block of cheese on the ground.\n"
    )


def test_what_needs_cooking_is_raw(open_story: Open) -> None:
    """The logic has a predicate of its own for it."""
    game = feast()
    needing = [str(fact.names[0]) for fact in game.world.facts if fact.name == "needs_cooking"]
    raw = [str(fact.names[0]) for fact in game.world.facts if fact.name == "raw"]
    assert needing
    assert set(needing).isdisjoint(raw)
    env = open_story(game, facts=True)
    state = env.reset()
    seen = 0
    for command in game.walkthrough[:-2]:
        cooked = {fact.names[0] for fact in state.facts if fact.name == "cooked"}
        for food in needing:
            name = game.infos[food].name
            snapshot = env.save()
            answers = [env.step(f"examine {how}{name}")[0].feedback for how in ("", "raw ")]
            env.restore(snapshot)
            if answers[0] != CANNOT_SEE:
                seen += 1
                assert (answers[0] == answers[1]) == (food not in cooked)
        state, _, _ = env.step(command)
    assert seen


HANDS = """
type hand {
    predicates {
        free(hand);
        busy(hand);
    }

    rules {
        relax :: $at(P, r) & busy(hand) -> free(hand) & free(hand');
    }

    inform7 {
        commands {
            relax :: "relax" :: "relaxing";
        }
    }
}
"""


def hands() -> Game:
    """A rule that frees a second hand, without saying which: any other one will do."""
    logic = GameLogic.parse(KnowledgeBase.default().logic.serialize() + HANDS)
    known = facts("at(P, r_0) busy(hand_0) busy(hand_1) busy(hand_2)")
    world = World.from_facts(known, KnowledgeBase(logic))
    return describe(Game(world, quests=[quest("free(hand_2)")]), {"r_0": ("hall", "")})


def test_what_stands_only_behind_the_arrow_may_be_anything(open_story: Open) -> None:
    """TextWorld's rule for a meal of four ingredients frees a slot that it does not name before."""
    game = hands()
    assert walk(open_story(game, **INFOS), game, 1, 20) > 0
    env = open_story(game, facts=True)
    before = set(env.reset().facts)
    state, _, _ = env.step("relax")
    assert len(set(state.facts) - before) == 2
    assert len(before - set(state.facts)) == 1
