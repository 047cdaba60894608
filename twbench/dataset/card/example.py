"""A game of a dataset as a picture: of the first one whose family draws games for cards."""

__all__ = ["EXAMPLE_FILE", "Example", "example", "example_picture"]

from pathlib import Path
from typing import Any, NamedTuple

from twbench import families
from twbench.dataset.files.index import DatasetIndex
from twbench.dataset.files.schema import MANIFEST, read_rows
from twbench.errors import DatasetError
from twbench.families import Family
from twbench.system.scratch import scratch_folder
from twbench.untrusted import inside

EXAMPLE_FILE = "example.svg"


class Example(NamedTuple):
    """The game that is drawn: its family, its split and its row in the manifest."""

    family: Family[Any]
    split: str
    row: dict[str, Any]


def example(folder: Path, index: DatasetIndex, names: list[str]) -> Example | None:
    """Return which game is drawn; None where no family among ``names`` draws for cards."""
    drawn = {name: family for name in names if (family := families.get(name)).card_picture}
    for split in index.splits if drawn else ():
        for shard in index.shards(split):
            for row in read_rows(inside(folder, shard, DatasetError), MANIFEST):
                if row["family"] in drawn:
                    return Example(drawn[row["family"]], split, row)
    return None


def example_picture(folder: Path, index: DatasetIndex, names: list[str]) -> str | None:
    """Return the picture as SVG; None where there is none.

    Raises InputError for a game that cannot be read.
    """
    found = example(folder, index, names)
    if found is None:
        return None
    name = found.row["game"] or found.row["story"]
    if not index.packed:
        return _drawn(found.family, inside(folder, name, DatasetError))
    from twbench.dataset.files.storage import PackedFiles  # few datasets are packed and drawn

    with scratch_folder() as scratch:
        PackedFiles(folder, index, found.split).unpack(found.row, scratch)
        return _drawn(found.family, scratch / name)


def _drawn(family: Family[Any], path: Path) -> str | None:
    picture = family.picture(family.read(path))
    return None if picture is None else picture.svg
