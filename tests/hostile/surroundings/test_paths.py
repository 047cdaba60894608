"""No name in a dataset leads out of it, whatever is done with the dataset."""

import json
import os
import shutil
from pathlib import Path

import pytest
from forging import forge
from judging import time_limit
from selection import first_quick

from twbench.cli.main import main
from twbench.dataset import load_dataset, verify_dataset
from twbench.dataset.building.build import build_dataset
from twbench.dataset.building.imports import collect
from twbench.dataset.config.recipe import parse_build
from twbench.dataset.files.index import read_index
from twbench.errors import ConfigError, DatasetError
from twbench.hashing import sha256_hex
from twbench.sandbox import empty_folder
from twbench.untrusted import is_mostly_holes

PRECIOUS = "the user's own"


@pytest.fixture
def precious(tmp_path):
    """A file of the user's outside of all datasets; it is as it was in the end."""
    file = tmp_path / "precious.txt"
    file.write_text(PRECIOUS)
    yield file
    assert file.read_text() == PRECIOUS
    assert {path.name for path in tmp_path.iterdir()} <= {"precious.txt", "home"}


def names_outside(precious: Path) -> list[str]:
    return [
        str(precious),
        "../../precious.txt",
        "games/../../../precious.txt",
        "games/test/coin_collector/../../../../../precious.txt",
    ]


@pytest.mark.parametrize("number", first_quick(range(4)))
@pytest.mark.parametrize("kind", first_quick(["story", "game"]))
@pytest.mark.parametrize("storage", ["packed", "files"])
def test_names_in_a_manifest(request, precious, kind, number, storage, monkeypatch, capsys):
    folder = request.getfixturevalue("packed" if storage == "packed" else "dataset")
    name = names_outside(precious)[number]
    content = b"the attacker's" if storage == "packed" else PRECIOUS.encode()

    def point_outside(rows):
        rows[0][kind] = name
        rows[0][f"{kind}_sha256"] = sha256_hex(content)

    forge(
        folder,
        manifest=point_outside,
        pack=lambda rows: rows[0].__setitem__(kind, content),
    )
    monkeypatch.chdir(folder.parent)
    found = [str(p) for p in verify_dataset(folder, n_jobs=1, progress=False).problems]
    assert f"data/test: row 0: {kind} is not as planned" in found
    with pytest.raises(DatasetError, match="no name of a file within this folder"):
        load_dataset(folder)["test"][0]
    assert load_dataset(folder)["test"][1]["story"].is_file()
    out = folder.parent / "runs"
    assert main(["evaluate", f"dataset={folder}", "agent=random", f"out={out}"]) == 1
    assert "no name of a file within this folder" in capsys.readouterr().err


def test_an_id_that_leads_out_of_the_place_it_is_given(packed, precious):
    def climb(rows):
        rows[0]["game_id"] = "/".join([".."] * 6) + str(precious)
        rows[0]["story"] = f"games/test/coin_collector/{rows[0]['game_id']}.z8"
        rows[0]["game"] = f"games/test/coin_collector/{rows[0]['game_id']}.json"

    forge(packed, manifest=climb, pack=lambda rows: rows[0].update(game_id="/".join([".."] * 6)))
    texts = [str(p) for p in verify_dataset(packed, n_jobs=1, progress=False).problems]
    assert any("no name of a file within this folder" in text for text in texts)


def test_what_has_another_hash_is_not_unpacked(packed, tmp_path, monkeypatch):
    monkeypatch.setattr(
        "twbench.dataset.files.load._unpacked", lambda process, dataset: tmp_path / "unpacked"
    )
    forge(packed, pack=lambda rows: rows[0].update(game=b"{}"))
    with pytest.raises(DatasetError, match=r"json is changed: in its pack its SHA-256"):
        load_dataset(packed)["test"][0]
    assert not (tmp_path / "unpacked").exists()


def test_two_datasets_that_claim_one_fingerprint_do_not_mix(packed, sound_datasets):
    def swap(rows):
        for name in ("story", "story_sha256", "game", "game_sha256"):
            rows[0][name], rows[1][name] = rows[1][name], rows[0][name]
        rows[0]["story"], rows[1]["story"] = rows[1]["story"], rows[0]["story"]

    def swap_contents(rows):
        for name in ("story", "game"):
            rows[0][name], rows[1][name] = rows[1][name], rows[0][name]

    true = read_index(packed).fingerprint
    forge(packed, manifest=swap, pack=swap_contents)
    index = json.loads((packed / "dataset.json").read_text())
    (packed / "dataset.json").write_text(json.dumps({**index, "fingerprint": true}))
    for folder in (packed, sound_datasets["packed"]):
        for row in load_dataset(folder)["test"]:
            assert sha256_hex(row["story"].read_bytes()) == row["story_sha256"]


@pytest.mark.parametrize(
    ("place", "name"),
    [
        ("files", "/etc/passwd"),
        ("files", "../../precious.txt"),
        ("splits", "../../precious"),
        ("fingerprint", "../../../x"),
        ("name", "../x"),
    ],
)
def test_names_in_the_index(dataset, precious, place, name):
    index = json.loads((dataset / "dataset.json").read_text())
    if place == "files":
        index["files"][name] = sha256_hex(PRECIOUS)
    elif place == "splits":
        index["splits"][name] = index["splits"]["test"]
    else:
        index[place] = name
    (dataset / "dataset.json").write_text(json.dumps(index))
    with pytest.raises(DatasetError, match=r"no name of a file|dataset\.json is damaged"):
        load_dataset(dataset)
    with pytest.raises(DatasetError, match=r"no name of a file|dataset\.json is damaged"):
        verify_dataset(dataset, n_jobs=1, progress=False)


def test_folders_within_each_other_that_never_end(sound_datasets, tmp_path, capsys):
    folder = shutil.copytree(sound_datasets["files"], tmp_path / "deep")
    at = os.open(folder / "games", os.O_RDONLY)
    for _ in range(1500):
        os.mkdir("d", dir_fd=at)
        below = os.open("d", os.O_RDONLY, dir_fd=at)
        os.close(at)
        at = below
    os.close(at)
    try:
        for line in (
            ["verify", str(folder), "--n-jobs", "1"],
            ["import", str(folder), "--out", str(tmp_path / "new"), "--n-jobs", "1"],
            ["leaderboard", str(folder)],
            ["build", "dataset=demo", "--config-dir", str(folder), f"out={tmp_path / 'new'}"],
        ):
            assert main(line) != 0
            message = f"{folder} has folders nested more than 64 levels deep."
            assert message in capsys.readouterr().err
    finally:
        empty_folder(folder)


@pytest.mark.parametrize("name", first_quick(["games", "data", "rejected.parquet", "games/test"]))
def test_symbolic_links_in_a_dataset(dataset, tmp_path, name):
    outside = tmp_path / "home" / "outside"
    (dataset / name).rename(outside)
    (dataset / name).symlink_to(outside)
    found = verify_dataset(dataset, n_jobs=1, progress=False).problems
    assert any(problem.path == name and "symbolic link" in problem.what for problem in found)
    if name in ("games", "games/test"):
        with pytest.raises(DatasetError, match="symbolic link"):
            load_dataset(dataset)["test"][0]


def test_a_build_does_not_write_through_links_or_hostile_chunks(dataset, precious):
    """Somebody offers an unfinished build of a well-known recipe, to be finished by the user."""
    config = read_index(dataset).config
    elsewhere = dataset.parent / "elsewhere"
    elsewhere.mkdir()
    for name in ("games", ".build", "data"):
        out = dataset.parent / f"unfinished-{name.removeprefix('.')}"
        out.mkdir()
        (out / name).symlink_to(elsewhere)
        settings = parse_build({**config, "out": str(out), "compute": {"backend": "serial"}})
        with pytest.raises(DatasetError, match="symbolic link"):
            build_dataset(settings, progress=False)
    assert not any(elsewhere.iterdir())


@pytest.mark.parametrize("beside", [False, True])
@pytest.mark.parametrize("name", ["chunks", "failures", "lock"])
def test_a_build_does_not_work_behind_links(dataset, precious, name, beside):
    """What looks like the beginning of a build would have its useless chunks removed."""
    config = read_index(dataset).config
    elsewhere = dataset.parent / "elsewhere"
    (elsewhere / "photos").mkdir(parents=True)
    work = dataset.parent / (f".{dataset.name}.build" if beside else "unfinished/.build")
    out = dataset if beside else work.parent
    work.mkdir(parents=True)
    (work / name).symlink_to(elsewhere / "new" if name == "lock" else elsewhere)
    values = {**config, "out": str(out), "overwrite": True, "compute": {"backend": "serial"}}
    with pytest.raises(DatasetError, match="symbolic link"):
        build_dataset(parse_build(values), progress=False)
    assert [path.name for path in elsewhere.iterdir()] == ["photos"]


def test_no_dataset_takes_its_place_that_lies_behind_a_link(dataset, precious):
    elsewhere = dataset.parent / "elsewhere"
    (elsewhere / "chunks").mkdir(parents=True)
    dataset.with_name(f".{dataset.name}.build").symlink_to(elsewhere)
    values = {**read_index(dataset).config, "out": str(dataset), "overwrite": True}
    with pytest.raises(DatasetError, match=r"\.build is a symbolic link"):
        build_dataset(parse_build(values), progress=False)
    assert [path.name for path in elsewhere.iterdir()] == ["chunks"]


def test_imports_do_not_follow_links(dataset, precious, tmp_path):
    folder = tmp_path / "home" / "games"
    folder.mkdir()
    game = next(dataset.glob("games/*/*/*.json"))
    (folder / "real.json").write_bytes(game.read_bytes())
    (folder / "link.json").symlink_to(game)
    (folder / "linked").symlink_to(game.parent)
    os.mkfifo(folder / "pipe.json")
    assert [source.name for source in collect([folder])] == ["real.json"]
    (tmp_path / "home" / "typed").symlink_to(folder)
    assert [source.name for source in collect([tmp_path / "home" / "typed"])] == ["real.json"]


def test_imports_do_not_read_holes(tmp_path):
    (tmp_path / "games").mkdir()
    with (tmp_path / "games" / "holes.json").open("wb") as file:
        file.truncate(1 << 40)
    if not is_mostly_holes(tmp_path / "games" / "holes.json"):
        pytest.skip("this file system knows of no holes")
    with time_limit(30), pytest.raises(ConfigError, match="most of it is holes, and was not read"):
        collect([tmp_path / "games"])
