"""Times our generation; `bench_generation` runs this.

    python twbench_generation.py CHALLENGE SETTINGS FOLDER [alone]

Reads and prints what `seed_server` says. The games of a line are made as those of a chunk of a
dataset are: in turns, a part of the work on each and then the next part, unless each is made
``alone``. Python's collector of garbage rests meanwhile, for there is none.
"""

import json
import sys
from pathlib import Path

from seed_server import serve

from twbench.challenges import get
from twbench.dataset.workers.turns import in_turns
from twbench.generator.games.game import GameOptions
from twbench.generator.making.compile import compile_game_in_parts
from twbench.system.collection import without_collection
from twbench.system.parts import Parts


def main() -> None:
    """Make, link and save the games that are asked for."""
    name, settings, folder, *alone = sys.argv[1:]
    challenge = get(name)
    wanted = challenge.settings(**json.loads(settings))

    def parts(seed: int) -> Parts[str]:
        options = GameOptions()
        options.seeds = seed
        options.path = Path(folder) / f"{name}-{seed}.z8"
        options.force_recompile = True
        game = yield from challenge.make_in_parts(wanted, options)
        yield 0
        return (yield from compile_game_in_parts(game, options))

    @without_collection()
    def make(seeds: list[int]) -> None:
        groups = [[seed] for seed in seeds] if alone else [seeds]
        for group in groups:
            list(in_turns(parts, group, lambda number: None))

    serve(make)


if __name__ == "__main__":
    main()
