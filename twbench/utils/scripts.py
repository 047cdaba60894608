"""Small helpers that scripts of TextWorld's users import; twbench itself needs none of them."""

__all__ = [
    "check_flag",
    "check_modules",
    "chunk",
    "encode_seeds",
    "make_temp_directory",
    "maybe_mkdir",
    "str2bool",
    "take",
    "unique_product",
    "uniquify",
]

import contextlib
import os
import tempfile
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

from twbench.hashing import content_id

T = TypeVar("T")
K = TypeVar("K", bound=Hashable)
_TRUE = ("yes", "true", "t", "1")


def check_flag(name: str) -> bool:
    """Return whether an environment variable is set to what says yes; see `str2bool`."""
    return str2bool(os.environ.get(name, ""))


def check_modules(required_modules: Iterable[str], missing_modules: Collection[str]) -> None:
    """Raise ImportError if one of the modules that are required is among those that are missing."""
    missing = [name for name in required_modules if name in missing_modules]
    if missing:
        raise ImportError(f"Missing: {', '.join(missing)}. Install {' '.join(missing)} with pip.")


def chunk(
    iterable: Iterable[T], n: int, fct: Callable[[Iterable[T]], Any] = lambda values: values
) -> Iterator[Any]:
    """Yield what ``fct`` makes of each ``n`` values, the last of which may be fewer.

    Raises ValueError for less than one value at a time.
    """
    if n < 1:
        raise ValueError(f"There is at least 1 value in a chunk, not {n}.")
    values = iter(iterable)
    while part := list(islice(values, n)):
        yield fct(part)


def encode_seeds(seeds: Iterable[int]) -> str:
    """Return a short text that is another one for other seeds, or another order of them."""
    return content_id([int(seed) for seed in seeds], 8)


@contextlib.contextmanager
def make_temp_directory(
    suffix: str = "",
    prefix: str = "tw_",
    dir: str | None = None,  # noqa: A002  (documented name)
) -> Iterator[str]:
    """Give the path of a new folder, with ``/`` at its end, which goes with the context."""
    with tempfile.TemporaryDirectory(suffix, prefix, dir) as folder:
        yield f"{folder}/"


def maybe_mkdir(dirpath: str) -> str:
    """Make a folder, and those above it, where they are not there; return its path."""
    Path(dirpath).mkdir(parents=True, exist_ok=True)
    return dirpath


def str2bool(v: object) -> bool:
    """Return whether a value says yes: ``yes``, ``true``, ``t`` or ``1``, in any letters."""
    return str(v).lower() in _TRUE


def take(n: int, iterable: Iterable[T]) -> list[T]:
    """Return the first ``n`` values, or all if there are fewer."""
    return list(islice(iterable, n))


def unique_product(*iterables: Iterable[T]) -> Iterator[tuple[T, ...]]:
    """Yield the tuples of one value of each iterable in which no value comes twice.

    >>> ["".join(values) for values in unique_product("ABC", "Ax", "xy")]
    ['Axy', 'BAx', 'BAy', 'Bxy', 'CAx', 'CAy', 'Cxy']
    """
    return _distinct_choices([list(values) for values in iterables], ())


def _distinct_choices(pools: Sequence[list[T]], chosen: tuple[T, ...]) -> Iterator[tuple[T, ...]]:
    if len(chosen) == len(pools):
        yield chosen
        return
    for value in pools[len(chosen)]:
        if value not in chosen:
            yield from _distinct_choices(pools, (*chosen, value))


def uniquify(seq: Iterable[K]) -> list[K]:
    """Return the different values in the order in which each came first."""
    return list(dict.fromkeys(seq))
