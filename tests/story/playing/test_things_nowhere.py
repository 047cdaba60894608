"""Things that are nowhere, and belong to a room by a predicate of their logic."""

from collections.abc import Callable

from twbench import GameMaker, GameOptions
from twbench.envs import StoryEnv
from twbench.generator import KnowledgeBase
from twbench.generator.games.game import Game
from twbench.logic import GameLogic

BURYING = """
type gem : o {
    predicates {
        buried(gem, r);
    }

    rules {
        bury :: $at(P, r) & in(gem, I) -> buried(gem, r);
        dig  :: $at(P, r) & buried(gem, r) -> in(gem, I);
    }

    inform7 {
        commands {
            bury :: "bury {gem}" :: "burying the {gem}";
            dig :: "dig {gem}" :: "digging the {gem}";
        }
    }
}
"""


def gems() -> Game:
    """A hall with a buried ruby, and a shed; an opal is carried."""
    options = GameOptions()
    options.seeds = 1
    options.kb = KnowledgeBase(GameLogic.parse(KnowledgeBase.default().logic.serialize() + BURYING))
    maker = GameMaker(options)
    hall, shed = maker.new_room("hall"), maker.new_room("shed")
    maker.connect(hall.east, shed.west)
    maker.set_player(hall)
    maker.add_fact("buried", maker.new("gem", "ruby"), hall)
    maker.inventory.add(maker.new("gem", "opal"))
    maker.set_quest_from_commands(["go east", "bury opal", "go west", "dig ruby"])
    return maker.build()


def test_what_the_rules_allow_of_a_thing_that_is_nowhere_is_understood(
    open_story: Callable[..., StoryEnv],
) -> None:
    env = open_story(gems(), admissible_commands=True)
    state = env.reset()
    for command in ("bury opal", "dig opal", "go east", "bury opal", "go west"):
        assert command in state.admissible_commands
        state = env.step(command)[0]
        assert env.acted, state.feedback
    assert "dig opal" not in state.admissible_commands
    env.step("dig opal")
    assert not env.acted  # it is buried in the shed
    state, _, done = env.step("dig ruby")
    assert done == env.acted == state.won
