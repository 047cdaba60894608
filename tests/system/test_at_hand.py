"""Files that are written only when they are needed as files."""

import copy
import gc
import os
import pickle
from pathlib import Path

import pytest

from twbench.errors import GameFileError
from twbench.system.at_hand import FilesAtHand, PathAtHand, as_path
from twbench.untrusted import beginning, read_bytes

CONTENTS = {"game.z8": b"a story", "game.json": b"its game"}


@pytest.fixture(params=(bytes, memoryview))
def files(tmp_path, request):
    contents = {tmp_path / name: request.param(data) for name, data in CONTENTS.items()}
    return FilesAtHand(contents, Path.write_bytes)


def written(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


READING = {
    "read_bytes": Path.read_bytes,
    "beside": lambda path: path.with_suffix(".z8").read_bytes(),
    "untrusted": lambda path: read_bytes(path, GameFileError),
    "beginning": lambda path: beginning(path, 99),
}


def seen(file):
    """Return an open file whose descriptor is that of a file with what was at hand."""
    assert os.pread(file.fileno(), 99, 0) == CONTENTS[Path(file.name).name]
    return file


NEEDING = {
    "fspath": os.fspath,
    "str": str,
    "Path": Path,
    "f-string": "{}".format,
    "bytes": bytes,
    "what would be in it": lambda path: path / "more",
    "open": open,
    "a descriptor": lambda path: seen(path.open("rb")),
    "no buffer": lambda path: seen(path.open("rb", 0)),
    "stat": lambda path: path.stat(),
    "text": lambda path: path.open(encoding="utf-8"),
    "absolute": lambda path: path.absolute(),
    "pickle": pickle.dumps,
    "deepcopy": copy.deepcopy,
}


@pytest.mark.parametrize("read", [name for name in READING if name != "read_bytes"])
def test_who_reads_the_content_has_no_file_written(files, tmp_path, read):
    path = files.path(tmp_path / "game.z8")
    assert READING[read](path) == path.read_bytes() == b"a story"
    assert path.is_file()
    assert (path.name, path.stem, path.suffix) == ("game.z8", "game", ".z8")
    assert not path.with_suffix(".other").is_file()
    assert repr(path) == repr(tmp_path / "game.z8")
    assert written(tmp_path) == {}


@pytest.mark.parametrize("need", NEEDING)
def test_who_needs_a_file_finds_all_of_them(files, tmp_path, need):
    path = files.path(tmp_path / "game.z8")
    found = NEEDING[need](path)
    if hasattr(found, "close"):
        found.close()
    assert written(tmp_path) == CONTENTS
    path.write_bytes(b"another")  # which is what is read from now on
    assert path.read_bytes() == b"another"


def test_it_is_equal_to_the_path_and_sorted_with_paths(files, tmp_path):
    story, plain = files.path(tmp_path / "game.z8"), tmp_path / "game.z8"
    game = files.path(tmp_path / "game.json")
    assert story == plain == story
    assert game != story
    assert {story: 1}[plain] == 1
    assert sorted([story, game, tmp_path / "a"]) == [tmp_path / "a", game, story]
    assert written(tmp_path) == {}
    copied = pickle.loads(pickle.dumps(story))  # noqa: S301 - our own
    assert (type(copied), copied) == (type(plain), plain)


def test_it_tells_what_can_be_asked_of_it(files, tmp_path):
    assert {"exists", "parent", "read_bytes"} <= {*dir(files.path(tmp_path / "game.z8"))}
    assert written(tmp_path) == {}


def test_what_is_left_is_written_for_those_who_have_a_path(files, tmp_path):
    kept, dropped = files.path(tmp_path / "game.z8"), files.path(tmp_path / "game.json")
    del dropped
    gc.collect()
    files.leave()
    assert written(tmp_path) == CONTENTS
    assert kept.read_bytes() == b"a story"


def test_what_is_left_is_forgotten_where_nobody_has_a_path(files, tmp_path):
    path = files.path(tmp_path / "game.z8")
    del path
    gc.collect()
    files.leave()
    assert written(tmp_path) == {}
    assert files.content(tmp_path / "game.z8") is None


def test_what_holds_contents_can_be_let_go(tmp_path):
    held = bytearray(b"a story")
    path = tmp_path / "game.z8"
    files = FilesAtHand({path: memoryview(held)}, Path.write_bytes)
    files.copy_contents()
    held.clear()  # which an array that is viewed refuses
    assert files.path(path).read_bytes() == b"a story"


def test_a_beginning_and_a_limit(files, tmp_path):
    path = files.path(tmp_path / "game.z8")
    assert read_bytes(path, GameFileError, 10, 3) == b"a s"
    with pytest.raises(GameFileError, match="more than 3 bytes"):
        read_bytes(path, GameFileError, 3)


def test_what_stands_for_a_path_stays_what_it_is(files, tmp_path):
    path = files.path(tmp_path / "game.z8")
    assert isinstance(as_path(path), PathAtHand)
    assert as_path(str(tmp_path)) == as_path(tmp_path) == tmp_path
