"""A new game for each episode: opening it, its first reset, and some random steps.

    python benchmarks/bench_opening.py [--episodes 200] [--steps 20 50] [--rounds 3] [--folder DIR]
        [--express-python PATH]

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

With the Python of an environment that has TextWorldExpress 1.1, and Java, its coin and cooking
games are played in the same way, in rounds by turns with ours: each round in a process of its own,
whose Java is young (it has played as many games as ours before) or warm (it has played 2,000). Its
games are other games, it makes them in memory, and its infos are what it always says: observation,
look, inventory, valid actions and score. The goals are 1.5 times 4,900 steps a second on coin and
4,400 on cooking games, which is what it did when they were set.
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
EXPRESS = {"coin": "coin", "cook": "cookingworld"}
"""What such games are called by TextWorldExpress."""
WARM = 20
"""Games that are played before those that count."""
EXPRESS_WARM = {"young": WARM, "warm": 2000}
"""The same for TextWorldExpress, whose Java becomes quicker for a long time."""
STORAGES = ("files", "packed")
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


def express_rate(python: Path, name: str, warm: int, episodes: int, steps: int) -> float:
    """Return the steps in a second of TextWorldExpress, in games like those of a case."""
    script = Path(__file__).with_name("textworld_express_opening.py")
    numbers = map(str, (warm, episodes, steps))
    command = [str(python), str(script), EXPRESS[name[:4]], *numbers]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE)
    found = json.loads(done.stdout)
    return float(found["steps"] / found["seconds"])


def shown_rates(rates: list[float]) -> str:
    """Return median, lowest and highest rate, as columns."""
    return "".join(f"{rate:>9,.0f}" for rate in (statistics.median(rates), min(rates), max(rates)))


def print_lines(name: str, home: Path, arguments: argparse.Namespace, steps: int) -> None:
    """Measure rounds by turns, ours each of games of their own, and print what was found."""
    python, count = arguments.express_python, arguments.episodes
    ours: dict[str, list[float]] = defaultdict(list)
    express: dict[str, list[float]] = defaultdict(list)
    taken: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
    played: dict[str, int] = defaultdict(int)
    for number in range(arguments.rounds):
        for storage in STORAGES:
            found, parts = measured(home / storage, number * count, count, steps)
            ours[storage].append(found / sum(parts.values()))
            played[storage] += found
            for part, seconds in parts.items():
                taken[storage][part] += seconds
        for age, warm in EXPRESS_WARM.items() if python else ():
            express[age].append(express_rate(python, name, warm, count, steps))
    episodes = arguments.rounds * count
    for storage, rates in ours.items():
        times = [
            statistics.median(rates) / statistics.median(express[age]) if python else 0.0
            for age in EXPRESS_WARM
        ]
        print(
            f"{name:<33}{storage:<8}{steps:>6}{played[storage] / episodes:>9.1f}"
            f"{shown_rates(rates)}{GOALS[name[:4]]:>7,}"
            + "".join(f"{1000 * taken[storage][part] / episodes:>8.2f}" for part in PARTS)
            + "".join(f"{ratio:>8.2f}" if ratio else f"{'-':>8}" for ratio in times),
            flush=True,
        )
    for age, rates in express.items():
        title = f"  TextWorldExpress, {EXPRESS[name[:4]]}"
        print(f"{title:<33}{age:<8}{steps:>6}{'':>9}{shown_rates(rates)}", flush=True)


def main() -> None:
    """Build datasets, and print a line for each, and for each number of steps."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--episodes", type=int, default=200, help="of a round (default: 200)")
    parser.add_argument("--rounds", type=int, default=3, help="(default: 3)")
    parser.add_argument(
        "--steps", type=int, nargs="+", default=[20, 50], help="at most (default: 20 50)"
    )
    parser.add_argument("--only", nargs="*", default=list(CASES), help="some kinds of games")
    parser.add_argument("--folder", type=Path, help="keeps the datasets, or has them already")
    parser.add_argument(
        "--express-python",
        type=Path,
        metavar="PATH",
        help="the Python of an environment with TextWorldExpress 1.1; Java must be installed",
    )
    parser.add_argument("--play", nargs=4, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.play is not None:
        play(Path(arguments.play[0]), *map(int, arguments.play[1:]))
        return
    print(
        f"{'at most':>47}{'played':>9}{'steps/s':>9}{'lowest':>9}{'highest':>9}{'goal':>7}"
        + "".join(f"{part:>8}" for part in PARTS)
        + "".join(f"{age:>8}" for age in EXPRESS_WARM)
        + "  (ms of a part; times TextWorldExpress)"
    )
    games = WARM + arguments.rounds * arguments.episodes
    with tempfile.TemporaryDirectory(prefix="twbench-") as temporary:
        home = arguments.folder or Path(temporary)
        for name in arguments.only:
            case = home / name.replace(" ", "-").replace(",", "")
            for storage in STORAGES:
                if not (case / storage / "dataset.json").is_file():
                    case.mkdir(exist_ok=True, parents=True)
                    size = f"dataset.splits={{train: {games}, valid: 20, test: 20}}"
                    measure([*CASES[name], size, f"output={storage}"], case / storage)
            for steps in arguments.steps:
                print_lines(name, case, arguments, steps)


if __name__ == "__main__":
    main()
