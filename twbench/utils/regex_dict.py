"""A dictionary that is asked by regular expressions."""

__all__ = ["RegexDict"]

import re
from collections import OrderedDict
from collections.abc import Iterable
from typing import TypeVar

V = TypeVar("V")


class RegexDict(OrderedDict[str, V]):
    """A dictionary that is asked by regular expressions (docs: textworld.utils.RegexDict)."""

    def get_matching(self, *regexes: str, exclude: Iterable[str] = ()) -> list[V]:
        """Return the values of the keys that ``regexes`` fit in full, expression by expression.

        Keys that one of ``exclude`` fits are left out. Raises ValueError if no key is left.
        """
        refused = (exclude,) if isinstance(exclude, str) else tuple(exclude)
        found = [
            self[key]
            for regex in regexes
            for key in self
            if re.fullmatch(regex, key) and not any(re.fullmatch(other, key) for other in refused)
        ]
        if not found:
            raise ValueError(f"No key of the {len(self)} there are fits {', '.join(regexes)!r}.")
        return found
