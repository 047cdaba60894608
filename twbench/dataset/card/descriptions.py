"""The files that tell people and programs about a dataset, each a function of index and rows.

A build writes them, in this order and before ``dataset.json``; ``verify`` makes them again and
compares, so that nobody can put words on a card that the data do not say.
"""

__all__ = ["DESCRIPTIONS"]

from collections.abc import Callable, Mapping
from pathlib import Path

from twbench.dataset.card.card import card
from twbench.dataset.card.croissant import croissant
from twbench.dataset.card.picture import PICTURE_FILE, difficulty_picture
from twbench.dataset.card.summary import lengths_by_split
from twbench.dataset.files.index import DatasetIndex

DESCRIPTIONS: Mapping[str, Callable[[Path, DatasetIndex], str]] = {
    PICTURE_FILE: lambda folder, index: difficulty_picture(lengths_by_split(folder, index)),
    "README.md": card,
    "croissant.json": lambda folder, index: croissant(index),
}
"""The text of each file, made from the folder of the dataset and its index.

They need the hashes of the tables in the index, and none of each other's.
"""
