"""Interrupting by timers."""

import contextlib
import signal
import sys
import threading
import time

import pytest

from twbench.system.timers import Alarm, Clock, in_main_thread, interrupting


class TooLong(BaseException):
    pass


def work(processor_seconds):
    end = time.process_time() + processor_seconds
    while time.process_time() < end:
        with contextlib.suppress(Exception):  # no such clause stops the exception
            pass


def test_work_is_interrupted_and_the_clock_stopped_afterwards():
    with pytest.raises(TooLong), interrupting(TooLong, 0.05, Clock.PROCESSOR):
        work(5)
    with interrupting(TooLong, 0.05, Clock.PROCESSOR):
        pass
    work(0.1)


def test_waiting_takes_no_time_of_the_processor():
    with interrupting(TooLong, 0.05, Clock.PROCESSOR):
        time.sleep(0.2)
    with pytest.raises(TooLong), interrupting(TooLong, 0.05, Clock.WALL):
        time.sleep(5)


@pytest.mark.parametrize("clock", Clock)
def test_an_alarm_in_a_callback_of_the_interpreter_rings_again(clock):
    class Slow:
        def __del__(self):
            work(0.2)

    def interrupted():
        del [Slow()][0]
        work(5)

    before = sys.unraisablehook
    begun = time.process_time()
    with pytest.raises(TooLong), interrupting(TooLong, 0.05, clock):
        interrupted()
    assert time.process_time() - begun < 1
    assert sys.unraisablehook is before


def test_an_alarm_that_rings_when_it_is_stopped_leaves_nothing_behind():
    def ring():
        raise TooLong

    before = signal.getsignal(signal.SIGALRM), sys.unraisablehook
    with pytest.raises(TooLong), Alarm(TooLong, 5, Clock.WALL) as alarm:
        alarm.stop = ring
    assert (signal.getsignal(signal.SIGALRM), sys.unraisablehook) == before


def test_other_threads_cannot_be_interrupted():
    found = []

    def run():
        found.append(in_main_thread())
        try:
            with interrupting(TooLong, 1, Clock.WALL):
                pass
        except RuntimeError as error:
            found.append(str(error))

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    assert found == [False, "A time limit needs the main thread of a process."]
    assert in_main_thread()
