"""What a game says about an entity: its name, its articles and its description."""

__all__ = ["EntityInfo"]

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

from twbench import shape
from twbench.errors import GameFileError, InputError, nearest
from twbench.printable import shown


@dataclass(slots=True)
class EntityInfo:
    """Names and texts of one entity (docs: textworld.generator.game.EntityInfo).

    Everything but ``id`` and ``type`` is None until text has been generated or set by hand.
    """

    id: str
    type: str
    name: str | None = None
    noun: str | None = None
    adj: str | None = None
    desc: str | None = None
    room_type: str | None = None
    definite: str | None = None
    indefinite: str | None = None
    synonyms: list[str] | None = None

    def __hash__(self) -> int:
        return hash((self.id, self.type))  # which stay, whatever its texts become

    def __str__(self) -> str:
        return self.name or self.id

    def take_over(self, other: "EntityInfo") -> None:
        """Say all that ``other`` says, whose id and type count for nothing.

        A noun, with its adjective, makes a name where there is none, and a name is a noun. Raises
        InputError for a text in place of a list of synonyms.
        """
        if isinstance(other.synonyms, str):
            raise InputError(f"Synonyms are given as a list, such as [{other.synonyms!r}].")
        for name in self.__slots__[2:]:
            setattr(self, name, getattr(other, name))
        if self.synonyms is not None:
            self.synonyms = list(self.synonyms)
        if self.name is None and self.noun is not None:
            self.name = f"{self.adj} {self.noun}" if self.adj else self.noun
        if self.noun is None:
            self.noun = self.name

    def serialize(self) -> dict[str, Any]:
        """Return the JSON form, with the keys in the order of TextWorld's game files."""
        data = {name: getattr(self, name) for name in self.__slots__}
        if self.synonyms is not None:
            data["synonyms"] = list(self.synonyms)
        return data

    @classmethod
    def deserialize(cls, data: Mapping[str, Any]) -> "EntityInfo":
        """Return the inverse of `serialize`; raises GameFileError for unknown or missing keys."""
        if type(data) is dict and data.keys() == _READERS.keys():
            values: tuple[Any, ...] = _values(data)
            if _is_plain(values):
                return cls(*values)
        for key in shape.mapping(data):
            if key not in _READERS:
                raise GameFileError(
                    f"An entity has no attribute {shown(key)}.{nearest(key, _READERS)}"
                )
        for key in ("id", "type"):
            if key not in data:
                raise GameFileError(f"An entity lacks its {key!r}.")
        return cls(**{key: shape.member(data, key, _READERS[key]) for key in data})


def _is_plain(values: tuple[Any, ...]) -> bool:
    """Say whether these are an id, a type, and short texts or None for all else: most are."""
    if not (values[0] and values[1] and _PLAIN.issuperset(map(type, values))):
        return False
    return sum(map(len, filter(None, values))) <= shape.LONGEST_NAME and values[-1] is None


_values = itemgetter(*EntityInfo.__slots__)
_PLAIN = frozenset((str, type(None)))
_READERS: dict[str, Callable[[Any], Any]] = {
    **dict.fromkeys(("id", "type"), shape.identifier),
    **dict.fromkeys(
        ("name", "noun", "adj", "room_type", "definite", "indefinite"), shape.optional(shape.name)
    ),
    "desc": shape.optional(shape.text),
    "synonyms": shape.optional(shape.each(shape.name)),
}
"""What reads the attributes of an entity."""
