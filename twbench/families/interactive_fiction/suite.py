"""The stories that are called the Jericho suite: what is known of each without having it.

The table beside this module, ``suite.csv``, has a row for each: file, version of the Z-machine,
release and serial number, MD5, by which a file is recognised, class of its licence, maximum score,
and the results of the paper (docs: "Interactive Fiction Games: A Colossal Adventure", table 1).
The stories themselves are not shipped: most of them may not be.
"""

__all__ = [
    "AGENTS",
    "SUITE_FILE",
    "SuiteStory",
    "suite",
    "suite_release",
    "suite_story",
    "suite_story_at",
]

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import md5
from pathlib import Path
from typing import Any

from twbench.untrusted import beginning

SUITE_FILE = Path(__file__).with_name("suite.csv")
"""The registry of hashes."""
AGENTS = ("RAND", "NAIL", "TDQN", "DRRN")
"""Whose scores the paper has, with the handicaps and budgets that it tells of each."""

_LARGEST = 1 << 19
"""Bytes of the largest story of the Z-machine."""
_VERSIONS = range(1, 9)
"""What the first byte of a story may be."""


@dataclass(frozen=True, slots=True)
class SuiteStory:
    """A story of the suite.

    ``licence`` is a class: ``open``, ``freeware-explicit`` (the game says who may pass it on),
    ``freeware-customary`` (passed on for decades, without a text that says so), ``promotional``,
    ``zork-mit-related`` (another release is open), ``commercial``. ``max_score`` is the one that
    Jericho counts with, None where it does not know the story; ``published`` are the paper's
    average raw scores by agent, ``published_max_score`` is what it divides them by, and
    ``templates`` and ``vocabulary`` are the sizes that it tells.
    """

    name: str
    file: str
    z_version: int
    release: str
    md5: str
    licence: str
    max_score: int | None
    templates: int | None
    vocabulary: int | None
    published: Mapping[str, float]
    published_max_score: int | None

    def to_json(self) -> dict[str, Any]:
        """Return what a manifest tells of it beside its own columns."""
        told: dict[str, Any] = {"name": self.name, "licence": self.licence}
        if self.published:
            published = {agent: self.published[agent] for agent in sorted(self.published)}
            told["published"] = {**published, "max_score": self.published_max_score}
        return told


@cache
def suite() -> Mapping[str, SuiteStory]:
    """Return the stories of the suite by their MD5, in the order of their names."""
    with SUITE_FILE.open(encoding="utf-8", newline="") as file:
        return {row["md5"]: _story(row) for row in csv.DictReader(file)}


def suite_story(data: bytes) -> SuiteStory | None:
    """Return the story of the suite whose file has the bytes ``data``, None if it is none."""
    return suite().get(md5(data, usedforsecurity=False).hexdigest())


def suite_story_at(path: Path) -> SuiteStory | None:
    """Return the story of the suite that the file at ``path`` is, None if it is none.

    Of one that is too large, or begins like no story, little is read.
    """
    try:
        head = beginning(path, 1)
        is_likely = bool(head) and head[0] in _VERSIONS
        data = beginning(path, _LARGEST + 1) if is_likely else b""
    except OSError:
        return None
    return None if len(data) > _LARGEST else suite_story(data)


def suite_release(z_version: int, release: str) -> SuiteStory | None:
    """Return the story of the suite with a release and serial number, as in 88/840726.

    Some copies of a story are padded or cut, so that the hash of their bytes is not known.
    """
    named = (story for story in suite().values() if story.release == release)
    return next((story for story in named if story.z_version == z_version), None)


def _story(row: Mapping[str, str]) -> SuiteStory:
    def number(column: str) -> int | None:
        return int(row[column]) if row[column] else None

    scores = {agent: row[f"paper_{agent.lower()}"] for agent in AGENTS}
    return SuiteStory(
        name=row["name"],
        file=row["file"],
        z_version=int(row["z_version"]),
        release=row["release_serial"],
        md5=row["md5"],
        licence=row["licence_class"],
        max_score=number("max_score"),
        templates=number("paper_templates"),
        vocabulary=number("paper_vocab"),
        published={agent: float(score) for agent, score in scores.items() if score},
        published_max_score=number("paper_max_score"),
    )
