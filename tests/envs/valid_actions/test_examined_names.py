"""What can be named, of a story that is played by a table of answers."""

from types import SimpleNamespace
from typing import Any

from twbench.envs.valid_actions.naming import names_of_things
from twbench.envs.valid_actions.trials import Outcome

_WALLS = ("east", "north", "west")
_ABSENT = ("badger", "otter", "sable", "zebra")


class _Trials:
    """A room with walls of which its text names one; things that are absent take no turn."""

    is_over = False
    memory = b""

    def __init__(self, has_clock: bool):
        self._has_clock = has_clock

    def try_out(self, command: str) -> Outcome:
        name = command.removeprefix("examine ")
        if name == "look":
            return Outcome("A bare place. The exit is east.", ())
        if name in _WALLS:
            return Outcome(f"You see nothing special about the {name} wall.", ())
        return Outcome("You can't see any such thing.", (), understood=not self._has_clock)


def _named(trials: Any) -> tuple[str, ...]:
    world: Any = SimpleNamespace(around=lambda memory: ())
    known = frozenset({*_WALLS, *_ABSENT})
    dictionary: Any = SimpleNamespace(names=known, words=known, cut=lambda word: word)
    return names_of_things(trials, world, dictionary).things


def test_a_wall_that_no_text_names_does_not_tell_how_absent_things_are_answered() -> None:
    assert _named(_Trials(has_clock=True)) == ("east",), "another wall was among the samples"


def test_without_a_clock_all_samples_tell_how_absent_things_are_answered() -> None:
    assert _named(_Trials(has_clock=False)) == ()
