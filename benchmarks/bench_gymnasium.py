"""What Gymnasium costs: steps of the environment itself, through Gymnasium, and in its vectors.

    python benchmarks/bench_gymnasium.py [--rounds 5]

Each figure is of games that nothing in the run has seen before, 5 rooms and 10 objects each, played
for 50 steps with random admissible commands; one that ends begins anew, which is not counted, nor
is the opening of games, nor looking in a vector for those that have ended. All figures are taken by
turns, so that what else the machine does hits all of them.

The first are times of the processor: the environment (`twbench.start`), `gymnasium.make` of it,
with the wrappers that it adds by itself, one game after the other and 8 in turns, which the caches
of a processor do not like, Gymnasium's `SyncVectorEnv` of 8 games, and what `gymnasium.make_vec`
makes of them, without workers. The others are times of the clock, for which the machine must have
two processors with nothing else to do: `gymnasium.make_vec` of 64 games in one and in two workers,
and Gymnasium's `AsyncVectorEnv` of 8 games.
"""

import argparse
import gc
import random
import statistics
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import gymnasium
from gymnasium.vector import AsyncVectorEnv, AutoresetMode, SyncVectorEnv, VectorEnv

from twbench import GameOptions
from twbench.core import EnvInfos
from twbench.families import start
from twbench.generator import compile_game, make_game
from twbench.gym.gymnasium_ids import register
from twbench.gym.text_env import TextEnv
from twbench.gym.vector import TextVectorEnv

INFOS = EnvInfos(admissible_commands=True)
STEPS = 50
FEW, MANY = 8, 64
ENV_ID = "twbench/bench-v0"
Clock = Callable[[], float]


def new_games(folder: Path) -> Iterator[str]:
    """Yield games that differ, for ever."""
    seed = 0
    while True:
        seed += 1
        options = GameOptions()
        options.seeds = seed
        options.nb_rooms, options.nb_objects, options.quest_length = 5, 10, 5
        options.path = folder / f"tw-bench-{seed}.z8"
        yield compile_game(make_game(options), options)


def own(paths: list[str], rng: random.Random) -> float:
    """Return the seconds of a step of the environment itself."""
    spent = 0.0
    for path in paths:
        with start(path, INFOS) as env:
            state = env.reset()
            begun = time.process_time()
            for _ in range(STEPS):
                state, _, done = env.step(rng.choice(state["admissible_commands"]))
                if done:
                    spent += time.process_time() - begun
                    state = env.reset()
                    begun = time.process_time()
            spent += time.process_time() - begun
    return spent / len(paths) / STEPS


def single(paths: list[str], rng: random.Random) -> float:
    """Return the seconds of a step of what `gymnasium.make` gives."""
    spent = 0.0
    for path in paths:
        env = gymnasium.make(ENV_ID, gamefiles=[path])
        _, info = env.reset(seed=1)
        begun = time.process_time()
        for _ in range(STEPS):
            command = rng.choice(info["admissible_commands"])
            _, _, terminated, truncated, info = env.step(command)
            if terminated or truncated:
                spent += time.process_time() - begun
                _, info = env.reset()
                begun = time.process_time()
        spent += time.process_time() - begun
        env.close()
    return spent / len(paths) / STEPS


def turns(paths: list[str], rng: random.Random) -> float:
    """Return the seconds of a step of what `gymnasium.make` gives, where games take turns."""
    envs = [gymnasium.make(ENV_ID, gamefiles=[path]) for path in paths]
    infos = [env.reset(seed=1)[1] for env in envs]
    spent = 0.0
    for _ in range(STEPS):
        ended = []
        begun = time.process_time()
        for number, env in enumerate(envs):
            command = rng.choice(infos[number]["admissible_commands"])
            _, _, terminated, truncated, infos[number] = env.step(command)
            if terminated or truncated:
                ended.append(number)
        spent += time.process_time() - begun
        for number in ended:
            _, infos[number] = envs[number].reset()
    for env in envs:
        env.close()
    return spent / len(paths) / STEPS


def sync_vector(paths: list[str]) -> SyncVectorEnv:
    """Return Gymnasium's own vector of what `gymnasium.make` gives."""
    spec = gymnasium.spec(ENV_ID)
    env_fns = [partial(gymnasium.make, spec, gamefiles=[path]) for path in paths]
    return SyncVectorEnv(env_fns, autoreset_mode=AutoresetMode.DISABLED)


def async_vector(paths: list[str]) -> AsyncVectorEnv:
    """Return Gymnasium's own vector with a process for each game."""
    spec = gymnasium.spec(ENV_ID)
    env_fns = [partial(gymnasium.make, spec, gamefiles=[path]) for path in paths]
    mode = AutoresetMode.DISABLED
    return AsyncVectorEnv(env_fns, shared_memory=False, autoreset_mode=mode)


def our_vector(num_workers: int, paths: list[str]) -> TextVectorEnv:
    """Return our vector, of the environments of which `gymnasium.make_vec` makes it."""
    env_fns = [partial(TextEnv, [path], INFOS) for path in paths]
    mode = AutoresetMode.DISABLED
    return TextVectorEnv(env_fns, num_workers=num_workers, autoreset_mode=mode)


def vector(
    make: Callable[[list[str]], VectorEnv[Any, Any, Any]],
    clock: Clock,
    paths: list[str],
    rng: random.Random,
) -> float:
    """Return the seconds of a step of one game in a vector of all."""
    envs = make(paths)
    _, infos = envs.reset(seed=1)
    admissible = list(infos["admissible_commands"])
    spent = 0.0
    for _ in range(STEPS):
        begun = clock()
        commands = tuple(map(rng.choice, admissible))
        _, _, terminations, truncations, infos = envs.step(commands)
        admissible = list(infos["admissible_commands"])
        spent += clock() - begun
        ended = terminations | truncations
        if ended.any():
            _, anew = envs.reset(options={"reset_mask": ended})
            for number in ended.nonzero()[0]:
                admissible[number] = anew["admissible_commands"][number]
    envs.close()
    return spent / len(paths) / STEPS


def show(label: str, times: list[float], reference: list[float] | None, goal: str) -> None:
    """Print the rate of a figure, its ratio to another one of the same rounds, and the goal."""
    rate = 1 / statistics.median(times)
    ratio = ""
    if reference is not None:
        pairs = zip(reference, times, strict=True)
        ratio = f"{statistics.median(old / new for old, new in pairs):8.2f}"
    print(f"{label:52}{rate:>10,.0f} steps/s{ratio:>8}  {goal}")


def main() -> None:
    """Measure by turns, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--rounds", type=int, default=5, help="how often each figure is taken (default: 5)"
    )
    arguments = parser.parse_args()
    figures: dict[str, tuple[int, Callable[[list[str], random.Random], float]]] = {
        "own": (FEW, own),
        "single": (FEW, single),
        "turns": (FEW, turns),
        "sync": (FEW, partial(vector, sync_vector, time.process_time)),
        "ours": (FEW, partial(vector, partial(our_vector, 0), time.process_time)),
        "one": (MANY, partial(vector, partial(our_vector, 1), time.perf_counter)),
        "two": (MANY, partial(vector, partial(our_vector, 2), time.perf_counter)),
        "async": (FEW, partial(vector, async_vector, time.perf_counter)),
    }
    times = defaultdict[str, list[float]](list)
    with tempfile.TemporaryDirectory() as name:
        games = new_games(Path(name))
        register(ENV_ID, [next(games)], request_infos=INFOS)
        for number in range(arguments.rounds):
            for label, (count, measure) in figures.items():
                paths = [next(games) for _ in range(count)]
                # Or what making them has left behind would be looked through while they are played.
                gc.collect()
                times[label].append(measure(paths, random.Random(number)))
    show("twbench.start", times["own"], None, "")
    show("gymnasium.make, to that", times["single"], times["own"], "goal 0.80")
    show("gymnasium.make, 8 games in turns, to that", times["turns"], times["single"], "")
    show("SyncVectorEnv of 8, to gymnasium.make", times["sync"], times["single"], "goal 0.85")
    show("SyncVectorEnv of 8, to 8 games in turns", times["sync"], times["turns"], "")
    show(
        "make_vec, no workers, 8 games, to gymnasium.make",
        times["ours"],
        times["single"],
        "goal 0.85",
    )
    show("make_vec, no workers, 8 games, to 8 games in turns", times["ours"], times["turns"], "")
    show("make_vec, one worker, 64 games", times["one"], None, "")
    show("make_vec, two workers, 64 games, to one", times["two"], times["one"], "goal 1.70")
    show("AsyncVectorEnv of 8, to make_vec, two workers", times["async"], times["two"], "")


if __name__ == "__main__":
    main()
