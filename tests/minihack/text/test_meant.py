"""What a command names is what happens to it: nothing else is taken off, shot, opened or locked."""

from typing import Any

import pytest

from tests.minihack.text.test_prompts import here, opened
from twbench.minihack.text.env import NetHackEnv
from twbench.minihack.text.game import LevelGame

pytestmark = pytest.mark.nle

FILLED = """MAZE: "chest", ' '
FLAGS: hardfloor
GEOMETRY: center, center
MAP
.....
ENDMAP
REGION: (0, 0, 4, 0), lit, "ordinary"
BRANCH: (0, 0, 0, 0), (0, 0, 0, 0)
CONTAINER: ('(', "chest"), (1, 0) {
OBJECT: ('%', "apple")
OBJECT: ('%', "pear")
}
"""


@pytest.mark.parametrize(
    ("calls", "lines"),
    [
        (
            [here("amulet of life saving", '"', "uncursed"), here("small shield", "[", "uncursed")],
            [
                ("take off shield", "You wear no shield."),
                ("take all", ""),
                ("put on the amulet", "(being worn)"),
                ("take off the amulet", "You were wearing"),
                ("take off the amulet", "You wear no amulet."),
                ("put on the amulet", "(being worn)"),
                ("wear shield", "You are now wearing a small shield."),
                ("remove shield", "You were wearing a +0 small shield."),
                ("undress", "You were wearing an uncursed +0 leather armor."),
            ],
        ),
        (
            [here("dagger", ")")],
            [
                ("take dagger", "f - a dagger."),
                ("take dagger", "You see no dagger here. You carry a dagger."),
                ("fire dagger east", "dagger 6 east"),
                ("shoot sling", "Say in which direction"),
                ("fire at the altar", "There is no altar in a straight line from you."),
            ],
        ),
        (
            [{"add_monster": ["newt", ":", [7, 2], ["asleep"]]}],
            [
                ("shoot newt", "The flint stone misses the newt."),
                ("throw rock at altar", "No altar is in a straight line"),
            ],
        ),
        (
            [{"add_object": ["corpse", "%", [3, 2]]}],
            [
                ("kill", "There is no monster beside you. Say in which direction"),
                ("kill corpse", "There is no corpse beside you."),
            ],
        ),
        (
            [here("skeleton key", "("), {"add_door": ["locked", [3, 2]]}],
            [
                ("take key", "f - a key."),
                ("lock door", "It is locked already.\nYou see"),
                ("unlock it", "You succeed in unlocking the door."),
                ("unlock the door", "It is unlocked already.\nYou see"),
                ("kick down the door", ""),
            ],
        ),
        (
            [{"add_door": ["open", [3, 2]]}],
            [
                ("open door", "There is no closed door beside you."),
                ("go through the door", "staircase up 1 west"),
                ("east", ""),
                ("close the door behind me", "The door closes."),
                ("enter the door", "There is no open door beside you."),
            ],
        ),
        (
            [{"add_boulder": [[3, 2]]}],
            [
                ("push the boulder", "boulder 1 east"),
                ("push it", "boulder 1 east"),
                ("push boulder to the north", "boulder 1 south 1 east"),
            ],
        ),
        (
            [{"add_fountain": [[4, 2]]}, here("healing", "!")],
            [
                ("drink from the fountain", "You see no fountain here, but one 2 east."),
                ("dip rocks into the fountain", "You see no fountain here, but one 2 east."),
                ("take potion", "f - "),
                ("drink from sink", "You see no sink here."),
            ],
        ),
        (
            [here("digging", "/"), here("pick-axe", "(")],
            [
                ("take all", ""),
                ("engrave x with the wand", "wand of digging"),
                ("engrave x with the apple", "You have no apple."),
                ("dig with hands", "Sorry, I don't know how to use that."),
                ("dig east", "You now wield a pick-axe"),
            ],
        ),
    ],
)
def test_a_command_does_what_it_names(
    calls: list[dict[str, Any]], lines: list[tuple[str, str]]
) -> None:
    with opened(calls) as env:
        env.reset()
        for line, told in lines:
            said = env.step(line)[0].feedback or ""
            assert told in said, line


def test_what_is_named_is_taken_out_of_a_chest() -> None:
    with NetHackEnv() as env:
        env.open(LevelGame.from_data({"family": "minihack", "level": FILLED, "seed": 5}))
        env.reset()
        for line, told in (
            ("open the chest", "You see no chest here, but one 1 east."),
            ("travel to the chest", "You see here a chest."),
            ("take the pear from it", "a pear."),
            ("take pear out of the chest", ""),
            ("inventory", ": a pear\nYou see"),
            ("take everything out of it", "an apple."),
            ("open it", "The chest is empty.\nYou see"),
        ):
            said = env.step(line)[0].feedback or ""
            assert told in said, (line, said)
