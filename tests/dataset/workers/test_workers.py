"""Workers whose processes hang, die, or are ended from outside: the rest of the work is done."""

import os
import signal
import threading
import time

import pytest
from configs import config
from odd_work import OddWork, PiecemealWork, UnsendableWork

from twbench.dataset.config.plan import Plan
from twbench.dataset.config.recipe import parse_build
from twbench.dataset.verifying.check_work import GameCheck
from twbench.dataset.workers import pool as workers_module
from twbench.dataset.workers.engines import _Joblib
from twbench.dataset.workers.pool import Workers
from twbench.errors import TwbenchError

SLOW = pytest.mark.slow


def run(folder, portions, n_jobs=2, quiet=False):
    with Workers(n_jobs) as workers:
        results = list(workers.run(OddWork(folder, quiet), portions))
    return sorted(part for parts, _ in results for part in parts)


def begun(folder):
    return (folder / "begun").read_text().split()


@pytest.mark.parametrize(
    "kind", ["exit", pytest.param("segfault", marks=SLOW), pytest.param("leave", marks=SLOW)]
)
def test_a_part_that_ends_its_process_twice_is_given_up(tmp_path, kind):
    found = run(tmp_path, [["a", "b", kind, "c"], ["d"]])
    assert found == sorted(["a", "b", "c", "d", f"{kind}: died"])
    assert begun(tmp_path).count(kind) == 2


@SLOW
def test_a_part_that_does_not_come_to_its_end_is_given_up(tmp_path):
    started = time.monotonic()
    found = run(tmp_path, [["a", "hang", "b"], ["c", "hanging"]])
    assert found == ["a", "b", "c", "hang: hung", "hanging: hung"]
    assert time.monotonic() - started < 20


def test_a_process_that_was_stopped_for_long_is_no_fault_of_its_part(tmp_path):
    assert run(tmp_path, [["a", "hangs_once", "b"]], n_jobs=1) == ["a", "b", "hangs_once"]


def test_pieces_of_a_part_have_no_more_time_than_the_whole(tmp_path):
    with Workers(1) as workers:
        results = list(workers.run(PiecemealWork(tmp_path), [["a", "hang", "b"]]))
    assert sorted(part for parts, _ in results for part in parts) == ["a", "b", "hang: hung"]


def test_a_process_that_is_ended_from_outside_costs_nothing_but_time(tmp_path):
    assert run(tmp_path, [["a", "once", "b"]], n_jobs=1) == ["a", "b", "once"]


def test_an_error_is_raised_and_its_place_is_told(tmp_path):
    with pytest.raises(OSError, match="No space left") as caught:
        run(tmp_path, [["a"], ["raise"]])
    assert "odd_work.py" in caught.value.__notes__[0]


def unsound_after(portions):
    yield from portions
    raise TwbenchError("the next portion is unsound")


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_an_error_of_whoever_makes_the_portions_is_raised(tmp_path, n_jobs):
    """Threads take all but the first portions: what is raised in them must not be lost."""
    portions = [[str(number)] for number in range(12)]
    with pytest.raises(TwbenchError, match="the next portion is unsound"):
        run(tmp_path, unsound_after(portions), n_jobs)
    assert len(begun(tmp_path)) == 12


@pytest.mark.parametrize("backend", ["loky", "threading"])
def test_it_is_raised_by_what_joblib_runs_too(tmp_path, backend):
    engine = _Joblib(backend, 2)
    portions = [[str(number)] for number in range(12)]
    results = []
    with pytest.raises(TwbenchError, match="the next portion is unsound"):
        results.extend(engine.run(OddWork(tmp_path, False), unsound_after(portions)))
    assert len(begun(tmp_path)) == 12


@pytest.mark.parametrize(
    ("part", "told"),
    [("a", "What the work has come to cannot be sent: .*lambda"), ("raise", "no luck")],
)
def test_what_cannot_be_sent_is_told(tmp_path, part, told):
    with pytest.raises(RuntimeError, match=told) as caught, Workers(1) as workers:
        list(workers.run(UnsendableWork(tmp_path), [[part]]))
    if part == "raise":
        assert "odd_work.py" in caught.value.__notes__[0]


def test_processes_are_kept_for_the_next_work(tmp_path):
    pids = []
    for _ in range(2):
        with Workers(1) as workers:
            pids += [pid for _, pid in workers.run(OddWork(tmp_path), [["a"]])]
    assert pids[0] == pids[1]
    os.kill(pids[0], signal.SIGKILL)
    assert run(tmp_path, [["b"]], n_jobs=1) == ["b"]


@pytest.mark.parametrize("quiet", [False, True])
def test_what_is_printed_is_no_output_of_the_parent(tmp_path, capfd, quiet):
    run(tmp_path, [["print"]], n_jobs=1, quiet=quiet)
    # A worker that is kept has the streams that there were when it was started.
    assert capfd.readouterr().out == ""


def test_an_interrupt_ends_what_hangs(tmp_path):
    def interrupt():
        while not (tmp_path / "begun").exists():
            time.sleep(0.01)
        signal.raise_signal(signal.SIGINT)

    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may ignore it
    threading.Thread(target=interrupt).start()
    started = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        run(tmp_path, [["hanging"], ["hang"]])
    signal.signal(signal.SIGINT, before)
    assert time.monotonic() - started < 10


def test_nothing_is_started_after_the_end(tmp_path, monkeypatch):
    started, ended = [], []

    class Slow(workers_module.Child):
        def __init__(self, module, **given):
            started.append(self)
            time.sleep(0.5)
            super().__init__(module, **given)

        def end(self, patience=0):
            code = super().end(patience)
            ended.append(self)
            return code

    monkeypatch.setattr(workers_module, "Child", Slow)
    monkeypatch.setattr(workers_module, "_IDLE_WORKERS", [])
    with pytest.raises(OSError, match="No space left"):
        run(tmp_path, [["raise"], ["exit"], ["exit"]])  # who has lost its worker starts another
    idle = [worker._child for worker in workers_module._IDLE_WORKERS]
    assert len(started) == len(ended) + len(idle)
    for child in idle:
        child.end()


def test_a_worker_that_cannot_start_is_told_in_a_sentence(tmp_path, monkeypatch):
    real = workers_module.Child
    monkeypatch.setattr(
        workers_module, "Child", lambda *_, **given: real("twbench.no_such_module", **given)
    )
    monkeypatch.setattr(workers_module, "_IDLE_WORKERS", [])
    with pytest.raises(TwbenchError, match="No worker process could be started"):
        run(tmp_path, [["a"]], n_jobs=1)


def test_no_recipe_makes_the_check_of_a_game_wait_for_ever(tmp_path):
    recipe = parse_build(config(dataset__budget={"nodes": 10**15})).recipe
    assert GameCheck(tmp_path, None, Plan(recipe)).seconds(({}, False)) == 660
    recipe = parse_build(config()).recipe
    assert GameCheck(tmp_path, None, Plan(recipe)).seconds(({}, True)) == 200


def test_of_very_many_workers_one_per_core_is_forked_before_there_is_work(monkeypatch):
    made = []
    monkeypatch.setattr(workers_module, "_IDLE_WORKERS", made)
    monkeypatch.setattr(workers_module, "_Worker", lambda forked: forked)
    monkeypatch.setattr(workers_module, "can_fork", lambda: True)
    monkeypatch.setattr(os, "cpu_count", lambda: 3)
    workers_module.fork_workers(1000)
    assert made == [True] * 3
