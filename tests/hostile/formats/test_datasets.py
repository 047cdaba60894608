"""Datasets by somebody who means harm: nothing wrong is accepted, nothing else happens."""

import contextlib
import csv
import dataclasses
import json
import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from file_trees import contents
from forging import forge, seal
from judging import time_limit
from mutations import mutated_bytes, mutated_json
from selection import first_quick

from twbench.cli.main import main
from twbench.dataset import load_dataset, verify_dataset
from twbench.dataset.card.descriptions import DESCRIPTIONS
from twbench.dataset.files.index import read_index
from twbench.dataset.files.registry import Published
from twbench.dataset.items.deduplication import Conflict, Deduplication
from twbench.errors import DatasetError, TwbenchError
from twbench.hashing import sha256_hex
from twbench.untrusted import is_mostly_holes

QUICK, ALL = 15, 300


def problems(folder, rebuild=0):
    result = verify_dataset(folder, rebuild=rebuild, n_jobs=1, progress=False)
    return [str(problem) for problem in result.problems]


def look_at(folder: Path, capsys) -> None:
    """Do all that users do to a dataset; errors are told in one line."""
    with contextlib.suppress(TwbenchError):
        for split in load_dataset(folder).values():
            for row in split:
                assert row["story"].is_file()
    assert main(["info", str(folder)]) in (0, 1)
    out, err = capsys.readouterr()
    assert err.count("\n") <= 1
    assert "Traceback" not in out + err


def damage_file(folder: Path, rng: random.Random) -> None:
    path = rng.choice(sorted(path for path in folder.rglob("*") if path.is_file()))
    path.write_bytes(mutated_bytes(path.read_bytes(), rng))


def damage_index(folder: Path, rng: random.Random) -> None:
    path = folder / "dataset.json"
    changed = mutated_json(json.loads(path.read_text()), rng)
    path.write_text(json.dumps(changed, indent=2, sort_keys=True) + "\n", "utf-8", "surrogatepass")


def damage_row(folder: Path, rng: random.Random) -> None:
    """Change a value of a table as far as its column can hold it, and cover all traces."""
    table = rng.choice(["manifest", "manifest", "manifest", "pack", "rejected"])

    def change(rows):
        for _ in range(100):
            number = rng.randrange(max(1, len(rows)))
            changed = [*rows[:number], mutated_json(rows[number], rng), *rows[number + 1 :]]
            try:
                pa.Table.from_pylist(changed, schema=pa.Table.from_pylist(rows).schema)
            except (pa.ArrowException, OverflowError, TypeError, ValueError, AttributeError):
                continue
            rows[:] = changed
            return

    if table == "pack" and not read_index(folder).packed:
        table = "manifest"
    if table == "rejected" and not pq.read_table(folder / "rejected.parquet").num_rows:
        table = "manifest"
    forge(folder, **{table: change})


DAMAGES = (damage_file, damage_file, damage_index, damage_row, damage_row)


@pytest.mark.parametrize("seed", first_quick(range(ALL), QUICK))
def test_damaged_datasets(sound_datasets, tmp_path, monkeypatch, capsys, seed):
    rng = random.Random(seed)
    home = tmp_path / "home"
    source = sound_datasets[rng.choice(["files", "packed"])]
    folder = shutil.copytree(source, home / "dataset")
    monkeypatch.chdir(home)
    try:
        rng.choice(DAMAGES)(folder, rng)
    except (pa.ArrowException, KeyError, TypeError, OverflowError, ValueError, AttributeError):
        return  # what was drawn is no dataset's file that could be written
    before = contents(folder)
    try:
        found = problems(folder)
    except DatasetError as error:
        found = [str(error)]
    assert found or before == contents(source)
    assert all(len(text.splitlines()) == 1 for text in found)
    look_at(folder, capsys)
    assert contents(folder) == before
    assert [path.name for path in home.iterdir()] == ["dataset"]


SCRIPT = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>\n'


@pytest.mark.parametrize("name", ["README.md", "difficulty.svg", "croissant.json"])
def test_what_a_card_says_is_what_the_data_say(dataset, name, monkeypatch, capsys):
    text = (dataset / name).read_text().replace("coin_collector", "better_games")
    (dataset / name).write_text(SCRIPT if name.endswith("svg") else text)
    index = read_index(dataset)
    seal(dataset, index, index.files)
    if name == "README.md":  # the hash of the picture would tell
        assert problems(dataset) == [f"{name}: changed: it does not say what the data say"]
    known = {"small": {index.version: Published(index.fingerprint, index.size)}}
    monkeypatch.setattr("twbench.dataset.files.registry.read_registry", lambda: known)
    changed = name != "croissant.json"  # which does not name the challenge
    assert main(["verify", str(dataset), "-q", "--n-jobs=1"]) == int(changed)
    assert ("published    yes" in capsys.readouterr().out) != changed


def test_another_version_makes_no_promise(dataset, capsys):
    (dataset / "README.md").write_text("# The best of datasets\n")
    forge(dataset, index=lambda index: dataclasses.replace(index, version="0.0.9"))
    assert main(["verify", str(dataset), "-q", "--n-jobs=1"]) == 0
    out = capsys.readouterr().out
    assert "not checked: difficulty.svg, README.md, croissant.json" in out
    assert "published    yes" not in out
    with pytest.raises(DatasetError, match=r"made by twbench 0\.0\.9, which alone can build it"):
        problems(dataset, rebuild=None)


@pytest.mark.parametrize("name", ["README.md", "data/train-00000-of-00002.parquet"])
def test_files_of_holes_are_not_read_to_their_end(packed, name):
    with (packed / name).open("r+b") as file:
        file.truncate(1 << 40)
    if not is_mostly_holes(packed / name):
        pytest.skip("this file system knows of no holes")
    with time_limit(30):
        found = problems(packed)
        if name.startswith("data"):
            with pytest.raises(DatasetError, match=r"\.parquet is "):
                load_dataset(packed, cache=True)["train"][0]
    assert f"{name}: changed: most of it is holes: its SHA-256 was not looked at" in found


def test_stray_things_are_no_part_of_a_dataset(dataset, tmp_path):
    (dataset / "games/empty/deeper").mkdir(parents=True)
    (dataset / "data/link").symlink_to(tmp_path)
    (dataset / "notes").symlink_to(dataset / "README.md")
    os.mkfifo(dataset / "pipe")
    link = "a symbolic link: a dataset holds files of its own"
    assert problems(dataset) == [
        f"data/link: {link}",
        "games/empty: no part of the dataset",
        "games/empty/deeper: no part of the dataset",
        f"notes: {link}",
        "pipe: no part of the dataset",
    ]


@pytest.fixture
def with_rejections(sound_datasets, tmp_path):
    """A dataset of few puzzles, for which several candidates were rejected."""
    folder = shutil.copytree(sound_datasets["rejections"], tmp_path / "rejections")
    assert pq.read_table(folder / "rejected.parquet").num_rows >= 3
    return folder


REJECTIONS = {
    "left out": lambda rows: rows.pop(0),
    "twice": lambda rows: rows.insert(1, rows[0]),
    "another order": lambda rows: rows.reverse(),
    "a place that is not": lambda rows: rows[0].update(index=99),
    "another split": lambda rows: rows[0].update(split="other"),
    "an attempt too many": lambda rows: rows.append({**rows[-1], "attempt": 60}),
    "seed": lambda rows: rows[0].update(seed=1),
    "challenge": lambda rows: rows[0].update(challenge="simple"),
    "params": lambda rows: rows[0].update(params="{}"),
    "no game": lambda rows: rows[0].update(structure_hash=None),
    "reason": lambda rows: rows[0].update(reason="too_good"),
}
ON_REBUILD = {
    "game": lambda rows: rows[0].update(game_id="tw-x", structure_hash="y"),
    "failed": lambda rows: rows[0].update(
        reason="not_generated", detail="It was not.", game_id=None, structure_hash=None
    ),
}


def test_rejections_are_checked(with_rejections):
    assert problems(with_rejections, rebuild=None) == []


@pytest.mark.parametrize("kind", first_quick(REJECTIONS, 3))
def test_forged_rejections(with_rejections, kind):
    forge(with_rejections, rejected=REJECTIONS[kind])
    assert any(text.startswith("rejected.parquet: ") for text in problems(with_rejections))


@pytest.mark.parametrize("kind", first_quick(ON_REBUILD))
def test_forged_rejections_that_show_when_made_anew(with_rejections, kind):
    forge(with_rejections, rejected=ON_REBUILD[kind])
    found = problems(with_rejections, rebuild=None)
    assert any("making it anew gives another" in text for text in found)


def test_games_that_are_not_to_ones_liking(tmp_path, monkeypatch):
    """Who calls games duplicates, and so takes the next ones, is told when all is judged again."""
    accept = Deduplication.accept
    seen = []

    def choosy(self, slot, game, level):
        if slot.split == "test" and slot not in seen:
            seen.append(slot)
            return Conflict("duplicate", "The same game as number 0 of split train.")
        return accept(self, slot, game, level)

    monkeypatch.setattr(Deduplication, "accept", choosy)
    sizes = ["train=2", "valid=1", "test=2"]
    options = [f"dataset.splits.{size}" for size in sizes]
    out = tmp_path / "out"
    assert main(["build", "dataset=custom_small", f"out={out}", "compute=serial", *options]) == 0
    monkeypatch.undo()
    for rebuild in (None, 5):
        assert problems(out, rebuild=rebuild) == [
            f"rejected.parquet: candidate 0 for test {index}: it was not rejected for the reason"
            " that is told"
            for index in range(2)
        ]
    assert problems(out, rebuild=4) == []


def test_what_nobody_can_check_is_told(with_rejections, capsys):
    """Who says of a game that it ended its process is believed, but not in silence."""
    lost = {"reason": "crashed", "detail": "It did.", "game_id": None, "structure_hash": None}
    forge(
        with_rejections,
        rejected=lambda rows: rows[0].update(lost),
        index=lambda index: dataclasses.replace(index, reproducible=False),
    )
    for name, make in DESCRIPTIONS.items():
        index = read_index(with_rejections)
        text = make(with_rejections, index)
        if text is not None:
            (with_rejections / name).write_text(text)
        seal(with_rejections, index, index.files)
    assert main(["verify", str(with_rejections), "--rebuild", "-q", "--n-jobs=1"]) == 0
    assert "not checked: whether candidates that were given up" in capsys.readouterr().out


def write_bomb(path: Path, kind: str) -> None:
    """Write a small file that claims to hold gigabytes."""
    if kind == "long texts":
        places = pa.DictionaryArray.from_arrays(pa.array([0] * 5000, pa.int32()), ["x" * 1_000_000])
        table = pa.table({"story": places})
    else:
        count = 30_000_000
        words = pa.DictionaryArray.from_arrays(pa.nulls(count, pa.int32()).fill_null(0), ["x"])
        table = pa.table({"vocab": pa.ListArray.from_arrays([0, count], words)})
    pq.write_table(table, path, store_schema=False, compression="zstd")
    assert path.stat().st_size < 10_000


@pytest.mark.parametrize("kind", first_quick(["long texts", "many words"], 0))
def test_tables_that_explode(tmp_path, kind):
    from twbench.dataset.files.schema import read_table

    write_bomb(tmp_path / "bomb.parquet", kind)
    with pytest.raises(DatasetError, match=r"more than (2 GiB of memory|20,000,000 values)"):
        read_table(tmp_path / "bomb.parquet")


ROW = """
import sys
from functools import partial

from twbench.dataset import load_dataset
from twbench.dataset.files import cached_tables, load, schema
from twbench.errors import DatasetError

load.MOST_KEPT = 1 << 20
load.reading = cached_tables.reading = partial(schema.reading, memory=1 << 23)
try:
    load_dataset(sys.argv[1], cache=sys.argv[2] == "True")["test"][0]
except DatasetError as error:
    print(error)
"""


@pytest.mark.parametrize("cache", [False, True])
def test_a_row_that_explodes_when_it_is_asked_for(dataset, tmp_path, cache):
    """Arrow has millions of short names in a few megabytes, Python in many times as many.

    Looked at in a new process: one that has done much has memory left to use again.
    """
    names = [{"id": "x", "name": "x", "type": "x"}] * 100_000
    forge(dataset, manifest=lambda rows: rows[0].update(entities=names))
    command = [sys.executable, "-c", ROW, str(dataset), str(cache)]
    environment = {**os.environ, "TWBENCH_CACHE": str(tmp_path / "cache")}
    told = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    assert "cannot be read: it takes more than" in told.stdout


@pytest.mark.parametrize("number", first_quick([3000, 0]))
def test_tables_of_more_or_fewer_rows_than_there_are_to_be(dataset, capsys, number):
    """They are refused before rows are made of them: millions fit in a file of some kilobytes."""
    index = read_index(dataset)
    name = index.shards("test")[0]
    row = pq.read_table(dataset / name).slice(0, 1)
    pq.write_table(pa.concat_tables([row.slice(1), *[row] * number]), dataset / name)
    seal(dataset, index, index.files)
    found = problems(dataset)
    for line in (["info"], ["export", "jsonl", "--output", str(dataset.parent / "out")]):
        assert main([*line, str(dataset)]) == 1
        told = f"it has {number:,} rows; dataset.json says that there are 3."
        assert told in capsys.readouterr().err
    assert not (dataset.parent / "out").exists()
    assert found
    assert not number or f"{name}: it has more rows than dataset.json says" in found


def test_row_groups_by_which_rows_would_be_found_that_are_others(dataset):
    """How many rows a group has is no part of the fingerprint, but is how a row is found."""
    index = read_index(dataset)
    name = index.shards("train")[0]
    table = pq.read_table(dataset / name)
    with pq.ParquetWriter(dataset / name, table.schema) as writer:
        for group in (table.slice(0, 3), table.slice(3)):
            writer.write_table(group)
    output = {**index.config["output"], "row_group_size": 2}
    seal(
        dataset,
        dataclasses.replace(index, config={**index.config, "output": output}),
        index.files,
    )
    assert f"{name}: its row groups have not 2 rows each" in problems(dataset)
    train = load_dataset(dataset)["train"]
    assert train[1]["index"] == 1
    for place in (2, 3):
        with pytest.raises(DatasetError, match=f"it has no row {place} in its place"):
            train[place]


TWICE = "no sound JSON: an object in it has the key"


def test_an_index_that_readers_may_read_in_two_ways(dataset, capsys):
    path = dataset / "dataset.json"
    path.write_text(path.read_text().replace("{", '{"name": "other", ', 1))
    for line in (["verify"], ["info"]):
        assert main([*line, str(dataset)]) == 1
        assert f"{TWICE} 'name' twice" in capsys.readouterr().err


def test_a_game_that_readers_may_read_in_two_ways(dataset):
    def change(rows):
        path = dataset / rows[0]["game"]
        path.write_text(path.read_text().replace("{", '{"quests": [], ', 1))
        rows[0]["game_sha256"] = sha256_hex(path.read_bytes())
        games.append(rows[0]["game"])

    games = []
    forge(dataset, manifest=change)
    (told,) = [text for text in problems(dataset) if text.startswith(games[0])]
    assert f"{TWICE} 'quests' twice" in told


@pytest.mark.parametrize("key", ["huggingface", "pandas"])
def test_notes_for_other_programs(dataset, key):
    name = read_index(dataset).shards("test")[0]
    table = pq.read_table(dataset / name)
    note = '{"info": {"features": {"story": {"_type": "Image"}}}}'
    pq.write_table(table.replace_schema_metadata({key: note}), dataset / name)
    seal(dataset, read_index(dataset), read_index(dataset).files)
    assert f"{name}: has notes on its columns, which no table of twbench has" in problems(dataset)
    with pytest.raises(DatasetError, match="has notes on its columns"):
        list(load_dataset(dataset)["test"])


def test_formulas_are_texts_in_an_exported_table(dataset, tmp_path):
    def change(rows):
        rows[0].update(objective="=1+1", walkthrough=["@SUM(1)", "look"], vocab=["-1+1", "look"])
        rows[1].update(objective="\uff1d1+1", walkthrough=["\n=1+1"])

    forge(dataset, manifest=change)
    assert main(["export", "csv", str(dataset), "--output", str(tmp_path / "test.csv")]) == 0
    with (tmp_path / "test.csv").open(newline="") as file:
        row, other, _ = [row for row in csv.DictReader(file) if row["split"] == "test"]
    told = [row[name] for name in ("objective", "walkthrough", "vocab")]
    assert told == ["'=1+1", "'@SUM(1) > look", "'-1+1; look"]
    assert (other["objective"], other["walkthrough"]) == ("'\uff1d1+1", "'\n=1+1")


@pytest.mark.parametrize("place", first_quick(["entities", "walkthrough", "vocab"]))
def test_lists_with_gaps(dataset, place):
    forge(dataset, manifest=lambda rows: rows[0][place].append(None))
    with pytest.raises(DatasetError, match=rf"a list in its column {place} has a gap"):
        list(load_dataset(dataset)["test"])
    assert any(f"a list in its column {place} has a gap" in text for text in problems(dataset))


DAMAGED_FOOTERS = """
import sys
from pathlib import Path
from twbench.dataset.files.schema import read_table
from twbench.errors import DatasetError

path = Path(sys.argv[1])
sound = path.read_bytes()
start = len(sound) - 8 - int.from_bytes(sound[-8:-4], "little")
refused = 0
for place in range(start, len(sound) - 8):
    damaged = bytearray(sound)
    damaged[place] ^= 2
    path.write_bytes(damaged)
    try:
        read_table(path)
    except DatasetError:
        refused += 1
print(refused)
"""


def test_no_footer_ends_the_process(tmp_path):
    """Arrow does so where it is asked for a column of which the footer says what cannot be."""
    path = tmp_path / "small.parquet"
    pq.write_table(pa.table({"words": [["north", "door"], ["apple"]], "number": [1, 2]}), path)
    line = [sys.executable, "-c", DAMAGED_FOOTERS, str(path)]
    done = subprocess.run(line, check=False, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert int(done.stdout) > 100


@pytest.mark.slow
def test_every_bit_of_a_footer(dataset):
    """A flipped bit in the description of a table is told by name, whichever it is."""
    path = dataset / "rejected.parquet"
    sound = path.read_bytes()
    start = len(sound) - 8 - int.from_bytes(sound[-8:-4], "little")
    rng = random.Random(1)
    for _ in range(1500):
        place, bit = rng.randrange(start, len(sound)), rng.randrange(8)
        path.write_bytes(sound[:place] + bytes([sound[place] ^ 1 << bit]) + sound[place + 1 :])
        assert main(["info", str(dataset)]) in (0, 1)
