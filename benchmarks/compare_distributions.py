"""Compare the games of a challenge with those TextWorld makes.

    python benchmarks/compare_distributions.py textworld_game_stats.csv --challenge custom

The file has a row for each configuration, with the mean, the standard deviation and the number of
TextWorld's games. A figure agrees if our mean is within 15 % of the reference, or within three
standard errors of the difference of the means. Where the reference has a handful of games that
happen to be alike, their spread says little: the error of their mean is taken from the spread of
ours if that is larger. Lengths of walkthroughs are not compared: ours are exact.
"""

import argparse
import csv
import math
import statistics
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import get_type_hints

from twbench import challenges
from twbench.errors import ConfigError
from twbench.generator.game import Game, GameOptions

TOLERANCE = 0.15
STANDARD_ERRORS = 3.0
_STATES = ("open", "closed", "locked")
_TYPES = ("c", "s", "o", "f", "k")
_NOT_OBJECTS = frozenset({"P", "I", "r", "d"})
# Names of settings in the reference, where they differ from ours.
_RENAMED = {"rooms": "world_size", "objects": "nb_objects"}


@dataclass(frozen=True)
class Figure:
    """A figure of the games of one configuration, here and in the reference."""

    name: str
    reference: float
    reference_error: float
    ours: float
    our_error: float

    @property
    def agrees(self) -> bool:
        """Whether the two means are close enough."""
        difference = abs(self.ours - self.reference)
        error = math.hypot(self.reference_error, self.our_error)
        return difference <= max(TOLERANCE * abs(self.reference), STANDARD_ERRORS * error) + 1e-9


def figures_of(game: Game) -> dict[str, float]:
    """Return the figures of one game, called as in the reference."""
    world = game.world
    kinds = [variable.type for variable in world.objects]
    facts = [(fact.name, fact.types) for fact in world.facts]
    figures: dict[str, float] = {
        "n_rooms": len(world.rooms),
        "n_doors": kinds.count("d"),
        "n_objects_cli": sum(kind not in _NOT_OBJECTS for kind in kinds),
        "n_quests": len(game.quests),
        "max_score": game.max_score,
    }
    for state in _STATES:
        figures[f"doors_{state}"] = facts.count((state, ("d",)))
        figures[f"containers_{state}"] = facts.count((state, ("c",)))
    for kind in _TYPES:
        figures[f"ent_{kind}"] = kinds.count(kind)
    return figures


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


def compare(
    row: Mapping[str, str], challenge: challenges.Challenge, games: int, seed: int
) -> list[Figure]:
    """Return the figures of one configuration, of ``games`` games of ours."""
    settings = settings_of(challenge, row["params"])
    made = []
    for index in range(games):
        options = GameOptions()
        options.seeds = seed + index
        made.append(figures_of(challenge.make(settings, options)))
    count = int(row["n"])
    figures = []
    for name in made[0]:
        values = [one[name] for one in made]
        spread = statistics.pstdev(values)
        reference_spread = max(float(row[f"{name}_sd"]), spread)
        figures.append(
            Figure(
                name,
                float(row[f"{name}_mean"]),
                reference_spread / math.sqrt(count),
                statistics.fmean(values),
                spread / math.sqrt(games),
            )
        )
    return figures


def table(title: str, figures: Iterable[Figure]) -> str:
    """Return the figures of one configuration as text."""
    lines = [title, f"  {'figure':<20}{'reference':>11}{'ours':>9}  verdict"]
    for figure in figures:
        verdict = "agrees" if figure.agrees else "DIFFERS"
        lines.append(f"  {figure.name:<20}{figure.reference:>11.3f}{figure.ours:>9.3f}  {verdict}")
    return "\n".join(lines)


def main(write: Callable[[str], object] = sys.stdout.write) -> int:
    """Print the tables; return 1 if a figure differs."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("reference", type=Path, help="CSV file of TextWorld's figures")
    parser.add_argument("--challenge", required=True, help="name of the challenge")
    parser.add_argument("--only", default="", help="configurations whose parameters contain this")
    parser.add_argument("--games", type=int, default=200, help="games of ours (default: 200)")
    parser.add_argument("--seed", type=int, default=0, help="of the first game (default: 0)")
    arguments = parser.parse_args()
    challenge = challenges.get(arguments.challenge)
    with arguments.reference.open(encoding="utf-8", newline="") as file:
        rows = [
            row
            for row in csv.DictReader(file)
            if row["challenge"].removeprefix("tw-") == challenge.name
            and arguments.only in row["params"]
        ]
    differing = 0
    for row in rows:
        figures = compare(row, challenge, arguments.games, arguments.seed)
        differing += sum(not figure.agrees for figure in figures)
        write(table(f"{challenge.name} {row['params']}", figures) + "\n")
    write(f"{len(rows)} configurations, {differing} figures differ\n")
    return 1 if differing or not rows else 0


if __name__ == "__main__":
    sys.exit(main())
