"""Times TextWorld's generation; `bench_generation` runs this with the Python it is installed in.

    python textworld_generation.py CHALLENGE SETTINGS FOLDER

Reads seeds, some on a line, and prints for each line the CPU seconds of making, compiling and
saving these games. Games that TextWorld fails to make count with the time it takes to fail.
"""

import json
import resource
import sys

import textworld
from textworld.challenges import CHALLENGES

CUSTOM = {"world_size": "nb_rooms", "nb_objects": "nb_objects", "quest_length": "quest_length"}


def cpu_seconds():
    """Return the CPU time of this process and its finished children."""
    usages = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


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
    """Print the CPU time of the games of each line."""
    challenge, settings, folder = sys.argv[1:]
    settings = json.loads(settings)
    for line in sys.stdin:
        start = cpu_seconds()
        for seed in line.split():
            attempt(challenge, settings, int(seed), folder)
        print(cpu_seconds() - start, flush=True)


if __name__ == "__main__":
    main()
