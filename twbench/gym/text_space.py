"""The space of texts that stories print and players type.

It is a `gymnasium.spaces.Text` that can be shared between processes. Gymnasium (1.2 to 1.4) reads
texts in shared memory only once, when it makes an `AsyncVectorEnv`: all observations of that vector
would be what the memory held then. So what it reads here is a `SharedTexts`. The vector returns a
deep copy of it at each step, and that has the texts as they are now.
"""

__all__ = ["CHARACTERS", "SharedTexts", "StoryText"]

from collections.abc import Iterable, Iterator, Sequence
from multiprocessing.sharedctypes import SynchronizedArray
from typing import TYPE_CHECKING, Any, cast, overload

from gymnasium.spaces import Text, Tuple
from gymnasium.vector.utils import (
    batch_space,
    concatenate,
    create_shared_memory,
    iterate,
    read_from_shared_memory,
    write_to_shared_memory,
)

from twbench.errors import ConfigError

_ASCII = "".join(map(chr, range(0x20, 0x7F)))
_OTHERS = bytes(range(0x80, 0x100)).decode("cp1252", "ignore")
CHARACTERS = f"\n{_ASCII}{_OTHERS}"
"""What stories print and players type: letters, with accents too, digits, punctuation, space, line
break."""
_UNKNOWN = "?"
_SIZE = 4
"""Bytes of the length of a text in shared memory."""
_LARGEST = 4
"""Bytes of a letter at most."""


class StoryText(Text):
    """All texts of up to ``max_length`` letters out of ``charset``, the empty one included."""

    def __init__(self, max_length: int, charset: str = CHARACTERS):
        super().__init__(max_length, min_length=0, charset=charset)
        self._of_one_byte = "".join(c for c in charset if c.isascii()).encode()

    def fitting(self, text: str) -> str:
        """Return a text that is in this space: the same if it is, and otherwise a similar one.

        A letter that there is not becomes a question mark, and what is too long is cut off.
        """
        # In this way it takes a third of the time to look at each letter of an ASCII text.
        if text.encode("utf-8", "replace").translate(None, self._of_one_byte):
            known = self.character_set
            other = _UNKNOWN if _UNKNOWN in known else ""
            text = "".join([c if c in known else other for c in text])
        return text[: self.max_length]

    def __repr__(self) -> str:
        return f"StoryText({self.max_length}, {len(self.character_list)} characters)"

    @property
    def bytes_of_one(self) -> int:
        """How much shared memory a text takes at most."""
        return _SIZE + _LARGEST * self.max_length


class SharedTexts(Sequence[str]):
    """Texts in shared memory: what they are now, at each look. A deep copy does not change."""

    def __init__(self, memory: "SynchronizedArray[Any]", count: int, size: int):
        self._memory = memory
        self._count = count
        self._size = size

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[str, ...]: ...
    def __getitem__(self, index: int | slice) -> str | tuple[str, ...]:
        if isinstance(index, slice):
            return tuple(self)[index]
        number = range(self._count)[index]
        memory = _bytes(self._memory)
        begin = number * self._size + _SIZE
        length = int.from_bytes(memory[begin - _SIZE : begin], "little")
        return bytes(memory[begin : begin + length]).decode()

    def __deepcopy__(self, memo: dict[int, Any]) -> tuple[str, ...]:
        return tuple(self)

    def __repr__(self) -> str:
        return repr(tuple(self))


class Texts(tuple[str, ...]):
    """A batch of texts. It never changes, so its deep copy, which vectors return, is itself."""

    __slots__ = ()

    def __deepcopy__(self, memo: dict[int, Any]) -> "Texts":
        return self


if TYPE_CHECKING:
    _TupleOfTexts = Tuple[str]
else:
    _TupleOfTexts = Tuple  # which is generic from Gymnasium 1.3 on alone


class StoryTexts(_TupleOfTexts):
    """The space of batches of texts: to go through one, the space of each text is not looked at."""


@batch_space.register(StoryText)
def _space_of_batches(space: StoryText, n: int = 1) -> StoryTexts:
    # With the seeds that Gymnasium gives the spaces of any batch.
    batch = cast("Tuple[str]", batch_space.dispatch(Text)(space, n))
    return StoryTexts(batch.spaces, seed=batch.np_random)


@iterate.register
def _one_by_one(  # type: ignore[misc]  # Gymnasium's own has a type variable
    space: StoryTexts, items: Iterable[str]
) -> Iterator[str]:
    if isinstance(items, str) or not isinstance(items, Iterable):
        raise ConfigError(f"{len(space)} environments take as many texts, not {items!r} alone.")
    return iter(items)


@concatenate.register(StoryText)
def _batch(space: StoryText, items: Iterable[str], out: Any) -> Texts:
    return Texts(items)


@create_shared_memory.register(StoryText)
def _create(space: StoryText, n: int = 1, ctx: Any = None) -> Any:
    return ctx.Array("B", n * space.bytes_of_one)


@read_from_shared_memory.register(StoryText)
def _read(space: StoryText, shared_memory: "SynchronizedArray[Any]", n: int = 1) -> SharedTexts:
    return SharedTexts(shared_memory, n, space.bytes_of_one)


@write_to_shared_memory.register(StoryText)
def _write(
    space: StoryText, index: int, value: str, shared_memory: "SynchronizedArray[Any]"
) -> None:
    data = value.encode()
    begin = index * space.bytes_of_one
    _bytes(shared_memory)[begin : begin + _SIZE + len(data)] = (
        len(data).to_bytes(_SIZE, "little") + data
    )


def _bytes(memory: "SynchronizedArray[Any]") -> memoryview:
    return memoryview(memory.get_obj()).cast("B")
