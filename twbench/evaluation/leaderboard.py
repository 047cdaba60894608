"""Runs compared: ranked among those that answered the same questions, and only among those.

Two runs are comparable if dataset, plan and maximum of steps are the same; every such group has a
table of its own. Within a table runs are ranked by their overall mean; equal means share a rank,
and a run without an overall mean has no rank.
"""

__all__ = ["Entry", "Leaderboard", "Table", "make_leaderboard"]

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from twbench.errors import RunError
from twbench.evaluation.run import Run
from twbench.evaluation.scores import Scores


@dataclass(frozen=True, slots=True)
class Entry:
    """One run in a table; ``agent`` is its name with the arguments that were given."""

    rank: int | None
    run_id: str
    agent: str
    scores: Scores


@dataclass(frozen=True, slots=True)
class Table:
    """Comparable runs, best first, and what they have in common."""

    dataset: str
    fingerprint: str
    plan: str
    splits: tuple[str, ...]
    games: int
    episodes_per_game: int
    max_steps: int
    entries: tuple[Entry, ...]

    @property
    def challenges(self) -> tuple[str, ...]:
        """The challenges that the plan has games of."""
        return tuple(self.entries[0].scores.challenges)


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """All tables, ordered by dataset, plan and maximum of steps."""

    tables: tuple[Table, ...]


def make_leaderboard(runs: Iterable[Run]) -> Leaderboard:
    """Return the tables of ``runs``; the order in which these are given does not matter.

    A run that is given twice counts once. Raises RunError for no runs at all, and for a run of
    which two differing copies are given.
    """
    unique: dict[tuple[Any, ...], dict[str, Run]] = {}
    for run in runs:
        group = unique.setdefault(_key(run), {})
        known = group.setdefault(run.record["run_id"], run)
        if known.record["episodes_sha256"] != run.record["episodes_sha256"]:
            raise RunError(
                f"{known.folder} and {run.folder} are the same run with different episodes."
            )
    if not unique:
        raise RunError("There are no runs to compare: evaluate an agent first.")
    return Leaderboard(tuple(_table(list(unique[key].values())) for key in sorted(unique)))


def _key(run: Run) -> tuple[Any, ...]:
    record = run.record
    dataset = record["dataset"]
    return (
        dataset["name"],
        dataset["fingerprint"],
        record["plan"]["hash"],
        record["limits"]["max_steps"],
    )


def _table(runs: list[Run]) -> Table:
    record = runs[0].record
    plan = record["plan"]
    for run in runs:
        if run.scores.challenges.keys() != runs[0].scores.challenges.keys():
            raise RunError(f"{run.folder} has other challenges than {runs[0].folder}, of its plan.")
    return Table(
        dataset=record["dataset"]["name"],
        fingerprint=record["dataset"]["fingerprint"],
        plan=plan["hash"],
        splits=tuple(plan["splits"]),
        games=plan["games"],
        episodes_per_game=plan["episodes_per_game"],
        max_steps=record["limits"]["max_steps"],
        entries=_ranked(runs),
    )


def _ranked(runs: list[Run]) -> tuple[Entry, ...]:
    """Return the entries by descending mean; equal means share a rank, as in sport."""
    means = {run.record["run_id"]: run.scores.overall.mean.value for run in runs}
    known = sorted((mean for mean in means.values() if mean is not None), reverse=True)
    entries = []
    for run in runs:
        run_id = run.record["run_id"]
        mean = means[run_id]
        rank = None if mean is None else known.index(mean) + 1
        entries.append(Entry(rank, run_id, _agent(run), run.scores))
    last = len(runs) + 1
    return tuple(sorted(entries, key=lambda entry: (entry.rank or last, entry.run_id)))


def _agent(run: Run) -> str:
    agent = run.record["agent"]
    given = ", ".join(f"{name}={value}" for name, value in sorted(agent["arguments"].items()))
    return f"{agent['name']}({given})" if given else str(agent["name"])
