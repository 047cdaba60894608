"""Stories of cooking games against their logic; see `test_differential` for those of others."""

from collections.abc import Callable

import pytest
from cooking_games import COOKING, feast
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
@pytest.mark.parametrize("seed", range(10))
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
