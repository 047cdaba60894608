"""The game that the tests of all families play, and a story that nobody knows."""

from pathlib import Path

import pytest

from twbench.generator import GameMaker
from twbench.story.zcode.signature import SIGNATURE, SIGNATURE_AT


@pytest.fixture(scope="session")
def one_room(tmp_path_factory):
    """Make the story of a game whose player takes a thing in a room, its game file beside it."""

    def make(name, thing):
        maker = GameMaker()
        room = maker.new_room(name)
        maker.set_player(room)
        room.add(maker.new("o", name=thing))
        maker.set_quest_from_commands([f"take {thing}"])
        return Path(maker.compile(tmp_path_factory.mktemp(name) / f"{name}.z8"))

    return make


@pytest.fixture(scope="session")
def cellar(one_room):
    return one_room("cellar", "coin")


@pytest.fixture(scope="session")
def unsigned(cellar, tmp_path_factory):
    """The same story as somebody else might have made it: nothing says that it is ours."""
    data = bytearray(cellar.read_bytes())
    data[SIGNATURE_AT : SIGNATURE_AT + len(SIGNATURE)] = bytes(len(SIGNATURE))
    path = tmp_path_factory.mktemp("unsigned") / "Lost Cellar.z8"
    path.write_bytes(data)
    return path
