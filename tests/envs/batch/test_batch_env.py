"""Environments side by side answer together, whether in this process or in others."""

import os
import signal
from functools import partial
from pathlib import Path

import pytest
from sample_games import shed, write

from twbench.core import EnvInfos
from twbench.envs import Filter, JerichoEnv
from twbench.envs.batch import AsyncBatchEnv, SyncBatchEnv
from twbench.errors import ConfigError, GameNotRunningError
from twbench.families import start

BATCHES = (SyncBatchEnv, AsyncBatchEnv)


def play(path: Path) -> Filter:
    return Filter(start(path, EnvInfos(score=True, admissible_commands=True)))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return write(shed(), tmp_path)


@pytest.mark.parametrize("batch", BATCHES)
def test_games_are_played_side_by_side(batch: type[SyncBatchEnv], path: Path) -> None:
    with play(path) as alone:
        first, infos = alone.reset()
        steps = [alone.step(command) for command in shed().walkthrough]
    games = batch([partial(play, path)] * 2)
    try:
        told = {name: [value] * 2 for name, value in infos.items()}
        assert games.reset() == ((first, first), told)
        for command, (text, score, done, told) in zip(shed().walkthrough, steps, strict=True):
            expected = {name: [value] * 2 for name, value in told.items()}
            assert games.step([command] * 2) == ((text,) * 2, (score,) * 2, (done,) * 2, expected)
        ended = games.step(["look", "look"])
        assert ended[0] == (steps[-1][0],) * 2
        assert ended[2] == (True, True)
    finally:
        games.close()
        games.close()


@pytest.mark.parametrize("batch", BATCHES)
def test_a_game_that_has_ended_begins_anew(batch: type[SyncBatchEnv], path: Path) -> None:
    games = batch([partial(play, path)] * 2, auto_reset=True)
    try:
        (first, _), _ = games.reset()
        for command in shed().walkthrough:
            games.step([command, "look"])
        texts, scores, done, _ = games.step(["look", "inventory"])
        assert (texts[0], scores[0], done) == (first, 0.0, (False, False))
        assert texts[1] != first
    finally:
        games.close()


@pytest.mark.parametrize("batch", BATCHES)
def test_seeds_are_given_or_drawn(batch: type[SyncBatchEnv]) -> None:
    games = batch([JerichoEnv] * 3)
    try:
        drawn = games.seed(1234)
        assert len(set(drawn)) == 3
        assert games.seed(1234) == drawn
        assert games.seed(range(3)) == [0, 1, 2]
        assert games.seed(None) == [None] * 3
    finally:
        games.close()


def test_one_command_for_each_game(path: Path) -> None:
    games = SyncBatchEnv([partial(play, path)] * 2)
    games.reset()
    for actions in (["look"], "look"):
        with pytest.raises(ConfigError, match="a list of as many actions"):
            games.step(actions)
    games.close()


def test_an_error_in_a_process_is_raised_here(path: Path) -> None:
    games = AsyncBatchEnv([partial(play, path)] * 2)
    try:
        with pytest.raises(GameNotRunningError):
            games.step(["look", "look"])
        assert len(games.reset()[0]) == 2
        assert games.envs[0].get_sync("infos") == EnvInfos(score=True, admissible_commands=True)
    finally:
        games.close()


def test_a_process_that_has_ended_is_told(path: Path) -> None:
    games = AsyncBatchEnv([partial(play, path)] * 2)
    games.reset()
    games.envs[1]._process.kill()
    games.envs[1]._process.join()
    with pytest.raises((GameNotRunningError, OSError)):
        games.step(["look", "look"])
    games.close()
    assert not any(env._process.is_alive() for env in games.envs)
    assert os.getpid() not in [env._process.pid for env in games.envs]


@pytest.mark.parametrize("batch", BATCHES)
def test_environments_that_return_states_are_told_of(batch: type[SyncBatchEnv], path: Path) -> None:
    games = batch([partial(start, path)] * 2)
    try:
        with pytest.raises(ConfigError, match="reset returns a text and information, as one in"):
            games.reset()
    finally:
        games.close()


class Interrupt(BaseException):
    """What the handler of a signal raises."""


def interrupt(*_: object) -> None:
    raise Interrupt


def test_an_answer_that_an_interrupt_has_left_is_not_taken_for_the_next(path: Path) -> None:
    games = AsyncBatchEnv([partial(play, path)] * 2)
    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        first, _ = games.reset()
        os.kill(games.envs[1]._process.pid, signal.SIGSTOP)
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        with pytest.raises(Interrupt):
            games.step(["inventory", "inventory"])
        os.kill(games.envs[1]._process.pid, signal.SIGCONT)
        assert games.reset()[0] == first
        texts = games.step(["inventory", "look"])[0]
        assert texts[0] != texts[1]
        assert texts[1] in first[1]
    finally:
        signal.signal(signal.SIGALRM, before)
        games.close()


def test_a_process_with_half_a_message_says_so(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    games = AsyncBatchEnv([partial(play, path)])
    with monkeypatch.context() as patch:
        patch.setattr(games.envs[0]._line, "_send", interrupt)
        with pytest.raises(Interrupt):
            games.reset()
    with pytest.raises(GameNotRunningError, match="make another one"):
        games.reset()
    games.close()


def test_the_keyboard_is_for_the_parent_of_a_process_alone(path: Path) -> None:
    games = AsyncBatchEnv([partial(play, path)])
    try:
        first = games.reset()
        os.kill(games.envs[0]._process.pid, signal.SIGINT)
        assert games.reset() == first
    finally:
        games.close()
