"""The families by name, and the family of a file by its content."""

__all__ = [
    "FAMILIES",
    "each",
    "family_of",
    "game_of",
    "get",
    "kind_not_played",
    "names",
    "prepare",
    "read_head",
    "register",
]

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from twbench.errors import ConfigError, StoryFileError
from twbench.families.family import Family, game_file
from twbench.registry import Registry
from twbench.untrusted import beginning

HEAD = 1024
"""Bytes of a file that tell its family."""
_FORMER = {"third_party": "interactive_fiction"}
"""What earlier datasets call a family."""

FAMILIES: Registry[Family[Any]] = Registry(
    Family,  # type: ignore[type-abstract]  # entries are instances of its subclasses
    "family",
    "twbench.families",
    ConfigError,
    "One of a file of your own is known where the file is named: --module FILE, or modules=[FILE]"
    " of twbench evaluate.",
)
"""The families by their names."""
FAMILIES.ship(
    {
        "textworld": "twbench.families.textworld.family",
        "hierarchycraft": "twbench.families.hierarchycraft",
        "interactive_fiction": "twbench.families.interactive_fiction.family",
        "minihack": "twbench.families.minihack",
    }
)


def register(family: Family[Any]) -> Family[Any]:
    """Add a family and return it; raises ConfigError where its name is taken."""
    if family.name in _FORMER:
        raise ConfigError(f"{family.name!r} is the former name of {_FORMER[family.name]!r}.")
    return FAMILIES.register(family)


def get(name: str) -> Family[Any]:
    """Return a family by its name, or by a former one; raises ConfigError if there is none."""
    return FAMILIES.get(_FORMER.get(name, name))


def prepare() -> None:
    """Let the families that this process has met get ready for several threads."""
    for family in FAMILIES.registered():
        family.prepare()


def names() -> list[str]:
    """Return the names of all families, those of installed packages too, sorted."""
    return FAMILIES.names()


def each() -> Iterator[Family[Any]]:
    """Yield all families, first those registered in this process.

    Those of installed packages come last, and are loaded only when all others have been looked at.
    Raises ConfigError for one that cannot be loaded.
    """
    yield from FAMILIES.in_turn()
    yield from (FAMILIES.get(name) for name in names() if not FAMILIES.has(name))


def read_head(path: Path) -> bytes:
    """Return the beginning of a file, which tells its family; raises StoryFileError."""
    try:
        return beginning(path, HEAD)
    except OSError as error:
        raise StoryFileError(f"Cannot read the story {path}: {error.strerror}.") from None


def family_of(path: Path) -> Family[Any]:
    """Return the family of the game in the file at ``path``, by the file's content.

    Packages are loaded only for files that none of those registered knows. Raises StoryFileError
    for a file of no family, or that cannot be read.
    """
    head = read_head(path)
    for family in each():
        if family.recognises(path, head):
            return family
    if (other := kind_not_played(head)) is not None:
        raise StoryFileError(f"{path.name} is {other}")
    raise StoryFileError(
        f"{path.name} is no sound story file: it begins like none of a known family"
        f" ({', '.join(names())}). One of your own is known where"
        " its file is named (--module FILE)."
    )


def game_of(path: Path) -> Path:
    """Return the game that a file stands for: the one beside a story of its name, else itself.

    Of a story that TextWorld made, only the game tells what is in it.
    """
    game = game_file(path)
    return game if game.is_file() else path


def kind_not_played(head: bytes) -> str | None:
    """Return what a story is that no family plays, and what to do with it; None if it is none."""
    if head.startswith(b"Glul"):
        return (
            "a Glulx story, which is not played here (docs/design/glulx.md says why). If TextWorld"
            " made it, twbench import makes a .z8 story of the .json beside it."
        )
    if head.startswith(b"FORM") and head[8:12] == b"IFRS":
        return "a Blorb archive, which has a story among pictures and sounds: take it out."
    return None
