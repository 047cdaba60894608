"""What an imported dataset says of its games: nothing but their source is its author's word."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from forging import forge
from stories_at_hand import needs_stories, story

from twbench.cli.main import main
from twbench.dataset import verify_dataset
from twbench.hashing import canonical_json

Params = dict[str, Any]


@pytest.fixture(scope="module")
def imported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game of TextWorld's shape, in a dataset."""
    folder = tmp_path_factory.mktemp("imported")
    made = ["make", "coin_collector", "--level=2", f"--output={folder / 'a.z8'}"]
    assert main(made) == 0
    assert main(["import", str(folder / "a.json"), f"--out={folder / 'out'}", "-q"]) == 0
    return folder / "out"


def wrong(folder: Path, change: Callable[[Params], object]) -> list[str]:
    """Change the params of all games, with all hashes made anew; return what is said of games."""

    def edit(rows: list[dict[str, Any]]) -> None:
        for row in rows:
            params = json.loads(row["params"])
            change(params)
            row["params"] = canonical_json(params)

    forge(folder, manifest=edit)
    found = verify_dataset(folder, n_jobs=1, progress=False).problems
    return [problem.what for problem in found if problem.path.startswith("games/")]


CHANGES: dict[str, Callable[[Params], object]] = {
    "more": lambda params: params.update(winner="me"),
    "a suite": lambda params: params.update(suite={"licence": "open"}),
    "a binding": lambda params: params.update(binding={"max_score": 1000}),
    "no name": lambda params: params.pop("source"),
    "no hash": lambda params: params.update(source_sha256=7),
}


@pytest.mark.parametrize("kind", CHANGES)
def test_params_are_those_of_the_game(imported: Path, tmp_path: Path, kind: str) -> None:
    folder = shutil.copytree(imported, tmp_path / "out")
    (told,) = wrong(folder, CHANGES[kind])
    assert "params" in told


@needs_stories
@pytest.mark.parametrize(
    "change",
    [
        lambda params: params["suite"].update(licence="open"),
        lambda params: params["suite"]["published"].update(RAND=30.0),
        lambda params: params["walkthrough"].update(won=False),
        lambda params: params.update(source_sha256="0" * 64),
    ],
    ids=["licence", "published", "walkthrough", "hash"],
)
def test_what_the_suite_has_of_a_story_cannot_be_changed(
    tmp_path: Path, change: Callable[[Params], object]
) -> None:
    folder = tmp_path / "out"
    assert main(["import", str(story("library.z5")), f"--out={folder}", "-q"]) == 0
    assert wrong(folder, lambda params: None) == []
    assert wrong(folder, change) == ["its params is not what the manifest says"]
