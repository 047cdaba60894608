import contextlib
import dataclasses
import json
import re
import shutil

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from twbench.dataset.files.fingerprint import fingerprint, row_digest
from twbench.dataset.files.index import file_sha256, read_index
from twbench.dataset.files.schema import MANIFEST, REJECTED, write_parquet
from twbench.dataset.verifying import check
from twbench.dataset.verifying.check_tables import table_faults
from twbench.dataset.verifying.verify import verify_dataset
from twbench.dataset.workers.pool import Workers
from twbench.errors import DatasetError, InputError
from twbench.families import Family
from twbench.untrusted import MAX_BYTES


@pytest.fixture
def dataset(build, monkeypatch, in_process):
    """A dataset of fake items, of which only the hashes can be checked."""
    monkeypatch.setattr(check, "STEPS", (check.CheckedGame.read,))
    return build(challenge__level=2, dataset__splits={"train": 6, "test": 3})


def problems(folder, **options):
    return verify_dataset(folder, n_jobs=1, progress=False, **options).problems


def test_a_sound_dataset(dataset):
    result = verify_dataset(dataset, n_jobs=1, progress=False)
    assert (result.problems, result.games, result.rebuilt) == ((), 9, 0)


def test_a_dataset_that_is_built_anew_meanwhile_is_told(dataset, build, monkeypatch):
    def faults(*arguments):
        build(
            challenge__level=2,
            dataset__seed=8,
            dataset__splits={"train": 6, "test": 3},
            overwrite=True,
        )
        return table_faults(*arguments)

    monkeypatch.setattr("twbench.dataset.verifying.verify.table_faults", faults)
    with pytest.raises(DatasetError, match="was built anew while it was verified"):
        problems(dataset)


def test_a_sample_or_all_games_are_rebuilt(dataset):
    result = verify_dataset(dataset, rebuild=4, n_jobs=1, progress=False)
    assert (result.problems, result.rebuilt) == ((), 4)
    assert verify_dataset(dataset, rebuild=None, n_jobs=1, progress=False).rebuilt == 9


@pytest.mark.usefixtures("dataset")
def test_nothing_has_no_bar(build, capsys):
    found = build("small", challenge__level=2, dataset__splits={"train": 1})
    assert read_index(found).splits["train"].rejected == 0
    assert verify_dataset(found, rebuild=None, n_jobs=1).problems == ()
    bars = {line.split("|")[0] for line in re.split("[\r\n]", capsys.readouterr().err) if line}
    assert "verify: 100%" in bars
    assert not any("0game" in bar for bar in bars)


def test_what_cannot_be_compared_when_rebuilt_is_told_of_its_game_alone(dataset):
    large, linked, changed = sorted(dataset.glob("games/train/*/*.z8"))[:3]
    with large.open("r+b") as file:
        file.truncate(MAX_BYTES + 1)
    linked.unlink()
    linked.symlink_to(changed)
    changed.write_bytes(changed.read_bytes() + b"x")
    found = problems(dataset, rebuild=None)
    told = {problem.path.rpartition(".")[0] for problem in found}
    assert told == {
        path.relative_to(dataset).with_suffix("").as_posix() for path in (large, linked, changed)
    }
    assert "rebuilding gives other bytes" in {problem.what for problem in found}


def test_games_are_checked_where_the_configuration_is_wrong(dataset):
    path = dataset / "dataset.json"
    index = json.loads(path.read_text())
    index["config"]["dataset"]["seed"] = "none"
    path.write_text(json.dumps(index, indent=2, sort_keys=True) + "\n")
    story = next(dataset.glob("games/test/*/*.z8"))
    story.write_bytes(story.read_bytes() + b"x")
    found = {problem.path for problem in problems(dataset)}
    assert {"dataset.json", story.relative_to(dataset).as_posix()} <= found


def test_descriptions_are_made_anew_where_a_game_is_wrong(dataset):
    story = next(dataset.glob("games/test/*/*.z8"))
    story.unlink()
    change_description(dataset)
    assert {problem.path for problem in problems(dataset)} == {
        story.relative_to(dataset).as_posix(),
        "croissant.json",
    }


def change_description(folder):
    """Change what describes the dataset, and the hash of it."""
    described = folder / "croissant.json"
    described.write_text(described.read_text() + " ")
    path = folder / "dataset.json"
    text = path.read_text()
    known = json.loads(text)["files"]["croissant.json"]
    path.write_text(text.replace(known, file_sha256(described)))


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_games_that_cannot_be_played_here_are_told(dataset, monkeypatch, n_jobs):
    def require(family):
        raise InputError(f"{family.name} is missing.")

    monkeypatch.setattr(Family, "require", require)
    # Threads take the rows in which it is found out.
    monkeypatch.setattr("twbench.dataset.verifying.verify.Workers", Workers)
    with pytest.raises(InputError, match="is missing"):
        verify_dataset(dataset, n_jobs=n_jobs, progress=False)


FILES = (
    "README.md",
    "croissant.json",
    "data/train-00000-of-00001.parquet",
    "difficulty.svg",
    "entities.parquet",
    "games/train/*/*.json",
    "games/test/*/*.z8",
    "rejected.parquet",
    "vocab.parquet",
)


@pytest.mark.parametrize("pattern", FILES)
@pytest.mark.parametrize("place", [0, 0.3, 0.7, -1])
def test_a_flipped_bit_is_found(dataset, pattern, place):
    path = next(dataset.glob(pattern))
    content = bytearray(path.read_bytes())
    content[place if place == -1 else int(place * len(content))] ^= 1
    path.write_bytes(content)
    found = {problem.path for problem in problems(dataset)}
    assert path.relative_to(dataset).as_posix() in found


def test_a_manifest_with_other_columns_hides_nothing_behind_a_hundred_lines(dataset):
    path = next(dataset.glob("data/train-*.parquet"))
    table = pq.read_table(path)
    pq.write_table(table.drop_columns(["seed"]), path)
    name = path.relative_to(dataset).as_posix()
    assert [str(problem) for problem in problems(dataset)] == [
        "data: rows and games were not checked: a manifest is unreadable",
        f"{name}: changed: its SHA-256 is not that of dataset.json",
        f"{name}: does not have the columns of this table, in order and type",
    ]


def test_every_changed_byte_of_the_index_is_found(dataset):
    path = dataset / "dataset.json"
    sound = path.read_bytes()
    for place in range(0, len(sound), 97):
        content = bytearray(sound)
        content[place] ^= 1
        path.write_bytes(content)
        with contextlib.suppress(DatasetError):  # unreadable, and so noticed as well
            assert problems(dataset), f"byte {place}"


@pytest.mark.parametrize("pattern", FILES)
def test_a_missing_file_is_told_once(dataset, pattern):
    path = next(dataset.glob(pattern))
    path.unlink()
    name = path.relative_to(dataset).as_posix()
    told = [problem.what for problem in problems(dataset) if problem.path == name]
    assert [what for what in told if "missing" in what] == ["missing"]
    assert len(told) == 1 or name == "rejected.parquet"  # of whose rows some are expected


def test_an_additional_file_is_found(dataset):
    shutil.copy(next(dataset.glob("games/train/*/*.z8")), dataset / "games/train/copy.z8")
    (dataset / "notes.txt").write_text("x")
    assert [str(problem) for problem in problems(dataset)] == [
        "games/train/copy.z8: no part of the dataset",
        "notes.txt: no part of the dataset",
    ]


def test_what_a_download_puts_beside_a_dataset_is_no_problem(dataset):
    for name in (".cache/huggingface/download/README.md.metadata", ".git/objects/x"):
        (dataset / name).parent.mkdir(parents=True)
        (dataset / name).touch()
    (dataset / ".gitattributes").write_text("*.parquet filter=lfs")
    assert problems(dataset) == ()
    for name in (".cache/mine", "data/.gitattributes"):
        (dataset / name).touch()
    assert [str(problem) for problem in problems(dataset)] == [
        ".cache/mine: no part of the dataset",
        "data/.gitattributes: no part of the dataset",
    ]


@pytest.mark.parametrize("wrong", ["config", "splits"])
def test_an_index_that_names_no_files_hides_nothing_behind_a_hundred_lines(dataset, wrong):
    path = dataset / "dataset.json"
    data = json.loads(path.read_text())
    if wrong == "config":
        data["config"]["dataset"]["seed"] = "none"
    else:
        data["splits"]["test"]["games"] += 1
    path.write_text(json.dumps(data, indent=2, sort_keys=True) + "\n")
    (dataset / "link").symlink_to(path)
    inside = sum(1 for _ in (dataset / "games").rglob("*"))
    texts = [str(problem) for problem in problems(dataset)]
    assert (
        f"games: {inside + 1} files and folders were not judged: not all rows could be checked"
        in texts
    )
    assert "link: a symbolic link: a dataset holds files of its own" in texts
    assert not any("no part of the dataset" in text for text in texts)
    assert len(texts) <= 4


def with_next_seed(folder):
    """Let the dataset in ``folder`` say that it has another seed; return its problems as texts."""
    path = folder / "dataset.json"
    data = json.loads(path.read_text())
    data["config"]["dataset"]["seed"] += 1
    path.write_text(json.dumps(data, indent=2, sort_keys=True) + "\n")
    return [str(problem) for problem in problems(folder)]


def test_games_of_another_recipe_are_told_in_a_line(dataset):
    assert with_next_seed(dataset)[:2] == [
        "data: the recipe in dataset.json gives other games: 9 of 9 rows are not as planned, the"
        " first of them train 0 (seed), train 1 (seed), train 2 (seed)",
        "dataset.json: its fingerprint is not that of the content",
    ]


@pytest.mark.usefixtures("dataset")
def test_candidates_of_another_recipe_are_told_in_a_line(build):
    scarce = build("scarce", challenge__level=3, dataset__splits={"train": 40})
    count = pq.read_table(scarce / "rejected.parquet").num_rows
    *_, line = with_next_seed(scarce)
    assert count > 3
    assert line.startswith(
        f"rejected.parquet: the recipe in dataset.json gives other games: {count} of {count} rows"
        " are not as planned, the first of them candidate 0 for train "
    )
    assert line.count("(seed)") == 3


def test_few_rows_that_are_not_as_planned_are_told_one_by_one(dataset):
    resealed(dataset, lambda row: row.update(seed=row["seed"] + 1))
    assert "data/test: row 0: seed is not as planned" in map(str, problems(dataset))


def resealed(folder, change):
    """Change the first row of the test manifest, and every hash and fingerprint that tells."""
    path = folder / "data/test-00000-of-00001.parquet"
    rows = pq.read_table(path).to_pylist()
    change(rows[0])
    write_parquet(path, MANIFEST, [pa.Table.from_pylist(rows, schema=MANIFEST)], 500)
    index = read_index(folder)
    digests = [
        row_digest(row)
        for name in (*index.shards("train"), *index.shards("test"), "rejected.parquet")
        for row in pq.read_table(folder / name).to_pylist()
    ]
    index.files[path.relative_to(folder).as_posix()] = file_sha256(path)
    sealed = dataclasses.replace(
        index, fingerprint=fingerprint(index.config, index.version, digests)
    )
    (folder / "dataset.json").write_text(sealed.dump())


def other(value):
    """Return a value of the same type that is not ``value``."""
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case str():
            return f"{value}x"
        case None:
            return 1
        case [dict() as first, *rest]:
            return [{**first, "name": "x"}, *rest]
    return [*value, "x"]


@pytest.mark.parametrize("column", MANIFEST.names)
def test_an_edited_row_is_found_even_with_its_traces_covered(dataset, column):
    def edit(row):
        row[column] = other(row[column])

    resealed(dataset, lambda row: None)
    assert problems(dataset, rebuild=None) == ()
    resealed(dataset, edit)
    assert problems(dataset, rebuild=None)


def test_an_unknown_guidance_is_found(dataset):
    resealed(dataset, lambda row: row.update(guidance="some"))
    texts = [str(problem) for problem in problems(dataset)]
    assert "data/test: row 0: guidance is none of full, last, goal, none" in texts


def test_an_edited_rejection_is_found(dataset):
    path = dataset / "rejected.parquet"
    rows = pq.read_table(path).to_pylist()
    rows[0]["params"] = '{"level":9}'
    write_parquet(path, REJECTED, [pa.Table.from_pylist(rows, schema=REJECTED)], 500)
    where = f"candidate {rows[0]['attempt']} for {rows[0]['split']} {rows[0]['index']}"
    assert f"rejected.parquet: {where}: params is not as planned" in map(str, problems(dataset))
