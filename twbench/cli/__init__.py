"""The command line: ``twbench VERB ...``."""

from twbench.cli.main import main

__all__ = ["main"]
