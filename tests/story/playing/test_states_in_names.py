"""Names that have words in them that tell how things are: who types one in full means no other."""

from collections.abc import Callable

import pytest
from sample_games import describe, facts, quest, way

from twbench.envs import StoryEnv
from twbench.generator.games.game import Game
from twbench.generator.worlds.world import World


def shop(here: str, elsewhere: str) -> Game:
    """A shop with a wooden sign and another thing in it, and a thing in the yard behind it."""
    world = World.from_facts(
        [*facts("at(P, r_0) at(o_0, r_0) at(o_1, r_0) at(o_2, r_1)"), *way("r_0", "west", "r_1")]
    )
    return describe(
        Game(world, quests=[quest("in(o_2, I)")]),
        {
            "r_0": ("shop", ""),
            "r_1": ("yard", ""),
            "o_0": ("wooden sign", ""),
            "o_1": (here, ""),
            "o_2": (elsewhere, ""),
        },
    )


@pytest.mark.parametrize("here", ["open book", "lamp"])
@pytest.mark.parametrize("elsewhere", ["open sign", "empty sign"])
def test_a_name_with_a_state_in_it_stands_for_nothing_else(
    here: str, elsewhere: str, open_story: Callable[..., StoryEnv]
) -> None:
    env = open_story(shop(here, elsewhere), facts=True)
    facts_before = env.reset().facts
    state, _, _ = env.step(f"take {elsewhere}")
    assert state.facts == facts_before
    env.step("go west")
    assert "You pick up the" in env.step(f"take {elsewhere}")[0].feedback


def test_a_state_names_what_is_in_it_unless_it_is_in_a_name(
    open_story: Callable[..., StoryEnv],
) -> None:
    for here, answer in (("lamp", "You can't see any such thing."), ("eaten lamp", "Which do you")):
        game = shop(here, "open sign")
        for id_ in ("o_0", "o_1"):
            game.infos[id_].synonyms = ["eaten"]
        env = open_story(game)
        env.reset()
        assert env.step("take eaten")[0].feedback.startswith(answer)


def test_other_states_are_passed_over(open_story: Callable[..., StoryEnv]) -> None:
    env = open_story(shop("open book", "open sign"))
    env.reset()
    assert "You pick up the wooden sign" in env.step("take the empty sign")[0].feedback
