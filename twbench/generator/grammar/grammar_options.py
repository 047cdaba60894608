"""How the text of a game is generated: the documented options."""

__all__ = ["GrammarOptions"]

import copy
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from twbench.errors import ConfigError, nearest
from twbench.hashing import content_id
from twbench.printable import shown

_OF_OLD = ("instruction_extension", "refer_by_name_only")


@dataclass(init=False, slots=True)
class GrammarOptions:
    """Options of the text generation (docs: textworld.generator.GrammarOptions).

    Built from another GrammarOptions, a mapping, keywords, or a mapping and keywords that take
    precedence. Options of old that TextWorld reads and leaves (``refer_by_name_only``,
    ``instruction_extension``) are left here as well. Raises ConfigError for another unknown option
    or a value of the wrong type.
    """

    theme: str = "house"
    """Theme: all ``.twg`` files whose names begin with it are loaded."""
    names_to_exclude: list[str] = field(default_factory=list)
    """Names that the generation must not use."""
    include_adj: bool = False
    """Whether names begin with an adjective."""
    blend_descriptions: bool = False
    """Whether things that share an adjective or a noun are described in one sentence."""
    ambiguous_instructions: bool = False
    """Whether the objective may refer to things by type, noun or adjective alone."""
    only_last_action: bool = False
    """Whether the objective tells the last action of a quest only."""
    blend_instructions: bool = False
    """Whether consecutive actions of the objective are blended into one sentence."""
    allowed_variables_numbering: bool = False
    """Whether a number is appended to a name when there is not enough variation."""
    unique_expansion: bool = False
    """Whether a symbol repeats none of its options before it has used them all."""
    noun_share: float = 1.0
    """Share of each type's nouns that names are made of; with a minus, of the others.

    0.8 stands for four nouns of five, and -0.2 for the fifth: no noun is in both.
    """

    def __init__(self, options: "GrammarOptions | Mapping[str, Any] | None" = None, **kwargs: Any):
        if isinstance(options, GrammarOptions):
            options = options.serialize()
        given = dict(options or {})
        given.update(kwargs)
        for name in _OF_OLD:
            given.pop(name, None)
        known = self.__slots__
        for name in given:
            if name not in known:
                allowed = ", ".join(known)
                raise ConfigError(
                    f"Unknown grammar option {shown(name)}.{nearest(name, known)}"
                    f" Options: {allowed}."
                )
        names = given.pop("names_to_exclude", ())
        if isinstance(names, str) or not isinstance(names, Iterable):
            raise ConfigError(f"Grammar option 'names_to_exclude' is a list, not {shown(names)}.")
        self.names_to_exclude = [
            _checked("names_to_exclude", name, str) for name in names if name is not None
        ]
        self.theme = _checked("theme", given.pop("theme", "house"), str)
        self.noun_share = _checked_share(given.pop("noun_share", 1.0))
        for name in known:
            if name not in ("names_to_exclude", "noun_share", "theme"):
                setattr(self, name, _checked(name, given.get(name, False), bool))

    @property
    def uuid(self) -> str:
        """Identifier of these options: equal for equal options, whatever the order of names."""
        content = {**self.serialize(), "names_to_exclude": sorted(self.names_to_exclude)}
        return f"{self.theme}-{content_id(content, 8)}"

    def copy(self) -> "GrammarOptions":
        """Return options equal to these and independent of them."""
        other = copy.copy(self)
        other.names_to_exclude = list(self.names_to_exclude)
        return other

    def serialize(self) -> dict[str, Any]:
        """Return these options as JSON-compatible data; ``noun_share`` only if it leaves some out.

        It is an option of ours, which TextWorld's games do not have.
        """
        data = {name: getattr(self, name) for name in self.__slots__}
        data["names_to_exclude"] = list(self.names_to_exclude)
        if self.noun_share == 1:
            del data["noun_share"]
        return data

    @classmethod
    def deserialize(cls, data: Mapping[str, Any]) -> "GrammarOptions":
        """Return the options that `serialize` made ``data`` of."""
        return cls(data)


def _checked_share(value: Any) -> float:
    if (
        isinstance(value, bool)
        or not isinstance(value, int | float)
        or not -1 < value <= 1
        or not value
    ):
        raise ConfigError(
            "Grammar option 'noun_share' must be a number above -1, up to 1, and not 0, not"
            f" {shown(value)}."
        )
    return float(value)


def _checked(name: str, value: Any, kind: type) -> Any:
    if not isinstance(value, kind):
        expected = "true or false" if kind is bool else "text"
        raise ConfigError(f"Grammar option {name!r} must be {expected}, not {shown(value)}.")
    return value
