"""Temporary folders, and what is left of them when processes are killed."""

import errno
import fcntl
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from twbench.system import scratch
from twbench.system.scratch import (
    BESIDE,
    LOCK,
    new_scratch_folder,
    scratch_beside,
    scratch_folder,
)

HOLD = """
import sys
from twbench.system.scratch import new_scratch_folder
print(new_scratch_folder(), flush=True)
sys.stdin.read()
"""


@pytest.fixture
def temporary(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


def start(temporary):
    process = subprocess.Popen(
        [sys.executable, "-c", HOLD],
        env={**os.environ, "TMPDIR": str(temporary), "PYTHONPATH": os.pathsep.join(sys.path)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    return process, Path(process.stdout.readline().strip())


def test_folders_of_living_processes_stay_and_those_of_killed_ones_go(temporary):
    living, kept = start(temporary)
    killed, stale = start(temporary)
    killed.kill()
    killed.communicate()
    assert stale.is_dir()
    mine = new_scratch_folder()
    assert not stale.parent.exists()
    assert kept.is_dir()
    assert mine.is_dir()
    living.communicate()
    assert not kept.parent.exists()  # it has ended as it should


def test_what_a_process_leaves_that_is_killed_while_it_removes_is_removed(temporary, monkeypatch):
    home = temporary / "twbench-left"
    (home / "games").mkdir(parents=True)
    (home / LOCK).touch()
    with monkeypatch.context() as patch:
        patch.setattr(scratch, "_delete", killed_at)
        with pytest.raises(KeyboardInterrupt):
            new_scratch_folder()
    assert home.is_dir()
    new_scratch_folder()
    assert not home.exists()


def killed_at(folder):
    """Stand for a removal that the process does not live through."""
    for lock in folder.glob(LOCK):
        lock.unlink()
    raise KeyboardInterrupt


def test_folders_of_others_are_left_alone(temporary):
    (temporary / "twbench-results").mkdir()
    (temporary / "twbench-results/mine").write_text("mine")
    (temporary / "twbench-linked").mkdir()
    (temporary / "target").write_text("mine")
    (temporary / "twbench-linked" / LOCK).symlink_to(temporary / "target")
    (temporary / "twbench-link").symlink_to(temporary / "twbench-results")
    new_scratch_folder()
    assert (temporary / "twbench-results/mine").read_text() == "mine"
    assert (temporary / "target").read_text() == "mine"


def test_a_folder_goes_at_the_end_of_its_context(temporary):
    with scratch_folder() as folder:
        (folder / "file").write_text("x")
    assert not folder.exists()


def test_somebody_has_cleaned_up(temporary):
    folder = new_scratch_folder()
    (folder.parent / LOCK).unlink()
    folder.rmdir()
    folder.parent.rmdir()
    assert new_scratch_folder().is_dir()


def test_a_folder_beside_goes_at_the_end_and_what_killed_processes_have_left_at_the_beginning(
    tmp_path,
):
    stale = tmp_path / f"{BESIDE}stale"
    (stale / "half").mkdir(parents=True)
    (stale / LOCK).touch()
    (tmp_path / f"{BESIDE}link").symlink_to(tmp_path / "mine")
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / LOCK).touch()
    with scratch_beside(tmp_path / "out") as one, scratch_beside(tmp_path / "out") as two:
        assert not stale.exists()
        assert one.is_dir()
        assert two.is_dir()
        assert one.parent.parent == two.parent.parent == tmp_path
    assert sorted(path.name for path in tmp_path.iterdir()) == [f"{BESIDE}link", "mine"]
    assert (tmp_path / "mine" / LOCK).exists()


def test_where_there_are_no_locks_nothing_is_taken_for_stale(tmp_path, monkeypatch):
    def refuse(*_):
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(fcntl, "flock", refuse)
    with scratch_beside(tmp_path / "out") as one, scratch_beside(tmp_path / "out") as two:
        assert one.is_dir()
        assert two.is_dir()
    assert list(tmp_path.iterdir()) == []
