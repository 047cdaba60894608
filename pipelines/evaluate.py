"""The same as ``twbench evaluate``, as a script."""

import sys

from twbench.cli import main

if __name__ == "__main__":
    sys.exit(main(["evaluate", *sys.argv[1:]]))
