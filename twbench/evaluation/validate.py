"""Runs replayed: every command of every episode, typed into the stories of the dataset again.

What comes out is compared with what the run has recorded. So a score is one that these commands
reach in these games, with the seeds that the plan gives. It does not show who typed them: the
walkthroughs of a dataset, handed in under another name, pass.
"""

__all__ = ["Validation", "validate"]

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from twbench.dataset.index import file_sha256
from twbench.envs import start
from twbench.errors import RunError, StoryFileError
from twbench.evaluation.episode import Status
from twbench.evaluation.games import read_games
from twbench.evaluation.plan import PlanItem, make_plan
from twbench.evaluation.recording import Progress, Recording, runner_infos
from twbench.evaluation.results import RunFolder
from twbench.evaluation.run import Run
from twbench.untrusted import inside

_FIGURES = ("score", "highscore", "moves", "steps", "won", "lost", "invalid_actions")

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Validation:
    """What came of a replay: ``differences`` says, in a sentence each, what is not as recorded.

    ``lost`` episodes ended with their process, so that nothing is known of them.
    """

    episodes: int
    commands: int
    lost: int
    differences: tuple[str, ...]


def validate(folder: Path, dataset: Path) -> Validation:
    """Replay the run in ``folder`` in the stories of ``dataset``.

    Raises RunError if the run is damaged, of another dataset, or of a plan that its seed does not
    give; DatasetError if the dataset is damaged.
    """
    run, files = Run.read(folder), RunFolder(folder)
    items = _plan_of(run, dataset)
    commands = inside(folder, "commands.parquet", RunError)
    if not commands.is_file() or file_sha256(commands) != run.record["commands_sha256"]:
        raise RunError(f"{folder} is damaged: commands.parquet is not what was recorded.")
    typed = _by_episode(files.read_commands(), folder)
    rows = files.read_episodes()
    differences = []
    for item, row in zip(items, rows, strict=True):
        found = _difference(item, typed.pop((item.game.game_id, item.episode_seed), []), row)
        if found is not None:
            name = f"{item.game.game_id}, seed {item.episode_seed}"
            differences.append(f"{name}: {found}.")
    if typed:
        differences.append("commands.parquet has commands of episodes that are not in the plan.")
    return Validation(
        episodes=len(rows),
        commands=sum(row["steps"] or 0 for row in rows),
        lost=sum(row["steps"] is None for row in rows),
        differences=tuple(differences),
    )


def _plan_of(run: Run, dataset: Path) -> Sequence[PlanItem]:
    """Return the plan that the dataset and the recorded seed give."""
    recorded = run.record["plan"]
    splits = tuple(recorded["splits"])
    games = read_games(dataset, splits)
    fingerprint = run.record["dataset"]["fingerprint"]
    if games.fingerprint != fingerprint:
        raise RunError(
            f"{run.folder} was played on another dataset: its fingerprint is {fingerprint[:12]},"
            f" that of {dataset} {games.fingerprint[:12]}."
        )
    plan = make_plan(games.games, splits, recorded["episodes_per_game"], recorded["seed"])
    if plan.hash != recorded["hash"]:
        raise RunError(
            f"{run.folder} has another plan than seed {recorded['seed']} gives for {dataset}."
        )
    return plan.items


def _by_episode(rows: Sequence[Row], folder: Path) -> dict[tuple[str, int], list[str]]:
    """Return the commands of each episode."""
    found: dict[tuple[str, int], list[str]] = {}
    for key, group in groupby(rows, key=lambda row: (row["game_id"], row["episode_seed"])):
        steps = list(group)
        if key in found or [row["step"] for row in steps] != list(range(1, len(steps) + 1)):
            raise RunError(f"{folder} is damaged: the commands of {key[0]} are not in order.")
        found[key] = [row["command"] for row in steps]
    return found


def _difference(item: PlanItem, commands: Sequence[str], row: Row) -> str | None:
    """Return what is not as recorded in ``row`` when the commands are typed again."""
    if row["steps"] is None and not commands:
        return None  # the process was lost, and what it knew with it
    progress = Progress(transcripts=False, knows_commands=item.game.is_ours)
    try:
        left = len(commands) - _replay(item, commands, progress)
    except StoryFileError as error:
        return str(error).rstrip(".")
    if left:
        return f"the game has ended, and {left} commands are left"
    if progress.ended != (row["status"] == Status.DONE):
        return f"it is {row['status']}, but the game has {'' if progress.ended else 'not '}ended"
    status = Status.DONE if progress.ended else Status.TRUNCATED
    episode = progress.episode(item, row["agent_seed"], status, None)
    if row["max_score"] != item.game.max_score:
        return f"max_score is {item.game.max_score}, not {row['max_score']}"
    wrong = (name for name in _FIGURES if getattr(episode, name) != row[name])
    told = (f"{name} is {getattr(episode, name)}, not {row[name]}" for name in wrong)
    return next(told, None)


def _replay(item: PlanItem, commands: Sequence[str], progress: Progress) -> int:
    """Type the commands until there are no more, or the game has ended; return how many."""
    infos = runner_infos(item.game.is_ours)
    with start(item.game.story, infos) as game:
        recording = Recording(game, progress, len(commands), item.game.is_ours)
        recording.begin(recording, item.episode_seed)
        for command in commands:
            recording.step(command)
            if progress.ended:
                break
    return progress.steps
