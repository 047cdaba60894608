"""Reading from a dataset what an evaluation needs: its fingerprint, and the games of its splits."""

__all__ = ["BY_FILES", "RUNTIMES", "GameSet", "read_games"]

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from twbench import families
from twbench.dataset import DatasetSplit, load_dataset
from twbench.dataset.files.beside import faults_beside, strays_beside
from twbench.errors import ConfigError, DatasetError, nearest
from twbench.evaluation.settings.part import SplitPart
from twbench.evaluation.settings.plan import PlannedGame
from twbench.families import Family
from twbench.generator.texts.guidance_levels import GUIDANCE
from twbench.hashing import sha256_hex
from twbench.untrusted import parse_json, regular_file

RUNTIMES = " + "
BY_FILES = ", by files"
"""What is said of a runtime where files beside the games answer in its place."""


@dataclass(frozen=True, slots=True)
class GameSet:
    """Games of a dataset, in the order of the splits asked for and of the manifest.

    ``part`` says which these are, if they are not all games of the splits. ``answered`` are the
    names of families with a game beside which a file saves time: nobody knows whether it is true.
    """

    name: str
    fingerprint: str
    games: tuple[PlannedGame, ...]
    families: tuple[Family[Any], ...]
    part: SplitPart | None = None
    answered: frozenset[str] = frozenset()

    def runtime(self, infos: Collection[str] = ()) -> str:
        """Return what plays the games and finds out ``infos``; several are joined by a plus.

        Where some are not found out, but told by files, that is said: it may be another game.
        """
        return RUNTIMES.join(sorted({self._runtime(family, infos) for family in self.families}))

    def _runtime(self, family: Family[Any], infos: Collection[str]) -> str:
        told = family.runtime(infos)
        by_files = family.name in self.answered and told != family.runtime()
        return f"{told}{BY_FILES}" if by_files else told

    @property
    def guidance(self) -> tuple[str, ...]:
        """How much the objectives of the games tell, from the most to the least."""
        told = {game.guidance for game in self.games}
        return tuple(name for name in GUIDANCE if name in told)


def read_games(folder: Path, splits: Sequence[str], first: int | None = None) -> GameSet:
    """Return the games of ``splits``, of which every story is there and is the one that was built.

    ``first`` is how many games of each split to take, from its beginning; nothing is read of the
    others.

    Raises DatasetError where the folder is no finished dataset or was changed, ConfigError for a
    split that it does not have, and what `Family.require` does where they cannot be played here.
    """
    dataset = load_dataset(folder)
    for split in splits:
        if split not in dataset:
            raise ConfigError(
                f"The dataset {folder} has no split {split!r}.{nearest(split, dataset)}"
                f" Its splits: {', '.join(dataset)}."
            )
    if len(set(splits)) < len(splits):
        raise ConfigError(f"split names the same split twice: {', '.join(splits)}.")
    known: dict[str, Family[Any]] = {}
    answered = set()
    games = []
    for row in (row for split in splits for row in _rows(dataset[split], first)):
        name = row["family"]
        known[name] = known.get(name) or families.get(name)
        games.append(_game(row, known[name]))
        if _is_answered(row["story"], known[name]):
            answered.add(name)
    for family in known.values():
        family.require()
    of = sum(len(dataset[split]) for split in splits)
    part = SplitPart(first, of) if first is not None and len(games) < of else None
    return GameSet(
        dataset.name,
        dataset.fingerprint,
        tuple(games),
        tuple(known.values()),
        part,
        frozenset(answered),
    )


def _is_answered(story: Path, family: Family[Any]) -> bool:
    """Say whether a file beside a story saves time; the fingerprint knows nothing of it."""
    suffixes = family.suffixes_saving_time
    return any(regular_file(story.with_name(story.name + suffix)) for suffix in suffixes)


def _rows(split: DatasetSplit, first: int | None) -> Iterator[Mapping[str, Any]]:
    """Return the first rows; where these are all, the table is read to its end, and so judged."""
    return iter(split) if first is None or first >= len(split) else islice(split, first)


def _game(row: Mapping[str, Any], family: Family[Any]) -> PlannedGame:
    story: Path = row["story"]
    try:
        digest = sha256_hex(story.read_bytes())
    except OSError as error:
        raise DatasetError(f"The dataset is damaged: {story} is missing.") from error
    if digest != row["story_sha256"]:
        raise DatasetError(f"The dataset is damaged: {story} is not the story that was built.")
    for name, fault in faults_beside(story, row):
        raise DatasetError(f"The dataset is damaged: {story.with_name(name)} is {fault}.")
    for path in strays_beside(story, row):
        raise DatasetError(f"The dataset is damaged: {path} is not in the manifest.")
    return PlannedGame(
        row["game_id"],
        row["challenge"],
        row["split"],
        row["max_score"],
        str(story),
        has_chance=family.has_chance,
        has_own_seed=family.has_own_seed,
        tells_actions=family.tells_actions,
        level=_level(row["params"]),
        puzzle_hash=row["puzzle_hash"],
        optimal_length=row["optimal_length"],
        guidance=row["guidance"],
        seed=row["seed"] if family.has_chance else None,
        hashes_world="world_state_hash" in family.informations,
    )


def _level(params: str) -> int | None:
    known = parse_json(params, "A row's params", DatasetError)
    level = known.get("level") if isinstance(known, dict) else None
    return level if type(level) is int and abs(level) < 2**31 else None
