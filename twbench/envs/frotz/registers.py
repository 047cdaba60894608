"""Where a game stands beside its memory: the stack, and the registers that go with it.

Frotz has functions that tell and set these, one each. To call them all takes Python a third of the
time of a short command, and every text that is asked for aside costs a save and a restore. So they
are read and written where they are.
"""

__all__ = ["Registers"]

import ctypes

_PLACES = ("zmp", "pcp", "sp", "fp")
"""Variables that point to the story's memory, to the next byte there, and into the stack twice."""


class Registers:
    """The stack and the registers of the game that is on in a copy of the library."""

    def __init__(self, functions: ctypes.CDLL):
        stack = (ctypes.c_ubyte * functions.getStackSize()).in_dll(functions, "stack")
        self._stack = memoryview(stack).cast("B")
        self._bottom = ctypes.addressof(stack)
        places = [ctypes.c_void_p.in_dll(functions, name) for name in _PLACES]
        self._memory, self._next, self._top, self._frame = (
            memoryview(place).cast("B").cast("P") for place in places
        )
        opcode = ctypes.c_ubyte.in_dll(functions, "next_opcode")
        self._opcode = memoryview(opcode).cast("B")
        frames = ctypes.c_ushort.in_dll(functions, "frame_count")
        self._frames = memoryview(frames).cast("B").cast("H")

    def stack(self) -> bytes:
        """Return a copy of the whole stack."""
        return self._stack.tobytes()

    def read(self) -> tuple[int, ...]:
        """Return them as numbers that mean the same in any copy of the library.

        They are the next byte of the story, the top of the stack and its last frame, in words, the
        instruction that waits, and how many frames there are.
        """
        bottom = self._bottom
        return (
            self._next[0] - self._memory[0],
            self._top[0] - bottom >> 1,
            self._frame[0] - bottom >> 1,
            self._opcode[0],
            self._frames[0],
        )

    def put_back(self, stack: bytes, registers: tuple[int, ...]) -> None:
        """Let them be what they were, in this copy of the library or another one."""
        following, top, frame, opcode, frames = registers
        bottom = self._bottom
        self._stack[:] = stack
        self._next[0] = self._memory[0] + following
        self._top[0] = bottom + 2 * top
        self._frame[0] = bottom + 2 * frame
        self._opcode[0] = opcode
        self._frames[0] = frames
