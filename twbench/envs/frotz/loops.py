"""How a story runs until it waits for what is typed next.

Jericho runs a story instruction by instruction, and asks after each one whether the story waits
now. Frotz's own loop asks nothing, which takes a fifth less, but it ends only where the story
quits. So while it runs, the instructions at which the story is known to wait are replaced by ones
that quit. Where it waits at another one, or runs into an error, Frotz is made to quit as well: in
its tables, its function that quits stands in for those. All of that is put back before anybody else
can see it.
"""

__all__ = ["OwnLoop", "count_instructions"]

import ctypes
from collections import deque
from collections.abc import Callable
from itertools import starmap

from twbench.envs.frotz.library import bytes_in, jump_in

READS_LINE, READS_KEY = 0xE4, 0xF6
"""Instructions at which a story waits: for a line, or for a key."""
_QUITS = 0xBA
_FIRST, _OPERATIONS = 0xC0, 0x40
"""The first instruction of Frotz's table of those with any number of operands, and its length."""
_LINE, _KEY = READS_LINE - _FIRST, READS_KEY - _FIRST
_COUNTED = ("move_diff_cnt", "attr_diff_cnt", "attr_clr_cnt", "ram_diff_cnt")
"""How many changes Jericho has noted since a command was typed."""
_MOST_INSTRUCTIONS = 1_000_000
_LOOKED_AFTER = 256


class OwnLoop:
    """Frotz's own loop in a copy of the library, which has one story loaded.

    The part of the story's memory that can be written to ends at ``end``.
    """

    def __init__(self, functions: ctypes.CDLL, end: int):
        self._functions = functions
        # The instructions at which the story is known to wait, by where they are.
        self._places: dict[int, int] = {}
        self._end = end
        self._memory = ctypes.c_void_p.in_dll(functions, "zmp")
        self._at = ctypes.c_void_p.in_dll(functions, "pcp")
        self._opcode = ctypes.c_ubyte.in_dll(functions, "next_opcode")
        self._halted = ctypes.c_int.in_dll(functions, "emulator_halted")
        self._counted = [ctypes.c_int.in_dll(functions, name) for name in _COUNTED]
        self._operations = (ctypes.c_uint64 * _OPERATIONS).in_dll(functions, "var_opcodes")
        finished = bytes_in(functions, "finished")
        self._finished = None if finished is None else finished.cast("i")
        self._error = jump_in(functions, "runtime_error")
        # Anew: Jericho's own ones convert their arguments.
        self._screen, self._cleaned = functions["dumb_get_screen"], functions["clean_observation"]
        self._screen.restype = ctypes.c_void_p
        self._cleaned.argtypes, self._cleaned.restype = [ctypes.c_void_p], ctypes.c_char_p
        # By its name it would be looked for in Python, where an interrupt can come first.
        self._clear_screen = functions["dumb_clear_screen"]
        self._quit = ctypes.cast(functions["z_quit"], ctypes.c_void_p).value or 0

    def learn(self) -> None:
        """Note at which instruction the story waits."""
        place, opcode = self._place(), self._opcode.value
        # What can be written to is no place for an instruction of ours.
        if opcode in (READS_LINE, READS_KEY) and place >= self._end:
            self._places[place] = opcode

    def _place(self) -> int:
        """Return where in the story's memory the instruction is that was taken last."""
        return (self._at.value or 0) - (self._memory.value or 0) - 1

    def answer(self, line: bytes) -> bytes | None:
        """Type a line, and return what the story answers, as Jericho's ``step`` would.

        None if that cannot be done here: the story waits elsewhere than is known, before or after
        it, or has quit, or is in error. Nothing of the game is of use then.
        """
        if self._finished is None or self._error is None:
            return None
        self.learn()
        if self._place() not in self._places:
            return None
        try:
            return self._answered(line, self._finished, self._error)
        finally:
            self._clear_screen()

    def _answered(self, line: bytes, finished: memoryview, error: memoryview) -> bytes | None:
        functions = self._functions
        for count in self._counted:
            count.value = 0
        functions.update_special_ram()
        functions.dumb_set_next_action(line)
        functions.zstep()
        if self._halted.value:  # to go on might never end
            return None
        self._at.value = (self._at.value or 0) - 1  # the loop takes the next instruction itself
        self._run(error)
        opcode = self._places.get(self._place())
        if opcode is None or self._halted.value:
            return None
        finished[0] = 0
        self._opcode.value = opcode
        functions.update_ram_diff()
        text: bytes = self._cleaned(self._screen())
        functions.set_narrative_text(text)
        return text

    def _run(self, error: memoryview) -> None:
        """Run until the story is known to wait, or ends for whatever it is."""
        operations = self._operations
        memory = self._memory.value or 0
        instructions = [
            (ctypes.c_ubyte.from_address(memory + place), "value", opcode)
            for place, opcode in self._places.items()
        ]
        put_back = starmap(setattr, instructions)
        fails, reads_line, reads_key = error[0], operations[_LINE], operations[_KEY]
        try:
            error[0] = operations[_LINE] = operations[_KEY] = self._quit
            for instruction, _, _ in instructions:
                instruction.value = _QUITS
            self._functions.interpret()
        finally:
            # What a signal raises, Python raises in loops and after calls: not before all is done.
            error[0], operations[_LINE], operations[_KEY] = fails, reads_line, reads_key
            deque(put_back, maxlen=0)


def count_instructions(functions: ctypes.CDLL, line: bytes, has_stopped: Callable[[], bool]) -> int:
    """Return how many instructions it takes to answer a line, one by one."""
    run, following = functions["run_opcode"], functions["get_next_opcode"]
    following.restype = ctypes.c_ubyte
    waiting = ctypes.c_ubyte.in_dll(functions, "next_opcode")
    functions["dumb_set_next_action"](line)
    opcode, count = waiting.value, 0
    while not count or (opcode not in (READS_LINE, READS_KEY) and count < _MOST_INSTRUCTIONS):
        run(ctypes.c_ubyte(opcode))
        count += 1
        opcode = following()
        if not count % _LOOKED_AFTER and has_stopped():
            break
    waiting.value = opcode
    return count
