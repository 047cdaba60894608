"""Endurance: any number of fuzzed commands over many games, and many episodes in one process.

``python tests/story/endurance.py --commands 1000000 --games 100 --episodes 10000`` runs for as long
as that takes and prints what it found; the tests run the same with small numbers.
"""

import argparse
import random
import string
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from sample_games import HAND_MADE, challenge_game, open_story

from twbench.envs import StoryEnv
from twbench.generator.games.game import Game

SHAPES = (
    "{} {}",
    "{} the {}",
    "{} all",
    "{} all but {}",
    "{} {} and {}",
    "{} {} with {}",
    "{} {} in {}",
    "{} {} on {}",
    "{} {} from {}",
    "{} it. {} {}",
    "{} {} {} {} {}",
    "{}",
)
COOKING = dict.fromkeys(("open", "cook", "cut", "drop"), True)
DIRECTIONS = ("n", "s", "e", "w")


def games(count: int) -> Iterator[Game]:
    """Games of every challenge and the hand-made ones, in turn."""
    for number in range(count):
        if number % 10 == 0:
            yield HAND_MADE[number // 10 % len(HAND_MADE)]()
            continue
        name, settings = (
            ("coin_collector", {"level": 1 + number % 200}),
            ("treasure_hunter", {"level": 1 + number % 30}),
            ("simple", {"rewards": "dense", "goal": "brief"}),
            ("cooking", {"recipe": 2, "take": 2, "go": 6, **COOKING}),
            ("custom", {"world_size": 4, "nb_objects": 10, "quest_length": 4}),
        )[number % 5]
        yield challenge_game(name, number, **settings)


def command(rng: random.Random, words: list[str]) -> str:
    """A command that may mean something, or the like of it with letters changed."""
    kind = rng.random()
    if kind < 0.25:
        return rng.choice(DIRECTIONS)
    shape = rng.choice(SHAPES)
    typed = shape.format(*(rng.choice(words) for _ in range(shape.count("{}"))))
    if kind > 0.9:
        letters = list(typed)
        for _ in range(rng.randrange(1, 4)):
            letters[rng.randrange(len(letters))] = rng.choice(string.printable)
        typed = "".join(letters)
    return typed


def fuzz(env: StoryEnv, words: list[str], commands: int, rng: random.Random) -> int:
    """Type commands; return how many episodes came to an end. Any silence is a failure."""
    endings = 0
    state = env.reset()
    for _ in range(commands):
        typed = command(rng, words)
        state, _, done = env.step(typed)
        assert state.feedback.strip(), f"no answer to {typed!r}"
        if done:
            endings += 1
            env.reset()
    assert env._memory_map.variable(env._session.memory(), "action_count") <= 32
    return endings


def fuzz_games(commands: int, count: int, folder: Path, seed: int = 1) -> int:
    """Share ``commands`` out among ``count`` games; return how many episodes ended."""
    rng = random.Random(seed)
    endings = 0
    for number, game in enumerate(games(count)):
        place = folder / str(number)
        place.mkdir()
        env = open_story(game, place)
        try:
            vocabulary = sorted(
                {word for name in names(game) for word in name.lower().split()}
                | {
                    "take",
                    "open",
                    "put",
                    "drop",
                    "x",
                    "unlock",
                    "lock",
                    "close",
                    "eat",
                    "look",
                    "i",
                }
                | {"go", "insert", "examine", "undo", "again", "me", "it", "them", "except", "door"}
            )
            endings += fuzz(env, vocabulary, commands // count, rng)
        finally:
            env.close()
    return endings


def names(game: Game) -> list[str]:
    """The names of the game's entities."""
    return [info.name for info in game.infos.values() if info.name]


def resident() -> int:
    """Memory of this process, in KiB."""
    fields = Path("/proc/self/statm").read_text().split()
    return int(fields[1]) * 4


def grown(episodes: int, folder: Path) -> int:
    """By how many KiB the process grows over episodes, after the first tenth of them."""
    game = HAND_MADE[0]()
    env = open_story(game, folder, facts=True, admissible_commands=True, description=True)
    start = 0
    for episode in range(episodes):
        env.reset()
        for typed in game.walkthrough:
            env.step(typed)
        if episode == episodes // 10:
            start = resident()
    env.close()
    return resident() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--commands", type=int, default=1_000_000)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--episodes", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    start = time.process_time()
    with tempfile.TemporaryDirectory() as name:
        ended = fuzz_games(arguments.commands, arguments.games, Path(name), arguments.seed)
    seconds = time.process_time() - start
    print(f"{arguments.commands} commands, {ended} endings, {seconds:.0f} s: each was answered")
    with tempfile.TemporaryDirectory() as name:
        print(
            f"{arguments.episodes} episodes: grown by {grown(arguments.episodes, Path(name))} KiB"
        )


if __name__ == "__main__":
    main()
