import os
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from twbench.dataset.files import load
from twbench.dataset.files import storage as storing
from twbench.dataset.files.load import load_dataset
from twbench.dataset.files.schema import read_group
from twbench.errors import DatasetError
from twbench.system import at_hand


def test_rows_have_the_paths_of_their_files(build):
    dataset = load_dataset(build())
    assert {name: len(split) for name, split in dataset.items()} == {
        "train": 12,
        "valid": 4,
        "test": 4,
    }
    for row in dataset["valid"]:
        assert row["story"].read_bytes().startswith(row["game_id"].encode())
        assert row["game"].name == f"{row['game_id']}.json"


def test_rows_can_be_asked_for_in_any_order(build):
    split = load_dataset(build(output={"shard_size": 5, "row_group_size": 2}))["train"]
    order = [row["index"] for row in split]
    assert order == list(range(12))
    assert [split[i]["index"] for i in (11, 0, 7, -1, -12)] == [11, 0, 7, 11, 0]
    assert [row["index"] for row in split[3:9:2]] == [3, 5, 7]
    with pytest.raises(TypeError, match="'str' object cannot be interpreted as an integer"):
        split["first"]
    with pytest.raises(IndexError, match="has 12 games; there is no 12"):
        split[12]


@pytest.mark.parametrize(("most", "read"), [(load._MOST_SPILLED, 6), (1, 9)])
def test_row_groups_are_read_once_as_long_as_there_is_room(build, monkeypatch, most, read):
    split = load_dataset(build(output={"shard_size": 5, "row_group_size": 2}))["train"]
    groups = []

    def reading(path, schema, group):
        groups.append((path.name, group))
        return read_group(path, schema, group)

    monkeypatch.setattr(load, "_MOST_SPILLED", most)
    monkeypatch.setattr(load, "read_group", reading)
    order = (11, 0, 7, 1, 11, 9, 4, 2, 0)
    assert [split[i]["index"] for i in order] == list(order)
    assert (len(groups), len(set(groups))) == (read, 6)


def test_a_fork_does_not_write_into_the_rows_of_its_parent(build):
    split = load_dataset(build(output={"shard_size": 5, "row_group_size": 2}))["train"]
    assert split[0]["index"] == 0
    child = os.fork()
    if child == 0:
        # Another row group, which would be written where the parent writes its next one.
        os._exit(0 if [split[i]["index"] for i in (7, 0, 11)] == [7, 0, 11] else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert [split[i]["index"] for i in (0, 4, 11, 7)] == [0, 4, 11, 7]


@pytest.mark.parametrize("storage", ["files", "packed"])
@pytest.mark.parametrize("cache", [False, True])
def test_threads_read_the_rows_that_they_ask_for(build, monkeypatch, tmp_path, storage, cache):
    """Each line of what reads is followed by the turn of another thread."""
    monkeypatch.setenv("TWBENCH_CACHE", str(tmp_path / "cache"))
    for module in ("building.assemble", "files.storage"):
        monkeypatch.setattr(f"twbench.dataset.{module}.PACKED_TOGETHER", 2)
    folder = build(output={"storage": storage, "shard_size": 5, "row_group_size": 2})
    split = load_dataset(folder, cache=cache)["train"]
    modules = {load.__file__, storing.__file__, at_hand.__file__}

    def turns(frame, event, _):
        if frame.f_code.co_filename not in modules:
            return None
        if event == "line":
            time.sleep(0)
        return turns

    def read(thread):
        for turn in range(12):
            number = thread * 5 * turn % 12
            row = split[number]
            assert row["index"] == number
            assert row["story"].read_bytes().startswith(row["game_id"].encode())

    threading.settrace(turns)
    try:
        with ThreadPoolExecutor(4) as pool:
            assert list(pool.map(read, range(1, 5))) == [None] * 4
    finally:
        threading.settrace(None)


def test_a_fork_while_another_thread_reads_can_read(build):
    split = load_dataset(build())["train"]
    reading, forked = threading.Event(), threading.Event()

    def read():
        with storing.READING:
            reading.set()
            assert not forked.wait(0.1)

    thread = threading.Thread(target=read)
    thread.start()
    reading.wait()
    child = os.fork()
    if child == 0:
        os._exit(split[3]["index"])
    forked.set()
    thread.join()
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 3


def test_an_unknown_split_names_those_there_are(build):
    with pytest.raises(
        DatasetError, match=r"has no split 'tets'; it has train, valid, test.*'test'"
    ):
        load_dataset(build())["tets"]


SMALL = {"shard_size": 5, "row_group_size": 2}


@pytest.mark.parametrize("storage", ["files", "packed"])
def test_rows_of_a_dataset_that_was_built_anew_are_not_mixed_with_the_old_ones(build, storage):
    output = {**SMALL, "storage": storage}
    out = build(output=output)
    split = load_dataset(out)["train"]
    old = [row["game_id"] for row in split.manifest()]
    rows, manifest = iter(split), split.manifest()
    assert next(manifest)["game_id"] == next(rows)["game_id"] == split[0]["game_id"] == old[0]
    build(output=output, dataset__seed=8, overwrite=True)
    read = [old[0]]
    with pytest.raises(DatasetError, match="was built anew since it was opened"):
        read.extend(row["game_id"] for row in manifest)
    assert read == old[:5]  # of the file that was open
    with pytest.raises(DatasetError):
        list(rows)
    with pytest.raises(DatasetError, match="was built anew since it was opened"):
        split[11]
    assert load_dataset(out)["train"][0]["game_id"] != old[0]


def test_an_index_that_was_written_again_is_no_other_dataset(build):
    out = build(output=SMALL)
    split = load_dataset(out)["train"]
    assert split[0]["index"] == 0
    index = out / "dataset.json"
    content = index.read_bytes()
    index.unlink()
    index.write_bytes(content)
    assert [split[i]["index"] for i in (11, 7)] == [11, 7]
