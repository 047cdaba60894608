"""Packed storage: the same dataset in a few Parquet files."""

import os
import pickle

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from configs import config
from fake_items import build_fake

from twbench.dataset.building.build import build_dataset
from twbench.dataset.config.recipe import parse_build
from twbench.dataset.files import storage
from twbench.dataset.files.index import read_index
from twbench.dataset.files.load import load_dataset
from twbench.dataset.files.locating import locate
from twbench.dataset.verifying import check
from twbench.dataset.verifying.check_work import Checked, GameCheck
from twbench.dataset.verifying.verify import verify_dataset
from twbench.errors import DatasetError

PACKED = {"storage": "packed", "shard_size": 5, "row_group_size": 2}


@pytest.fixture
def packed(build):
    return build("packed", output=PACKED)


@pytest.fixture
def hashes_alone(monkeypatch, in_process):
    monkeypatch.setattr(check, "STEPS", (check.CheckedGame.read,))


def problems(folder, **options):
    return [str(p) for p in verify_dataset(folder, n_jobs=1, progress=False, **options).problems]


def test_stories_and_games_are_in_a_few_files(packed, tree):
    names = [f"games/train-0000{number}-of-00003.parquet" for number in range(3)]
    names += [f"games/{split}-00000-of-00001.parquet" for split in ("test", "valid")]
    assert sorted(name for name in tree(packed) if name.startswith("games/")) == sorted(names)


def test_a_split_is_pickled_without_what_was_read(packed):
    split = load_dataset(packed)["train"]
    unread = pickle.dumps(split)
    row = split[3]
    copied = pickle.loads(pickle.dumps(split))  # noqa: S301  (it was written just now)
    assert pickle.dumps(split) == unread
    assert copied[3]["story"].read_bytes() == row["story"].read_bytes()


def test_a_row_group_is_given_back_before_the_next_is_read(packed, monkeypatch):
    split = load_dataset(packed)["train"]
    held, read = [], storage.read_group

    def reading(*which):
        given = [content for files in storage._AT_HAND for content in files._contents.values()]
        held.append(split._packed._rows or [one for one in given if type(one) is not bytes])
        return read(*which)

    monkeypatch.setattr(storage, "read_group", reading)
    stories = [split[number]["story"] for number in range(len(split))]
    assert held == [[], [], []]
    assert {type(story.read_bytes()) for story in stories} == {bytes}


def test_a_damaged_row_group_is_read_once_for_all_of_its_games(packed, monkeypatch):
    pack = packed / "games/train-00000-of-00003.parquet"
    sound = pack.read_bytes()
    pack.write_bytes(sound[:4] + bytes(len(sound) // 2) + sound[4 + len(sound) // 2 :])
    read, tried = storage.read_group, []
    monkeypatch.setattr(storage, "read_group", lambda *which: tried.append(which) or read(*which))
    split = load_dataset(packed)["train"]
    for number in (0, 1, 0):
        with pytest.raises(DatasetError, match="is damaged"):
            split[number]
    assert len(tried) == 1
    pack.write_bytes(sound)
    assert split[0]["story"].read_bytes()


def test_a_worker_verifies_the_games_of_one_row_group_at_a_time(build, monkeypatch, hashes_alone):
    for module in ("building.assemble", "files.storage"):
        monkeypatch.setattr(f"twbench.dataset.{module}.PACKED_TOGETHER", 2)
    monkeypatch.setattr("twbench.dataset.verifying.check_work.TOGETHER", 2)
    folder = build("packed", output=PACKED)  # no shard but the last ends with a full group
    groups = [pq.read_metadata(path).num_row_groups for path in folder.glob("games/*.parquet")]
    batches = []

    def do(check, parts, begin):
        batches.append({(row["split"], *divmod(row["index"], 5)) for row, _ in parts})
        return Checked(len(parts), [])

    monkeypatch.setattr(GameCheck, "do", do)
    assert problems(folder) == []
    assert len(batches) == sum(groups)
    for batch in batches:
        assert len({(split, shard, place // 2) for split, shard, place in batch}) == 1


def test_the_fingerprint_and_the_rows_are_those_of_files(build, packed):
    files = build("files")
    assert read_index(files).fingerprint == read_index(packed).fingerprint
    for split, games in load_dataset(files).items():
        assert list(games.manifest()) == list(load_dataset(packed)[split].manifest())


def test_rows_have_the_paths_of_real_files(build, packed):
    plain = load_dataset(build("files"))["train"]
    rows = load_dataset(packed)["train"]
    assert [row["index"] for row in rows] == list(range(12))
    for index in (11, 0, 7, 3):
        for kind in ("story", "game"):
            path = rows[index][kind]
            assert path.read_bytes() == plain[index][kind].read_bytes()
            assert path.name == plain[index][kind].name
            assert packed not in path.parents


def test_what_is_unfinished_or_changed_is_written_again(packed, monkeypatch):
    rows = load_dataset(packed)["train"]
    story, game = rows[4]["story"], rows[4]["game"]
    known = story.read_bytes(), game.read_bytes()
    story.write_bytes(known[0][:100])
    game.write_bytes(known[1] + b"!")
    assert rows[4]["story"] == story
    assert (story.read_bytes(), game.read_bytes()) == known
    for _ in range(2):  # files that were not touched since are not read again
        assert rows[4]["story"] == story
    compared = game.stat()
    game.write_bytes(known[1][::-1])
    os.utime(game, ns=(compared.st_atime_ns, compared.st_mtime_ns + 1))
    assert rows[4]["game"].read_bytes() == known[1]
    story.unlink()
    game.unlink()
    monkeypatch.setattr("twbench.dataset.files.storage.os.write", stopping_write)
    with pytest.raises(OSError, match="No space left on device") as failed:
        rows[4]
    assert failed.value.filename == str(story)
    monkeypatch.undo()
    assert [rows[4][kind].read_bytes() for kind in ("story", "game")] == [*known]


def test_files_that_were_not_touched_are_compared_once(packed, monkeypatch):
    rows = load_dataset(packed)["train"]
    paths = [rows[index]["story"] for index in (0, 1, 0, 1, 0, 1)][-4:]
    monkeypatch.setattr("twbench.dataset.files.storage.has_sha256", None)
    assert [rows[index]["story"] for index in (0, 1, 0, 1)] == paths


def stopping_write(descriptor, data, write=os.write):
    if len(data) > 10:
        return write(descriptor, data[:10])
    raise OSError(28, "the disk is full")


def test_a_path_into_a_packed_dataset_is_found(build, packed):
    row = next(load_dataset(packed)["test"].manifest())
    for kind in ("story", "game"):
        found = locate(packed / row[kind])
        assert found.is_file()
        assert found.name == row[kind].rsplit("/", 1)[1]
    nowhere = packed / "games/test/coin_collector/tw-nothing.z8"
    assert locate(nowhere) == nowhere
    assert locate(build("files") / "games/none.z8").name == "none.z8"


def test_an_interrupted_build_goes_on_to_the_same_bytes(build, packed, tree, tmp_path, monkeypatch):
    calls = []

    def stopping(spec):
        calls.append(spec)
        if len(calls) == 9:
            raise KeyboardInterrupt
        yield 0
        return build_fake(spec)

    monkeypatch.setattr("twbench.dataset.items.item.build_in_parts", stopping)
    settings = parse_build(config(out=str(tmp_path / "again"), output=PACKED))
    with pytest.raises(KeyboardInterrupt):
        build_dataset(settings, progress=False)
    made = len(calls)
    build_dataset(settings, progress=False)
    assert tree(tmp_path / "again") == tree(packed)
    assert len(calls) - made < 25


def test_a_sound_packed_dataset(packed, hashes_alone):
    assert problems(packed, rebuild=None) == []


@pytest.mark.parametrize("place", [0, 0.2, 0.5, 0.8, -1])
def test_a_flipped_bit_is_found(packed, hashes_alone, place):
    path = packed / "games/train-00001-of-00003.parquet"
    content = bytearray(path.read_bytes())
    content[place if place == -1 else int(place * len(content))] ^= 1
    path.write_bytes(content)
    assert any(
        problem.startswith("games/train-00001-of-00003.parquet: changed")
        for problem in problems(packed)
    )


def test_a_missing_pack_and_an_additional_file_are_found(packed, hashes_alone):
    path = packed / "games/test-00000-of-00001.parquet"
    path.rename(packed / "games/test.parquet")
    found = problems(packed)
    assert "games/test-00000-of-00001.parquet: missing" in found
    assert "games/test.parquet: no part of the dataset" in found


def test_another_story_in_the_pack_is_found_whatever_the_hashes_say(packed, hashes_alone):
    path = packed / "games/test-00000-of-00001.parquet"
    table = pq.read_table(path)
    stories = [b"another", *table.column("story").to_pylist()[1:]]
    pq.write_table(table.set_column(1, table.schema.field(1), pa.array(stories)), path)
    row = next(load_dataset(packed)["test"].manifest())
    fault = f"{row['story']} is changed: in its pack its SHA-256 is not that of the manifest."
    assert f"{row['story']}: cannot be unpacked: {fault}" in problems(packed)
