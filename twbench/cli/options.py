"""Options of verbs: how they are read, and those that several have."""

__all__ = ["OptionParser", "add_module_option"]

import argparse
from typing import NoReturn


class OptionParser(argparse.ArgumentParser):
    """Tells in a line what is wrong with the options: how a verb is used may fill a page."""

    def error(self, message: str) -> NoReturn:
        """End the program with the message and where to read more."""
        self.exit(2, f"{self.prog}: {message} ({self.prog} --help tells more)\n")


def add_module_option(parser: argparse.ArgumentParser, kind: str) -> None:
    """Let ``--module FILE``, repeated or not, name files that register extensions of a ``kind``."""
    parser.add_argument(
        "--module",
        action="append",
        default=[],
        metavar="FILE",
        help=f"a Python file with {kind} of your own: it is run",
    )
