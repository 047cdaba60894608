"""The files that tell people and programs about a dataset, each a function of index and rows.

A build writes them, in this order and before ``dataset.json``; ``verify`` makes them again and
compares, so that nobody can put words on a card that the data do not say.
"""

__all__ = ["DESCRIPTIONS"]

from collections.abc import Callable, Mapping
from pathlib import Path

from twbench.dataset.card.card import card
from twbench.dataset.card.croissant import croissant
from twbench.dataset.card.depths import DEPTHS_FILE, depths_by_split, depths_picture
from twbench.dataset.card.example import EXAMPLE_FILE, example_picture
from twbench.dataset.card.picture import PICTURE_FILE, difficulty_picture
from twbench.dataset.card.summary import family_names, lengths_by_split
from twbench.dataset.files.index import DatasetIndex

DESCRIPTIONS: Mapping[str, Callable[[Path, DatasetIndex], str | None]] = {
    PICTURE_FILE: lambda folder, index: difficulty_picture(lengths_by_split(folder, index)),
    DEPTHS_FILE: lambda folder, index: depths_picture(depths_by_split(folder, index)),
    EXAMPLE_FILE: lambda folder, index: example_picture(folder, index, family_names(folder, index)),
    "README.md": card,
    "croissant.json": lambda folder, index: croissant(index),
}
"""The text of each file, made from the folder of the dataset and its index.

It is None where a dataset has no such file. They need the hashes of the tables in the index, and
none of each other's.
"""
