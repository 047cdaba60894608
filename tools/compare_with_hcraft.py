#!/usr/bin/env python3
"""Plays worlds with hcraft and with twbench, and writes down what hcraft does for the tests.

python tools/compare_with_hcraft.py PYTHON [--only TEXT] [--again]

PYTHON is that of an environment with hcraft 2.0.1. Each world is played for 3,000 actions by both;
one in which anything differs is named, with the first step that does. What hcraft did is written
to ``tests/hierarchycraft/hcraft_played.json``, against which the tests play. That takes an hour;
worlds that are in the file are left out, unless ``--again`` is given.
"""

import argparse
import json
import sys
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1] / "tests" / "hierarchycraft"
sys.path.insert(0, str(TESTS))

from compared_worlds import FIRST_STEPS, RECORD, STEPS, WORLDS, digest, play  # noqa: E402

BATCH = 10
"""How many worlds one process plays: hcraft takes seconds to be imported."""


def _told(theirs: list[str], ours: list[str]) -> str:
    if ours == theirs:
        return f"{len(ours)} lines alike"
    pairs = enumerate(zip(theirs, ours, strict=False))
    step = next((number for number, (one, other) in pairs if one != other), "the end")
    return f"different from line {step} on"


def main() -> int:
    """Play all worlds, and say how many are alike."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("python", help="the Python of an environment that has hcraft")
    parser.add_argument("--only", default="", help="only worlds whose names have this in them")
    parser.add_argument("--again", action="store_true", help="those that are written down, too")
    options = parser.parse_args()
    record = json.loads(RECORD.read_text()) if RECORD.exists() else {}
    names = [
        name for name in WORLDS if options.only in name and (options.again or name not in record)
    ]
    different = 0
    for start in range(0, len(names), BATCH):
        batch = names[start : start + BATCH]
        played = zip(
            batch,
            play(options.python, "hcraft", batch, STEPS),
            play(sys.executable, "twbench.hierarchycraft", batch, STEPS),
            strict=True,
        )
        for name, theirs, ours in played:
            record[name] = [digest(theirs[:FIRST_STEPS]), digest(theirs)]
            different += ours != theirs
            print(f"{name}: {_told(theirs, ours)}", flush=True)
        kept = {known: record[known] for known in WORLDS if known in record}
        RECORD.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
    print(f"{len(names) - different} of {len(names)} worlds are alike.")
    return int(different > 0)


if __name__ == "__main__":
    sys.exit(main())
