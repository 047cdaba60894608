import os
import random
import signal
import time

import pytest

from twbench.dataset import load_dataset


@pytest.fixture
def games(small_dataset, tmp_path):
    """The game files of the small dataset's test split, in a folder."""
    folder = tmp_path / "games"
    folder.mkdir()
    for row in load_dataset(small_dataset)["test"]:
        (folder / row["game"].name).write_bytes(row["game"].read_bytes())
    return folder


def test_games_become_a_dataset(cli, games, tmp_path):
    (games / "broken.json").write_text("{")
    code, out, err = cli("import", "games", "--out", "old", "--n-jobs", "1", "-q")
    assert (code, err) == (0, "")
    assert "2 games imported, 1 file refused.\n  1 unreadable: " in out
    assert str(tmp_path) not in out
    assert len(load_dataset(tmp_path / "old")["test"]) == 2
    assert cli("info", "old")[1].endswith("made by others: cite those who wrote them as well.\n")
    code, out, _ = cli("verify", "old", "--n-jobs", "1", "--rebuild", "-q")
    assert code == 0
    assert "2 rebuilt and compared" in out
    assert "published    no: there is no published dataset of this name" in out


@pytest.mark.slow
def test_an_imported_dataset_is_played_by_an_agent(cli, games):
    cli("import", "games", "--out", "old", "--n-jobs", "1", "-q", "--storage", "packed")
    agent = ("agent=walkthrough", "protocol=oracle", "compute.n_jobs=1")
    code, out, err = cli("evaluate", "dataset=old", *agent)
    assert code == 0, err
    assert "100" in out or "1.00" in out


def test_another_dataset_is_not_replaced_unasked(cli, games):
    arguments = ("import", "games", "--out", "old", "--n-jobs", "1", "-q")
    assert cli(*arguments)[0] == 0
    code, _, err = cli(*arguments, "--description", "Others.")
    assert code == 1
    assert "another configuration" in err
    assert cli(*arguments, "--description", "Others.", "--overwrite")[0] == 0


@pytest.mark.slow
def test_an_import_killed_at_any_moment_goes_on(cli, games, twbench_process, tmp_path, tree):
    for copy in range(12):
        for path in sorted(games.glob("tw-*.json")):
            text = path.read_text().replace("coin", f"coin{copy}")  # another game each time
            (games / f"{copy}-{path.name}").write_text(text)
    cli("import", "games", "--out", "expected", "--n-jobs", "1", "-q")
    arguments = ("import", "games", "--out", "killed", "--name", "expected", "--n-jobs", "2")
    rng = random.Random(5)
    for _ in range(10):
        process = twbench_process(*arguments)
        time.sleep(rng.uniform(0.5, 3.5))
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
    process = twbench_process(*arguments)
    _, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    assert tree(tmp_path / "killed") == tree(tmp_path / "expected")


@pytest.mark.slow
def test_of_two_imports_at_once_one_is_refused(games, twbench_process, tmp_path):
    arguments = ("import", "games", "--out", "both", "--n-jobs", "1", "-q")
    processes = [twbench_process(*arguments) for _ in range(2)]
    errors = [process.communicate(timeout=120)[1] for process in processes]
    codes = sorted(process.returncode for process in processes)
    assert codes in ([0, 0], [0, 1]), errors  # the second may have come when the first was done
    if codes == [0, 1]:
        assert any("Another build is writing to both." in error for error in errors)
    assert len(load_dataset(tmp_path / "both")["test"]) == 2


WRONG = {
    ("nowhere",): "There is nothing at nowhere.",
    ("games", "--split", "Test"): "split: 'Test' is no name for a split",
    ("games", "--name", "a b"): "name must be a name of letters",
    ("games", "--storage", "zip"): "storage must be one of files, packed, not 'zip'",
    ("games", "--n-jobs", "0"): "n_jobs must be a number of workers",
}


@pytest.mark.parametrize(("arguments", "message"), WRONG.items(), ids=list(map(" ".join, WRONG)))
def test_wrong_arguments_are_answered_in_one_sentence(cli, games, tmp_path, arguments, message):
    code, out, err = cli("import", *arguments, "--out", "old")
    assert (code, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1
    assert not (tmp_path / "old").exists()
