"""Ctrl-C and time limits in the midst of what is done, at one place after the other."""

import dis
import gc
import sys
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from types import FrameType
from typing import Any

import twbench

PACKAGE = Path(twbench.__file__).parent


class Interrupt(BaseException):
    """What the handler of a signal raises."""


def interrupts(act: Callable[[], object], folder: Path = PACKAGE, every: int = 1) -> Iterator[int]:
    """Interrupt what ``act`` does in a folder at one place after the other, until it comes to its
    end; or at one ``every`` so many.

    The places are those at which Python looks for signals: the beginning of a function, a jump
    backward, and after each call. No garbage is collected then: what is raised there is lost.
    """
    before = sys.gettrace()
    for place in count(step=every):
        tracer = Tracer(place, folder)
        gc.disable()
        sys.settrace(tracer.enter)
        ended = False
        try:
            act()
            ended = True
        except Interrupt:
            pass
        finally:
            sys.settrace(before)
            gc.enable()
        if ended:
            assert tracer.left >= 0, "What was raised was lost."
            return
        yield place


class Tracer:
    """Raises an Interrupt at one of the places."""

    def __init__(self, place: int, folder: Path):
        self.left = place
        self._folder = str(folder)
        self._called: dict[FrameType, int] = {}

    def enter(self, frame: FrameType, event: str, _: Any) -> Any:
        if not frame.f_code.co_filename.startswith(self._folder):
            return None
        frame.f_trace_opcodes = True
        self._pass()
        return self._follow

    def _follow(self, frame: FrameType, event: str, _: Any) -> Any:
        if event == "opcode":
            name = dis.opname[frame.f_code.co_code[frame.f_lasti]]
            # A context that is left after a call stands on another line; it is left for sure.
            if self._called.pop(frame, 0) == frame.f_lineno or name == "JUMP_BACKWARD":
                self._pass()
            if name.startswith("CALL"):
                self._called[frame] = frame.f_lineno
        return self._follow

    def _pass(self) -> None:
        self.left -= 1
        if self.left == -1:
            raise Interrupt
