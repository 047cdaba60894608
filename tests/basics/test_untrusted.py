"""What strangers wrote is read with care: names, files and JSON."""

import json
import os
import random
import resource
import signal
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from twbench.errors import DatasetError, GameFileError, RunError
from twbench.untrusted import (
    MAX_BYTES,
    MAX_DEPTH,
    at_most,
    beginning,
    inside,
    is_mostly_holes,
    parse_json,
    read_bytes,
    read_json,
    regular_file,
)


@pytest.mark.parametrize("first", [None, 3, 7, 8])
def test_files_are_read_whole_though_the_system_gives_them_in_parts(tmp_path, monkeypatch, first):
    path = tmp_path / "a"
    path.write_bytes(b"seven b")
    read = os.read
    monkeypatch.setattr(os, "read", lambda descriptor, size: read(descriptor, min(size, 2)))
    assert read_bytes(path, DatasetError, first=first) == b"seven b"[:first]


def test_a_file_that_grows_is_read_as_far_as_is_allowed(tmp_path, monkeypatch):
    path = tmp_path / "a"
    path.write_bytes(b"seven b")
    opened = os.fstat

    def grown(descriptor):
        status = opened(descriptor)
        with path.open("ab") as file:
            file.write(b"ytes")
        return status

    monkeypatch.setattr(os, "fstat", grown)
    assert read_bytes(path, DatasetError, limit=11) == b"seven bytes"
    with pytest.raises(DatasetError, match="more than 14 bytes"):
        read_bytes(path, DatasetError, limit=14)


@pytest.mark.parametrize(
    "name", ["a", "data/train-00000-of-00001.parquet", "games/x y/ü.z8", "x" * 255]
)
def test_names_within_a_folder_are_paths_in_it(tmp_path: Path, name: str) -> None:
    assert inside(tmp_path, name, DatasetError) == tmp_path / name


@pytest.mark.parametrize(
    "name",
    [
        *("", ".", "..", "/etc/passwd", "../x", "a/../../x", "a//b", "a/", "./a", "a/./b"),
        *("a\\b", "a\nb", "a\x00b", "\x1b[2J", "a\ud800", "x" * 300, "ü" * 128, "a/" * 600 + "a"),
        *(None, 3, b"a", ["a"]),
    ],
)
def test_names_that_may_lead_out_are_refused(tmp_path: Path, name: object) -> None:
    with pytest.raises(DatasetError, match="no name of a file within this folder") as caught:
        inside(tmp_path, name, DatasetError)
    assert str(caught.value).isprintable()


@given(st.text(max_size=40))
def test_whatever_is_accepted_lies_inside(name: str) -> None:
    folder = Path("/somewhere/deep")
    try:
        path = inside(folder, name, DatasetError)
    except DatasetError:
        return
    assert Path(os.path.normpath(path)) == path
    assert path.is_relative_to(folder)
    assert path != folder


def test_symbolic_links_are_not_followed(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "link").symlink_to(tmp_path / "out")
    (tmp_path / "in" / "dangling").symlink_to(tmp_path / "nowhere")
    for name in ("link", "link/file", "dangling"):
        with pytest.raises(DatasetError, match="symbolic link"):
            inside(tmp_path / "in", name, DatasetError)


def test_a_file_may_have_holes_where_zeros_were_copied_but_not_be_one(tmp_path: Path) -> None:
    path = tmp_path / "file"
    for content in (b"", b"x", bytes(1 << 16)):
        path.write_bytes(content)
        assert not is_mostly_holes(path)
    with path.open("r+b") as file:
        for hole, is_too_much in ((MAX_BYTES, False), (MAX_BYTES + (1 << 20), True)):
            file.truncate((1 << 16) + hole)
            knows_holes = path.stat().st_blocks * 512 < hole
            assert is_mostly_holes(path) == (is_too_much and knows_holes)
        file.seek(0, os.SEEK_END)
        file.write(b"x")  # behind the hole
    assert is_mostly_holes(path) == knows_holes


def test_only_regular_files_of_a_sane_size_are_read(tmp_path: Path) -> None:
    sound = tmp_path / "sound"
    sound.write_bytes(b"12345")
    assert read_bytes(sound, GameFileError, 5) == b"12345"
    assert regular_file(sound)
    with pytest.raises(GameFileError, match="more than 4 bytes"):
        read_bytes(sound, GameFileError, 4)
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (pipe, tmp_path, Path("/dev/zero")):
        assert not regular_file(path)
        with pytest.raises(GameFileError, match=r"no file|Is a directory"):
            read_bytes(path, GameFileError)
    with pytest.raises(GameFileError, match="missing"):
        read_bytes(tmp_path / "none", GameFileError)
    with pytest.raises(GameFileError, match="cannot be read"):
        read_bytes(Path("a\x00b"), GameFileError)
    assert not regular_file(Path("a\x00b"))


def test_the_beginning_of_a_regular_file_is_read(tmp_path: Path) -> None:
    sound, pipe = tmp_path / "sound", tmp_path / "pipe"
    sound.write_bytes(b"12345")
    os.mkfifo(pipe)
    assert (beginning(sound, 3), beginning(sound, 9)) == (b"123", b"12345")
    for path in (pipe, tmp_path, Path("/dev/zero"), tmp_path / "none"):
        with pytest.raises(OSError, match=r"no file|Is a directory|No such file"):
            beginning(path, 3)


def test_nothing_stays_open_of_what_is_no_file(tmp_path: Path) -> None:
    before = len([*Path("/proc/self/fd").iterdir()])
    for _ in range(5):
        with pytest.raises(GameFileError, match="Is a directory"):
            read_bytes(tmp_path, GameFileError)
        with pytest.raises(OSError, match="Is a directory"):
            beginning(tmp_path, 3)
    assert len([*Path("/proc/self/fd").iterdir()]) == before


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"[" * 200_000, "nested more than 64 levels"),
        (b"[" * (MAX_DEPTH + 1) + b"]" * (MAX_DEPTH + 1), "nested more than 64 levels"),
        (b'{"a":' * 100 + b"1" + b"}" * 100, "nested more than 64 levels"),
        (b"\xff\xfe{}", "byte 0 is no UTF-8"),
        (b'["\\ud800"]', "half of a surrogate pair"),
        (b'{"\\udfff": 1}', "half of a surrogate pair"),
        (b"[18446744073709551616]", "a number in it is too large"),
        (b"9" * 5000, "a number in it is too large"),
        (b"[-9223372036854775809]", "a number in it is too large"),
        (b"[1e999]", "a number in it is too large"),
        (b"[NaN]", "NaN"),
        (b'{"a": }', "line 1, column 7"),
        (b"", "line 1, column 1"),
    ],
)
def test_unsound_json_is_refused_in_a_sentence(data: bytes, reason: str) -> None:
    with pytest.raises(GameFileError, match=rf"^the game is no sound JSON: .*{reason}") as caught:
        parse_json(data, "the game", GameFileError)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize("unique", [False, True])
def test_a_key_that_is_there_twice_is_named(unique: bool) -> None:
    text = '{"a": [{"b": 1, "c": 2, "b": 3}], "c": 4}'
    if unique:
        with pytest.raises(RunError, match=r"^it is no sound JSON: an object .* key 'b' twice\.$"):
            parse_json(text, "it", RunError, unique=True)
    else:
        assert parse_json(text, "it", RunError) == {"a": [{"b": 3, "c": 2}], "c": 4}


@pytest.mark.slow
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    )
)
def test_sound_json_is_what_the_standard_library_reads(value: object) -> None:
    assert parse_json(json.dumps(value), "value", DatasetError) == value


@pytest.mark.parametrize("seed", range(40))
def test_whole_numbers_have_64_bits_whatever_stands_beside_them(seed: int) -> None:
    rng = random.Random(seed)
    number = rng.choice((1, -1)) * rng.getrandbits(rng.randrange(56, 68))
    value = {"digits": rng.choice(("1" * 30, "9" * 19, "1.5", "")), "number": [1, number, 2.5]}
    text = json.dumps(value)
    if -(2**63) <= number < 2**63:
        assert parse_json(text, "value", DatasetError) == value
    else:
        with pytest.raises(DatasetError, match="a number in it is too large"):
            parse_json(text, "value", DatasetError)


def test_json_at_the_deepest_level_is_read(tmp_path: Path) -> None:
    path = tmp_path / "deep.json"
    path.write_text("[" * MAX_DEPTH + "]" * MAX_DEPTH)
    assert read_json(path, DatasetError)
    path.write_text("[" * (MAX_DEPTH - 1) + "1" + "]" * (MAX_DEPTH - 1))
    assert read_json(path, DatasetError)


def depth(value: object) -> int:
    if isinstance(value, dict | list):
        inner = value.values() if isinstance(value, dict) else value
        return 1 + max(map(depth, inner), default=0)
    return 0


def some_value(rng: random.Random, deepest: int) -> object:
    texts = [*'[]{}"\\ü', '\\"', "\\\\", '"[', "]]", "]"]
    if not deepest:
        return "".join(rng.choices(texts, k=rng.randrange(5)))
    inner = [some_value(rng, rng.randrange(deepest)) for _ in range(rng.randrange(3))]
    inner.append(some_value(rng, deepest - 1))
    rng.shuffle(inner)
    if rng.random() < 0.5:
        return inner
    return {f"{number}{rng.choice(texts)}": one for number, one in enumerate(inner)}


@pytest.mark.parametrize("seed", range(40))
def test_brackets_within_strings_make_nothing_deeper(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = random.Random(seed)
    value = some_value(rng, 6)
    text = json.dumps(value, ensure_ascii=seed % 2 == 0)
    monkeypatch.setattr("twbench.untrusted.MAX_DEPTH", depth(value))
    assert parse_json(text, "value", DatasetError) == value
    monkeypatch.setattr("twbench.untrusted.MAX_DEPTH", depth(value) - 1)
    with pytest.raises(DatasetError, match="nested more than"):
        parse_json(text, "value", DatasetError)


def test_a_fork_has_no_limit_of_another_thread() -> None:
    """Nor does it wait for that thread, which it has not."""
    reading, forked = threading.Event(), threading.Event()

    def read() -> None:
        with at_most(1 << 30):
            reading.set()
            assert not forked.wait(0.1)

    before = resource.getrlimit(resource.RLIMIT_AS)
    thread = threading.Thread(target=read)
    thread.start()
    reading.wait()
    child = os.fork()
    if child == 0:
        signal.alarm(5)
        same = resource.getrlimit(resource.RLIMIT_AS) == before
        with at_most(1 << 30):
            os._exit(0 if same else 1)
    forked.set()
    thread.join()
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
