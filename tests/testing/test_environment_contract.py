"""The contract passes a sound environment, and finds what is wrong with another."""

from collections.abc import Callable
from typing import Any
from unittest import SkipTest

import pytest

from twbench.core import EnvInfos, Environment, GameState
from twbench.errors import EnvInfoMissingError, GameNotRunningError
from twbench.testing import EnvironmentContract

KNOWN = ("feedback", "last_command", "max_score", "moves", "score", "won")


class Corridor(Environment):
    """Three steps to the east, as somebody would write an environment of their own."""

    length = 3

    def __init__(self, infos: EnvInfos | None = None):
        super().__init__(infos)
        self.room, self.running, self.begun, self.moves = 0, False, False, 0

    def seed(self, seed: int | None = None) -> list[int]:
        return []

    def reset(self) -> GameState:
        for name in (*self.infos.basics, *self.infos.extras):
            if name not in KNOWN:
                raise EnvInfoMissingError("A corridor", name)
        self.room, self.running, self.moves = 0, True, 0
        return self.observe("You are in a corridor.", None)

    def step(self, command: str) -> tuple[GameState, float, bool]:
        if not self.running:
            raise GameNotRunningError("Nobody is in the corridor: call reset() first.")
        self.moves += 1
        self.room += command == "go east"
        self.running = self.room < self.length
        return self.observe("You go on.", command), self.score(), not self.running

    def score(self) -> int:
        return int(self.room == self.length)

    def observe(self, text: str, command: str | None) -> GameState:
        known = {
            "feedback": text,
            "last_command": command,
            "max_score": 1,
            "moves": self.moves,
            "score": self.score(),
            "won": self.room == self.length,
        }
        asked = {"feedback", "last_command", *self.infos.basics}
        self.state = GameState({name: known[name] for name in known if name in asked})
        return self.state

    def save(self) -> Any:
        return self.room, self.running, self.moves, self.state

    def restore(self, snapshot: Any) -> GameState:
        self.room, self.running, self.moves, self.state = snapshot
        return self.state

    def copy(self) -> Environment:
        other = type(self)(self.infos.copy())
        other.restore(self.save())
        return other

    def close(self) -> None:
        self.running = False


class TestCorridor(EnvironmentContract):
    walkthrough = ("go east",) * 3
    infos = KNOWN
    counts_commands = True

    def make_environment(self, infos: EnvInfos) -> Environment:
        return Corridor(infos)


class StartsByItself(Corridor):
    def step(self, command: str) -> tuple[GameState, float, bool]:
        if not self.running:
            self.reset()
        return super().step(command)


class KeepsItsRoom(Corridor):
    def reset(self) -> GameState:
        room = self.room % self.length
        state = super().reset()
        self.room = room
        return state


class CannotRead(Corridor):
    def step(self, command: str) -> tuple[GameState, float, bool]:
        command.encode("ascii")
        return super().step(command)


class PaysEarly(Corridor):
    def score(self) -> int:
        return 2 * super().score() if self.room == self.length else self.room


class IsItsCopy(Corridor):
    def copy(self) -> Environment:
        return self


class TellsAll(Corridor):
    def observe(self, text: str, command: str | None) -> GameState:
        self.state = GameState(super().observe(text, command), location="corridor")
        return self.state


class MakesUp(Corridor):
    def reset(self) -> GameState:
        self.infos = EnvInfos(**{name: getattr(self.infos, name) for name in KNOWN})
        return super().reset()


class ChangesTheState(Corridor):
    def observe(self, text: str, command: str | None) -> GameState:
        before = self.state
        before.update(super().observe(text, command))
        self.state = before
        return before


class ForgetsTime(Corridor):
    def restore(self, snapshot: Any) -> GameState:
        moves = self.moves
        state = super().restore(snapshot)
        self.moves = moves
        return state


class DiesTwice(Corridor):
    closed = False

    def close(self) -> None:
        if self.closed:
            raise ValueError("it was closed before")
        self.closed = True
        super().close()


class PlaysOnWhenClosed(Corridor):
    def close(self) -> None:
        pass


class EndsInOnes(Corridor):
    def step(self, command: str) -> tuple[GameState, float, bool]:
        state, score, done = super().step(command)
        return state, score, int(done)  # type: ignore[return-value]


def contract_of(kind: type[Environment]) -> EnvironmentContract:
    contract = EnvironmentContract()
    contract.walkthrough, contract.infos = TestCorridor.walkthrough, TestCorridor.infos
    contract.counts_commands = True
    contract.make_environment = kind  # type: ignore[method-assign,assignment]
    return contract


def sequences(contract: EnvironmentContract) -> dict[str, Callable[[], None]]:
    return {
        name.removeprefix("test_"): getattr(contract, name)
        for name in dir(contract)
        if name.startswith("test_")
    }


def failures(kind: type[Environment]) -> set[str]:
    found = set()
    for name, sequence in sequences(contract_of(kind)).items():
        try:
            sequence()
        except Exception:
            found.add(name)
    return found


def test_there_are_sequences() -> None:
    assert len(sequences(contract_of(Corridor))) >= 20
    assert failures(Corridor) == set()


@pytest.mark.parametrize(
    ("kind", "sequence"),
    [
        (StartsByItself, "a_step_before_the_first_reset_is_an_error"),
        (StartsByItself, "a_step_after_the_end_is_an_error"),
        (KeepsItsRoom, "a_reset_in_between_begins_anew"),
        (CannotRead, "odd_commands_are_answered"),
        (PaysEarly, "the_walkthrough_wins_with_its_last_command"),
        (IsItsCopy, "a_copy_is_independent"),
        (TellsAll, "what_was_not_asked_for_is_absent"),
        (MakesUp, "what_cannot_be_known_is_an_error_before_the_first_step"),
        (ChangesTheState, "a_state_does_not_change_any_more"),
        (ForgetsTime, "a_snapshot_brings_the_state_back"),
        (DiesTwice, "closing_twice_is_fine"),
        (PlaysOnWhenClosed, "a_step_after_closing_is_an_error"),
        (EndsInOnes, "a_step_gives_state_score_and_end"),
    ],
)
def test_what_is_wrong_is_found(kind: type[Environment], sequence: str) -> None:
    assert sequence in failures(kind)


def test_a_sequence_without_what_it_needs_is_skipped() -> None:
    contract = contract_of(Corridor)
    contract.walkthrough = ()
    with pytest.raises(SkipTest, match="no walkthrough"):
        contract.test_a_step_after_the_end_is_an_error()
    contract.infos = ("feedback",)
    with pytest.raises(SkipTest, match="cannot give 'moves'"):
        contract.test_moves_are_counted()


def test_a_message_says_what_is_wrong_and_where() -> None:
    with pytest.raises(AssertionError, match="a step after the end must raise GameNotRunningError"):
        contract_of(StartsByItself).test_a_step_after_the_end_is_an_error()
    with pytest.raises(AssertionError, match=r"the score 2 is above 1|'score'"):
        contract_of(PaysEarly).test_the_walkthrough_wins_with_its_last_command()
