"""Compare the games of a challenge with those TextWorld makes.

    python benchmarks/compare_distributions.py --challenge custom

The reference has a row for each configuration: the number of TextWorld's games, and the mean and
the standard deviation of each figure. A figure agrees if the mean of our games is within 15 % of
the reference, or within three standard errors of it: the deviation by the square root of the number
of games, as the reference has them. Nothing is added for the error of our own mean, which is
printed beside it; more games make it smaller.

Three games that happen to be alike in a figure have a deviation of 0, and so leave it no more than
15 % (nothing, where their mean is 0). Figures of so few games are printed like all others, but do
not count: CHANGELOG.md says why each of them differs that does.

Lengths of walkthroughs are not compared: ours are exact.
"""

__all__ = ["FEWEST", "REFERENCE", "Figure", "compare", "figures_of", "rows_of", "settings_of"]

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

REFERENCE = Path(__file__).with_name("textworld_figures.csv")
FEWEST = 10
"""The figures of fewer games than this do not count."""
_TOLERANCE = 0.15
_STANDARD_ERRORS = 3.0
_STATES = ("open", "closed", "locked")
_TYPES = ("c", "s", "o", "f", "k")
_NOT_OBJECTS = frozenset({"P", "I", "r", "d"})
# Names of settings in the reference, where they differ from ours.
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
        """Whether the reference has enough games to tell."""
        return self.games >= FEWEST

    @property
    def verdict(self) -> str:
        """The outcome in a word or two."""
        if self.agrees:
            return "agrees"
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


def rows_of(reference: Path, challenge: str, only: str = "") -> list[dict[str, str]]:
    """Return the rows of a challenge whose parameters contain ``only``."""
    with reference.open(encoding="utf-8", newline="") as file:
        return [
            row
            for row in csv.DictReader(file)
            if row["challenge"].removeprefix("tw-") == challenge and only in row["params"]
        ]


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
                statistics.pstdev(values) / math.sqrt(games),
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
    parser.add_argument("--games", type=int, default=300, help="games of ours (default: 300)")
    parser.add_argument("--seed", type=int, default=0, help="of the first game (default: 0)")
    parser.add_argument("--reference", type=Path, default=REFERENCE, help="another CSV file")
    arguments = parser.parse_args()
    challenge = challenges.get(arguments.challenge)
    rows = rows_of(arguments.reference, challenge.name, arguments.only)
    differing = few = 0
    for row in rows:
        figures = compare(row, challenge, arguments.games, arguments.seed)
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
