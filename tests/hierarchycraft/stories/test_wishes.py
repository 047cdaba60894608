"""Worlds that ship, played by somebody who has not read how their commands are worded."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from twbench import challenges, families
from twbench.envs.craft_env import CraftEnv
from twbench.envs.frotz.story_file import StoryFile

Play = Callable[..., str]


@pytest.fixture
def begin() -> Iterator[Callable[..., Play]]:
    """Begin the story of a world; what that returns types lines and returns the last answer."""
    opened = []

    def begun(kind: str, **settings: Any) -> Play:
        family, challenge = families.get("hierarchycraft"), challenges.get(f"hierarchycraft_{kind}")
        game = family.make(challenge, challenge.settings(**settings), 1, {})
        env = CraftEnv()
        opened.append(env)
        env.open(StoryFile("world.z8", family.seal(game, challenge.name).story))
        env.reset()

        def typed(*lines: str) -> str:
            for line in lines:
                env.step(line)
            return str(env.state.feedback)

        return typed

    yield begun
    for env in opened:
        env.close()


@pytest.mark.parametrize(
    "line",
    [
        *("get wood", "chop tree", "chop down a tree", "chop wood", "cut logs", "collect wood"),
        *("harvest some timber", "find wood", "I want to get wood", "let's get some wood!"),
        "get wood; look",
    ],
)
def test_wood_is_had_by_whatever_one_calls_it(line: str, begin: Callable[..., Play]) -> None:
    play = begin("mine")
    play(line)
    assert play("inventory") == "You have wood.\n"


def test_what_is_wanted_is_made(begin: Callable[..., Play]) -> None:
    play = begin("mine")
    assert play("get wood", "make planks") == (
        "(craft wood plank)\nYou use up wood. You get wood plank (4).\n"
    )
    assert play("get sticks").startswith("(craft stick)\nYou use up")
    assert play("make crafting table with planks").startswith("(craft crafting table)\n")
    assert play("take inventory") == play("inventory")
    assert play("wood") == "You can search for wood.\n"
    assert (
        play("use wood axe")
        == "(search for wood with wood axe)\nYou need a wood axe, but have none.\n"
    )
    assert play("mine coal").startswith("Say more: search for coal with diamond pickaxe, ")


def test_of_several_ways_the_one_that_is_open_is_gone(begin: Callable[..., Play]) -> None:
    play = begin("mini", world="KeyCorridor")
    assert play("unlock door") == "You need a key, but have none.\n"
    assert play("north") == "Closed to you as yet: move to key room or move to locked room.\n"
    assert play("open door", "north") == (
        "You can move to key room.\nClosed to you as yet: move to locked room.\n"
    )
    assert "-= Key Room =-" in play("go to room")


def test_what_is_put_down_is_not_used(begin: Callable[..., Play]) -> None:
    play = begin("mini", world="KeyCorridor")
    play("open door", "go to key room", "find key", "get key")
    assert play("use key") == "(unlock door)\nThat needs a locked door here, but there is none.\n"
    assert play("back", "use it").startswith("(unlock door)\nNo longer here: the locked door.")
    play = begin("mine")
    play("get wood", "make planks", "make crafting table")
    assert play("use crafting table").startswith("(place crafting table)\n")


def test_directions_may_be_the_names_of_zones(begin: Callable[..., Play]) -> None:
    play = begin("mini", world="FourRooms")
    assert play("n") == "You can go to south east or go to north west.\n"
    assert play("go north").startswith("(go to north west)\nYou go to the North-West.")
    assert play("enter south west").startswith("You go to the South-West.")
    play = begin("mini", world="FourRooms")
    assert play("north east").startswith("(go to north east)\nThat can be done only in")
    assert play("go to south east", "south west").startswith("(go to south west)\nYou go to")
    assert play("south west") == "(go to south west)\nYou are there already.\n"


def test_a_zone_alone_is_where_to_go(begin: Callable[..., Play]) -> None:
    play = begin("mine")
    assert play("swamp").startswith("(move to swamp)\nYou go to the swamp.")
    assert play("into the forest").startswith("(move to forest)\nYou go to the forest.")
    assert play("x swamp") == "You are not in the swamp.\n"


def test_names_of_numbers_are_wanted_too(begin: Callable[..., Play]) -> None:
    assert begin("recursive")("get 3").startswith("(craft 3)\nYou need 0, but have none.")
    assert begin("tower")("get 0") == "You get 0.\n"
    assert begin("light_recursive")("make 0") == "(collect 0)\nYou get 0.\n"
    assert begin("random")("get 0 3").startswith("You get 0 3.")


def test_locked_things_are_opened_as_one_would_say(begin: Callable[..., Play]) -> None:
    play = begin("treasure")
    assert play("get key") == "(search key)\nThat can be done only in the key room.\n"
    play("go to key room", "search", "search again", "back", "treasure room")
    assert play("open the locked chest with it").startswith("That is nothing that can be done")
    assert play("open chest with key").startswith("(unlock chest)\nYou use up key (2).")
    play = begin("mini", world="DoorKey")
    assert play("search key", "get key", "search door", "open door").startswith("(unlock door)\n")
