"""Plays a game: at the keyboard, or by one of the agents that come with twbench.

At the keyboard, undo takes a turn back and restart begins anew; save and restore keep games; script
writes a transcript until unscript; quit, or control-D, leaves. Most stories answer to help.
"""

__all__ = ["PlayManner", "play_game", "run"]

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from twbench.cli.options import add_module_option, described_parser
from twbench.cli.signals import exit_code_of
from twbench.errors import ConfigError, EnvInfoMissingError, StoryFileError

if TYPE_CHECKING:
    from twbench.cli.following import Followed
    from twbench.core import Agent, Environment
    from twbench.families import Family

MODES = ("random", "human", "random-cmd", "walkthrough")
VIEWER_PORT = 8080
AGENT_SEED = 1234
_NEEDED = {
    "admissible_commands": "which commands are possible",
    "policy_commands": "what wins from here (of games made by twbench it is)",
    "walkthrough": "how it is won",
}


@dataclass(frozen=True, slots=True)
class PlayManner:
    """How a command that plays is called, and whether it shows the game for these arguments."""

    command: str
    shows: Callable[[argparse.Namespace], bool]


def run(argv: Sequence[str]) -> int:
    """Run ``twbench play``."""
    return play_game(argv, PlayManner("twbench play", lambda arguments: not arguments.quiet))


def play_game(argv: Sequence[str], manner: PlayManner) -> int:
    """Run a command that plays a game."""
    arguments = _parser(manner.command).parse_args(argv)
    from twbench.agents import WalkthroughDone
    from twbench.families import family_of, play
    from twbench.families.playing import ending
    from twbench.modules import read_modules

    read_modules(arguments.module)
    path = _file(arguments.game)
    family = family_of(path)
    if arguments.seed is not None and family.has_own_seed and not _is_random(arguments):
        raise ConfigError(
            f"{path} says itself which random numbers it has, and would be another game with"
            " others: here --seed is for the random modes alone."
        )
    followed: list[Followed] = []

    def watched(env: "Environment") -> "Environment":
        followed.append(_followed(env, family, arguments))
        return followed[0] if arguments.viewer is None else _shown(followed[0], arguments.viewer)

    program = manner.command.split()[0]
    try:
        play(
            path,
            _agent(arguments),
            max_nb_steps=arguments.max_steps,
            wrappers=watched,
            silent=not manner.shows(arguments),
        )
    except EnvInfoMissingError as error:
        raise _lacking(error.info, path, arguments.mode) from error
    except WalkthroughDone as error:
        sys.stderr.write(f"{program}: {error}\n")
        return 1
    except KeyboardInterrupt as interrupt:  # of a game nothing is kept, unlike of other commands
        sys.stderr.write(f"\n{program}: Interrupted.\n")
        return exit_code_of(interrupt)
    if not manner.shows(arguments) and not arguments.quiet:
        seen = followed[0]
        sys.stdout.write(f"{ending(seen.steps, seen.score, seen.max_score)}\n")
    return 0


def _file(game: str) -> Path:
    """Return the file of a game; raises InputError for a folder."""
    from twbench.dataset import locate

    path = locate(Path(game))
    if path.is_dir():
        raise StoryFileError(f"{path} is a folder, and no game: name a file in it.")
    return path


def _followed(
    env: "Environment", family: "Family[Any]", arguments: argparse.Namespace
) -> "Followed":
    """Return the environment of a game of a family as it is to be played, and followed."""
    from twbench.cli.following import Followed
    from twbench.cli.terminal import wants_colors, write_colored

    if family.has_screen and not arguments.no_color and wants_colors():
        from twbench.envs.wrappers.colored_map import ColoredMap

        env = ColoredMap(env, write_colored)
    if arguments.seed is not None and family.has_chance:
        env.seed(arguments.seed)
    if arguments.verbose or arguments.very_verbose:
        _note(f"Using {type(env).__name__}.")
    return Followed(env, _note if arguments.very_verbose else None, family.informations)


def _lacking(info: str, path: Path, mode: str) -> StoryFileError:
    """Return the error of a mode that needs an information which the game does not give."""
    option = "--hints" if mode == "human" else f"--mode {mode}"
    needed = _NEEDED.get(info, info)
    return StoryFileError(f"{option} needs what is not known of {path.name}: {needed}.")


def _note(text: str) -> None:
    """Write a line beside the game."""
    sys.stderr.write(f"{text}\n")


def _parser(command: str) -> argparse.ArgumentParser:
    parser = described_parser(command, __doc__)
    parser.add_argument(
        "game",
        help="story file (.z1 to .z8), ours with their .json beside it, or a NetHack game (.json)",
    )
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
        "--seed",
        type=int,
        help="of the random modes, and of the random numbers of a story that does not say them"
        f" (default: those of its walkthrough where that is known, and {AGENT_SEED} for the modes)",
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
    parser.add_argument(
        "--no-color",
        action="store_true",
        help="show maps without colours; so do the environment variable NO_COLOR, and whatever is"
        " no terminal",
    )
    add_module_option(parser, "families")
    parser.add_argument("-q", "--quiet", action="store_true", help="do not show the game")
    parser.add_argument(
        "-v", "--verbose", action="store_true", help="say which environment plays the game"
    )
    parser.add_argument(
        "-vv",
        "--very-verbose",
        action="store_true",
        help="and tell of each command the score, the action that it became and the facts that it"
        " changed",
    )
    return parser


def _is_random(arguments: argparse.Namespace) -> bool:
    return bool(arguments.mode.startswith("random"))


def _agent(arguments: argparse.Namespace) -> "Agent":
    from twbench import agents

    seed = AGENT_SEED if arguments.seed is None else arguments.seed
    makers: dict[str, Callable[[], Agent]] = {
        "human": lambda: agents.HumanAgent(arguments.hints, arguments.hints),
        "random": lambda: agents.NaiveAgent(seed),
        "random-cmd": lambda: agents.RandomCommandAgent(seed),
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
