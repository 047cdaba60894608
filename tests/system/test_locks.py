"""Locks in files: one holds them at a time, and the system lets go of them."""

import errno
import fcntl
import shutil
from pathlib import Path

import pytest

from twbench.system.locks import locked

TAKEN = ValueError("somebody else is at it")


def test_one_holds_a_lock_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "made" / "lock"
    with locked(path, TAKEN), pytest.raises(ValueError, match="somebody else"), locked(path, TAKEN):
        pytest.fail("two hold it")
    with pytest.raises(KeyError), locked(path, TAKEN):
        raise KeyError
    with locked(path, TAKEN):
        shutil.rmtree(path.parent)
        with locked(path, TAKEN):  # of another folder of that name
            assert path.exists()


def test_a_file_system_without_locks_is_told_with_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_given: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(fcntl, "flock", refuse)
    with (
        pytest.raises(OSError, match="No locks available") as caught,
        locked(tmp_path / "l", TAKEN),
    ):
        pass
    assert caught.value.filename == str(tmp_path / "l")
