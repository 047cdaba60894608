"""A new game for each episode: opening it, its first reset, and some random steps.

    python benchmarks/bench_opening.py [--episodes 200] [--steps 20 50] [--rounds 3]

Agents that learn, and evaluations, seldom play a game twice: what counts for them is what a whole
episode takes of a game that nothing in the process has seen before. Datasets of each kind are
built twice, with a file for each story and game, and packed. Each round is a process of its own,
which plays some games to warm up, and then others, each of them once: its row is looked up in the
dataset, it is opened (`twbench.start`), reset, played with random admissible commands up to a
number of steps or its end, and closed. Asked for are admissible commands, description, inventory
and score.

Printed are steps in a second of all of that, in the median round, the lowest and the highest one,
how long an episode is in the mean, and how much of it each part takes, in milliseconds. All times
are of the processor.

The goals are 1.5 times what TextWorldExpress does with such infos, which is 4,900 steps a second on
its coin and 4,400 on its cooking games.
"""

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path

from bench_dataset import measure

CASES: dict[str, list[str]] = {
    "coin_collector 1-30": ["dataset=coin_collector", "challenge.level={randint: [1, 30]}"],
    "cooking_easy": ["dataset=cooking_easy"],
    "cooking, 3 ingredients, 6 rooms": [
        "dataset=cooking_hard",
        "challenge.go=6",
        "challenge.drop=false",
        "dataset.mixture={three: {weight: 1, challenge: {recipe: 3, take: 3}}}",
    ],
    "cooking_hard": ["dataset=cooking_hard"],
}
GOALS = {"coin": 7350, "cook": 6600}
"""Steps in a second, by how the name of a case begins."""
WARM = 20
PARTS = ("row", "open", "reset", "steps", "close")


def play(folder: Path, first: int, episodes: int, steps: int) -> None:
    """Play games of a dataset; print as JSON how many steps there were and what took how long."""
    from twbench import load_dataset, start
    from twbench.core import EnvInfos

    infos = EnvInfos(admissible_commands=True, description=True, inventory=True, score=True)
    rows = load_dataset(folder)["train"]
    rng = random.Random(0)
    played = 0
    taken: dict[str, float] = defaultdict(float)
    for number in range(WARM + episodes):
        if number == WARM:
            taken.clear()
            played = 0
        at = [time.process_time()]
        row = rows[number if number < WARM else first + number]
        at.append(time.process_time())
        env = start(row["story"], infos)
        at.append(time.process_time())
        state, done = env.reset(), False
        at.append(time.process_time())
        count = 0
        while count < steps and not done:
            state, _, done = env.step(rng.choice(state["admissible_commands"]))
            count += 1
        at.append(time.process_time())
        env.close()
        at.append(time.process_time())
        played += count
        for part, begin, end in zip(PARTS, at, at[1:], strict=False):
            taken[part] += end - begin
    print(json.dumps({"steps": played, "taken": taken}))


def measured(folder: Path, first: int, episodes: int, steps: int) -> tuple[int, dict[str, float]]:
    """Return what `play` found in a process of its own."""
    numbers = map(str, (first, episodes, steps))
    command = [sys.executable, __file__, "--play", str(folder), *numbers]
    # Without copies of tables, which a user may have.
    done = subprocess.run(
        command, check=True, env=os.environ | {"TWBENCH_CACHE": ""}, stdout=subprocess.PIPE
    )
    found = json.loads(done.stdout)
    return found["steps"], found["taken"]


def print_line(name: str, folder: Path, arguments: argparse.Namespace, steps: int) -> None:
    """Measure some rounds, each of games of its own, and print what was found."""
    rates, played, taken = [], 0, defaultdict[str, float](float)
    for number in range(arguments.rounds):
        count, parts = measured(folder, number * arguments.episodes, arguments.episodes, steps)
        rates.append(count / sum(parts.values()))
        played += count
        for part, seconds in parts.items():
            taken[part] += seconds
    episodes = arguments.rounds * arguments.episodes
    goal = GOALS[name[:4]]
    shown = "".join(f"{1000 * taken[part] / episodes:>8.2f}" for part in PARTS)
    print(
        f"{name:<33}{folder.name:<8}{steps:>6}{played / episodes:>9.1f}"
        f"{statistics.median(rates):>9,.0f}{min(rates):>9,.0f}{max(rates):>9,.0f}{goal:>7,}{shown}",
        flush=True,
    )


def main() -> None:
    """Build datasets, and print a line for each, and for each number of steps."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--episodes", type=int, default=200, help="games of a round")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--steps", type=int, nargs="+", default=[20, 50], help="at most")
    parser.add_argument("--only", nargs="*", default=list(CASES), help="some kinds of games")
    parser.add_argument("--folder", type=Path, help="keeps the datasets, or has them already")
    parser.add_argument("--play", nargs=4, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.play is not None:
        play(Path(arguments.play[0]), *map(int, arguments.play[1:]))
        return
    print(
        f"{'at most':>47}{'played':>9}{'steps/s':>9}{'lowest':>9}{'highest':>9}{'goal':>7}"
        + "".join(f"{part:>8}" for part in PARTS)
        + " ms"
    )
    games = WARM + arguments.rounds * arguments.episodes
    with tempfile.TemporaryDirectory(prefix="twbench-") as temporary:
        home = arguments.folder or Path(temporary)
        for name in arguments.only:
            for storage in ("files", "packed"):
                folder = home / name.replace(" ", "-").replace(",", "") / storage
                if not (folder / "dataset.json").is_file():
                    folder.parent.mkdir(exist_ok=True, parents=True)
                    size = f"dataset.splits={{train: {games}, valid: 20, test: 20}}"
                    measure([*CASES[name], size, f"output={storage}"], folder)
                for steps in arguments.steps:
                    print_line(name, folder, arguments, steps)


if __name__ == "__main__":
    main()
