"""A packed dataset does all that one of files does."""

from pathlib import Path

import pyarrow.parquet as pq
import pytest

from twbench import start
from twbench.core import EnvInfos
from twbench.dataset import load_dataset, read_index
from twbench.hashing import sha256_hex

KINDS = ("story", "game")


@pytest.fixture(scope="module")
def packed(small, tmp_path_factory):
    from twbench.cli import main

    out = tmp_path_factory.mktemp("packed") / "small"
    assert main(["build", *small, "output=packed", "compute=serial", f"out={out}"]) == 0
    return out


def test_it_has_the_fingerprint_of_files(packed, small_dataset):
    assert read_index(packed).fingerprint == read_index(small_dataset).fingerprint
    assert not list(packed.rglob("*.z8"))


def test_it_is_verified_and_rebuilt(cli, packed):
    code, out, _ = cli("verify", str(packed), "--n-jobs", "1", "--rebuild", "4", "-q")
    assert code == 0, out
    assert "9 games, every file and walkthrough checked, 4 rebuilt and compared" in out


@pytest.fixture
def unpacked(monkeypatch, tmp_path):
    """A folder, the files of which are those that were unpacked."""
    monkeypatch.setattr("twbench.dataset.files.load._unpacked", lambda process, dataset: tmp_path)
    return lambda: sorted(path.name for path in tmp_path.rglob("tw-*"))


def test_to_play_a_game_once_takes_no_files(packed, unpacked):
    rows = load_dataset(packed, cache=False)["train"]
    for row in rows:
        with start(row["story"], EnvInfos(admissible_commands=True, objective=True)) as env:
            state = env.reset()
            assert state["objective"] == row["objective"]
            assert row["walkthrough"][0] in state["admissible_commands"]
    assert unpacked() == []


def test_games_that_are_kept_or_asked_for_again_have_files(packed, unpacked):
    rows = load_dataset(packed, cache=False)["train"]
    manifest = list(rows.manifest())
    kept = [rows[number]["story"] for number in range(4)]
    assert unpacked() == sorted(Path(row[kind]).name for row in manifest[:2] for kind in KINDS)
    assert [sha256_hex(path.read_bytes()) for path in kept] == [
        row["story_sha256"] for row in manifest[:4]
    ]
    assert rows[3]["game"].is_file()
    assert Path(manifest[3]["game"]).name in unpacked()


def test_its_games_are_played(cli, packed):
    row = next(load_dataset(packed)["train"].manifest())
    code, out, err = cli("play", str(packed / row["story"]), "--mode", "walkthrough")
    assert code == 0, err
    assert "Score 1/1." in out


@pytest.mark.parametrize("kind", ["commands", "entities", "vocab", "walkthroughs"])
def test_the_same_is_extracted(cli, packed, small_dataset, tmp_path, kind):
    cli("extract", kind, str(packed), "--output", "packed.txt", "-q")
    cli("extract", kind, str(small_dataset), "--output", "files.txt", "-q")
    text = (tmp_path / "packed.txt").read_text()
    assert text
    assert text == (tmp_path / "files.txt").read_text()


@pytest.mark.slow
def test_an_agent_plays_it(cli, packed, small_dataset):
    scores = []
    for number, dataset in enumerate((packed, small_dataset)):
        code, _, err = cli(
            "evaluate",
            f"dataset={dataset}",
            "agent=random_command",
            "protocol=admissible",
            "protocol.max_turns=20",
            "compute.n_jobs=1",
            f"out=runs{number}",
        )
        assert code == 0, err
        table = pq.read_table(next(Path(f"runs{number}").rglob("episodes.parquet")))
        scores.append(table.select(["game_id", "score", "steps"]).to_pylist())
    assert scores[0] == scores[1]
