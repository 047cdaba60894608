"""Evaluating an agent on a dataset: plan, play, store, score."""

__all__ = ["Evaluation", "Run", "evaluate"]

import hashlib
import platform
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Any

import joblib

import twbench
from twbench.agents import AgentEntry
from twbench.dataset.index import file_sha256
from twbench.errors import AgentError, ConfigError, RunError
from twbench.evaluation.episode import Limits
from twbench.evaluation.games import GameSet, read_games
from twbench.evaluation.plan import Plan, make_plan
from twbench.evaluation.player import Job, PlayerPool
from twbench.evaluation.recompute import recomputed_scores
from twbench.evaluation.results import FORMAT, RunFolder
from twbench.evaluation.rollout import AgentSpec, Start, start_watched
from twbench.evaluation.scores import Outcome, Scores, aggregate
from twbench.hashing import content_id
from twbench.untrusted import inside, regular_file

CHUNK = 32  # episodes between two looks at the disk: what a stopped run plays again at most

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What to evaluate, and how.

    ``splits`` are played in their order, every game ``episodes`` times. ``transcripts`` keeps
    every step. ``n_jobs`` (-1: one per core) changes the time it takes and nothing else.
    """

    dataset: Path
    agent: AgentSpec
    splits: tuple[str, ...] = ("test",)
    episodes: int = 1
    seed: int = 0
    limits: Limits = field(default_factory=lambda: Limits(max_steps=200, time_limit=60.0))
    transcripts: bool = False
    out: Path = Path("runs")
    n_jobs: int = 1

    def __post_init__(self) -> None:
        if not self.splits:
            raise ConfigError("split must name at least one split of the dataset.")
        for name, value in (("episodes", self.episodes), ("max_steps", self.limits.max_steps)):
            if value < 1:
                raise ConfigError(f"{name} must be at least 1, not {value}.")
        if self.limits.time_limit <= 0:
            raise ConfigError(f"time_limit must be above 0, not {self.limits.time_limit:g}.")
        if self.n_jobs == 0:
            raise ConfigError("n_jobs must be a number of workers, or -1 for one per core, not 0.")


@dataclass(frozen=True, slots=True)
class Run:
    """A complete run: its folder, its record (run.json) and its scores.

    ``played`` is how many episodes were played just now; the others were there already.
    """

    folder: Path
    record: Mapping[str, Any]
    scores: Scores
    played: int = 0

    @classmethod
    def read(cls, folder: Path, played: int = 0) -> "Run":
        """Read the run in ``folder``; raises RunError where it is damaged or not complete."""
        files = RunFolder(folder)
        record = files.read_record()
        episodes = inside(folder, "episodes.parquet", RunError)
        if not regular_file(episodes):
            raise RunError(f"{folder} is damaged: it has no episodes.parquet.")
        if file_sha256(episodes) != record["episodes_sha256"]:
            raise RunError(f"{folder} is damaged: episodes.parquet is not what was recorded.")
        return cls(folder, record, recomputed_scores(files, record), played)


def evaluate(
    settings: Evaluation, *, start: Start = start_watched, progress: Progress | None = None
) -> Run:
    """Play the plan that ``settings`` ask for and return the run, stored and scored.

    A run that is there already is read, one that was stopped is resumed. ``progress`` is called
    with (episodes there, episodes of the plan). ``start`` opens a story; it must be importable
    by its name.

    Raises AgentError, ConfigError, DatasetError or RunError before anything is played.
    """
    entry = settings.agent.resolve()
    if not entry.evaluable:
        raise AgentError(f"Agent {entry.name!r} ({entry.description}) cannot be evaluated.")
    games = read_games(settings.dataset, settings.splits)
    plan = make_plan(games.games, settings.splits, settings.episodes, settings.seed)
    identity = _identity(settings, games, plan)
    folder = RunFolder(settings.out / f"{entry.name}-{content_id(identity, length=12)}")
    if folder.is_complete:
        if settings.transcripts and not folder.has_transcripts:
            raise RunError(
                f"The run in {folder.path} is there, but without transcripts: delete it to play"
                " it again."
            )
        return Run.read(folder.path)
    folder.begin(plan)
    played, chunks = _play(settings, plan, folder, start, progress)
    folder.join_parts(chunks, settings.transcripts)
    scores = aggregate(map(Outcome.of, folder.read_episodes()))
    folder.complete(_record(settings, entry, games, identity, folder, scores))
    return Run.read(folder.path, played)


def _play(
    settings: Evaluation, plan: Plan, folder: RunFolder, start: Start, progress: Progress | None
) -> tuple[int, int]:
    """Play the chunks that are not there; return the episodes played, and the chunks there are."""
    chunks = [plan.items[first : first + CHUNK] for first in range(0, len(plan.items), CHUNK)]
    missing = [
        number
        for number, items in enumerate(chunks)
        if not folder.has_part(number, items, settings.transcripts)
    ]
    there = len(plan.items) - sum(len(chunks[number]) for number in missing)
    tell = progress or (lambda there, total: None)
    tell(there, len(plan.items))
    played = 0
    job = Job(settings.agent, settings.limits, settings.transcripts, start)
    with PlayerPool(job) as pool:

        def play_chunk(number: int) -> int:
            with pool.borrow() as player:
                episodes = [player.play(item) for item in chunks[number]]
            folder.write_part(number, episodes, settings.transcripts)
            return len(episodes)

        # Threads suffice: each of them waits for a child process of its own, which plays.
        parallel = joblib.Parallel(
            n_jobs=settings.n_jobs, backend="threading", return_as="generator_unordered"
        )
        counts: Iterable[int] = parallel(joblib.delayed(play_chunk)(number) for number in missing)
        for count in counts:
            played += count
            tell(there + played, len(plan.items))
    return played, len(chunks)


def _identity(settings: Evaluation, games: GameSet, plan: Plan) -> dict[str, Any]:
    """Return all that decides what happens in the run: equal identities, equal runs."""
    module = settings.agent.module
    return {
        "twbench": twbench.__version__,
        "dataset": games.fingerprint,
        "plan": plan.hash,
        "agent": settings.agent.name,
        "arguments": dict(settings.agent.arguments),
        "module": module and hashlib.sha256(Path(module).read_bytes()).hexdigest(),
        "max_steps": settings.limits.max_steps,
        "time_limit": settings.limits.time_limit,
    }


def _record(
    settings: Evaluation,
    entry: AgentEntry,
    games: GameSet,
    identity: Mapping[str, Any],
    folder: RunFolder,
    scores: Scores,
) -> dict[str, Any]:
    """Return the contents of run.json. No time and no absolute path is in it."""
    module = settings.agent.module
    return {
        "format": FORMAT,
        "run_id": folder.path.name,
        "dataset": {"name": games.name, "fingerprint": games.fingerprint},
        "plan": {
            "hash": identity["plan"],
            "splits": list(settings.splits),
            "games": len(games.games),
            "episodes_per_game": settings.episodes,
            "seed": settings.seed,
        },
        "agent": {
            "name": entry.name,
            "arguments": dict(settings.agent.arguments),
            "defaults": _json_values(entry.defaults()),
            "module": module and {"file": Path(module).name, "sha256": identity["module"]},
        },
        "limits": {
            "max_steps": settings.limits.max_steps,
            "time_limit": settings.limits.time_limit,
        },
        "transcripts": settings.transcripts,
        "versions": {
            "twbench": twbench.__version__,
            "python": platform.python_version(),
            "jericho": version("jericho"),
        },
        "commands_sha256": file_sha256(folder.path / "commands.parquet"),
        "episodes_sha256": file_sha256(folder.path / "episodes.parquet"),
        "scores": scores.to_json(),
    }


def _json_values(arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Return ``arguments`` with those that JSON cannot hold as their text."""
    plain = (str, int, float, bool, type(None))
    return {
        name: value if isinstance(value, plain) else repr(value)
        for name, value in arguments.items()
    }
