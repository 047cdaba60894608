"""Whether a dataset holds what its fingerprint says: for whoever compares datasets by that alone.

Whoever opens a dataset reads its fingerprint in ``dataset.json``. That would stay the same if
somebody exchanged the games of a dataset that everybody knows for others, so it is computed anew.
"""

__all__ = ["check_fingerprint"]

from functools import lru_cache
from itertools import chain
from pathlib import Path

from twbench.dataset.files.columns import REJECTED_FILE
from twbench.dataset.files.fingerprint import fingerprint, row_digest
from twbench.dataset.files.index import INDEX_FILE, existing_file, read_index
from twbench.dataset.files.load import load_dataset
from twbench.dataset.files.schema import REJECTED, file_version, read_rows
from twbench.errors import DatasetError

Version = tuple[int, ...]


def check_fingerprint(folder: Path) -> None:
    """Raise DatasetError unless the tables of the dataset in ``folder`` give its fingerprint.

    They have the hash of each file of a game, which is for whoever reads the file to compare. All
    rows are read: a second for some thousands of them.
    """
    index = read_index(folder)
    tables = [*chain.from_iterable(map(index.shards, index.splits)), REJECTED_FILE]
    names = [INDEX_FILE, *tables]
    if _computed(folder.resolve(), tuple(_version(folder, name) for name in names)) != (
        index.fingerprint
    ):
        raise DatasetError(
            f"{folder} does not hold what its fingerprint says: twbench verify tells what is wrong."
        )


def _version(folder: Path, name: str) -> Version:
    return file_version(existing_file(folder, name).stat())


@lru_cache(maxsize=16)  # runs that are checked one after the other are of few datasets
def _computed(folder: Path, versions: tuple[Version, ...]) -> str:
    """Return the fingerprint of what is in the tables, which have these ``versions``."""
    dataset = load_dataset(folder)
    rows = chain.from_iterable(split.manifest() for split in dataset.values())
    digests = map(row_digest, chain(rows, read_rows(folder / REJECTED_FILE, REJECTED)))
    return fingerprint(dataset.index.config, dataset.index.version, digests)
