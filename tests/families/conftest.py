"""The game that the tests of all families play, and a story that nobody knows."""

from pathlib import Path

import pytest

from twbench.generator import GameMaker
from twbench.story.zcode.signature import SIGNATURE, SIGNATURE_AT


@pytest.fixture(scope="session")
def cellar(tmp_path_factory):
    """The story of a game whose player takes a coin, with its game file beside it."""
    maker = GameMaker()
    room = maker.new_room("cellar")
    maker.set_player(room)
    room.add(maker.new("o", name="coin"))
    maker.set_quest_from_commands(["take coin"])
    return Path(maker.compile(tmp_path_factory.mktemp("cellar") / "cellar.z8"))


@pytest.fixture(scope="session")
def unsigned(cellar, tmp_path_factory):
    """The same story as somebody else might have made it: nothing says that it is ours."""
    data = bytearray(cellar.read_bytes())
    data[SIGNATURE_AT : SIGNATURE_AT + len(SIGNATURE)] = bytes(len(SIGNATURE))
    path = tmp_path_factory.mktemp("unsigned") / "Lost Cellar.z8"
    path.write_bytes(data)
    return path
