"""How deep the games of a dataset are: how many layers there are up to what is to be had."""

__all__ = ["DEPTHS_FILE", "depth_table", "depths_by_split", "depths_picture"]

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from twbench import families
from twbench.dataset.card.picture import histograms
from twbench.dataset.card.summary import Row, columns_of
from twbench.dataset.files.index import DatasetIndex
from twbench.errors import DatasetError
from twbench.untrusted import parse_json

DEPTHS_FILE = "depths.svg"


def depths_by_split(folder: Path, index: DatasetIndex) -> dict[str, list[int]]:
    """Return the depths of the games of each split, of those that have one."""
    found: dict[str, list[int]] = {}
    for split in index.splits:
        rows = columns_of(folder, index, split, ["family", "challenge", "params"])
        found[split] = [
            depth
            for (family, challenge, params), count in Counter(rows).items()
            if (depth := _depth(family, challenge, params)) is not None
            for _ in range(count)
        ]
    return found


def depth_table(folder: Path, index: DatasetIndex) -> list[Row]:
    """Return, per split, how many games are of each depth; empty if none has one."""
    counts = {split: Counter(depths) for split, depths in depths_by_split(folder, index).items()}
    every = sorted(set().union(*counts.values()))
    return [
        {"split": split, **{f"depth {depth}": str(found[depth]) for depth in every}}
        for split, found in counts.items()
        if every
    ]


def depths_picture(depths: Mapping[str, Sequence[int]]) -> str | None:
    """Return an SVG with a histogram of the depths of each split; None if no game has one."""
    if not any(depths.values()):
        return None
    return histograms(depths, "Depths of the games of each split", "layers")


def _depth(family: str, challenge: str, params: str) -> int | None:
    known = parse_json(params, "A row's params", DatasetError)
    return families.get(family).depth(challenge, known) if isinstance(known, dict) else None
