"""Compare the games of a challenge with those TextWorld makes.

    python benchmarks/compare_distributions.py --challenge custom

The reference has a row for each configuration: the number of TextWorld's games, and the mean and
the standard deviation of each figure. A figure agrees if the mean of our games is within 15 % of
the reference, or within three standard errors of it: the deviation by the square root of the number
of games, as the reference has them. Nothing is added for the error of our own mean, which is
printed beside it; more games make it smaller. Ours are of several seeds.

Three games that happen to be alike in a figure have a deviation of 0, and so leave it no more than
15 % (nothing, where their mean is 0). Figures of so few games are printed like all others, but do
not count: docs/textworld-compatibility.md says why each of them differs that does.

Some figures differ on purpose, and are printed only: walkthroughs are as long as was asked for,
where TextWorld's may be shorter, and the texts are our own. A room's words are those of its
description, conditions in brackets left out.
"""

__all__ = [
    "FEWEST",
    "ON_PURPOSE",
    "REFERENCE",
    "SEEDS",
    "Figure",
    "compare",
    "figures_of",
    "rows_of",
    "settings_of",
]

import argparse
import csv
import math
import re
import statistics
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import get_type_hints

from twbench import challenges
from twbench.errors import ConfigError
from twbench.generator.games.game import Game, GameOptions

REFERENCE = Path(__file__).with_name("textworld_figures.csv")
SEEDS = (0, 100_000, 200_000)
FEWEST = 10
"""The figures of fewer games than this do not count."""
_TOLERANCE = 0.15
_STANDARD_ERRORS = 3.0
_STATES = ("open", "closed", "locked")
_TYPES = ("c", "s", "o", "f", "k")
_NOT_OBJECTS = frozenset({"P", "I", "r", "d"})
# Names of settings in the reference, where they differ from ours.
ON_PURPOSE = frozenset({"objective_words", "room_desc_words_mean", "walkthrough_len"})
_CODE = re.compile(r"\[[^\]]*\]")
_RENAMED = {"rooms": "world_size", "objects": "nb_objects"}


@dataclass(frozen=True)
class Figure:
    """A figure of the games of one configuration: the reference, of ``games`` games, and ours."""

    name: str
    games: int
    reference: float
    reference_spread: float
    ours: float
    our_error: float

    @property
    def tolerance(self) -> float:
        """How far our mean may be from that of the reference."""
        error = self.reference_spread / math.sqrt(self.games)
        return max(_TOLERANCE * abs(self.reference), _STANDARD_ERRORS * error)

    @property
    def agrees(self) -> bool:
        """Whether the two means are close enough."""
        return abs(self.ours - self.reference) <= self.tolerance + 1e-9

    @property
    def counts(self) -> bool:
        """Whether it should agree, and the reference has enough games to tell."""
        return self.games >= FEWEST and self.name not in ON_PURPOSE

    @property
    def verdict(self) -> str:
        """The outcome in a word or two."""
        if self.agrees:
            return "agrees"
        if self.name in ON_PURPOSE:
            return "differs on purpose"
        return "DIFFERS" if self.counts else f"differs, from {self.games} games"


def figures_of(game: Game) -> dict[str, float]:
    """Return the figures of one game, called as in the reference."""
    world = game.world
    kinds = [variable.type for variable in world.objects]
    states = [(fact.name, fact.types[0]) for fact in world.facts if len(fact.types) == 1]
    containers = {kind for kind in kinds if "c" in game.kb.lineage(kind)}
    figures: dict[str, float] = {
        "n_rooms": len(world.rooms),
        "n_doors": kinds.count("d"),
        "n_objects_cli": sum(kind not in _NOT_OBJECTS for kind in kinds),
        "n_quests": len(game.quests),
        "max_score": game.max_score,
    }
    for state in _STATES:
        figures[f"doors_{state}"] = states.count((state, "d"))
        figures[f"containers_{state}"] = sum(states.count((state, kind)) for kind in containers)
    for kind in _TYPES:
        figures[f"ent_{kind}"] = kinds.count(kind)
    return figures | _map_figures(game) | _places(game) | _lengths(game)


def _map_figures(game: Game) -> dict[str, float]:
    """Return the figures of the map: its longest shortest way is the ``diameter``."""
    ways: dict[str, set[str]] = {room.name: set() for room in game.world.rooms}
    for fact in game.world.facts:
        if fact.types == ("r", "r"):
            here, there = fact.names
            ways[here].add(there)
            ways[there].add(here)
    degrees = [len(others) for others in ways.values()]
    return {
        "n_edges": sum(degrees) / 2,
        "diameter": max(_farthest(room, ways) for room in ways),
        "deg_mean": statistics.fmean(degrees),
        "deg1_rooms": degrees.count(1),
    }


def _farthest(start: str, ways: Mapping[str, set[str]]) -> int:
    """Return how many steps the room farthest from ``start`` is away."""
    distances = {start: 0}
    queue = [start]
    for room in queue:
        for other in ways[room]:
            if other not in distances:
                distances[other] = distances[room] + 1
                queue.append(other)
    return max(distances.values())


def _places(game: Game) -> dict[str, float]:
    """Return how many objects are carried, in containers, on supporters, and in rooms."""
    kinds = [(fact.name, fact.types) for fact in game.world.facts if len(fact.types) == 2]
    objects = [(name, types[1]) for name, types in kinds if types[0] not in _NOT_OBJECTS]
    return {
        "loc_inv": objects.count(("in", "I")),
        "loc_in": sum(name == "in" and holder != "I" for name, holder in objects),
        "loc_on": sum(name == "on" for name, _ in objects),
        "loc_at": objects.count(("at", "r")),
    }


def _lengths(game: Game) -> dict[str, float]:
    rooms = [info.desc or "" for info in game.infos.values() if info.type == "r"]
    return {
        "n_facts": len(game.world.facts),
        "walkthrough_len": len(game.walkthrough or ()),
        "objective_words": len(game.objective.split()),
        "room_desc_words_mean": statistics.fmean(
            len(_CODE.sub("", text).split()) for text in rooms
        ),
    }


def settings_of(challenge: challenges.Challenge, params: str) -> object:
    """Return the settings that a configuration of the reference stands for."""
    values: dict[str, object] = {}
    known = get_type_hints(challenge.settings)
    for pair in filter(None, params.split(",")):
        key, _, value = pair.partition("=")
        name = _RENAMED.get(key, key) if _RENAMED.get(key, key) in known else key
        if name not in known:
            raise ConfigError(f"{challenge.name} has no setting {name!r}.")
        if value != "default":
            values[name] = _read(value, known[name])
    return challenge.settings(**values)


def _read(value: str, kind: object) -> object:
    if kind is bool:
        return value not in ("0", "False", "false")
    return int(value) if value.lstrip("-").isdigit() else value


def rows_of(reference: Path, challenge: str, only: str = "") -> list[dict[str, str]]:
    """Return the rows of a challenge whose parameters contain ``only``."""
    with reference.open(encoding="utf-8", newline="") as file:
        return [
            row
            for row in csv.DictReader(file)
            if row["challenge"].removeprefix("tw-") == challenge and only in row["params"]
        ]


def compare(
    row: Mapping[str, str], challenge: challenges.Challenge, games: int, seeds: Sequence[int]
) -> list[Figure]:
    """Return the figures of one configuration: ``games`` of ours from each of ``seeds`` on."""
    settings = settings_of(challenge, row["params"])
    made = []
    for seed in (first + index for first in seeds for index in range(games)):
        options = GameOptions()
        options.seeds = seed
        made.append(figures_of(challenge.make(settings, options)))
    figures = []
    for name in made[0]:
        values = [one[name] for one in made]
        figures.append(
            Figure(
                name,
                int(row["n"]),
                float(row[f"{name}_mean"]),
                float(row[f"{name}_sd"]),
                statistics.fmean(values),
                statistics.pstdev(values) / math.sqrt(len(values)),
            )
        )
    return figures


def table(title: str, figures: Iterable[Figure]) -> str:
    """Return the figures of one configuration as text."""
    head = f"  {'figure':<20}{'reference':>10}{'within':>9}{'ours':>9}{'error':>8}  verdict"
    lines = [title, head]
    for one in figures:
        lines.append(
            f"  {one.name:<20}{one.reference:>10.3f}{one.tolerance:>9.3f}{one.ours:>9.3f}"
            f"{one.our_error:>8.3f}  {one.verdict}"
        )
    return "\n".join(lines)


def main(write: Callable[[str], object] = sys.stdout.write) -> int:
    """Print the tables; return 1 if a figure that counts differs."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--challenge", required=True, help="name of the challenge")
    parser.add_argument("--only", default="", help="configurations whose parameters contain this")
    parser.add_argument(
        "--games", type=int, default=100, help="of ours from a seed on (default: 100)"
    )
    parser.add_argument("--seeds", type=int, nargs="+", default=SEEDS, help="of first games")
    parser.add_argument("--reference", type=Path, default=REFERENCE, help="another CSV file")
    arguments = parser.parse_args()
    challenge = challenges.get(arguments.challenge)
    rows = rows_of(arguments.reference, challenge.name, arguments.only)
    differing = few = 0
    for row in rows:
        figures = compare(row, challenge, arguments.games, arguments.seeds)
        differing += sum(not figure.agrees and figure.counts for figure in figures)
        few += sum(not figure.agrees and not figure.counts for figure in figures)
        write(table(f"{challenge.name} {row['params']} (n={row['n']})", figures) + "\n")
    write(
        f"{len(rows)} configurations, {differing} figures differ"
        f" and {few} from references of fewer than {FEWEST} games\n"
    )
    return 1 if differing or not rows else 0


if __name__ == "__main__":
    sys.exit(main())
