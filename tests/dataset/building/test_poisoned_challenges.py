"""Challenges that raise, exit, print, or kill their process: rejected, and the build goes on."""

from types import SimpleNamespace

import poisoned
import pyarrow.parquet as pq
import pytest
from configs import config

from twbench.challenges import registry
from twbench.cli.verbs.build import build as build_command
from twbench.dataset.building.build import build_dataset
from twbench.dataset.config.recipe import parse_build
from twbench.dataset.files.index import read_index
from twbench.dataset.items import item
from twbench.dataset.verifying.verify import verify_dataset
from twbench.errors import ChallengeError

SERIAL = {"backend": "serial", "n_jobs": 1, "chunk_size": 4}
PROCESSES = {"backend": "processes", "n_jobs": 2, "chunk_size": 3}


@pytest.fixture
def settings(tmp_path, monkeypatch):
    """Return the configuration of a build with poisoned candidates into a folder of tmp_path."""
    monkeypatch.setitem(registry.CHALLENGES._entries, "poisoned", poisoned.CHALLENGE)
    replaced = SimpleNamespace(
        build_in_parts=poisoned.build_in_parts,
        lose_item=item.lose_item,
        patience=poisoned.patience,
    )
    monkeypatch.setattr("twbench.dataset.building.build.item", replaced)

    def configure(name, compute, kind, size=8, **changes):
        changes.setdefault("dataset__hygiene", "none")
        return config(
            out=str(tmp_path / name),
            compute=compute,
            challenge={"name": "poisoned", "kind": kind, "always": changes.pop("always", False)},
            dataset__splits={"train": size},
            **changes,
        )

    return configure


@pytest.fixture
def build(settings):
    def run(*arguments, **changes):
        return build_dataset(parse_build(settings(*arguments, **changes)), progress=False)

    return run


def failures(folder):
    rows = pq.read_table(folder / "rejected.parquet").to_pylist()
    return {(row["reason"], row["detail"]) for row in rows} - {("duplicate", "")}


@pytest.mark.slow
def test_what_a_challenge_does_is_a_rejection_wherever_it_is_run(build, tree, tmp_path, capfd):
    kinds = {"stratified": list(poisoned.KINDS)}
    build("serial", SERIAL, kinds, 24)
    build("processes", PROCESSES, kinds, 24)
    assert tree(tmp_path / "serial") == tree(tmp_path / "processes")
    found = {detail for reason, detail in failures(tmp_path / "serial") if reason == "failed"}
    assert found == {
        "KeyError: '\\ud800'",
        "OSError: [Errno 28] No space left on device",
        "RecursionError",
        "RuntimeError: <object object at 0x...> in file.txt [31m is odd",
        "SystemExit: 3",
        "TypeError: challenge poisoned made no game but NoneType",
    }
    assert capfd.readouterr().out == ""
    assert read_index(tmp_path / "serial").reproducible is False  # for want of memory


@pytest.mark.slow
def test_a_candidate_that_kills_its_process_is_rejected(build, tmp_path, capsys):
    result = build("out", PROCESSES, "kill", 3)
    detail = "The process that made it ended unexpectedly, twice."
    assert ("crashed", detail) in failures(tmp_path / "out")
    assert result.index.reproducible is False
    assert "**Not reproducible**" in (tmp_path / "out/README.md").read_text()


@pytest.mark.slow
def test_a_candidate_that_cannot_be_interrupted_is_rejected(build, tmp_path):
    budget = {"seconds": 1}
    build("out", PROCESSES, "spin", 2, dataset__budget=budget)
    detail = "It was not done after 1 seconds of processor time."
    assert ("over_budget", detail) in failures(tmp_path / "out")


@pytest.mark.parametrize(
    "compute",
    [SERIAL, pytest.param(PROCESSES, marks=pytest.mark.slow)],
    ids=["serial", "processes"],
)
def test_a_challenge_that_always_fails_is_told_with_its_traceback(
    build, tree, tmp_path, monkeypatch, compute
):
    with pytest.raises(ChallengeError) as caught:
        build("out", compute, "raise", 24, always=True)
    message = str(caught.value)
    assert message.startswith("Challenge poisoned fails whatever is asked of it: none of its first")
    trace = tmp_path / "out/.build/failures/poisoned.txt"
    assert message.endswith(f"The last traceback is in {trace}.")
    assert "\n" not in message
    assert "in _act" in trace.read_text()
    monkeypatch.setenv(poisoned.MENDED, "1")
    build("out", SERIAL, "raise", 24, always=True)
    assert failures(tmp_path / "out") == set()
    build("expected", SERIAL, "raise", 24, always=True)
    assert tree(tmp_path / "out") == tree(tmp_path / "expected")


def test_failures_are_told_at_the_end_of_a_build(settings, capsys):
    assert build_command(settings("out", SERIAL, "memory")) == 0
    out = capsys.readouterr().out
    assert "of poisoned with seed" in out
    assert "Not reproducible: another machine" in out


def test_a_dataset_that_claims_to_be_reproducible_is_found_out(build, tmp_path):
    build("out", SERIAL, "memory")
    path = tmp_path / "out/dataset.json"
    path.write_text(path.read_text().replace('  "reproducible": false,\n', ""))
    found = verify_dataset(tmp_path / "out", n_jobs=1, progress=False).problems
    assert "dataset.json: changed: what it says of being reproducible is not so" in map(str, found)
