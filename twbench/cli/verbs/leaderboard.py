"""Compares runs: ranked by their mean score, in one table for each set of comparable runs.

Runs are comparable if they played the same plan on the same dataset by the same protocol. PATHs are
run folders, or folders that hold some, such as a tree of submissions; runs=[PATH, ...] says the
same. Every figure is computed anew from the episodes. A run's mark says what more is known:
self-reported, replayed or re-run (twbench validate-run). A run that has no rank is shown with the
reason. --module FILE shows the metrics that a Python file of yours registers, beside the others;
metrics=[NAME, ...] those that installed packages announce. They change no rank.

For example:
  twbench leaderboard runs/*
  twbench leaderboard runs --html leaderboard.html --csv leaderboard.csv
  twbench leaderboard runs --module my_metric.py
"""

__all__ = ["run"]

import itertools
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from twbench.cli.application import run_application
from twbench.cli.strangers import quoted
from twbench.errors import ConfigError

KEYS = ("csv", "html", "metrics", "modules", "runs")
FILE_OPTIONS = ("--csv", "--html")
MODULE_OPTION = "--module"
OPTIONS_OF_APPLICATIONS = ("--cfg", "-c", "--config-dir", "-cd")
"""Those that a value follows."""


def run(argv: Sequence[str]) -> int:
    """Run ``twbench leaderboard``."""
    return run_application("leaderboard", _as_settings(argv), _leaderboard, __doc__ or "")


def _as_settings(argv: Sequence[str]) -> list[str]:
    """Return ``argv`` with plain paths and the options for files written as settings."""
    paths: list[str] = []
    modules: list[str] = []
    settings: list[str] = []
    waiting = iter(argv)
    for argument in waiting:
        option, given, value = argument.partition("=")
        if option in (*FILE_OPTIONS, MODULE_OPTION):
            file = value if given else next(waiting, None)
            if not file:
                raise ConfigError(f"{option} needs the name of a file.")
            if option == MODULE_OPTION:
                modules.append(quoted(file))
                continue
            settings.append(f"{option.removeprefix('--')}={quoted(file)}")
        elif argument in OPTIONS_OF_APPLICATIONS:
            settings += [argument, *itertools.islice(waiting, 1)]
        elif argument.startswith("-") or (given and not Path(argument).exists()):
            settings.append(argument)
        else:
            paths.append(quoted(argument))
    if modules:
        settings.append(f"modules=[{','.join(modules)}]")
    return [f"runs=[{','.join(paths)}]", *settings] if paths else settings


def _leaderboard(config: Mapping[str, Any]) -> int:
    from twbench.dataset.config.fields import check_type, mapping
    from twbench.evaluation.board.compare import leaderboard
    from twbench.evaluation.board.report import leaderboard_csv, leaderboard_html, leaderboard_text
    from twbench.evaluation.statistics.own_metrics import use_metrics
    from twbench.system.files import write_where_asked
    from twbench.system.streams import is_standard_output

    values = mapping(config, "", KEYS)
    check_type(values["runs"], list[str], "runs")
    for key in ("metrics", "modules"):
        check_type(values[key], list[str], key)
    if not values["runs"]:
        raise ConfigError("runs are missing: twbench leaderboard runs/* compares those in runs.")
    use_metrics(values["modules"], values["metrics"])
    board = leaderboard(*values["runs"])
    for reason in board.left_out:
        sys.stderr.write(f"twbench: {reason} and left out.\n")
    told = [leaderboard_text(board), "\n"]
    for key, page in (("html", leaderboard_html), ("csv", leaderboard_csv)):
        check_type(values[key], str | None, key)
        if values[key] is None:
            continue
        write_where_asked(Path(values[key]), page(board))
        if is_standard_output(Path(values[key])):
            told.clear()
        elif told:
            told.append(f"written  {values[key]}\n")
    # Last: who reads on the other side of a pipe may have seen enough before the end.
    sys.stdout.write("".join(told))
    return 0
