"""Stories of ours, changed somewhere, with the checksum mended so that it does not show.

``python mutated_stories.py FIRST LAST FOLDER [here]`` plays those of these seeds as a user would,
or only such as are played in the process itself, and prints how often each end was met.
"""

import json
import random
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "story"))

from sample_games import coin_collector, cottage, shed

from twbench.core import EnvInfos
from twbench.envs.frotz.story_file import read_story
from twbench.errors import TwbenchError
from twbench.families import start
from twbench.generator import GameOptions, make_game
from twbench.generator.games.game import Game
from twbench.story import link
from twbench.story.zcode.checksum import byte_sum

TIMEOUT = 1.5
LONGEST_MESSAGE = 400
COMMANDS = ("look", "inventory", "go east", "take all", "examine it")
INFOS = EnvInfos(
    **dict.fromkeys(
        (
            "admissible_commands",
            "description",
            "facts",
            "inventory",
            "last_action",
            "location",
            "moves",
            "policy_commands",
            "score",
            "won",
        ),
        True,
    )
)


def house() -> Game:
    """Return a game of a logic of ours: only such stories may be played in this process."""
    options = GameOptions()
    options.seeds = 7
    options.nb_rooms, options.nb_objects, options.quest_length = 4, 8, 3
    return make_game(options)


SOURCES: tuple[Callable[[], Game], ...] = (house, lambda: coin_collector(3), cottage, shed)


@cache
def sample(number: int) -> tuple[Game, bytes]:
    """Return one of the games and its story."""
    game = SOURCES[number]()
    return game, link(game)


def mutated(seed: int) -> tuple[Game, bytes]:
    """Return a story that was changed at places drawn from ``seed``, and the game of it."""
    rng = random.Random(seed)
    game, story = sample(rng.choice((0, 0, 0, 1, 2, 3)))
    data = bytearray(story)
    size = int.from_bytes(story[-4:], "big")
    code, directory = int.from_bytes(story[4:6], "big"), len(story) - 4 - size
    areas = {
        "header": (4, 64),
        "globals": (802, 846),
        "objects": (3700, int.from_bytes(story[0x0E:0x10], "big")),
        "tables": (int.from_bytes(story[0x0E:0x10], "big"), code),
        "code": (code, code + 11_000),
        "strings": (code + 11_000, directory),
    }
    kind = rng.choice((*areas, "tables", "tables", "objects", "json", "json"))
    if kind == "json":
        values = json.loads(story[directory:-4])
        for _ in range(rng.randint(1, 2)):
            _change(values, rng)
        text = json.dumps(values).encode()
        text += b" " * (-(directory + len(text) + 4) % 8)
        data[directory:] = text + len(text).to_bytes(4, "big")
    else:
        for _ in range(rng.choice((1, 1, 1, 2, 8))):
            _write(data, rng.randrange(*areas[kind]), rng)
    return game, _mended(data)


def _write(data: bytearray, at: int, rng: random.Random) -> None:
    """Change a word or a bit: to any, to one that stands elsewhere, or to what is next to it."""
    at &= ~1
    word = int.from_bytes(data[at : at + 2], "big")
    elsewhere = rng.randrange(0, len(data) - 2) & ~1
    new = rng.choice(
        (
            rng.randrange(0x10000),
            int.from_bytes(data[elsewhere : elsewhere + 2], "big"),
            word ^ 1 << rng.randrange(16),
            word + rng.choice((-2, -1, 1, 2)),
            rng.choice((0, 1, 0x7FFF, 0x8000, 0xFFFF)),
        )
    )
    data[at : at + 2] = (new & 0xFFFF).to_bytes(2, "big")


def _change(value: Any, rng: random.Random) -> None:
    """Change one value somewhere within JSON."""
    place = value
    while True:
        keys = [*place] if isinstance(place, dict) else [*range(len(place))]
        if not keys:
            break
        key = rng.choice(keys)
        inner = place[key]
        if isinstance(inner, dict | list) and rng.random() < 0.85:
            place = inner
            continue
        others: list[Any] = [None, True, -1, 0, 1, 7, 0xFFFF, 1 << 40, 1.5, "", "r", "P", [], {}]
        others += [[[inner]], "\ud800", "x" * 300, inner + 1 if isinstance(inner, int) else inner]
        if rng.random() < 0.1:
            del place[key]
        else:
            place[key] = rng.choice(others)
        break


def _mended(data: bytearray) -> bytes:
    """Return the story with its length and checksum right, and its header in the directory."""
    data[0x1A:0x1C] = (len(data) // 8 & 0xFFFF).to_bytes(2, "big")
    size = int.from_bytes(data[-4:], "big")
    begin = len(data) - 4 - size
    place = data.find(b'"header":', begin)
    if place >= 0 and data[:16] != data[place : place + 16]:
        first = data.index(b'"', place + 9) + 1
        data[first : first + 32] = data[:16].hex().encode()
    data[0x1C:0x1E] = byte_sum(data[64:]).to_bytes(2, "big")
    return bytes(data)


def play(seed: int, folder: Path, here: bool) -> str:
    """Play the story of a seed; return how that ended.

    ``here`` leaves out stories that are not played in this process.
    """
    game, story = mutated(seed)
    path = folder / f"tw-{seed}.z8"
    path.write_bytes(story)
    game.save(path.with_suffix(".json"))
    kind = "left out"
    try:
        if here and read_story(path).doubt:
            return kind
        with start(path, INFOS, timeout=TIMEOUT) as env:
            kind = type(env).__name__
            env.reset()
            for command in COMMANDS:
                if env.step(command)[2]:
                    break
    except TwbenchError as error:
        if not str(error).isprintable() or len(str(error)) > LONGEST_MESSAGE:
            return f"no sentence: {error!r}"
        return "refused"
    finally:
        path.unlink()
        path.with_suffix(".json").unlink()
    return kind


def main(arguments: list[str]) -> int:
    """Play the stories of some seeds; print how often each end was met."""
    first, last, folder = int(arguments[0]), int(arguments[1]), Path(arguments[2])
    here = "here" in arguments
    ends: dict[str, int] = {}
    for seed in range(first, last):
        sys.stderr.write(f"{seed}\n")
        end = play(seed, folder, here)
        ends[end] = ends.get(end, 0) + 1
    sys.stdout.write(json.dumps(ends))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
