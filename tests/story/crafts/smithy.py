"""A small world as tables: ore in a cave, which a furnace in the smithy makes bars of."""

from twbench.envs.craft_env import CraftEnv
from twbench.story.crafts.linker import compile_tables
from twbench.story.crafts.tables import Change, CraftTables, Deed, Group, Task

MOST = 32_767
SMITHY = CraftTables(
    items=("iron ore", "iron bar"),
    zones=("smithy", "dark cave"),
    lying=("furnace",),
    start=(0, 0, 0, 1, 0),
    phrases=("mine ore", "smelt iron bar", "go to cave", "go to smithy"),
    deeds=(
        Deed(0, (1,), None, (Change(1, False, 0, MOST - 2, 2),)),
        Deed(
            1,
            None,
            None,
            (
                Change(1, False, 3, MOST, -3),
                Change(0, True, 1, MOST, 0),
                Change(2, False, 0, 1, 1),
            ),
        ),
        Deed(2, (0,), 1, ()),
        Deed(3, (1,), 0, ()),
    ),
    tasks=(Task((2,), 2, 5), Task((), 1, 1)),
    groups=(Group((0,), True),),
    objective="Your goal: have iron bar (2).",
    max_score=6,
    walkthrough=(
        *("go to cave", "mine ore", "mine ore", "mine ore"),
        *("go to smithy", "smelt iron bar", "smelt iron bar"),
    ),
)
STORY = compile_tables(SMITHY)


def said(env: CraftEnv, *commands: str) -> str:
    """Type the commands, and return what the last one is answered."""
    for command in commands:
        env.step(command)
    return str(env.state.feedback)
