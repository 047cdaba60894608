"""Cards of worlds of crafting: how deep the games are, and one of them drawn."""

import dataclasses
import re
import shutil
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

import twbench
from twbench import families
from twbench.cli.verbs.build import composed
from twbench.dataset.building.build import build_dataset
from twbench.dataset.card.depths import depth_table, depths_by_split, depths_picture
from twbench.dataset.card.example import example_picture
from twbench.dataset.files.index import file_sha256, read_index

EASY = ["dataset=hierarchycraft_easy", "dataset.splits.train=3", "dataset.splits.valid=1"]
DESCRIBED = {"README.md", "depths.svg", "example.svg"}


def built(folder: Path, *overrides: str) -> Path:
    """Build a small dataset."""
    config = composed([*EASY, "dataset.splits.test=2", *overrides])
    build_dataset(dataclasses.replace(config, out=folder), progress=False)
    return folder


@pytest.fixture(scope="module")
def easy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A dataset of easy worlds."""
    return built(tmp_path_factory.mktemp("easy") / "dataset")


@pytest.fixture
def copied(easy: Path, tmp_path: Path) -> Path:
    """A copy of it that a test may change."""
    return shutil.copytree(easy, tmp_path / "dataset")


def test_the_card_has_a_picture_of_the_requirements_of_one_of_its_games(easy: Path) -> None:
    card = (easy / "README.md").read_text(encoding="utf-8")
    [game_id] = re.findall(r"required for what in the game `([\w-]+)`", card)
    assert "![What is required for what](example.svg)" in card
    assert "| `difficulty.svg`, `depths.svg`, `example.svg` | the pictures above |" in card
    [path] = easy.glob(f"games/*/*/{game_id}.json")
    game = families.get("hierarchycraft").read(path)
    drawn = (easy / "example.svg").read_text(encoding="utf-8")
    assert drawn == game.world.requirements.svg()
    told = ET.fromstring(drawn).iter("{http://www.w3.org/2000/svg}title")  # noqa: S314 - our own
    assert {item.name for item in game.world.items} <= {title.text for title in told}


def test_the_card_has_histograms_of_depths(easy: Path) -> None:
    index = read_index(easy)
    depths = depths_by_split(easy, index)
    assert {split: len(found) for split, found in depths.items()} == {
        "train": 3,
        "valid": 1,
        "test": 2,
    }
    assert set().union(*depths.values()) <= {1, 2}
    drawn = (easy / "depths.svg").read_text(encoding="utf-8")
    assert drawn == depths_picture(depths)
    assert "train (3 games)" in drawn
    for depth in set(depths["train"]):
        assert f"<title>{depth}: {depths['train'].count(depth)}</title>" in drawn
    table = depth_table(easy, index)
    assert [row["split"] for row in table] == ["train", "valid", "test"]


def test_packed_games_are_drawn_as_well_and_the_bytes_are_the_same(
    easy: Path, tmp_path: Path
) -> None:
    packed = built(tmp_path / "packed", "output=packed")
    for name in ("depths.svg", "example.svg"):
        assert (packed / name).read_bytes() == (easy / name).read_bytes()
    assert not twbench.verify_dataset(packed, n_jobs=1, progress=False).problems


def test_a_build_that_replaces_another_leaves_no_picture_of_it(copied: Path) -> None:
    config = composed(["dataset=demo", "dataset.splits.train=2", "overwrite=true"])
    build_dataset(dataclasses.replace(config, out=copied), progress=False)
    assert not DESCRIBED - {"README.md"} & {path.name for path in copied.iterdir()}
    assert "example.svg" not in (copied / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["depths.svg", "example.svg"])
def test_another_picture_is_found_even_with_its_hash(copied: Path, name: str) -> None:
    assert not twbench.verify_dataset(copied, n_jobs=1, progress=False).problems
    (copied / name).write_text((copied / name).read_text().replace("<text", "<text ", 1))
    sealed(copied, name)
    [problem] = twbench.verify_dataset(copied, n_jobs=1, progress=False).problems
    assert str(problem) == f"{name}: changed: it does not say what the data say"


def test_a_picture_that_is_left_out_is_missed(copied: Path) -> None:
    (copied / "example.svg").unlink()
    sealed(copied, "example.svg")
    problems = twbench.verify_dataset(copied, n_jobs=1, progress=False).problems
    assert [problem.path for problem in problems] == ["example.svg"]


def test_a_game_that_cannot_be_read_is_a_problem_and_no_traceback(copied: Path) -> None:
    index = read_index(copied)
    first = twbench.load_dataset(copied)["train"][0]
    Path(first["game"]).write_text('{"family": "hierarchycraft", "world": 3}')
    problems = twbench.verify_dataset(copied, n_jobs=1, progress=False).problems
    told = {problem.path: problem.what for problem in problems}
    assert told["example.svg"].startswith("cannot be made anew: ")
    with pytest.raises(twbench.errors.GameFileError):
        example_picture(copied, index, ["hierarchycraft"])


def sealed(folder: Path, name: str) -> None:
    """Let the index have the hash of a file as it is now, or none."""
    index = read_index(folder)
    files = {key: value for key, value in index.files.items() if key != name}
    if (folder / name).exists():
        files[name] = file_sha256(folder / name)
    (folder / "dataset.json").write_text(dataclasses.replace(index, files=files).dump())


@pytest.mark.parametrize(
    ("challenge", "params", "depth"),
    [
        ("layered", {"depth": 4, "names": "words"}, 4),
        ("mine", {"item": "diamond", "names": "words"}, 14),
        ("mine", {"item": "wood", "names": "given"}, 2),
        ("tower", {"height": 3, "width": 2, "names": "given"}, 3),
        ("recursive", {"items": 6, "names": "given"}, 5),
        ("light_recursive", {"items": 6, "required": 2, "names": "given"}, 5),
        ("mini", {"world": "DoorKey", "names": "given"}, 7),
        ("treasure", {"names": "given"}, 5),
        ("random", {"basic": 5}, None),
        ("mine", {"item": "spaceship"}, None),
        ("tower", {"height": 10**9, "width": 2}, None),
        ("custom", {}, None),
    ],
)
def test_how_deep_a_game_is_follows_from_its_settings(
    challenge: str, params: dict[str, object], depth: int | None
) -> None:
    family = families.get("hierarchycraft")
    assert family.depth(f"hierarchycraft_{challenge}", params) == depth
