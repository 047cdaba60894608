"""Options that several verbs have."""

__all__ = ["add_module_option"]

import argparse


def add_module_option(parser: argparse.ArgumentParser, kind: str) -> None:
    """Let ``--module FILE``, repeated or not, name files that register extensions of a ``kind``."""
    parser.add_argument(
        "--module",
        action="append",
        default=[],
        metavar="FILE",
        help=f"a Python file with {kind} of your own: it is run",
    )
