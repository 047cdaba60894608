"""Runs replayed: every command of every episode, typed into the stories of the dataset again.

What comes out is compared with what the run has recorded. So a score is one that these commands
reach in these games, with the seeds that the plan gives. It does not show who typed them: the
walkthroughs of a dataset, handed in under another name, pass.
"""

__all__ = ["Validation", "validate"]

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from twbench.dataset.verifying.contents import check_fingerprint
from twbench.envs.frotz.typing_in import sanitise
from twbench.errors import RunError
from twbench.evaluation.episodes.episode import FAILED, Episode, FailedBy, Status
from twbench.evaluation.episodes.recording import Recording, StoryFailed
from twbench.evaluation.records.run_folder import RunFolder
from twbench.evaluation.records.stored_run import Run
from twbench.evaluation.records.tables import (
    Key,
    episode_of_item,
    episode_of_row,
    held,
    key_of,
    rows_of,
)
from twbench.evaluation.settings.games import GameSet, read_games
from twbench.evaluation.settings.part import SplitPart
from twbench.evaluation.settings.plan import PlanItem, agent_seed, make_plan
from twbench.evaluation.settings.protocol import Protocol
from twbench.families import start
from twbench.printable import shown

Row = Mapping[str, Any]
_DECLARED = frozenset({"status", "failed_by", "error", "truncated", "lookahead"})
"""What the commands do not tell, or not alone."""
_HALF = re.compile(r"\\u(d[89a-f][0-9a-f]{2})")
"""Half of a surrogate pair, as the tables have it."""


@dataclass(frozen=True, slots=True)
class Validation:
    """What came of a replay: ``differences`` says, in a sentence each, what is not as recorded.

    ``lost`` episodes ended with their process, so that nothing is known of them. ``run_sha256`` is
    the hash of the ``run.json`` that was read. ``mark`` is what the run has got for being as
    recorded, None if it has got nothing; ``not_kept`` says why that cannot be kept in the run's
    folder, "" where it is.
    """

    episodes: int
    commands: int
    lost: int
    differences: tuple[str, ...]
    run_sha256: str
    mark: str | None = None
    not_kept: str = ""


def validate(folder: Path, dataset: Path) -> Validation:
    """Replay the run in ``folder`` in the stories of ``dataset``.

    Raises RunError if the run is damaged, of another dataset, or of a plan that its seed does not
    give; DatasetError if the dataset is damaged, or is not the one that its fingerprint says.
    """
    run, files = Run.read(folder), RunFolder(folder)
    items, games = _plan_of(run, dataset)
    protocol = _protocol_of(run, games)
    rows = files.read_episodes()
    typed = _Told(folder / "commands.parquet", files.read_commands())
    told = folder / "steps.parquet"
    steps = _Told(told, files.read_steps()) if files.has_transcripts else None
    seed = run.record["agent"]["arguments"].get("seed")
    planned = [key_of(item, item.agent_seed) for item in items]
    differences = [] if files.read_plan() == planned else ["plan.parquet: not the dataset's games."]
    for item, row in zip(items, rows, strict=True):
        replay = _Replay(item, protocol, agent_seed(item, seed), row)
        key = episode_of_item(item)
        transcript = None if steps is None else steps.take(key)
        found = replay.difference(typed.take(key), transcript)
        if found is not None:
            differences.append(f"{item.game.game_id}, seed {item.episode_seed}: {found}.")
    for table in filter(None, (typed, steps)):
        if table.is_left:
            differences.append(f"{table.file.name}: not the plan's episodes, in its order.")
    here = games.runtime((*protocol.infos, *protocol.extras))
    if differences and protocol.runtime != here:
        before = shown(protocol.runtime)
        differences.insert(0, f"It was played with the runtime {before}, and now with {here}.")
    return Validation(
        episodes=len(rows),
        commands=sum(row["steps"] or 0 for row in rows),
        lost=sum(row["steps"] is None for row in rows),
        differences=tuple(differences),
        run_sha256=run.sha256,
    )


def _plan_of(run: Run, dataset: Path) -> tuple[Sequence[PlanItem], GameSet]:
    """Return the plan that the dataset and the recorded seed give, and its games."""
    recorded = run.record["plan"]
    splits, part = tuple(recorded["splits"]), SplitPart.recorded(recorded)
    games = read_games(dataset, splits, None if part is None else part.first)
    fingerprint = run.record["dataset"]["fingerprint"]
    if games.fingerprint != fingerprint:
        raise RunError(
            f"{run.folder} was played on another dataset: its fingerprint is {fingerprint[:12]},"
            f" that of {dataset} {games.fingerprint[:12]}."
        )
    if games.name != run.record["dataset"]["name"]:
        raise RunError(f"{run.folder} has another name for its dataset than {games.name}.")
    check_fingerprint(dataset)
    plan = make_plan(games.games, splits, recorded["episodes_per_game"], recorded["seed"])
    if plan.hash != recorded["hash"]:
        raise RunError(
            f"{run.folder} has another plan than seed {recorded['seed']} gives for {dataset}."
        )
    if games.part != part:
        raise RunError(f"{run.folder} is not of the part of the games of {dataset} that it names.")
    return plan.items, games


def _protocol_of(run: Run, games: GameSet) -> Protocol:
    protocol = run.protocol
    if protocol.guidance != tuple(sorted(games.guidance)):
        raise RunError(f"{run.folder} has another guidance in its protocol than its games have.")
    granted = list(protocol.handicaps)
    if run.record.get("handicaps", granted) != granted:
        raise RunError(f"{run.folder} tells of other handicaps than its protocol grants.")
    return protocol


class _Told:
    """The rows of a table, which are read episode by episode."""

    def __init__(self, file: Path, rows: Iterator[dict[str, Any]]):
        self.file = file
        self._episodes = groupby(rows, episode_of_row)
        self._next = next(self._episodes, None)

    @property
    def is_left(self) -> bool:
        """Whether there are rows that no episode of the plan has taken."""
        return self._next is not None

    def take(self, key: Key) -> Sequence[Row]:
        """Return the rows of an episode of the plan, if they are the next ones.

        Raises RunError if they take too much memory.
        """
        if self._next is None or self._next[0] != key:
            return []
        rows = held(self._next[1], self.file)
        self._next = next(self._episodes, None)
        return rows


class _Replay:
    """An episode that is played again as it was recorded in ``row``."""

    def __init__(self, item: PlanItem, protocol: Protocol, seed: int, row: Row):
        self._item = item
        self._protocol = protocol
        self._seed = seed
        self._row = row

    def difference(self, commands: Sequence[Row], steps: Sequence[Row] | None) -> str | None:
        """Return what is not as recorded when ``commands`` are typed again."""
        row = self._row
        if [command["step"] for command in commands] != list(range(1, len(commands) + 1)):
            return "its commands are not in order"
        if any(command["command"] != sanitise(command["command"]) for command in commands):
            return "it has a command that nobody can type into a story"
        if row["steps"] is None:  # the game was never begun, or lost with its process
            return self._nothing(commands, steps)
        recording = Recording(self._item, self._protocol, transcripts=steps is not None)
        try:
            left = self._type(recording, [c["command"] for c in commands if not c["branch"]])
        except StoryFailed:
            return str(recording.story_error)
        if left:
            return f"the game is over, and {left} commands are left"
        episode = recording.episode(self._seed, Status(row["status"]), None, None)
        tried = sum(command["branch"] != 0 for command in commands)
        if tried != row["lookahead"] or tried > self._protocol.lookahead:
            return f"lookahead is {row['lookahead']}, but {tried} commands were tried out"
        return self._ending(recording) or self._figures(episode) or self._texts(episode, steps)

    def _type(self, recording: Recording, commands: Sequence[str]) -> int:
        """Type the commands until the episode is over; return how many are left."""
        with recording.opened(start) as game:
            recording.begin(game)
            for number, command in enumerate(commands):
                if recording.over:
                    return len(commands) - number
                recording.step(command)
        return 0

    def _nothing(self, commands: Sequence[Row], steps: Sequence[Row] | None) -> str | None:
        if commands or steps:
            return "nothing is known of it, but it has commands"
        empty = Episode(self._item, self._seed, Status(self._row["status"]))
        if self._row["failed_by"] in (None, FailedBy.AGENT):
            return "nothing is known of it, though the game was there"
        return self._figures(empty)

    def _ending(self, recording: Recording) -> str | None:
        row = self._row
        if recording.ended != (row["status"] == Status.DONE):
            ended = "" if recording.ended else "not "
            return f"it is {row['status']}, but the game has {ended}ended"
        failed = row["status"] in FAILED
        if failed != (row["failed_by"] in list(FailedBy)):
            return f"it is {row['status']}, but failed by {row['failed_by']}"
        if recording.over and failed:
            return f"it is {row['status']}, but the turns were used up"
        gave_up = row["status"] == Status.TRUNCATED and not recording.over
        if row["error"] is not None and not (failed or gave_up):
            return f"it is {row['status']}, and has an error"
        return None

    def _figures(self, episode: Episode) -> str | None:
        (found,) = rows_of("episodes", episode)
        names = [name for name in found if name not in _DECLARED]
        wrong = (name for name in names if found[name] != self._row[name])
        return next((f"{name} is {found[name]}, not {self._row[name]}" for name in wrong), None)

    def _texts(self, episode: Episode, steps: Sequence[Row] | None) -> str | None:
        if steps is None:
            return None
        found = list(rows_of("steps", episode))
        told = [_as_typed(row, other) for row, other in zip(steps, found, strict=False)]
        if len(steps) == len(found) and told == found:
            return None
        return "its steps are not those of the replay"


def _as_typed(step: Row, other: Row) -> Row:
    """Return a recorded step with its command as it is typed, if that of the ``other`` is.

    Transcripts keep what the agent has said, and halves of surrogate pairs written out.
    """
    said, typed = step["command"], other["command"]
    if said is None or typed is None:
        return step
    halves = _HALF.sub(lambda found: chr(int(found[1], 16)), said)
    return {**step, "command": typed if typed in (sanitise(said), sanitise(halves)) else said}
