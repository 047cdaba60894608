"""overwrite=true: whoever looks at any moment finds the old dataset or the new one, whole."""

import fcntl
import os
import shutil
from pathlib import Path

import pytest
from configs import config

from twbench.dataset.building.build import build_dataset
from twbench.dataset.card.descriptions import DESCRIPTIONS
from twbench.dataset.config.recipe import parse_build
from twbench.dataset.files import replacement
from twbench.dataset.files.index import read_index
from twbench.errors import DatasetError, GenerationError

NEW = {"dataset__seed": 8, "dataset__splits": {"train": 5, "test": 3}}


class Killed(BaseException):
    """Stands for the end of the process."""


@pytest.fixture
def out(build, tmp_path):
    """A dataset in ``parent/out``, with a file of somebody's beside its own."""
    (tmp_path / "parent").mkdir()
    out = build("parent/out")
    (out / "notes.txt").write_text("mine")
    return out


@pytest.fixture
def new(build, tree):
    """The files that the new dataset is to have."""
    return {**tree(build("new", **NEW)), "notes.txt": b"mine"}


def overwrite(out, **changes):
    settings = config(out=str(out), overwrite=True, **{**NEW, **changes})
    return build_dataset(parse_build(settings), progress=False)


def test_the_old_dataset_goes_when_the_new_one_is_complete(out, new, tree):
    assert overwrite(out).index == read_index(out)
    assert tree(out.parent) == {f"out/{name}": data for name, data in new.items()}


def test_folders_within_each_other_without_an_end_go_with_the_old_dataset(out, new, tree):
    at = os.open(out / "games", os.O_RDONLY)
    for _ in range(1500):
        os.mkdir("d", dir_fd=at)
        above, at = at, os.open("d", os.O_RDONLY, dir_fd=at)
        os.close(above)
    os.close(at)
    overwrite(out)
    assert tree(out.parent) == {f"out/{name}": data for name, data in new.items()}


def test_a_new_dataset_that_cannot_be_made_replaces_nothing(out, new, tree):
    before = tree(out)
    with pytest.raises(GenerationError, match="Not enough different games"):
        overwrite(out, challenge__level=1, dataset__splits={"train": 20}, dataset__max_attempts=2)
    assert tree(out) == before
    overwrite(out)
    assert tree(out.parent) == {f"out/{name}": data for name, data in new.items()}


def test_a_replacement_goes_on_with_what_was_made(out, tree, monkeypatch):
    before = tree(out)
    with monkeypatch.context() as patch:
        patch.setitem(DESCRIPTIONS, "README.md", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            overwrite(out)
    assert tree(out) == before
    monkeypatch.setattr("twbench.dataset.items.item.build_in_parts", None)
    overwrite(out)
    assert read_index(out).size == 8


def kill_before(monkeypatch, step):
    """Let the process end where the two are to change places, or a folder is to be removed."""
    if step == "exchange":
        monkeypatch.setattr(replacement, "exchange", kill)
        return
    rmtree = shutil.rmtree

    def killing(path, *arguments, **options):
        if Path(path).name == step:
            raise Killed
        rmtree(path, *arguments, **options)

    monkeypatch.setattr("shutil.rmtree", killing)


def kill(*_):
    raise Killed


@pytest.mark.parametrize(
    "again", [False, pytest.param(True, marks=pytest.mark.slow)], ids=["the same", "overwriting"]
)
@pytest.mark.parametrize("step", ["exchange", "dataset", "chunks", ".out.build"])
def test_a_build_killed_while_it_changes_the_two_is_finished_by_the_next(
    out, new, tree, monkeypatch, step, again
):
    before = tree(out)
    with monkeypatch.context() as patch:
        kill_before(patch, step)
        with pytest.raises(Killed):
            overwrite(out)
    assert tree(out) in (before, new)
    build_dataset(parse_build(config(out=str(out), overwrite=again, **NEW)), progress=False)
    assert tree(out.parent) == {f"out/{name}": data for name, data in new.items()}


@pytest.mark.parametrize("renames", [0, 1, 2])
def test_a_system_that_cannot_exchange_folders_is_followed_up_as_well(
    out, new, tree, monkeypatch, renames
):
    monkeypatch.setattr(replacement, "exchange", lambda one, two: False)
    done = []
    with monkeypatch.context() as patch:
        rename = replacement.Path.rename

        def killing(path, target):
            if path.name in ("out", "dataset"):
                if len(done) == renames:
                    raise Killed
                done.append(path)
            return rename(path, target)

        patch.setattr(replacement.Path, "rename", killing)
        if renames < 2:
            with pytest.raises(Killed):
                overwrite(out)
        else:
            overwrite(out)
    build_dataset(parse_build(config(out=str(out), **NEW)), progress=False)
    assert tree(out.parent) == {f"out/{name}": data for name, data in new.items()}


def test_of_two_replacements_at_once_one_is_refused(out, tree):
    before = tree(out)
    lock = out.parent / ".out.build/lock"
    lock.parent.mkdir()
    with lock.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        with pytest.raises(DatasetError, match="Another build is writing to"):
            overwrite(out)
    assert tree(out) == before


def test_a_link_to_a_dataset_stays_one(out, new, tree, tmp_path):
    link = tmp_path / "link"
    link.symlink_to(out)
    overwrite(link)
    assert link.readlink() == out
    assert tree(out) == new


@pytest.mark.parametrize("mark", ["", "x\n", "9" * 5000])
def test_a_damaged_mark_is_told_and_nothing_removed(out, tree, mark):
    work = out.with_name(".out.build")
    shutil.copytree(out, work / "dataset")
    (work / "complete").write_text(mark)
    before = tree(out.parent)
    with pytest.raises(DatasetError, match=r"complete (is damaged|has more than)"):
        overwrite(out)
    assert {**before, ".out.build/lock": b""} == tree(out.parent)


def test_what_another_user_has_begun_is_not_finished(out, new, tree, monkeypatch):
    work = out.with_name(".out.build")
    shutil.copytree(out, work / "dataset")
    (work / "complete").write_text(f"{(work / 'dataset').stat().st_ino}\n")
    shutil.rmtree(out)
    before = tree(out.parent)
    with monkeypatch.context() as patched:
        patched.setattr(os, "geteuid", lambda: work.stat().st_uid + 1)
        with pytest.raises(DatasetError, match="is of another user"):
            overwrite(out)
    assert tree(out.parent) == before
