import fcntl
import gc
import json

import pyarrow.parquet as pq
import pytest
from configs import config
from fake_items import build_fake

from twbench.dataset.building.build import build_dataset
from twbench.dataset.building.chunk import Chunk
from twbench.dataset.building.chunk_writer import Outcome
from twbench.dataset.building.workspace import Workspace
from twbench.dataset.card.descriptions import DESCRIPTIONS
from twbench.dataset.config.distribution import LEVELS
from twbench.dataset.config.recipe import parse_build
from twbench.dataset.files.index import read_index
from twbench.dataset.verifying.verify import verify_dataset
from twbench.errors import DatasetError


def parsed(out, **changes):
    return parse_build(config(out=str(out), **changes))


def column(folder, split, name):
    table = pq.read_table(folder / f"data/{split}-00000-of-00001.parquet")
    return table.column(name).to_pylist()


def test_files_are_those_of_the_design(build, tree):
    files = tree(build())
    stories = [name for name in files if name.endswith(".z8")]
    assert len(stories) == 20
    assert {name.rsplit("/", 1)[0] for name in stories} == {
        "games/train/coin_collector",
        "games/valid/coin_collector",
        "games/test/coin_collector",
    }
    assert sorted(name for name in files if not name.startswith("games/")) == [
        "README.md",
        "croissant.json",
        "data/test-00000-of-00001.parquet",
        "data/train-00000-of-00001.parquet",
        "data/valid-00000-of-00001.parquet",
        "dataset.json",
        "difficulty.svg",
        "entities.parquet",
        "rejected.parquet",
        "vocab.parquet",
    ]


@pytest.mark.parametrize(
    "compute",
    [
        {"backend": "serial", "n_jobs": 1, "chunk_size": 1},
        {"backend": "serial", "n_jobs": 1, "chunk_size": 64},
        {"backend": "threading", "n_jobs": 3, "chunk_size": 2},
    ],
)
def test_the_way_of_computing_changes_nothing(build, tree, compute):
    assert tree(build("one")) == tree(build("two", compute=compute))


@pytest.mark.slow
def test_workers_that_started_in_another_folder(tmp_path, monkeypatch):
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
        monkeypatch.chdir(tmp_path / name)
        build_dataset(parsed("demo", compute={"backend": "processes", "n_jobs": 2}), progress=False)
        assert read_index(tmp_path / name / "demo").size == 20


def test_the_order_of_splits_in_the_configuration_changes_nothing(build, tree):
    one = build("one", dataset__splits={"train": 9, "test": 5})
    two = build("two", dataset__splits={"test": 5, "train": 9})
    assert tree(one) == tree(two)


def test_the_order_of_a_mixture_in_the_configuration_changes_nothing(build, tree):
    members = {"long": {"challenge": {"level": 9}}, "short": {"weight": 2}}
    one = build("one", dataset__mixture=members)
    two = build("two", dataset__mixture=dict(reversed(members.items())))
    assert tree(one) == tree(two)
    found = verify_dataset(two, n_jobs=1, progress=False).problems
    assert [problem for problem in found if "planned" in problem.what] == []


def test_shards_and_row_groups(build):
    out = build(output={"shard_size": 5, "row_group_size": 2})
    shards = sorted(path.name for path in (out / "data").glob("train-*"))
    assert shards == [f"train-0000{i}-of-00003.parquet" for i in range(3)]
    rows = [i for name in shards for i in pq.read_table(out / "data" / name)["index"].to_pylist()]
    assert rows == list(range(12))


def test_splits_share_no_structure_and_no_game(build):
    out = build(challenge__level={"stratified": [2, 3]}, dataset__splits={"train": 12, "test": 6})
    train, test = (set(column(out, split, "structure_hash")) for split in ("train", "test"))
    assert not train & test
    games = column(out, "train", "game_id") + column(out, "test", "game_id")
    assert len(set(games)) == 18


def test_rejected_candidates_are_recorded(build):
    out = build(challenge__level=2, dataset__splits={"train": 12, "test": 6})
    rejected = pq.read_table(out / "rejected.parquet").to_pylist()
    reasons = {row["reason"] for row in rejected}
    assert reasons == {"duplicate", "not_generated", "shared_structure"}
    counts = json.loads((out / "dataset.json").read_text())["splits"]
    for split in ("train", "test"):
        taken = sum(attempt + 1 for attempt in column(out, split, "attempt"))
        refused = sum(row["split"] == split for row in rejected)
        assert counts[split] == {
            "attempts": taken,
            "games": len(column(out, split, "game_id")),
            "rejected": refused,
        }
        assert taken == len(column(out, split, "game_id")) + refused


@pytest.mark.parametrize("level", ["structure", "puzzle", "map"])
def test_splits_share_nothing_of_the_level_of_hygiene(build, level):
    splits = {"train": 12, "test": 6}
    out = build(challenge__level=4, dataset__splits=splits, dataset__hygiene=level)
    train, test = (set(column(out, split, f"{level}_hash")) for split in ("train", "test"))
    assert not train & test
    found = {row["reason"] for row in pq.read_table(out / "rejected.parquet").to_pylist()}
    assert found <= {"duplicate", "not_generated", *(f"shared_{one}" for one in LEVELS)}


def test_a_member_of_a_mixture_may_have_its_own_hygiene(build):
    few = {"hygiene": "none", "challenge": {"level": 1}}
    members = {"few": few, "many": {"challenge": {"level": 6}}}
    out = build(dataset__splits={"train": 12, "test": 12}, dataset__mixture=members)
    config = json.loads((out / "dataset.json").read_text())["config"]["dataset"]
    assert config["hygiene"] == config["mixture"]["many"]["hygiene"] == "structure"
    assert config["mixture"]["few"]["hygiene"] == "none"
    assert "none of few, structure of many" in (out / "README.md").read_text()
    assert verify_dataset(out, n_jobs=1, progress=False).index.size == 24


def test_splits_share_structures_on_request(build):
    splits = {"train": 6, "test": 6}
    out = build(challenge__level=1, dataset__splits=splits, dataset__hygiene="none")
    assert len({*column(out, "train", "game_id"), *column(out, "test", "game_id")}) == 12


def test_the_same_configuration_again_does_nothing(build, tree, tmp_path, monkeypatch):
    before = tree(build())
    monkeypatch.setattr("twbench.dataset.items.item.build_in_parts", None)
    result = build_dataset(parsed(tmp_path / "out"), progress=False)
    assert result.existed
    assert tree(tmp_path / "out") == before


def test_another_configuration_needs_overwrite(build, tree, tmp_path):
    before = tree(build())
    with pytest.raises(DatasetError, match=r"another configuration.*overwrite=true"):
        build(dataset__seed=8)
    assert tree(tmp_path / "out") == before
    build(dataset__seed=8, overwrite=True)
    assert tree(tmp_path / "out") == tree(build("fresh", dataset__seed=8))


def test_folders_of_others_are_left_alone(build, tree, tmp_path):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "thesis.tex").write_text("mine")
    for overwrite in (False, True):
        with pytest.raises(DatasetError, match="holds other things than a dataset"):
            build(overwrite=overwrite)
    assert tree(tmp_path / "out") == {"thesis.tex": b"mine"}


def test_a_build_at_work_keeps_others_out(build, tmp_path):
    lock = tmp_path / "out" / ".build" / "lock"
    lock.parent.mkdir(parents=True)
    with lock.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        with pytest.raises(DatasetError, match="Another build is writing to"):
            build()
    assert read_index(build()).size == 20


@pytest.mark.parametrize("stop", [1, 7, 13, 19])
@pytest.mark.parametrize("failure", [KeyboardInterrupt, OSError])
def test_an_interrupted_build_goes_on_to_the_same_bytes(
    build, tree, tmp_path, monkeypatch, stop, failure
):
    expected = tree(build("expected"))
    calls = []

    def stopping(spec):
        calls.append(spec)
        if len(calls) == stop:
            raise failure
        yield 0
        return build_fake(spec)

    monkeypatch.setattr("twbench.dataset.items.item.build_in_parts", stopping)
    with pytest.raises(failure):
        build_dataset(parsed(tmp_path / "out"), progress=False)
    with pytest.raises(DatasetError, match="its build did not end"):
        read_index(tmp_path / "out")
    made = len(calls)
    build_dataset(parsed(tmp_path / "out", compute__chunk_size=3), progress=False)
    assert tree(tmp_path / "out") == expected
    assert len(calls) - made <= 20 + 10 - (stop - 1) // 4 * 4


def test_what_an_interrupted_build_has_made_is_not_held_all_at_once(build, tmp_path, monkeypatch):
    interrupt_while_writing(tmp_path / "out", monkeypatch)
    held = []

    def counting(chunk):
        held.append(sum(type(one) is Outcome for one in gc.get_objects()))
        return outcomes(chunk)

    def stop(*_):
        raise KeyboardInterrupt

    outcomes = Chunk.outcomes
    monkeypatch.setattr(Chunk, "outcomes", counting)
    monkeypatch.setattr(Workspace, "begin", stop)
    with pytest.raises(KeyboardInterrupt):
        build_dataset(parsed(tmp_path / "out"), progress=False)
    assert len(held) >= 5
    assert max(held) - held[0] <= 4


def interrupt_while_writing(out, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setitem(DESCRIPTIONS, "README.md", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            build_dataset(parsed(out), progress=False)


def test_a_build_interrupted_while_writing_goes_on(build, tree, tmp_path, monkeypatch):
    expected = tree(build("expected"))
    interrupt_while_writing(tmp_path / "out", monkeypatch)
    build_dataset(parsed(tmp_path / "out"), progress=False)
    assert tree(tmp_path / "out") == expected


def test_files_that_a_killed_build_was_writing_do_not_stay(build, tree, tmp_path, monkeypatch):
    expected = tree(build("expected"))
    interrupt_while_writing(tmp_path / "out", monkeypatch)
    for folder in ("", "data", "games"):
        (tmp_path / "out" / folder / ".0123456789abcdef.unfinished").write_bytes(b"half")
    build_dataset(parsed(tmp_path / "out"), progress=False)
    assert tree(tmp_path / "out") == expected


def test_damaged_chunks_are_built_again(build, tree, tmp_path, monkeypatch):
    expected = tree(build("expected"))
    with monkeypatch.context() as patch:
        patch.setattr("twbench.dataset.building.build.Assembly", None)
        with pytest.raises(TypeError):
            build_dataset(parsed(tmp_path / "out"), progress=False)
    chunks = sorted((tmp_path / "out/.build/chunks").iterdir())
    next(chunks[0].glob("*.z8")).write_bytes(b"half")
    (chunks[1] / "items.table").write_bytes(b"")
    for number, name in ((2, "items.table"), (3, "rejections.table")):
        content = bytearray((chunks[number] / name).read_bytes())
        content[len(content) // 2] ^= 1
        (chunks[number] / name).write_bytes(content)
    build_dataset(parsed(tmp_path / "out"), progress=False)
    assert tree(tmp_path / "out") == expected


def test_an_unfinished_build_of_another_configuration(build, tmp_path, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr("twbench.dataset.building.build.Assembly", None)
        with pytest.raises(TypeError):
            build_dataset(parsed(tmp_path / "out"), progress=False)
    with pytest.raises(DatasetError, match="an unfinished build of another configuration"):
        build(dataset__seed=8)
    assert read_index(build(dataset__seed=8, overwrite=True)).size == 20


def test_nothing_tells_of_place_or_time(build, tmp_path):
    out = build()
    for path in out.rglob("*"):
        if path.is_file():
            assert str(tmp_path).encode() not in path.read_bytes()
