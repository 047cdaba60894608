"""``twbench validate-run``: replay runs in the stories of their dataset."""

__all__ = ["run"]

import argparse
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

_SHOWN = 10


def run(argv: Sequence[str]) -> int:
    """Run ``twbench validate-run``."""
    arguments = _parser().parse_args(argv)
    codes = [_check(path, arguments) for given in arguments.runs for path in _expanded(given)]
    return max(codes)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="twbench validate-run",
        description="Types every command of runs into the stories of their dataset again, and"
        " compares scores, turns and endings with what was recorded. It shows that the commands"
        " reach the scores, not who typed them; with --rerun the agent plays again. A run that"
        " passes gets a mark, which the leaderboard of this user shows.",
        epilog="For example: twbench validate-run runs/* --dataset datasets/demo. A submission is"
        " a folder with metadata.yaml and run/, in submissions/DATASET/AGENT.",
    )
    parser.add_argument(
        "runs", nargs="+", type=Path, metavar="RUN", help="folder of a run, or of a submission"
    )
    parser.add_argument(
        "--dataset",
        type=Path,
        metavar="DIR",
        help="the dataset that was played (default: the one of its name in datasets/)",
    )
    parser.add_argument(
        "--rerun", action="store_true", help="let the agent play again: the same must come out"
    )
    parser.add_argument(
        "--agent-module",
        type=Path,
        metavar="FILE",
        help="for --rerun, the Python file of an agent of its own",
    )
    return parser


def _expanded(path: Path) -> list[Path]:
    """Return the run or the submission at ``path``, or those directly in it."""
    from twbench.evaluation.checking.submission import METADATA

    if not path.is_dir() or (path / "run.json").exists() or (path / METADATA).exists():
        return [path]
    inner = [file.parent for name in ("run.json", METADATA) for file in path.glob(f"*/{name}")]
    return sorted(inner) or [path]


def _check(path: Path, arguments: argparse.Namespace) -> int:
    """Check one run, say what came of it, and return the exit code."""
    from twbench.evaluation.checking.rerun import rerun
    from twbench.evaluation.checking.validate import validate
    from twbench.evaluation.records.marks import REPLAYED, RERUN, keep_mark
    from twbench.evaluation.records.results import RunFolder

    folder = _run_of(path)
    name = RunFolder(folder).read_record()["dataset"]["name"]
    dataset = arguments.dataset or Path("datasets") / name
    found = validate(folder, dataset)
    lost = f" ({found.lost} lost with their process)" if found.lost else ""
    differences = found.differences
    mark = REPLAYED
    if arguments.rerun and not differences:
        differences = rerun(folder, dataset, arguments.agent_module)
        mark = RERUN
    verdict = "not as recorded" if differences else f"as recorded; {mark}"
    sys.stdout.write(
        f"{path}: {found.episodes} episodes{lost}, {found.commands:,} commands: {verdict}\n"
    )
    _show(differences)
    if not differences:
        keep_mark(folder, mark)
    return bool(differences)


def _run_of(path: Path) -> Path:
    """Return the folder of the run at ``path``, which may be a submission."""
    from twbench.cli.yaml_files import load_yaml
    from twbench.evaluation.checking.submission import METADATA, check_submission

    metadata = path / METADATA
    if (path / "run.json").exists() or not metadata.exists():
        return path
    return check_submission(path, load_yaml(metadata))


def _show(differences: Iterable[str]) -> None:
    lines = list(differences)
    for difference in lines[:_SHOWN]:
        sys.stdout.write(f"  {difference}\n")
    if len(lines) > _SHOWN:
        sys.stdout.write(f"  and {len(lines) - _SHOWN} more\n")
