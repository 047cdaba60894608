"""The ``twbench`` command: finds the verb, runs it, and turns errors into one line each.

Exit codes: 0 done; 1 it failed, and the message says why; 2 the command or its configuration is
wrong, and nothing was done; 130 it was interrupted by Ctrl-C, and other codes above 128 by signals.
"""

__all__ = ["VERBS", "answer", "main"]

import errno
import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import NamedTuple

from twbench.cli.own_process import process_of_command
from twbench.cli.signals import ended_by_signals, exit_code_of
from twbench.cli.terminal import fit_for_terminals, plain_warnings, read_any_bytes
from twbench.errors import AgentError, ConfigError, TwbenchError, nearest
from twbench.system.collection import leave_rest_at_exit, seldom_collecting
from twbench.system.streams import lead_nowhere, open_closed_streams
from twbench.version import __version__


class Verb(NamedTuple):
    """A verb of the command line: its module in `verbs`, and what it does in a few words."""

    module: str
    summary: str


VERBS = {
    "build": Verb("build", "build a dataset from a configuration"),
    "import": Verb("importing", "make a dataset of games and stories that exist"),
    "verify": Verb("verify", "check every byte, row and walkthrough of a dataset"),
    "info": Verb("info", "show what a dataset holds"),
    "evaluate": Verb("evaluate", "let an agent play a dataset"),
    "leaderboard": Verb("leaderboard", "compare runs"),
    "validate-run": Verb("validating", "replay runs, and compare with what they say"),
    "make": Verb("make", "make one game"),
    "play": Verb("play", "play a game, or watch an agent play it"),
    "extract": Verb("extract", "extract words, entities, walkthroughs or commands"),
    "export": Verb("export", "write a dataset in another format"),
    "list": Verb("listing", "list challenges, agents, themes, datasets, metrics and more"),
}

_NO_MEMORY = "There is not enough memory. What was finished is kept."

APPLICATIONS = ("build", "evaluate", "leaderboard")

HELP = """\
usage: twbench VERB ...

Turns a few lines of configuration into a benchmark of text-based games.

{verbs}

Examples:
  twbench build dataset=demo
  twbench verify datasets/demo
  twbench make coin_collector --level 5 --seed 1 --output game.z8
  twbench play game.z8
  twbench evaluate dataset=datasets/demo agent=random

twbench VERB --help explains a verb. build, evaluate and leaderboard take key=value settings
(Hydra); eval "$(twbench --completion bash)" completes them in the shell.

  -h, --help           show this text
  --version            show the version
  --completion SHELL   print the completion script of bash, zsh or fish
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line ``argv`` (default: that of the process); return the exit code."""
    return answer("twbench", _dispatch, argv)


def answer(
    name: str, run: Callable[[Sequence[str]], int], argv: Sequence[str] | None = None
) -> int:
    """Run the command ``name`` with ``argv`` (default: that of the process); return the exit code.

    Errors that are raised on purpose, and what stops a process, are told in one line, and what is
    wrong in files that can be used all the same by its message alone.
    """
    arguments = list(sys.argv[1:] if argv is None else argv)
    leave_rest_at_exit()
    open_closed_streams()
    read_any_bytes()
    with (
        process_of_command(argv is None),
        seldom_collecting(),
        fit_for_terminals(),
        plain_warnings(name),
        ended_by_signals(and_after=argv is None),
    ):
        return _answer(name, run, arguments)


def _answer(name: str, run: Callable[[Sequence[str]], int], arguments: Sequence[str]) -> int:
    try:
        code = run(arguments)
        sys.stdout.flush()
        return code
    except (ConfigError, AgentError) as error:
        return _complain(name, str(error), 2)
    except TwbenchError as error:
        return _complain(name, str(error), 1)
    except KeyboardInterrupt as interrupt:  # or a signal that is answered alike
        return _complain(name, "Interrupted. What was finished is kept.", exit_code_of(interrupt))
    except BrokenPipeError:
        lead_nowhere(sys.stdout.fileno())  # so that the interpreter ends quietly
        return 1
    except OSError as error:
        return _complain(name, _describe(error), 1)
    except MemoryError:
        return _complain(name, _NO_MEMORY, 1)
    except ImportError as error:
        if not (error.path or "").endswith(".so"):  # it is no library of the system
            raise
        return _complain(name, f"A library cannot be loaded: {error}.", 1)
    except SystemExit as exit_:  # argparse ends this way after --help and usage errors
        return exit_.code if isinstance(exit_.code, int) else int(bool(exit_.code))


def _dispatch(arguments: Sequence[str]) -> int:
    if arguments and arguments[0] == "help":  # help VERB
        arguments = [*arguments[1:], "--help"]
    if not arguments or arguments[0] in ("-h", "--help"):
        width = max(map(len, VERBS))
        verbs = "\n".join(f"  {name:{width}}  {verb.summary}" for name, verb in VERBS.items())
        sys.stdout.write(HELP.format(verbs=verbs))
        return 0 if arguments else 2
    name, *rest = arguments
    if name == "--version":
        sys.stdout.write(f"twbench {__version__}\n")
        return 0
    if name in ("--completion", "-sc"):
        return _complete(name, rest)
    if name not in VERBS:
        raise ConfigError(
            f"twbench has no verb {name!r}; it has {', '.join(VERBS)}.{nearest(name, VERBS)}"
        )
    return _run(name, rest)


def _run(name: str, rest: Sequence[str]) -> int:
    run: Callable[[Sequence[str]], int] = import_module(
        f"twbench.cli.verbs.{VERBS[name].module}"
    ).run
    return run(rest)


def _complete(option: str, rest: Sequence[str]) -> int:
    """Print a completion script (``--completion bash``) or answer one (``-sc query=bash``)."""
    from twbench.cli import completion

    if option == "--completion":
        return completion.install(rest)
    return completion.query(rest, VERBS, APPLICATIONS)


def _complain(name: str, message: str, code: int) -> int:
    sys.stderr.write(f"{name}: {message}\n")
    return code


def _describe(error: OSError) -> str:
    reason = error.strerror or str(error)
    if not error.filename:
        return f"{reason}."
    if isinstance(error, FileExistsError) and not os.path.isdir(error.filename):  # noqa: PTH112
        reason = os.strerror(errno.ENOTDIR)  # where a folder was to be
    return f"{error.filename}: {reason}."
