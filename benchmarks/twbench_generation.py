"""Times our generation; `bench_generation` runs this.

    python twbench_generation.py CHALLENGE SETTINGS FOLDER

Reads and prints what `seed_server` says. The games of a line are made as those of a chunk of a
dataset are: Python's collector of garbage rests meanwhile, for there is none.
"""

import json
import sys
from pathlib import Path

from seed_server import serve

from twbench.challenges import get
from twbench.generator.games.game import GameOptions
from twbench.generator.making.compile import compile_game
from twbench.system.collection import without_collection


def main() -> None:
    """Make, link and save the games that are asked for."""
    name, settings, folder = sys.argv[1:]
    challenge = get(name)
    wanted = challenge.settings(**json.loads(settings))

    def make(seed: int) -> None:
        options = GameOptions()
        options.seeds = seed
        options.path = Path(folder) / f"{name}-{seed}.z8"
        options.force_recompile = True
        compile_game(challenge.make(wanted, options), options)

    serve(make, without_collection)


if __name__ == "__main__":
    main()
