"""Times TextWorld's generation; `bench_generation` runs this with the Python it is installed in.

    python textworld_generation.py CHALLENGE SETTINGS FOLDER

Reads and prints what `seed_server` says. Games that TextWorld fails to make count with the time it
takes to fail.
"""

import json
import sys

import textworld
from seed_server import serve
from textworld.challenges import CHALLENGES

CUSTOM = {"world_size": "nb_rooms", "nb_objects": "nb_objects", "quest_length": "quest_length"}


def make(challenge, settings, seed, folder):
    """Make, compile and save one game."""
    options = textworld.GameOptions()
    options.seeds = seed
    options.path = f"{folder}/{challenge}-{seed}.z8"
    options.force_recompile = True
    if challenge == "custom":
        for name, attribute in CUSTOM.items():
            setattr(options, attribute, settings[name])
        textworld.make(options)
    else:
        game = CHALLENGES[f"tw-{challenge}"][1]({"test": False, **settings}, options)
        textworld.generator.compile_game(game, options)


def attempt(*arguments):
    """Make one game; say so if that fails."""
    try:
        make(*arguments)
    except Exception as error:
        sys.stderr.write(f"{arguments[:3]}: {error}\n")


def main():
    """Make, compile and save the games that are asked for."""
    challenge, settings, folder = sys.argv[1:]
    wanted = json.loads(settings)

    def make_all(seeds):
        for seed in seeds:
            attempt(challenge, wanted, seed, folder)

    serve(make_all)


if __name__ == "__main__":
    main()
