"""What follows from the episodes of a run, computed anew: a record that says otherwise is refused.

So a number on a leaderboard is never one that somebody wrote into ``run.json``. That the episodes
were played as they are told does not follow from this.
"""

__all__ = ["recomputed_scores"]

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from twbench.errors import RunError
from twbench.evaluation.episodes.episode import FAILED, FailedBy, Status, normalized
from twbench.evaluation.records.run_folder import RunFolder
from twbench.evaluation.records.tables import PLAN
from twbench.evaluation.settings.part import SplitPart
from twbench.evaluation.settings.plan import plan_hash
from twbench.evaluation.statistics.scores import Outcome, Scores, aggregate, difference

_KEY = tuple(PLAN.names[:-1])
"""What plan and episodes have in common: all but the seed of the agent, which mixes in its own."""
_OF_GAMES = ("challenge", "level", "max_score", "optimal_length", "puzzle_hash", "split")
"""What all episodes of a game have in common."""

Row = Mapping[str, Any]


def recomputed_scores(files: RunFolder, record: Mapping[str, Any]) -> Scores:
    """Return the scores of the episodes of a run.

    Raises RunError if the plan or the episodes do not hang together, or if ``record`` has another
    plan or other scores.
    """
    plan, episodes = files.read_plan(), files.read_episodes()
    problem = _plan_problem(plan, record["plan"]) or _episodes_problem(plan, episodes)
    if problem is not None:
        raise RunError(f"{files.path} is damaged: {problem}")
    scores = aggregate(map(Outcome.of, episodes))
    wrong = difference(record.get("scores"), scores)
    if wrong is not None:
        raise RunError(f"{files.path / 'run.json'} is damaged: it has {wrong}.")
    return scores


def _plan_problem(plan: Sequence[Row], recorded: Mapping[str, Any]) -> str | None:
    found = plan_hash((row["game_id"], row["episode_seed"], row["agent_seed"]) for row in plan)
    if found != recorded["hash"]:
        return "plan.parquet is not the plan that was recorded."
    games = Counter(row["game_id"] for row in plan)
    if len(games) != recorded["games"] or set(games.values()) - {recorded["episodes_per_game"]}:
        return f"it has not {recorded['episodes_per_game']} episodes of {recorded['games']} games."
    if sorted({row["split"] for row in plan}) != sorted(recorded["splits"]):
        return "plan.parquet has games of other splits than those that were recorded."
    part = SplitPart.recorded(recorded)
    if part is None:
        return None
    split_of = {row["game_id"]: row["split"] for row in plan}
    return part.problem([*Counter(split_of.values()).values()])


_COUNTS = ("steps", "turns", "lookahead", "invalid_actions", "optimal_length")
"""What is counted here or by a dataset; stories of others may count their moves as they like."""


def _episodes_problem(plan: Sequence[Row], episodes: Sequence[Row]) -> str | None:
    if [_key(row) for row in episodes] != [_key(row) for row in plan]:
        return "episodes.parquet has not the episodes of plan.parquet, in their order."
    known: dict[str, Row] = {}
    for row in episodes:
        problem = _episode_problem(row)
        before = known.setdefault(row["game_id"], row)
        if any(before.get(name) != row.get(name) for name in _OF_GAMES):
            problem = "tells of its game otherwise than the one before"
        if problem is not None:
            return f"the episode of {row['game_id']} with seed {row['episode_seed']} {problem}."
    return None


def _episode_problem(row: Row) -> str | None:
    """Return what cannot be true of an episode."""
    if row["normalized_score"] != normalized(row["score"], row["max_score"]):
        return "has a normalized score that is not its score by the maximum"
    if row["status"] not in set(Status):
        return f"has an unknown status, {row['status']!r}"
    if row["truncated"] != (row["status"] == Status.TRUNCATED):
        return "is truncated in one column and not in another"
    if row["won"] and row["lost"]:
        return "was won and lost"
    for name in _COUNTS:
        if (row.get(name) or 0) < 0:
            return f"has {row[name]} {name.replace('_', ' ')}"
    failed = row["status"] in FAILED
    if row["failed_by"] not in (None, *FailedBy):
        return f"was failed by {row['failed_by']!r}"
    if failed != (row["failed_by"] is not None):
        return f"is {row['status']}, but failed by {row['failed_by']}"
    if row["won"] and row["status"] != Status.DONE:
        return "was won, but is not done"
    return None


def _key(row: Row) -> tuple[Any, ...]:
    return tuple(row.get(name) for name in _KEY)
