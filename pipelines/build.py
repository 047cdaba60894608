"""Builds a dataset; the same as ``twbench build``.

python pipelines/build.py dataset=demo
"""

import sys

from twbench.cli import main

if __name__ == "__main__":
    sys.exit(main(["build", *sys.argv[1:]]))
