"""A challenge that does all that a challenge should not, for some seeds or for all."""

import ctypes
import os
import subprocess
import sys
from dataclasses import dataclass

import pytest

from twbench.challenges import Challenge, get, registry
from twbench.dataset.items import item

KINDS = ("exit", "memory", "none", "os", "print", "raise", "recursion", "surrogate")
MENDED = "POISONED_IS_MENDED"


@dataclass(frozen=True)
class Settings:
    kind: str = "fine"
    always: bool = False


def make(settings, options):
    number = options.seeds["map"]
    if (settings.always or number % 4) and MENDED not in os.environ:
        outcome = _act(settings.kind)
        if outcome != "go on":
            return outcome
    coins = get("coin_collector")
    return coins.make(coins.settings(level=3 + number % 5), options)


def _act(kind):  # noqa: C901
    match kind:
        case "exit":
            sys.exit(3)
        case "kill":
            os._exit(11)
        case "memory":
            raise MemoryError
        case "none":
            return None
        case "os":
            raise OSError(28, "No space left on device")
        case "print":
            print("printed")
            os.write(1, b"written\n")
            subprocess.run(["echo", "echoed"], check=True)
            ctypes.CDLL(None).puts(b"from C")
        case "raise":
            raise RuntimeError(f"{object()} in /some/where/file.txt\x1b[31m\n is odd")
        case "recursion":
            return _act(kind)
        case "spin":
            while True:
                try:
                    while True:
                        pass
                except BaseException:  # noqa: S112
                    continue
        case "surrogate":
            raise KeyError("\ud800")
    return "go on"


def patience(spec):
    """Stand in for `item.patience`, with less of it."""
    return None if spec.budget.seconds is None else 3.0


CHALLENGE = Challenge("poisoned", "Does what it should not.", Settings, make)


def build_in_parts(spec):
    """Stand in for `item.build_in_parts` in workers, where nobody has registered the challenge."""
    parts = item.build_in_parts(spec)
    while True:
        with pytest.MonkeyPatch.context() as patch:
            patch.setitem(registry.CHALLENGES._entries, CHALLENGE.name, CHALLENGE)
            try:
                size = next(parts)
            except StopIteration as end:
                return end.value
        yield size
