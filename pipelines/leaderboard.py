"""The same as ``twbench leaderboard``, as a script."""

import sys

from twbench.cli import main

if __name__ == "__main__":
    sys.exit(main(["leaderboard", *sys.argv[1:]]))
