"""``tw-make`` with a challenge of one's own, from a file."""

from pathlib import Path
from subprocess import check_output

import textworld

MODULE = """
import textworld
from textworld import challenges


def make(settings, options):
    M = textworld.GameMaker(options)
    room = M.new_room("Store")
    M.set_player(room)
    for name in settings["names"].split(","):
        room.add(M.new(type="o", name=name))
    M.set_quest_from_commands([f"take {name}" for name in settings["names"].split(",")])
    return M.build()


def build_argparser(parser=None):
    parser.add_argument("--names", required=True, help="Things to take.")
    parser.add_argument("--quick", action="store_true")
    return parser


challenges.register(name="tw-store", desc="Take it all", make=make, add_arguments=build_argparser)
"""
with open("store.py", "w") as file:
    file.write(MODULE)
command = ["tw-make", "--third-party", "store.py", "tw-store", "--names", "saw,nail", "--quick"]
check_output([*command, "--seed", "1", "--output", "store.z8"])
game = textworld.Game.load("store.json")
assert game.walkthrough[-1] == "take nail"
check_output([*command, "--seed", "1", "--output", "games/"])
[story] = Path("games").glob("*.z8")
assert "tw-tw" not in story.name
assert "tw-store" in check_output(["tw-make", "--third-party", "store.py", "--help"], text=True)
