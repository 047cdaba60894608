"""Stack and registers are those that Frotz's own functions tell and set."""

import ctypes
from collections.abc import Iterator

import pytest
from bare_stories import story_of

from twbench.envs.frotz.interpreter import Interpreter
from twbench.envs.frotz.registers import Registers
from twbench.envs.frotz.story_file import StoryFile

NAMES = ("PC", "SP", "FP", "_opcode", "FrameCount")
READS = bytes.fromhex("e40f 0300 0000 00") * 4
SOME = (0x123, 1000, 1010, 0xF6, 3)
OTHERS = (0x7FFF0, 20, 1023, 0xE4, 300)

pytestmark = pytest.mark.filterwarnings("ignore::twbench.envs.JerichoUnsupportedGameWarning")


@pytest.fixture
def functions() -> Iterator[ctypes.CDLL]:
    interpreter = Interpreter(StoryFile("reads.z5", story_of(READS)))
    interpreter.reset()
    before = interpreter.save()
    yield interpreter.frotz.frotz_lib
    interpreter.restore(before)
    interpreter.close()


def told(functions: ctypes.CDLL) -> tuple[int, ...]:
    return tuple(functions[f"get{name}"]() for name in NAMES)


def test_they_are_read_as_frotz_tells_them(functions: ctypes.CDLL) -> None:
    registers = Registers(functions)
    assert registers.read() == told(functions)
    for name, value in zip(NAMES, SOME, strict=True):
        functions[f"set{name}"](value)
    assert registers.read() == SOME


def test_the_stack_is_the_one_that_frotz_copies(functions: ctypes.CDLL) -> None:
    registers = Registers(functions)
    stack = bytes(range(256)) * (functions.getStackSize() // 256)
    functions.setStack(stack)
    assert registers.stack() == stack


def test_they_are_put_back_for_frotz(functions: ctypes.CDLL) -> None:
    stack = bytes(reversed(range(256))) * (functions.getStackSize() // 256)
    Registers(functions).put_back(stack, OTHERS)
    assert told(functions) == OTHERS
    copied = ctypes.create_string_buffer(len(stack))
    functions.getStack(copied)
    assert copied.raw == stack
