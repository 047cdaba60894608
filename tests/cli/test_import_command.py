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
    assert "2 games imported, 1 files refused.\n  1 unreadable: " in out
    assert str(tmp_path) not in out
    assert len(load_dataset(tmp_path / "old")["test"]) == 2
    code, out, _ = cli("verify", "old", "--n-jobs", "1", "--rebuild", "-q")
    assert code == 0
    assert "2 rebuilt and compared" in out
    assert "published    no: there is no published dataset of this name" in out


def test_an_imported_dataset_is_played_by_an_agent(cli, games):
    cli("import", "games", "--out", "old", "--n-jobs", "1", "-q", "--storage", "packed")
    code, out, err = cli("evaluate", "dataset=old", "agent=walkthrough", "compute.n_jobs=1")
    assert code == 0, err
    assert "100" in out or "1.00" in out


def test_another_dataset_is_not_replaced_unasked(cli, games):
    arguments = ("import", "games", "--out", "old", "--n-jobs", "1", "-q")
    assert cli(*arguments)[0] == 0
    code, _, err = cli(*arguments, "--description", "Others.")
    assert code == 1
    assert "another configuration" in err
    assert cli(*arguments, "--description", "Others.", "--overwrite")[0] == 0


WRONG = {
    ("nowhere",): "There is no nowhere to import.",
    ("games", "--split", "Test"): "split is no name for a split",
    ("games", "--name", "a b"): "name must be a name of letters",
    ("games", "--storage", "zip"): "storage must be one of files, packed, not 'zip'",
    ("games", "--n-jobs", "0"): "--n-jobs must be a number of workers",
}


@pytest.mark.parametrize(("arguments", "message"), WRONG.items(), ids=list(map(" ".join, WRONG)))
def test_wrong_arguments_are_answered_in_one_sentence(cli, games, tmp_path, arguments, message):
    code, out, err = cli("import", *arguments, "--out", "old")
    assert (code, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1
    assert not (tmp_path / "old").exists()
