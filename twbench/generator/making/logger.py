"""Counting what games are made of (docs: textworld.generator.logger)."""

__all__ = ["GameLogger"]

import sys
from collections import Counter
from pathlib import Path
from typing import Any

from twbench import shape
from twbench.errors import GameFileError
from twbench.generator.games.game import Game
from twbench.generator.knowledge.roles import NOT_OBJECTS, PLAYER_TYPES
from twbench.hashing import canonical_json
from twbench.printable import printable
from twbench.untrusted import read_json

_COUNTS = (
    "rooms",
    "doors",
    "objects",
    "quests",
    "quest_lengths",
    "walkthrough_lengths",
    "max_scores",
    "entity_types",
    "actions",
    "objectives",
)


class GameLogger:
    """Collects how often games have which sizes, entities and actions (docs: GameLogger).

    ``group_actions`` counts actions such as ``take/c`` and ``take/s`` as ``take``.
    """

    def __init__(self, group_actions: bool = True):
        self.group_actions = group_actions
        self.games = 0
        self._counts: dict[str, Counter[str]] = {name: Counter() for name in _COUNTS}

    def collect(self, game: Game) -> None:
        """Count a game."""
        self.games += 1
        kinds = Counter(variable.type for variable in game.world.objects)
        objects = sum(count for kind, count in kinds.items() if kind not in NOT_OBJECTS)
        self._add("rooms", len(game.world.rooms))
        self._add("doors", kinds["d"])
        self._add("objects", objects)
        self._add("quests", len(game.quests))
        self._add("max_scores", game.max_score)
        self._add("walkthrough_lengths", len(game.walkthrough or ()))
        self._add("objectives", game.objective)
        for kind, count in kinds.items():
            if kind not in PLAYER_TYPES:
                self._counts["entity_types"][kind] += count
        for quest in game.quests:
            self._add("quest_lengths", len(quest.commands))
            for event in quest.win_events[:1]:
                for action in event.actions:
                    name = action.name.partition("/")[0] if self.group_actions else action.name
                    self._add("actions", name)

    def aggregate(self, other: "GameLogger") -> None:
        """Add the counts of another logger to those of this one."""
        self.games += other.games
        for name, counts in other._counts.items():
            self._counts[name].update(counts)

    def stats(self) -> dict[str, Any]:
        """Return the number of games, and counts by name, each sorted by what was counted.

        Of objectives, which hardly ever agree, only the number of different ones is given.
        """
        found: dict[str, Any] = {"games": self.games}
        for name in _COUNTS:
            counts = self._counts[name]
            if name == "objectives":
                found[name] = len(counts)
            else:
                found[name] = {key: counts[key] for key in sorted(counts, key=_natural)}
        return found

    def display_stats(self) -> None:
        """Print the counts."""
        lines = []
        for name, counts in self.stats().items():
            if isinstance(counts, dict):
                listed = ", ".join(f"{key}: {count}" for key, count in counts.items())
                lines.append(f"{name}: {listed or 'none'}")
            else:
                lines.append(f"{name}: {counts}")
        sys.stdout.write(printable("\n".join(lines)) + "\n")

    def save(self, filename: str | Path) -> None:
        """Write the counts as JSON."""
        counts = {name: dict(self._counts[name]) for name in _COUNTS}
        data = {"group_actions": self.group_actions, "games": self.games, "counts": counts}
        Path(filename).write_text(canonical_json(data) + "\n", encoding="utf-8")

    @staticmethod
    def load(filename: str | Path) -> "GameLogger":
        """Return a logger with saved counts; raises GameFileError."""
        data = read_json(Path(filename), GameFileError)
        try:
            logger = GameLogger(shape.member(data, "group_actions", shape.flag))
            logger.games = shape.member(data, "games", shape.whole_number)
            for name, counts in shape.member(data, "counts", _all_counts).items():
                logger._counts[name].update(counts)
        except shape.ShapeError as error:
            reason = printable(str(error))
            raise GameFileError(f"{filename}: not the counts of a GameLogger: {reason}") from error
        return logger

    def _add(self, name: str, value: object) -> None:
        self._counts[name][str(value)] += 1


def _all_counts(data: Any) -> dict[str, dict[str, int]]:
    return {name: shape.member(data, name, _some_counts) for name in _COUNTS}


def _some_counts(data: Any) -> dict[str, int]:
    return {key: shape.member(data, key, shape.whole_number) for key in shape.mapping(data)}


def _natural(key: str) -> tuple[bool, int, str]:
    """Return the sort key that has numbers in their order, before words."""
    return (not key.isdigit(), int(key) if key.isdigit() else 0, key)
