"""Work in parts, done alone and with all that its parts say."""

from typing import TypeVar

from twbench.system.parts import Parts

T = TypeVar("T")


def all_parts(parts: Parts[T]) -> tuple[list[int], T]:
    """Return what the parts of a work say, and what it comes to."""
    said = []
    while True:
        try:
            said.append(next(parts))
        except StopIteration as end:
            return said, end.value
