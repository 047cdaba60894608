"""Binding files: what a user says of a story is in the dataset, and is verified like the story."""

import json
import shutil

import pytest
from stories_at_hand import needs_stories, story

from twbench.core import EnvInfos
from twbench.dataset import ImportConfig, import_dataset, load_dataset, verify_dataset
from twbench.dataset.config.recipe import OutputConfig
from twbench.envs.valid_actions.kept import KeptActions, file_beside
from twbench.envs.valid_actions.search import FoundActions
from twbench.errors import DatasetError
from twbench.evaluation.settings.games import read_games
from twbench.families import start

BINDING = 'won = ["Zork is a \\u0022game\\u0022"]\nmax_score = 350\n'
pytestmark = needs_stories


@pytest.fixture
def bound(tmp_path):
    """A folder with a story that Jericho does not know, and a binding file."""
    folder = tmp_path / "stories"
    folder.mkdir()
    shutil.copyfile(story("zork1.z3"), folder / "zork1.z3")
    (folder / "zork1.z3.toml").write_text(BINDING)
    return folder


def imported(folder, out, storage="files"):
    config = ImportConfig("bound", output=OutputConfig(storage=storage))
    return import_dataset([folder], config, out, n_jobs=1, progress=False)


@pytest.mark.parametrize("storage", ["files", "packed"])
def test_a_binding_is_carried_and_used(bound, tmp_path, storage):
    imported(bound, tmp_path / "out", storage)
    row = load_dataset(tmp_path / "out")["test"][0]
    assert row["max_score"] == 350
    assert json.loads(row["params"])["binding"] == {
        "max_score": 350,
        "won": ['Zork is a "game"'],
    }
    beside = row["story"].with_name(row["story"].name + ".toml")
    assert beside.read_text() == 'max_score = 350\nwon = ["Zork is a \\"game\\""]\n'
    with start(row["story"], EnvInfos(max_score=True, won=True)) as env:
        state = env.reset()
        assert (state.max_score, state.won) == (350, False)
    assert not verify_dataset(tmp_path / "out", n_jobs=1, progress=False).problems


def test_another_binding_is_another_dataset(bound, tmp_path):
    first = imported(bound, tmp_path / "one").fingerprint
    (bound / "zork1.z3.toml").write_text("max_score = 351")
    assert imported(bound, tmp_path / "two").fingerprint != first


@pytest.mark.parametrize(
    ("text", "fault"),
    [("max_score = 10\n", "changed: it is not what the manifest tells"), (None, "missing")],
)
def test_a_binding_that_is_changed_or_missing_is_a_problem(bound, tmp_path, text, fault):
    out = tmp_path / "out"
    imported(bound, out)
    beside = next(out.rglob("*.z3.toml"))
    if text is None:
        beside.unlink()
    else:
        beside.write_text(text)
    report = verify_dataset(out, n_jobs=1, progress=False)
    assert [(p.path, p.what) for p in report.problems] == [
        (beside.relative_to(out).as_posix(), fault)
    ]
    with pytest.raises(DatasetError, match=fault):
        read_games(out, ["test"])


def test_a_binding_that_nobody_has_imported_is_a_problem(bound, tmp_path):
    out = tmp_path / "out"
    (bound / "zork1.z3.toml").unlink()
    imported(bound, out)
    added = next(out.rglob("*.z3"))
    added.with_name(added.name + ".toml").write_text("max_score = 1")
    assert verify_dataset(out, n_jobs=1, progress=False).problems
    with pytest.raises(DatasetError, match="not in the manifest"):
        read_games(out, ["test"])


def test_a_binding_that_cannot_be_used_is_told(bound, tmp_path):
    shutil.copyfile(story("logicpuz.z5"), bound / "logicpuz.z5")
    (bound / "logicpuz.z5.toml").write_text("maximum = 3")
    imported(bound, tmp_path / "out")
    from twbench.dataset.files.schema import REJECTED, read_rows

    (row,) = read_rows(tmp_path / "out" / "rejected.parquet", REJECTED)
    assert "has no use for 'maximum'" in row["detail"]


@pytest.mark.parametrize(("damage", "problems"), [("", 0), ("{}\n", 1)])
def test_kept_valid_actions_may_lie_in_a_dataset(bound, tmp_path, damage, problems):
    out = tmp_path / "out"
    imported(bound, out)
    place = next(out.rglob("*.z3"))
    kept = KeptActions(place.read_bytes())
    kept.keep("0f" * 32, FoundActions((("north",),), "fast", incomplete=False, tried=1))
    kept.save(file_beside(place))
    file_beside(place).write_text(file_beside(place).read_text() + damage)
    found = verify_dataset(out, n_jobs=1, progress=False).problems
    assert [problem.path for problem in found] == [
        file_beside(place).relative_to(out).as_posix()
    ] * problems
