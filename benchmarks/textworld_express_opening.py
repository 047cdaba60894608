"""Plays TextWorldExpress; `bench_opening` runs this with the Python it is installed in.

    python textworld_express_opening.py GAME WARM EPISODES STEPS

Plays a game of another seed each episode, with random valid actions. Prints as JSON how many steps
there were, and the seconds of the processors that they took: of this process, and of the one in
Java that it talks to. Games, parameters and infos are what it has by itself; gold paths are not
asked for.
"""

import json
import os
import random
import sys
import time
from pathlib import Path

from textworld_express import TextWorldExpressEnv

SEEDS = 2000
"""Of the fold for training; a longer play begins with the first again."""


def java_seconds():
    """Return what the processes that this one has started have taken of the processors."""
    taken = 0
    for file in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = file.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == os.getpid():
            taken += int(fields[11]) + int(fields[12])
    return taken / os.sysconf("SC_CLK_TCK")


def seconds():
    """Return what both processes have taken of the processors until now."""
    return time.process_time() + java_seconds()


def main():
    """Play games, each of them once: some to warm up, and then those that count."""
    game = sys.argv[1]
    warm, episodes, most = map(int, sys.argv[2:])
    rng = random.Random(0)
    env = TextWorldExpressEnv(envStepLimit=most + 1)
    env.load(gameName=game, gameParams="")
    played, begun = 0, seconds()
    for number in range(warm + episodes):
        if number == warm:
            played, begun = 0, seconds()
        _, infos = env.reset(seed=1 + number % SEEDS, gameFold="train", generateGoldPath=False)
        count, done = 0, False
        while count < most and not done:
            _, _, done, infos = env.step(rng.choice(infos["validActions"]))
            count += 1
        played += count
    print(json.dumps({"steps": played, "seconds": seconds() - begun}))


if __name__ == "__main__":
    main()
