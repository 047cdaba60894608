import fcntl
import json
import multiprocessing
import os
import pickle
import random
import signal
import stat
from pathlib import Path

import pytest

from twbench.dataset.files import cached_tables, load
from twbench.dataset.files.load import load_dataset
from twbench.errors import DatasetError, InputError, InputWarning
from twbench.hashing import sha256_hex

SIZES = {"shard_size": 5, "row_group_size": 2}
STORAGES = ("files", "packed")


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("TWBENCH_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache" / "batches-1"


def content(row):
    files = {kind: row[kind].read_bytes() for kind in ("story", "game")}
    return {**row, **files}


def all_rows(folder, cache=None):
    load._unpacked.cache_clear()  # files of a packed dataset are not unpacked twice
    rows = load_dataset(folder, cache=cache)["train"]
    order = random.Random(1).sample(range(len(rows)), len(rows))
    found = {number: content(rows[number]) for number in order}
    return [found[number] for number in range(len(rows))]


def copies(home):
    return sorted(home.glob("*.arrows"))


def no_parquet(*arguments):
    raise AssertionError("a Parquet file is read")


@pytest.mark.parametrize("storage", STORAGES)
def test_rows_of_copies_are_those_of_the_files(build, home, monkeypatch, tree, storage):
    out = build(output={**SIZES, "storage": storage})
    before, expected = tree(out), all_rows(out, cache=False)
    assert not home.exists()
    assert all_rows(out) == expected
    # Three files of the manifest, and three packs.
    assert len(copies(home)) == {"files": 3, "packed": 6}[storage]
    assert tree(out) == before
    monkeypatch.setattr(cached_tables, "read_tables", no_parquet)
    monkeypatch.setattr(load, "read_group", no_parquet)
    assert all_rows(out) == expected
    rows = load_dataset(out)["train"]
    assert [rows[number]["index"] for number in range(12)] == list(range(12))
    copied = pickle.loads(pickle.dumps(rows))  # noqa: S301  (it was written just now)
    assert copied[7]["index"] == 7


def test_the_variable_is_not_needed_and_can_be_overruled(build, home, monkeypatch, tmp_path):
    out = build()
    all_rows(out, cache=False)
    assert not home.exists()
    monkeypatch.delenv("TWBENCH_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    all_rows(out)
    assert not (tmp_path / "xdg").exists()
    all_rows(out, cache=True)
    assert len(copies(tmp_path / "xdg" / "twbench" / "batches-1")) == 1


def test_a_folder_is_not_taken_for_a_yes(build):
    with pytest.raises(InputError, match="cache must be True, False or None, not 'copies'"):
        load_dataset(build(), cache="copies")


def changed_byte(data):
    return data[:1000] + bytes([data[1000] ^ 1]) + data[1001:]


def changed_places(data):
    return data[:-120] + bytes([data[-120] ^ 1]) + data[-119:]


def without_end(data):
    return data[:-1]


def of_another(data):
    return b"ARROW1" * 100


@pytest.mark.parametrize("storage", STORAGES)
@pytest.mark.parametrize("harm", [changed_byte, changed_places, without_end, of_another])
def test_copies_that_are_damaged_or_foreign_are_made_again(build, home, storage, harm):
    out = build(output={**SIZES, "storage": storage})
    expected = all_rows(out)
    whole = {path: path.read_bytes() for path in copies(home)}
    for path, data in whole.items():
        path.write_bytes(harm(data))
    assert all_rows(out) == expected
    assert {path: path.read_bytes() for path in copies(home)} == whole


def behind_a_link(path):
    path.symlink_to(path.rename(path.with_suffix(".kept")))


def of_any_writer(path):
    path.chmod(0o666)


@pytest.mark.parametrize("harm", [behind_a_link, of_any_writer])
def test_copies_that_others_can_have_written_are_made_again(build, home, harm):
    out = build(output=SIZES)
    expected = all_rows(out)
    whole = {path: path.read_bytes() for path in copies(home)}
    for path in whole:
        harm(path)
    assert all_rows(out) == expected
    assert {path: path.read_bytes() for path in copies(home)} == whole
    assert {stat.S_IMODE(path.lstat().st_mode) for path in whole} == {0o600}
    assert all(stat.S_ISREG(path.lstat().st_mode) for path in whole)


def test_a_folder_under_the_name_of_a_copy_is_told_and_done_without(build, home):
    out = build()
    expected = all_rows(out)
    [path] = copies(home)
    path.unlink()
    path.mkdir()
    with pytest.warns(InputWarning, match="No copies of tables can be kept"):
        assert all_rows(out) == expected


def test_a_copy_under_the_name_of_another_is_made_again(build, home):
    out = build(output=SIZES)
    expected = all_rows(out)
    one, two, _ = copies(home)
    right = one.read_bytes()
    one.write_bytes(two.read_bytes())
    assert all_rows(out) == expected
    assert one.read_bytes() == right


def test_damage_while_a_split_is_open_is_mended(build, home):
    rows = load_dataset(build())["train"]
    expected = dict(rows[3])
    [path] = copies(home)
    whole = path.read_bytes()
    with path.open("r+b") as file:
        file.write(bytes(len(whole) // 2))
    assert rows[1]["index"] == 1
    assert rows[3] == expected
    assert path.read_bytes() == whole


@pytest.mark.parametrize("storage", STORAGES)
def test_no_copy_is_made_of_a_file_that_is_not_that_of_the_index(build, home, storage):
    out = build(output={"storage": storage})
    [manifest] = out.glob("data/train-*")
    data = manifest.read_bytes()
    # Of the same rows, but other bytes: a name in the file's own description of itself.
    assert data.count(b"parquet-cpp") == 1
    manifest.write_bytes(data.replace(b"parquet-cpp", b"parquet-cqq"))
    with pytest.raises(DatasetError, match=r"is changed: its SHA-256 is not that of dataset\.json"):
        load_dataset(out)["train"][0]
    assert copies(home) == []
    assert list(home.glob(".*")) == []


def test_no_copy_is_made_of_tables_that_are_exchanged_while_they_are_read(
    build, home, monkeypatch, tmp_path
):
    """Whoever may write to the dataset shows others than the hash is taken of, and puts it back."""
    expected = all_rows(build("theirs"), cache=False)
    out, others = build("ours"), build("others", dataset__seed=8)

    def exchanged(*arguments):
        (out / "data").rename(tmp_path / "data")
        (others / "data").rename(out / "data")
        tables = list(read_tables(*arguments))
        (out / "data").rename(others / "data")
        (tmp_path / "data").rename(out / "data")
        return iter(tables)

    read_tables = cached_tables.read_tables
    monkeypatch.setattr(cached_tables, "read_tables", exchanged)
    assert load_dataset(out)["train"][0]["game_id"] == expected[0]["game_id"]
    assert [path.name for path in home.iterdir() if path not in copies(home)] == ["lock"]


def test_what_is_wrong_with_a_table_is_said_of_the_dataset(build, home):
    out = build()
    [manifest] = out.glob("data/train-*")
    manifest.write_bytes(b"no table")
    index = out / "dataset.json"
    old = json.loads(index.read_text())["files"][f"data/{manifest.name}"]
    index.write_text(index.read_text().replace(old, sha256_hex(b"no table")))
    with pytest.raises(DatasetError, match=f"^{manifest} is damaged: it is no table"):
        load_dataset(out)["train"][0]


def test_a_fork_does_not_keep_others_from_making_copies(build, home):
    """A process that is forked while copies are made has the lock, and lives on."""
    tables = load_dataset(build())["train"]._copies
    with tables._alone():
        child = os.fork()
        if not child:
            signal.pause()
    try:
        lock = os.open(home / "lock", os.O_RDWR)
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        os.close(lock)
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


def read_all(out, results):
    results.put([row["game_id"] for row in all_rows(out)])


def test_several_processes_make_a_copy_at_once(build, home):
    out = build(output={**SIZES, "storage": "packed"})
    expected = [row["game_id"] for row in all_rows(out, cache=False)]
    context = multiprocessing.get_context("spawn")
    results = context.Queue()
    readers = [context.Process(target=read_all, args=(out, results)) for _ in range(3)]
    for reader in readers:
        reader.start()
    assert [results.get(timeout=100) for _ in readers] == [expected] * 3
    for reader in readers:
        reader.join()
    assert len(copies(home)) == 6
    assert sorted(path.name for path in home.iterdir() if path not in copies(home)) == ["lock"]


def test_what_a_killed_process_left_is_removed(build, home):
    home.mkdir(parents=True, mode=0o700)
    left = home / ".0123456789abcdef.unfinished"
    left.write_bytes(b"half of a copy")
    all_rows(build())
    assert not left.exists()


@pytest.mark.parametrize("storage", STORAGES)
def test_a_folder_that_cannot_be_written_is_told_and_done_without(
    build, tmp_path, monkeypatch, storage
):
    out = build(output={"storage": storage})
    expected = all_rows(out, cache=False)
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("TWBENCH_CACHE", str(tmp_path / "file"))
    with pytest.warns(InputWarning, match="No copies of tables can be kept in .*Not a directory"):
        assert all_rows(out) == expected


def test_copies_in_a_folder_of_others_are_not_believed(build, home):
    out = build()
    all_rows(out)
    home.chmod(0o777)
    with pytest.raises(DatasetError, match="into which nobody else may write"):
        load_dataset(out)["train"][0]


def test_another_version_of_the_copies_has_its_own_folder(build, home, monkeypatch):
    out = build()
    expected = all_rows(out)
    before = {path: path.stat().st_mtime_ns for path in copies(home)}
    monkeypatch.setattr(cached_tables, "_FOLDER", "batches-2")
    assert all_rows(out) == expected
    assert len(copies(home.with_name("batches-2"))) == len(before) == 1
    assert {path: path.stat().st_mtime_ns for path in copies(home)} == before


def test_a_row_that_a_manifest_lacks_is_told(build, home, monkeypatch):
    out = build()
    rows = load_dataset(out)["train"]
    monkeypatch.setattr(rows, "_size", 13)
    with pytest.raises(DatasetError, match="has no row 12"):
        rows[12]
    rows = load_dataset(out, cache=False)["train"]
    monkeypatch.setattr(rows, "_size", 13)
    with pytest.raises(DatasetError, match="has no row 12"):
        rows[12]


def test_few_copies_are_open_at_once(build, home, monkeypatch):
    monkeypatch.setattr(cached_tables, "_MOST_OPEN", 1)
    out = build(output={"shard_size": 1, "row_group_size": 1})
    rows = load_dataset(out)["train"]
    before = len(list(Path("/proc/self/fd").iterdir()))
    assert [rows[number]["index"] for number in (*range(12), *range(12))] == [*range(12)] * 2
    assert len(list(Path("/proc/self/fd").iterdir())) <= before + 1
