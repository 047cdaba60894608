"""Plays a game: at the keyboard, or by one of the agents that come with twbench."""

__all__ = ["run"]

import argparse
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from twbench.cli.options import add_module_option

if TYPE_CHECKING:
    from twbench.core import Agent, Environment

MODES = ("random", "human", "random-cmd", "walkthrough")
VIEWER_PORT = 8080


def run(argv: Sequence[str]) -> int:
    """Run ``twbench play``."""
    arguments = _parser().parse_args(argv)
    from twbench.agents import WalkthroughDone
    from twbench.dataset import locate
    from twbench.families import play
    from twbench.modules import read_modules

    read_modules(arguments.module)

    try:
        play(
            locate(Path(arguments.game)),
            _agent(arguments),
            max_nb_steps=arguments.max_steps,
            wrappers=() if arguments.viewer is None else partial(_shown, port=arguments.viewer),
            silent=arguments.quiet,
        )
    except EOFError:  # the end of the input is a way to leave
        sys.stdout.write("\n")
    except WalkthroughDone as error:
        sys.stderr.write(f"twbench: {error}\n")
        return 1
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="twbench play", description=__doc__)
    parser.add_argument("game", help="story file (.z3, .z5, .z8); ours have their .json beside it")
    parser.add_argument(
        "--mode", choices=MODES, default="human", help="who plays (default: %(default)s)"
    )
    parser.add_argument(
        "--max-steps",
        type=_not_negative,
        default=0,
        metavar="STEPS",
        help="end after so many commands (default: 0, no limit)",
    )
    parser.add_argument(
        "--hints",
        action="store_true",
        help="with --mode human: complete commands with the tab key, and show what wins",
    )
    parser.add_argument(
        "--seed", type=int, default=1234, help="of the random modes (default: %(default)s)"
    )
    parser.add_argument(
        "--viewer",
        type=_port,
        nargs="?",
        const=VIEWER_PORT,
        metavar="PORT",
        help="show the world, the score and the transcript in the browser, at"
        f" http://localhost:PORT (default: {VIEWER_PORT}; 0: any that is free); a terminal asks for"
        " the enter key before it closes the page",
    )
    add_module_option(parser, "families")
    parser.add_argument("-q", "--quiet", action="store_true", help="do not show the game")
    return parser


def _agent(arguments: argparse.Namespace) -> "Agent":
    from twbench import agents

    makers: dict[str, Callable[[], Agent]] = {
        "human": lambda: agents.HumanAgent(arguments.hints, arguments.hints),
        "random": lambda: agents.NaiveAgent(arguments.seed),
        "random-cmd": lambda: agents.RandomCommandAgent(arguments.seed),
        "walkthrough": agents.WalkthroughAgent,
    }
    return makers[arguments.mode]()


def _shown(env: "Environment", port: int) -> "Environment":
    """Return the environment with a page that stays until the person has seen the end."""
    from twbench.envs import HtmlViewer

    class LastingViewer(HtmlViewer):
        """A viewer that a person at the terminal closes, unless playing was broken off."""

        def close(self) -> None:
            try:
                if sys.exception() is None and sys.stdin.isatty():
                    input(f"Press Enter to close {self.url} ")
            finally:
                super().close()

    viewer = LastingViewer(env, port=port)
    sys.stderr.write(f"The game is shown at {viewer.url}\n")
    return viewer


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(
            f"must be a port from 0 to 65535, not {text!r}; the game comes before --viewer"
        )
    return int(text)


def _not_negative(text: str) -> int:
    number = int(text)
    if number < 0:
        raise argparse.ArgumentTypeError(f"must be at least 0, not {number}")
    return number
