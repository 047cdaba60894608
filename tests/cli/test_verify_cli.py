import shutil
import subprocess
import sys

import pytest

from twbench import story
from twbench.dataset import load_dataset
from twbench.dataset.verifying.check import check_game


@pytest.fixture
def dataset(small_dataset, tmp_path):
    return shutil.copytree(small_dataset, tmp_path / "small")


def test_a_sound_dataset(cli, dataset):
    code, out, _ = cli("verify", str(dataset), "--n-jobs", "1")
    assert code == 0
    done = "every file and walkthrough checked, stories of 7 compiled anew"
    assert out.startswith(f"small: 9 games, {done}\nfingerprint  ")


def test_games_are_rebuilt_to_the_same_bytes(cli, dataset):
    for option, count in (("--rebuild", 9), ("--rebuild=2", 2), ("--rebuild=all", 9)):
        code, out, _ = cli("verify", option, str(dataset), "--n-jobs", "1", "-q")
        assert code == 0
        assert f"{count} rebuilt and compared" in out
    assert "3 rebuilt" in cli("verify", "--rebuild", "3", str(dataset), "--n-jobs", "1", "-q")[1]


@pytest.mark.parametrize("number", ["0", "-1", "some"])
def test_a_sample_of_no_size(cli, dataset, number):
    code, out, err = cli("verify", str(dataset), f"--rebuild={number}")
    assert (code, out) == (2, "")
    assert f"must be a number of games, at least 1, not '{number}'" in err


@pytest.mark.parametrize(
    "pattern", ["games/*/*/*.z8", "games/*/*/*.json", "data/valid-*", "README.md", "vocab.parquet"]
)
def test_a_flipped_byte_is_told_by_file(cli, dataset, pattern):
    path = sorted(dataset.glob(pattern))[0]
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 0x20
    path.write_bytes(content)
    code, out, _ = cli("verify", str(dataset), "--n-jobs", "1", "-q")
    assert code == 1
    name = path.relative_to(dataset).as_posix()
    assert any(line.startswith(f"{name}: changed") for line in out.splitlines())


def test_a_walkthrough_that_does_not_win_is_found(small_dataset):

    row = load_dataset(small_dataset)["train"][0]
    stored = {**row, "story": row["story"].relative_to(small_dataset).as_posix()}
    stored["game"] = row["game"].relative_to(small_dataset).as_posix()
    assert check_game(small_dataset, stored) == []
    shorter = {**stored, "walkthrough": stored["walkthrough"][:-1]}
    faults = check_game(small_dataset, shorter)
    assert (stored["game"], "its walkthrough is not what the manifest says") in faults
    assert any("its walkthrough does not win" in what for _, what in faults)
    assert any(
        "max_score" in what for _, what in check_game(small_dataset, {**stored, "max_score": 2})
    )


def test_what_is_no_dataset(cli, tmp_path):
    code, _, err = cli("verify", str(tmp_path))
    assert code == 1
    assert err == f"twbench: {tmp_path} is no dataset: it has no dataset.json.\n"


def test_a_game_that_breaks_its_reader_is_a_problem(small_dataset, monkeypatch):

    def broken(*_):
        raise RecursionError

    row = load_dataset(small_dataset)["train"][0]
    stored = {**row, **{k: row[k].relative_to(small_dataset).as_posix() for k in ("game", "story")}}
    monkeypatch.setattr(story, "vocabulary", broken)
    assert check_game(small_dataset, stored) == [
        (stored["game"], "it is no sound game: RecursionError")
    ]


@pytest.mark.parametrize("closed", ["2>&-", "<&- 2>&-", "2>/dev/full"])
def test_nobody_has_to_hear_how_far_it_is(closed, small_dataset):
    command = f"exec '{sys.executable}' -m twbench verify '{small_dataset}' --n-jobs 2 {closed}"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "9 games, every file and walkthrough checked" in done.stdout
