"""Agents scored on datasets: plans, rollouts, metrics, runs on disk, leaderboards.

`run` wires the rooms together: start reading there. `settings` says what is played, `playing` does
it in processes of its own, with agents behind the `wall`, and `episodes` are what comes of it.
`records` keeps runs on disk, `statistics` makes figures of them, `board` compares and prints, and
`checking` is for runs of others.

The names below are loaded when they are first used: every playing process passes through here, and
needs neither pyarrow nor joblib.
"""

from typing import TYPE_CHECKING

from twbench.system.public_names import loading

if TYPE_CHECKING:
    from twbench.evaluation.board.compare import leaderboard
    from twbench.evaluation.board.leaderboard import Leaderboard
    from twbench.evaluation.board.report import (
        leaderboard_csv,
        leaderboard_html,
        leaderboard_text,
        scores_text,
    )
    from twbench.evaluation.checking.validate import Validation
    from twbench.evaluation.checking.validate_run import validate_run
    from twbench.evaluation.records.stored_run import Run
    from twbench.evaluation.run import evaluate
    from twbench.evaluation.settings.agents import AgentSpec
    from twbench.evaluation.settings.evaluation import Evaluation, parse_evaluation
    from twbench.evaluation.settings.protocol import TRACKS, Limits, Memory, Protocol

__all__ = [
    "TRACKS",
    "AgentSpec",
    "Evaluation",
    "Leaderboard",
    "Limits",
    "Memory",
    "Protocol",
    "Run",
    "Validation",
    "evaluate",
    "leaderboard",
    "leaderboard_csv",
    "leaderboard_html",
    "leaderboard_text",
    "parse_evaluation",
    "scores_text",
    "validate_run",
]

_HOMES = {
    "board.compare": ("leaderboard",),
    "board.leaderboard": ("Leaderboard",),
    "board.report": ("leaderboard_csv", "leaderboard_html", "leaderboard_text", "scores_text"),
    "checking.validate": ("Validation",),
    "checking.validate_run": ("validate_run",),
    "records.stored_run": ("Run",),
    "run": ("evaluate",),
    "settings.agents": ("AgentSpec",),
    "settings.evaluation": ("Evaluation", "parse_evaluation"),
    "settings.protocol": ("Limits", "Memory", "Protocol", "TRACKS"),
}


__getattr__, __dir__ = loading(__name__, _HOMES)
