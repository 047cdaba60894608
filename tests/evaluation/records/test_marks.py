"""Marks count for the user who has made them, and for the record that they were made of."""

import errno
import hmac
import json
import os
import shutil
import stat
from pathlib import Path
from unittest.mock import Mock

import pytest

from twbench.errors import RunError
from twbench.evaluation.records import marks
from twbench.evaluation.records.marks import (
    MARKS,
    REPLAYED,
    RERUN,
    SELF_REPORTED,
    keep_mark,
    mark_of,
)
from twbench.hashing import canonical_json, sha256_hex


def keep(run: Path, mark: str) -> None:
    keep_mark(run, mark, sha256_hex((run / "run.json").read_bytes()))


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path / "config"


@pytest.fixture
def run(tmp_path: Path) -> Path:
    folder = tmp_path / "run"
    folder.mkdir()
    (folder / "run.json").write_text('{"scores": 1}')
    return folder


def test_a_run_that_nobody_has_checked_is_self_reported(run: Path, home: Path) -> None:
    assert mark_of(run) == SELF_REPORTED
    assert not home.exists()


def test_no_secret_is_looked_for_where_there_is_no_mark(
    run: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A user without a home has none."""
    monkeypatch.delenv("XDG_CONFIG_HOME")
    monkeypatch.setattr(Path, "home", lambda: pytest.fail("the home was looked for"))
    assert mark_of(run) == SELF_REPORTED


@pytest.mark.parametrize("mark", MARKS)
def test_a_mark_is_kept(run: Path, mark: str) -> None:
    keep(run, mark)
    assert mark_of(run) == mark
    assert mark_of(Path(shutil.copytree(run, run.with_name("copy")))) == mark


def test_a_higher_mark_stays(run: Path) -> None:
    keep(run, RERUN)
    keep(run, REPLAYED)
    assert mark_of(run) == RERUN


def test_a_mark_is_of_the_record_that_was_checked(run: Path) -> None:
    checked = sha256_hex((run / "run.json").read_bytes())
    (run / "run.json").write_text('{"scores": 2}')
    keep_mark(run, REPLAYED, checked)
    assert mark_of(run) == SELF_REPORTED
    (run / "run.json").write_text('{"scores": 1}')
    assert mark_of(run) == REPLAYED


def test_a_mark_is_of_one_record(run: Path) -> None:
    keep(run, RERUN)
    (run / "run.json").write_text('{"scores": 2}')
    assert mark_of(run) == SELF_REPORTED
    keep(run, REPLAYED)
    assert mark_of(run) == REPLAYED
    (run / "run.json").unlink()
    assert mark_of(run) == SELF_REPORTED


def test_a_mark_of_somebody_else_counts_for_nothing(
    run: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    keep(run, RERUN)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "another"))
    assert mark_of(run) == SELF_REPORTED
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "run.json").write_text("{}")
    keep(tmp_path / "other", REPLAYED)  # now this user has a secret as well
    assert mark_of(run) == SELF_REPORTED


@pytest.mark.parametrize(
    "forged",
    [
        {"mark": RERUN},
        {"signature": ""},
        {"signature": None},
        {"signature": ["\u00e9"]},
        {"mark": ["re-run"]},
        {"mark": "perfect"},
    ],
)
def test_a_forged_mark_counts_for_nothing(run: Path, forged: dict[str, object]) -> None:
    keep(run, REPLAYED)
    file = run / "validation.json"
    file.write_text(json.dumps({**json.loads(file.read_text()), **forged}))
    assert mark_of(run) == SELF_REPORTED


def test_a_mark_that_is_none(run: Path) -> None:
    keep(run, REPLAYED)
    file = run / "validation.json"
    file.write_text("[1]")
    assert mark_of(run) == SELF_REPORTED
    for data in (b"\xff", b"{", b"[" * 100_000):
        file.write_bytes(data)
        with pytest.raises(RunError):
            mark_of(run)
    file.unlink()
    file.symlink_to(run / "run.json")
    with pytest.raises(RunError, match="symbolic link"):
        mark_of(run)


def test_the_secret_is_the_users_alone(run: Path, home: Path) -> None:
    keep(run, REPLAYED)
    key = home / "twbench" / "key"
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert key.read_text() not in (run / "validation.json").read_text()
    before = key.read_bytes()
    keep(run, RERUN)
    assert key.read_bytes() == before


def test_a_secret_that_cannot_be_kept_is_one_clear_error(run: Path, home: Path) -> None:
    home.write_text("a file where a folder should be")
    with pytest.raises(RunError, match="The mark cannot be signed"):
        keep(run, REPLAYED)
    assert os.listdir(run) == ["run.json"]  # noqa: PTH208


def test_a_mark_that_cannot_be_kept_is_one_clear_error(
    run: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(run, REPLAYED)
    full = OSError(errno.EROFS, os.strerror(errno.EROFS))
    monkeypatch.setattr(marks, "write_atomically", Mock(side_effect=full))
    with pytest.raises(RunError, match=r"kept: .*validation\.json Read-only file system\.$"):
        keep(run, RERUN)
    assert mark_of(run) == REPLAYED


def test_a_secret_that_was_lost_is_made_anew_and_an_empty_one_signs_nothing(
    run: Path, home: Path
) -> None:
    (home / "twbench").mkdir(parents=True)
    key = home / "twbench" / "key"
    key.touch()
    content = {"mark": RERUN, "run_sha256": sha256_hex((run / "run.json").read_bytes())}
    signature = hmac.new(b"", canonical_json(content).encode(), "sha256").hexdigest()
    (run / "validation.json").write_text(json.dumps({**content, "signature": signature}))
    assert mark_of(run) == SELF_REPORTED
    keep(run, REPLAYED)
    assert len(key.read_text()) == 64
    assert mark_of(run) == REPLAYED
