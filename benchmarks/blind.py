"""What is won without reading? An agent that knows four verbs plays shipped datasets.

    python benchmarks/blind.py                       those of rooms and quests, 100 games
    python benchmarks/blind.py simple --games 30
    python benchmarks/blind.py datasets/mine         the test split of a dataset as it is
    twbench evaluate dataset=DIR agent=blind agent_module=benchmarks/blind.py protocol=admissible

It sees admissible commands and nothing else: no objective, no description, no recipe. It walks
through all rooms, depth first, and draws a map. Where it is, it unlocks, opens and takes what can
be unlocked, opened and taken, and puts everything on a stove. When no new room is left it goes to
where something can be cooked, slices and fries all that it carries, until a meal can be prepared,
and eats that. A patient one takes nothing until it has seen all rooms, then fetches what it found,
the last thing first. What either wins, nobody has to read for.

A shipped dataset is built anew, in a temporary folder, with so many test games and one game in each
other split; a game has as many commands as an evaluation allows.
"""

__all__ = ["Blind", "is_won", "line", "main"]

import argparse
import re
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import twbench
from twbench.agents import register
from twbench.cli.verbs.build import composed, made_datasets
from twbench.core import Agent, Environment, GameState
from twbench.dataset import build_dataset, load_dataset
from twbench.errors import TwbenchError

PLAYED = [name for name in made_datasets() if not name.startswith(("hierarchycraft_", "minihack_"))]
MOST_COMMANDS = 200
STEPS = {"north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)}
OPPOSITES = {"north": "south", "south": "north", "east": "west", "west": "east"}

_AT_ONCE = re.compile(r"(unlock|open|take) |put .* on stove$")
_LAST = (r"slice ", r"cook .* with stove$")
_MEAL = ("prepare meal", "eat meal")

Commands = Iterator[str]


class Blind(Agent):
    """Does what can be done everywhere; a ``patient`` one takes things last."""

    def __init__(self, patient: bool = False):
        self.patient = patient

    def reset(self, env: Environment) -> None:
        """Ask for admissible commands alone."""
        env.infos.admissible_commands = True
        self._admissible: Sequence[str] = ()
        self._done: set[str] = set()
        self._seen = {(0, 0)}
        self._way: list[str] = []
        self._found: dict[str, list[str]] = {}
        self._kitchen: list[str] | None = None
        self._commands = self._play()

    def act(self, game_state: GameState, reward: float, done: bool) -> str:
        """Return the next command; it looks when it has nothing left to do."""
        self._admissible = game_state.admissible_commands or ()
        return next(self._commands, "look")

    def _play(self) -> Commands:
        """Yield all commands; what is admissible after each is known when the next is asked for."""
        yield from self._explore((0, 0))
        for command, way in reversed(self._found.items()):
            yield from _walk(way)
            yield command
            yield from _walk([OPPOSITES[back] for back in reversed(way)])
        yield from _walk(self._kitchen or [])
        for habit in _LAST:
            for command in list(filter(re.compile(habit).match, self._admissible)):
                if _MEAL[0] not in self._admissible:
                    yield command
        yield from _MEAL

    def _explore(self, here: tuple[int, int]) -> Commands:
        """Handle what is here, then what is behind each exit to a place that is new, and return."""
        yield from self._handle()
        while exits := list(self._new_exits(here)):
            way, there = exits[0]
            self._seen.add(there)
            self._way.append(way)
            yield f"go {way}"
            yield from self._explore(there)
            self._way.pop()
            yield f"go {OPPOSITES[way]}"
            yield from self._handle()

    def _new_exits(self, here: tuple[int, int]) -> Iterator[tuple[str, tuple[int, int]]]:
        for way, (x, y) in STEPS.items():
            there = (here[0] + x, here[1] + y)
            if there not in self._seen and f"go {way}" in self._admissible:
                yield way, there

    def _handle(self) -> Commands:
        """Do once whatever can be done at once here."""
        if self._kitchen is None and any(" stove" in command for command in self._admissible):
            self._kitchen = list(self._way)
        while new := [c for c in self._admissible if _AT_ONCE.match(c) and c not in self._done]:
            command = new[0]
            self._done.add(command)
            if self.patient and command.startswith("take "):
                self._found[command] = list(self._way)
            else:
                yield command


def _walk(ways: Iterable[str]) -> Commands:
    return (f"go {way}" for way in ways)


register("blind", Blind, "reads nothing, and does what can be done everywhere")


def is_won(row: Mapping[str, Any], patient: bool) -> bool:
    """Let it play one game."""
    with twbench.start(row["story"], twbench.EnvInfos(won=True)) as env:
        agent = Blind(patient)
        agent.reset(env)
        state, score, done = env.reset(), 0.0, False
        for _ in range(MOST_COMMANDS):
            state, score, done = env.step(agent.act(state, score, done))
            if done:
                break
        return bool(state.won)


def line(name: str, rows: Iterable[Mapping[str, Any]]) -> str:
    """Let both play the games of a dataset; return the line of a table."""
    wins = [(is_won(row, patient=False), is_won(row, patient=True)) for row in rows]
    counts = (sum(column) for column in zip(*wins, strict=True))
    return f"| `{name}` | {len(wins)} | {' | '.join(map(str, counts))} |\n"


def line_of_shipped(name: str, games: int) -> str:
    """Build the dataset ``name`` with so many test games, and let both play them."""
    sizes = f"dataset.splits={{train: 1, valid: 1, test: {games}}}"
    config = composed([f"dataset={name}", sizes, "compute=serial"])
    with tempfile.TemporaryDirectory(prefix="twbench-") as folder:
        out = Path(folder) / "dataset"
        build_dataset(replace(config, out=out), progress=False)
        return line(name, load_dataset(out)["test"])


def main(argv: Sequence[str]) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("datasets", nargs="*", metavar="DATASET", help="names, or folders")
    parser.add_argument("--games", type=int, default=100, help="test games (default: 100)")
    arguments = parser.parse_args(argv)
    sys.stdout.write("| dataset | games | won | won by a patient one |\n|---|---|---|---|\n")
    for name in arguments.datasets or PLAYED:
        try:
            if name in made_datasets():
                sys.stdout.write(line_of_shipped(name, arguments.games))
            else:
                sys.stdout.write(line(name, load_dataset(name)["test"]))
        except TwbenchError as error:
            parser.error(str(error))
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
