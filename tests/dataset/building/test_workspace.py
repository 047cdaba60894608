"""The folder of a build when several processes want it at the same moment."""

import json
import multiprocessing
import time
from collections import Counter

import pytest

from twbench import __version__
from twbench.dataset.building.workspace import open_workspace
from twbench.errors import DatasetError

CONFIG = {"a": 1}
FOLDERS = 300
PAUSE = 0.004


def build_all(folder, start):
    """Build a dataset of nothing in every folder, each at its moment; count what happened."""
    found = Counter()
    for number in range(FOLDERS):
        out = folder / str(number)
        while time.time() < start + PAUSE * number:
            pass
        try:
            with open_workspace(out, CONFIG) as workspace:
                found["finished" if workspace.finished else "made"] += 1
                if not workspace.finished:
                    index = json.dumps({"config": CONFIG, "version": __version__})
                    (out / "half").write_text(index)
                    (out / "half").rename(out / "dataset.json")
        except DatasetError as error:
            found[str(error).replace(str(out), "it")] += 1
    return found


@pytest.mark.slow
def test_of_processes_that_begin_at_once_one_builds_and_the_others_know_why_not(tmp_path):
    context = multiprocessing.get_context("spawn")
    start = time.time() + 3
    with context.Pool(3) as pool:
        found = sum(pool.starmap(build_all, [(tmp_path, start)] * 3, chunksize=1), Counter())
    assert found.pop("made") == FOLDERS
    assert set(found) <= {"finished", "Another build is writing to it."}
    assert {path.name for path in tmp_path.glob("*/*")} == {"dataset.json"}


def test_a_file_in_the_place_of_the_work_folder(tmp_path):
    (tmp_path / ".build").write_text("mine")
    with pytest.raises(FileExistsError), open_workspace(tmp_path, CONFIG):
        pass
    assert (tmp_path / ".build").read_text() == "mine"
