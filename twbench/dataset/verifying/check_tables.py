"""Checking the files that a dataset has besides its games: tables, and what describes them."""

__all__ = ["description_faults", "expected_tables", "table_faults"]

from collections.abc import Iterator
from pathlib import Path

from twbench.dataset.card.depths import DEPTHS_FILE
from twbench.dataset.card.descriptions import DESCRIPTIONS
from twbench.dataset.card.example import EXAMPLE_FILE
from twbench.dataset.card.picture import PICTURE_FILE
from twbench.dataset.files.columns import ENTITIES_FILE, REJECTED_FILE, VOCAB_FILE
from twbench.dataset.files.index import INDEX_FILE, DatasetIndex, file_sha256
from twbench.dataset.verifying.check import Fault
from twbench.errors import DatasetError, InputError
from twbench.untrusted import inside, is_mostly_holes, read_bytes, regular_file


def expected_tables(index: DatasetIndex) -> set[str]:
    """Return the names of all files that the dataset has to have besides index and games."""
    names = {"README.md", "croissant.json", PICTURE_FILE}
    names |= {ENTITIES_FILE, REJECTED_FILE, VOCAB_FILE}
    names |= {DEPTHS_FILE, EXAMPLE_FILE} & index.files.keys()
    for split in index.splits:
        names.update(index.shards(split))
        if index.packed:
            names.update(index.packs(split))
    return names


def table_faults(folder: Path, index: DatasetIndex) -> Iterator[Fault]:
    """Yield which files are not those that the index has the hashes of, or have no hash in it."""
    for name, digest in index.files.items():
        path = folder / name
        if not regular_file(path):
            yield name, "missing"
        elif is_mostly_holes(path):
            yield name, "changed: most of it is holes: its SHA-256 was not looked at"
        elif file_sha256(path) != digest:
            yield name, "changed: its SHA-256 is not that of dataset.json"
    for name in expected_tables(index) - index.files.keys():
        yield INDEX_FILE, f"changed: it has no hash of {name}"


def description_faults(folder: Path, index: DatasetIndex) -> Iterator[Fault]:
    """Make what describes a sound dataset anew, and yield what says something else."""
    for name, make in DESCRIPTIONS.items():
        found = None
        if name in index.files:
            found = read_bytes(inside(folder, name, DatasetError), DatasetError)
        try:
            text = make(folder, index)
        except InputError as error:
            yield name, f"cannot be made anew: {error}"
            continue
        if found != (None if text is None else text.encode()):
            yield name, "changed: it does not say what the data say"
