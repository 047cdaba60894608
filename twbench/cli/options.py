"""Options of verbs: how they are read, and those that several have."""

__all__ = ["OptionParser", "add_jobs_option", "add_module_option", "described_parser"]

import argparse
import re
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

from twbench.errors import nearest

_OPTION = re.compile(r"--?[^\W\d][^\s=]*")
_ALIKE = 0.7
"""How similar an option that is meant has to be: more than other words, as all have dashes."""


class OptionParser(argparse.ArgumentParser):
    """Tells in a line what is wrong with the options: how a verb is used may fill a page.

    An unknown option is told first, with the one that may be meant. By itself, argparse would first
    tell which required option is missing, which is often the same one, misspelt. A parser that
    leaves some of the options to another parser is not ``strict``.
    """

    def __init__(self, *args: Any, strict: bool = True, **options: Any):
        super().__init__(*args, **options)
        # From 3.15 on, Python names the choice that is meant: `_check_value` does so in all.
        self.suggest_on_error = False
        self.strict = strict
        self.meant_by: dict[str, str] = {}
        """Our names of options, by those that other programs have; the latter are refused."""

    def parse_known_args(  # type: ignore[override]  # the overloads say the same
        self, args: Sequence[str] | None = None, namespace: Any = None
    ) -> tuple[Any, list[str]]:
        """Read the arguments; return what they say, and those that are not known."""
        words = self._known_words(args)
        return super().parse_known_args(words, namespace)

    def parse_known_intermixed_args(  # type: ignore[override]  # the overloads say the same
        self, args: Sequence[str] | None = None, namespace: Any = None
    ) -> tuple[Any, list[str]]:
        """Do so with options between the other arguments."""
        words = self._known_words(args)
        return super().parse_known_intermixed_args(words, namespace)

    @property
    def options(self) -> list[str]:
        """The names of the options."""
        return list(self._option_string_actions)

    def error(self, message: str) -> NoReturn:
        """End the program with the message and where to read more."""
        self.exit(2, f"{self.prog}: {message} ({self.prog} --help tells more)\n")

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Refuse what is none of an option's choices, and name the one that may be meant."""
        try:
            super()._check_value(action, value)
        except argparse.ArgumentError as error:
            meant = nearest(str(value), map(str, action.choices or ()))
            if not meant:
                raise
            raise argparse.ArgumentError(action, f"{error.message}.{meant}") from None

    def _known_words(self, args: Sequence[str] | None) -> list[str]:
        """Return the arguments, unless an option among them is unknown: that ends the program."""
        words = sys.argv[1:] if args is None else list(args)
        if self.strict and self._subparsers is None:
            self._refuse_unknown(words)
        return words

    def _refuse_unknown(self, words: Sequence[str]) -> None:
        """End the program if an option is unknown, and no beginning of one either."""
        known = self.options
        for word in words[: words.index("--") if "--" in words else None]:
            option = _OPTION.match(word)
            if option is None or " " in word:
                continue
            name = option[0] if word.startswith("--") else word[:2]
            if not any(other.startswith(name) for other in known):
                known_as = self.meant_by.get(name)
                meant = f" Did you mean {known_as!r}?" if known_as else nearest(name, known, _ALIKE)
                self.error(f"unrecognized arguments: {word}{'.' if meant else ''}{meant}")


def described_parser(command: str, description: str | None) -> OptionParser:
    """Return the parser of a command whose help shows its description line by line."""
    return OptionParser(
        prog=command,
        description=description,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )


def add_jobs_option(parser: argparse.ArgumentParser) -> None:
    """Let ``--n-jobs`` say how many workers there are."""
    parser.add_argument(
        "--n-jobs", type=int, default=-1, metavar="N", help="number of workers (-1: one per core)"
    )


def add_module_option(parser: argparse.ArgumentParser, kind: str, *also: str) -> None:
    """Let ``--module FILE``, repeated or not, name files that register extensions of a ``kind``.

    ``also`` are other names of the option.
    """
    parser.add_argument(
        "--module",
        *also,
        action="append",
        default=[],
        metavar="FILE",
        help=f"a Python file with {kind} of your own: it is run",
    )
