"""``twbench validate-run``: replay runs in the stories of their dataset."""

__all__ = ["run"]

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

_SHOWN = 10


def run(argv: Sequence[str]) -> int:
    """Run ``twbench validate-run``."""
    from twbench.evaluation.results import RunFolder
    from twbench.evaluation.validate import validate

    parser = argparse.ArgumentParser(
        prog="twbench validate-run",
        description="Types every command of runs into the stories of their dataset again, and"
        " compares scores, moves and endings with what was recorded. It shows that the commands"
        " reach the scores, not who typed them.",
        epilog="For example: twbench validate-run runs/* --dataset datasets/demo",
    )
    parser.add_argument("runs", nargs="+", type=Path, metavar="RUN", help="folder of a run")
    parser.add_argument(
        "--dataset",
        type=Path,
        metavar="DIR",
        help="the dataset that was played (default: the one of its name in datasets/)",
    )
    arguments = parser.parse_args(argv)
    code = 0
    for folder in arguments.runs:
        name = RunFolder(folder).read_record()["dataset"]["name"]
        found = validate(folder, arguments.dataset or Path("datasets") / name)
        lost = f", {found.lost} lost with their process" if found.lost else ""
        verdict = "not as recorded" if found.differences else "as recorded"
        sys.stdout.write(
            f"{folder}: {found.episodes} episodes{lost}, {found.commands:,} commands replayed:"
            f" {verdict}\n"
        )
        for difference in found.differences[:_SHOWN]:
            sys.stdout.write(f"  {difference}\n")
        if len(found.differences) > _SHOWN:
            sys.stdout.write(f"  and {len(found.differences) - _SHOWN} more\n")
        code = max(code, bool(found.differences))
    return code
