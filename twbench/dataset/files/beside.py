"""Files beside stories: what the users who have imported a story have said of it.

They follow from the manifest (column ``params``), are written with the story, and are verified like
it: see `twbench.families.Family.beside`. A file that the manifest knows nothing of would be used as
well by whoever plays the story, so it is a fault.
"""

__all__ = ["faults_beside", "has_beside", "names_beside", "strays_beside", "write_beside"]

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from twbench import families
from twbench.errors import DatasetError, InputError
from twbench.system.files import write_atomically
from twbench.untrusted import parse_json, read_bytes, regular_file

_MARK = '"binding"'
"""Stands in the params of all stories that have a file beside them: few rows are looked into."""


def has_beside(row: Mapping[str, Any]) -> bool:
    """Say whether anything may lie beside the story of a row."""
    return _MARK in row["params"]


def write_beside(story: Path, row: Mapping[str, Any]) -> None:
    """Write what lies beside the ``story`` of a row, as far as it is not there already.

    Raises DatasetError if the row makes no sense.
    """
    for suffix, content in _beside(row).items():
        path = story.with_name(story.name + suffix)
        if not (regular_file(path) and read_bytes(path, DatasetError) == content):
            write_atomically(path, content)


def names_beside(row: Mapping[str, Any]) -> set[str]:
    """Return the names, in the dataset, of all that may lie beside the story of a row."""
    suffixes = {*_beside(row), *families.get(row["family"]).suffixes_saving_time}
    return {row["story"] + suffix for suffix in suffixes}


def strays_beside(story: Path, row: Mapping[str, Any]) -> list[Path]:
    """Return the files beside a ``story`` that say more of it than its row does."""
    expected = _beside(row)
    suffixes = families.get(row["family"]).suffixes_beside
    paths = [story.with_name(story.name + one) for one in suffixes if one not in expected]
    return [path for path in paths if os.path.lexists(path)]


def faults_beside(story: Path, row: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield what files beside the ``story`` of a row are called, and what is wrong with them.

    Raises DatasetError if the row makes no sense, ConfigError if its family is not at hand.
    """
    for suffix, content in _beside(row).items():
        path = story.with_name(story.name + suffix)
        if not regular_file(path):
            yield path.name, "missing"
        elif read_bytes(path, DatasetError) != content:
            yield path.name, "changed: it is not what the manifest tells"
    family = families.get(row["family"])
    for suffix in family.suffixes_saving_time:
        path = story.with_name(story.name + suffix)
        if regular_file(path):
            try:
                family.check_saving_time(story, path)
            except InputError as error:
                yield path.name, f"cannot be used: {error}"


def _beside(row: Mapping[str, Any]) -> Mapping[str, bytes]:
    """Return what is to lie beside the story of a row, by what is added to its name."""
    if not has_beside(row):
        return {}
    params = parse_json(row["params"], "A row's params", DatasetError)
    try:
        return families.get(row["family"]).beside(params if isinstance(params, dict) else {})
    except InputError as error:
        raise DatasetError(f"A row's params: {error}") from error
