"""Signals that ask a command to end, wherever they meet it."""

import signal
import subprocess
import sys
import time
import weakref

import pytest

from twbench.cli import main
from twbench.cli.signals import ended_by_signals, exit_code_of


class Thing:
    """Something that a weak reference can be to."""


@pytest.fixture
def interrupts():
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may have it ignored
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interrupts")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_in_a_callback_is_heard_a_moment_later(number):
    before = sys.unraisablehook
    things = [Thing()]
    watch = weakref.ref(things[0], lambda _: signal.raise_signal(number))

    def interrupted():
        things.clear()
        time.sleep(10)

    with pytest.raises(KeyboardInterrupt) as raised, ended_by_signals():
        interrupted()
    assert watch() is None
    assert exit_code_of(raised.value) == 128 + number
    assert sys.unraisablehook is before


def test_what_else_is_raised_in_a_callback_is_told_as_ever(monkeypatch):
    told = []
    monkeypatch.setattr(sys, "unraisablehook", lambda what: told.append(str(what.exc_value)))
    thing = Thing()
    watch = weakref.ref(thing, lambda _: int("one"))
    with ended_by_signals():
        del thing
    assert watch() is None
    assert told == ["invalid literal for int() with base 10: 'one'"]


AT_THE_END = """
import atexit, os, signal, sys
from twbench.cli import main
signal.signal(signal.SIGINT, signal.default_int_handler)
atexit.register(os.kill, os.getpid(), signal.SIGINT)
sys.exit(main())
"""


def test_a_signal_after_the_command_ends_its_process_without_a_word():
    line = [sys.executable, "-c", AT_THE_END, "list", "agents"]
    done = subprocess.run(line, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (130, "")
    assert "walkthrough" in done.stdout


@pytest.mark.usefixtures("interrupts")
def test_a_process_that_goes_on_has_its_own_answer_to_signals_again():
    assert main(["--version"]) == 0
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)
