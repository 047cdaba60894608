"""Runs compared: ranked among those that answered the same questions, and only among those.

Two runs are comparable if dataset, plan and protocol are the same; every such group has a table of
its own. Within a table runs are ranked by their overall mean; equal means share a rank. A run that
`unranked_reason` has something to say of is shown without a rank. The first games of a split are
another plan than all of them, and so in another table, which says it.
"""

__all__ = [
    "SHOWN_DIGITS",
    "Entry",
    "Leaderboard",
    "Table",
    "make_leaderboard",
    "unranked_reason",
]

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from twbench.errors import RunError
from twbench.evaluation.board.look_alikes import is_shipped, look_of, told_apart
from twbench.evaluation.records.extension import Extension
from twbench.evaluation.records.marks import MARKS
from twbench.evaluation.records.stored_run import Run
from twbench.evaluation.settings.part import SplitPart
from twbench.evaluation.settings.protocol import ORACLE, handicaps_of
from twbench.evaluation.statistics.comparison import Difference, compare
from twbench.evaluation.statistics.scores import GameScores, Scores
from twbench.evaluation.wall.guard import NOT_NEEDED
from twbench.hashing import sha256_hex
from twbench.printable import shortened
from twbench.sandbox import OPEN
from twbench.whole_numbers import counted

SHOWN_DIGITS = 12
"""Of a hash in the title of a table."""
_LONGEST_NAME = 40
_LONGEST_ARGUMENT = 80
_LONGEST_AGENT = 200
_DIGITS = 8
_MOST_UNKNOWN = 5
Record = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Entry:
    """One run in a table.

    ``agent`` is its name with the arguments that were given, as far as these are not long, and
    where it comes from if another one looks the same (`twbench.evaluation.board.look_alikes`).
    ``mark`` says who vouches for the run (self-reported, replayed or re-run), that its agent was in
    no sandbox (open), that it asks a service (network), and that the run has the episodes of an
    earlier one (extended). ``note`` is why it
    has no rank; ``unknown`` are metrics that it was recorded with and nobody knows here. ``again``
    is how many episodes were begun beyond those of its plan: since it was stopped, or since others
    than the agent were told to have failed.
    """

    rank: int | None
    run_id: str
    agent: str
    mark: str
    note: str | None
    scores: Scores
    unknown: tuple[str, ...] = ()
    again: int = 0
    against_best: Difference | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """Comparable runs, best first, and what they have in common.

    ``part`` says which of the games of the splits were played, None where all were. ``protocol`` is
    the protocol's name with its settings, ``handicaps`` are those that it grants.
    """

    dataset: str
    fingerprint: str
    plan: str
    splits: tuple[str, ...]
    games: int
    episodes_per_game: int
    protocol: str
    protocol_hash: str
    entries: tuple[Entry, ...]
    handicaps: tuple[str, ...]
    part: SplitPart | None = None

    @property
    def games_of_splits(self) -> int:
        """How many games the splits have, whether they are played or not."""
        return self.games if self.part is None else self.part.of

    @property
    def challenges(self) -> tuple[str, ...]:
        """The challenges that the plan has games of."""
        return tuple(self.entries[0].scores.challenges)

    @property
    def ranked(self) -> tuple[Entry, ...]:
        """The entries that have a rank."""
        return tuple(entry for entry in self.entries if entry.rank is not None)


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """All tables, ordered by dataset, plan and protocol.

    ``left_out`` says of paths with nothing to compare why they have no entry.
    """

    tables: tuple[Table, ...]
    left_out: tuple[str, ...] = ()


def make_leaderboard(runs: Iterable[Run]) -> Leaderboard:
    """Return the tables of ``runs``; the order in which these are given does not matter.

    A run that is given twice counts once, with the higher mark. Raises RunError for no runs at all,
    for a run of which two differing copies are given, for runs that tell different things of one
    plan or dataset, and for two datasets or protocols that would look like one.
    """
    unique: dict[tuple[Any, ...], dict[str, Run]] = {}
    for run in runs:
        group = unique.setdefault(_key(run.record), {})
        name = _name(run)
        group[name] = _one_of(group[name], run) if name in group else run
    if not unique:
        raise RunError("There are no runs to compare: evaluate an agent first.")
    groups = [list(unique[key].values()) for key in sorted(unique)]
    tables = tuple(map(_table, groups))
    _check_datasets(tables, groups)
    _check_protocols(tables, groups)
    _check_sizes(tables, groups)
    _check_games(run for group in groups for run in group)
    return Leaderboard(tables)


def _one_of(known: Run, run: Run) -> Run:
    """Return the copy of a run with the higher mark; somebody else's name on it is refused."""
    shown = _in_common(run.record)
    for what, value in _in_common(known.record).items():
        if value != shown[what]:
            raise RunError(
                f"{known.folder} and {run.folder} are the same run with different {what}."
            )
    return max(known, run, key=lambda copy: (MARKS.index(copy.mark), _again(copy)))


def _in_common(record: Record) -> dict[str, Any]:
    """Return what copies of a run have in common, which two machines may have written.

    It is all that is shown. Of two sandboxes no difference is, but for none.
    """
    sandbox = record["wall"]["sandbox"]
    return {
        "episodes": record["episodes_sha256"],
        "plans": _games_asked(record),
        "agents": record["agent"],
        "earlier runs": record.get("extends"),
        "walls": (record["wall"]["on"], sandbox if sandbox in (OPEN, NOT_NEEDED) else None),
    }


def _games_asked(record: Record) -> tuple[Any, ...]:
    """Return which games a plan is about, as its record tells it."""
    plan = record["plan"]
    return tuple(plan["splits"]), plan["games"], SplitPart.recorded(plan)


def unranked_reason(record: Record, scores: Scores) -> str | None:
    """Return why a run cannot have a rank, whatever it is compared with; None if it can."""
    reasons = []
    wall = record["wall"]
    if record["protocol"].get("track") == ORACLE:
        reasons.append("the protocol tells the solution")
    if not wall["on"]:
        reasons.append("the wall was off")
    elif wall["sandbox"] == NOT_NEEDED and not is_shipped(record["agent"]):
        reasons.append("played without a wall, and does not come with twbench")
    if "seed" in record["agent"]["arguments"]:
        reasons.append("the seed of the agent was chosen")
    if scores.incomplete:
        episodes = counted(scores.incomplete, "episode")
        reasons.append(f"incomplete: {episodes} failed by the story, the machine or a service")
    if scores.overall.mean.value is None:
        reasons.append("no episode has a score")
    return "; ".join(reasons) or None


def _key(record: Record) -> tuple[Any, ...]:
    dataset = record["dataset"]
    names = dataset["name"], dataset["fingerprint"]
    return (*names, record["plan"]["hash"], record["protocol_hash"])


def _protocol(record: Record) -> str:
    values = record["protocol"]
    settings = ", ".join(
        f"{name}={value if isinstance(value, str) else json.dumps(value, sort_keys=True)}"
        for name, value in sorted(values.items())
        if name != "track"
    )
    name = values.get("track")
    return f"protocol {name} ({settings})" if settings else f"protocol {name}"


def _handicaps(record: Record) -> tuple[str, ...]:
    values = record["protocol"]
    return handicaps_of(
        values.get("infos", ()), values.get("lookahead", 0), values.get("game_seed", "")
    )


def _table(runs: Sequence[Run]) -> Table:
    record = runs[0].record
    plan = record["plan"]
    _check_plans(runs)
    return Table(
        dataset=record["dataset"]["name"],
        fingerprint=record["dataset"]["fingerprint"],
        plan=plan["hash"],
        splits=tuple(plan["splits"]),
        games=plan["games"],
        episodes_per_game=plan["episodes_per_game"],
        protocol=_protocol(record),
        protocol_hash=record["protocol_hash"],
        entries=_compared(_ranked(runs)),
        handicaps=_handicaps(record),
        part=SplitPart.recorded(plan),
    )


def _check_datasets(tables: Sequence[Table], groups: Sequence[Sequence[Run]]) -> None:
    """Raise RunError where two datasets would look like one: their fingerprints are cut to print.

    No two datasets have the same beginning of a fingerprint, nor one of them two names: these are a
    part of what it is computed from. ``groups`` are the runs of the tables.
    """
    known: dict[str, tuple[tuple[str, str], Run]] = {}
    for table, (run, *_) in zip(tables, groups, strict=True):
        named = table.dataset, table.fingerprint
        beginning = table.fingerprint[:SHOWN_DIGITS]
        other_named, other = known.setdefault(beginning, (named, run))
        if named != other_named:
            raise RunError(
                f"{run.folder} and {other.folder} name two datasets that would look the same:"
                " twbench validate-run tells which is right."
            )


def _check_protocols(tables: Sequence[Table], groups: Sequence[Sequence[Run]]) -> None:
    """Raise RunError where two protocols of a plan would look like one.

    They differ by their hashes, which are not printed. What is noted in a protocol is text, and
    runs say it of themselves. ``groups`` are the runs of the tables.
    """
    known: dict[tuple[str, str, str], Run] = {}
    for table, (run, *_) in zip(tables, groups, strict=True):
        look = table.fingerprint, table.plan, look_of(table.protocol)
        other = known.setdefault(look, run)
        if other is not run:
            raise RunError(
                f"{run.folder} and {other.folder} name two protocols that would look the same:"
                " compare them apart."
            )


def _check_sizes(tables: Sequence[Table], groups: Sequence[Sequence[Run]]) -> None:
    """Raise RunError unless tables of the same splits say alike how many games these have.

    So no part of them passes for the whole beside a run of the whole. ``groups`` are the runs of
    the tables.
    """
    known: dict[tuple[str, frozenset[str]], tuple[int, Run]] = {}
    for table, (run, *_) in zip(tables, groups, strict=True):
        splits = table.fingerprint, frozenset(table.splits)
        size, other = known.setdefault(splits, (table.games_of_splits, run))
        if size != table.games_of_splits:
            raise RunError(
                f"{run.folder} has {table.games_of_splits} games in {' + '.join(table.splits)},"
                f" and {other.folder}, of the same dataset, has {size}: twbench validate-run tells"
                " which is right."
            )


def _check_plans(runs: Sequence[Run]) -> None:
    """Raise RunError unless the runs of a table say the same of their plan."""
    known, *others = runs
    for run in others:
        if _games_asked(run.record) != _games_asked(known.record):
            raise RunError(f"{run.folder} names other games than {known.folder}, of its plan.")
        if run.scores.challenges.keys() != known.scores.challenges.keys():
            raise RunError(f"{run.folder} has other challenges than {known.folder}, of its plan.")


def _check_games(runs: Iterable[Run]) -> None:
    """Raise RunError unless runs on one dataset record the same about each of its games.

    The maximum score of a game, for example, is a matter of the dataset. The figures of a run that
    records another one are wrong, and without a replay nothing else would show that.
    """
    known: dict[tuple[str, str], tuple[str, GameScores, Run]] = {}
    for run in runs:
        fingerprint = run.record["dataset"]["fingerprint"]
        for challenge, games in run.scores.games.items():
            for name, game in games.items():
                first = known.setdefault((fingerprint, name), (challenge, game, run))
                what = "challenge" if challenge != first[0] else first[1].told_otherwise(game)
                if what is not None:
                    raise RunError(
                        f"{run.folder} has another {what} of {name} than {first[2].folder}, of its"
                        " dataset."
                    )


def _ranked(runs: Sequence[Run]) -> tuple[Entry, ...]:
    """Return the entries by descending mean, those with a rank first; equal means share a rank."""
    notes = {_name(run): unranked_reason(run.record, run.scores) for run in runs}
    agents = told_apart({_name(run): (_agent(run.record), run.record["agent"]) for run in runs})
    means = {_name(run): run.scores.overall.mean.value or 0.0 for run in runs}
    known = sorted((means[name] for name in means if notes[name] is None), reverse=True)
    ranks: dict[float, int] = {}
    for rank, value in enumerate(known, 1):
        ranks.setdefault(value, rank)
    entries = [
        Entry(
            rank=ranks[means[name]] if notes[name] is None else None,
            run_id=name,
            agent=agents[name],
            mark=_mark(run),
            note=notes[name],
            scores=run.scores,
            unknown=_unknown(run),
            again=_again(run),
        )
        for name, run in ((_name(run), run) for run in runs)
    ]
    last = len(runs) + 1
    return tuple(sorted(entries, key=lambda e: (e.rank or last, -means[e.run_id], e.run_id)))


def _compared(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """Return the entries, those with a rank compared with the first of them."""
    best, *others = entries
    return best, *(
        entry
        if entry.rank is None
        else replace(entry, against_best=compare(entry.scores, best.scores).overall)
        for entry in others
    )


def _name(run: Run) -> str:
    return str(run.record["run_id"])


def _mark(run: Run) -> str:
    record = run.record
    extends = Extension.recorded(record)
    marks = [run.mark]
    if record["wall"]["sandbox"] == OPEN:
        marks.append("open")
    if record["agent"]["network"]:
        marks.append("network")
    if extends is not None:
        marks.append(extends.told())
    return ", ".join(marks)


def _unknown(run: Run) -> tuple[str, ...]:
    """Return the metrics of the record that are not computed here, as names of one line each."""
    recorded = run.record.get("scores")
    overall = recorded.get("overall") if isinstance(recorded, Mapping) else None
    if not isinstance(overall, Mapping):
        return ()
    names = sorted(set(overall) - {*run.scores.overall.figures, "levels"})
    return tuple(shortened(name, _LONGEST_NAME) for name in names[:_MOST_UNKNOWN])


def _again(run: Run) -> int:
    """Return how many episodes of a run were begun beyond those of its plan, as far as it says."""
    attempts = run.record.get("attempts")
    begun = attempts.get("begun") if isinstance(attempts, Mapping) else None
    return max(0, begun - run.scores.overall.count("episodes")) if type(begun) is int else 0


def _agent(record: Record) -> str:
    """Return the agent's name with its arguments, which may be of any length: run.json has all."""
    agent = record["agent"]
    name = _cut(str(agent["name"]), _LONGEST_AGENT)
    given = ", ".join(
        f"{_cut(key, _LONGEST_ARGUMENT)}={_cut(str(value), _LONGEST_ARGUMENT)}"
        for key, value in sorted(agent["arguments"].items())
    )
    return f"{name}({_cut(given, _LONGEST_AGENT)})" if given else name


def _cut(text: str, limit: int) -> str:
    """Return the beginning of a long text, with that of its hash: others may begin as it does."""
    if len(text) <= limit:
        return text
    return f"{text[:limit]}... #{sha256_hex(text.encode('utf-8', 'surrogatepass'))[:_DIGITS]}"
