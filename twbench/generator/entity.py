"""What a game says about an entity: its name, its articles and its description."""

__all__ = ["EntityInfo"]

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from twbench.errors import GameFileError, nearest


@dataclass(slots=True)
class EntityInfo:
    """Names and texts of one entity (seeds: textworld.generator.game.EntityInfo).

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

    def serialize(self) -> dict[str, Any]:
        """Return the JSON form, with the keys in the order of TextWorld's game files."""
        data = {name: getattr(self, name) for name in self.__slots__}
        if self.synonyms is not None:
            data["synonyms"] = list(self.synonyms)
        return data

    @classmethod
    def deserialize(cls, data: Mapping[str, Any]) -> "EntityInfo":
        """Return the inverse of `serialize`; raises GameFileError for unknown or missing keys."""
        known = [field.name for field in fields(cls)]
        for key in data:
            if key not in known:
                raise GameFileError(f"An entity has no attribute {key!r}.{nearest(key, known)}")
        for key in ("id", "type"):
            if key not in data:
                raise GameFileError(f"An entity lacks its {key!r}.")
        return cls(**data)
