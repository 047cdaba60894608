"""What is in the folder of a dataset, and is none of its files."""

__all__ = ["LINK", "found_beyond"]

import os
from collections.abc import Collection, Iterator
from itertools import chain
from pathlib import Path

from twbench.errors import DatasetError
from twbench.untrusted import walked

LINK = "a symbolic link: a dataset holds files of its own"
_OF_TRANSFERS = (".cache/huggingface", ".git", ".gitattributes")
"""What Git and a download from Hugging Face put beside a dataset: it is not looked at."""


def found_beyond(folder: Path, expected: Collection[str]) -> Iterator[tuple[str, str]]:
    """Yield what is in ``folder`` and not ``expected``, with what is wrong with it.

    Links are not followed. Folders are there for the files in them.
    """
    folders = set()
    for name in chain(expected, _OF_TRANSFERS):
        # Many files share a folder: once that is known, so are all folders around it.
        while (name := name.rpartition("/")[0]) and name not in folders:
            folders.add(name)
    top = len(os.path.join(folder, ""))  # noqa: PTH118  (a Path ends in no slash)
    for parent, below, files in walked(folder, DatasetError):
        within = f"{parent[top:]}/" if parent[top:] else ""
        for found in sorted([*below, *files]):
            name = within + found
            if os.path.islink(f"{parent}/{found}"):  # noqa: PTH114  (a Path takes longer)
                yield name, LINK
            elif name in _OF_TRANSFERS:
                if found in below:
                    below.remove(found)
            elif name not in (folders if found in below else expected):
                yield name, "no part of the dataset"
