"""Predicates: patterns of facts; and the aliases that abbreviate them."""

__all__ = ["Alias", "Predicate", "match_pairwise"]

from collections.abc import Collection, Iterable, Mapping
from functools import total_ordering
from typing import Any

from twbench import shape
from twbench.errors import LogicError
from twbench.logic import parse, syntax
from twbench.logic.terms import Immutable, Placeholder, Proposition, Signature, Variable

_set = object.__setattr__


@total_ordering
class Predicate(Immutable):
    """A pattern of facts: a name applied to placeholders (docs: textworld.logic.Predicate)."""

    __slots__ = ("_hash", "name", "parameters", "signature")

    name: str
    parameters: tuple[Placeholder, ...]
    signature: Signature
    _hash: int

    def __init__(self, name: str, parameters: Iterable[Placeholder] = ()):
        _set(self, "name", name)
        _set(self, "parameters", tuple(parameters))
        _set(self, "signature", Signature(name, [param.type for param in self.parameters]))
        _set(self, "_hash", hash((name, self.parameters)))

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the placeholders."""
        return tuple([parameter.name for parameter in self.parameters])

    @property
    def types(self) -> tuple[str, ...]:
        """The types of the placeholders."""
        return self.signature.types

    def __str__(self) -> str:
        return f"{self.name}({', '.join(map(str, self.parameters))})"

    def __repr__(self) -> str:
        return f"Predicate({self.name!r}, {self.parameters!r})"

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Predicate):
            return NotImplemented
        if self._hash != other._hash:
            return False
        return self.name == other.name and self.parameters == other.parameters

    def __hash__(self) -> int:
        return self._hash

    def __lt__(self, other: "Predicate") -> bool:
        return (self.name, self.parameters) < (other.name, other.parameters)

    def __reduce__(self) -> tuple[Any, ...]:
        return Predicate, (self.name, self.parameters)

    @classmethod
    def parse(cls, expr: str) -> "Predicate":
        """Parse ``name(placeholder, ...)``, or ``!name(...)`` as `negate`; raises LogicError."""
        return cls._of(parse.expression("predicate", expr))

    @classmethod
    def _of(cls, node: syntax.Atom) -> "Predicate":
        return cls(node.name, [Placeholder._of(slot) for slot in node.arguments])

    @property
    def is_negation(self) -> bool:
        """Whether this says what does not hold: ``not_open``."""
        return syntax.is_negated(self.name)

    def negate(self) -> "Predicate":
        """Return the predicate for where this one does not hold: ``not_open`` for ``open``."""
        return Predicate(syntax.negated(self.name), self.parameters)

    def serialize(self) -> dict[str, Any]:
        """Return ``{"name": ..., "parameters": [...]}``."""
        return {"name": self.name, "parameters": [param.serialize() for param in self.parameters]}

    @classmethod
    def deserialize(cls, data: Mapping[str, Any]) -> "Predicate":
        """Return the inverse of `serialize`; raises ShapeError."""
        return cls(
            shape.member(data, "name", shape.identifier),
            shape.member(data, "parameters", shape.each(Placeholder.deserialize)),
        )

    def substitute(self, mapping: Mapping[Placeholder, Placeholder]) -> "Predicate":
        """Return this predicate with the placeholders of ``mapping`` exchanged for their images."""
        return Predicate(self.name, [mapping.get(param, param) for param in self.parameters])

    def instantiate(self, mapping: Mapping[Placeholder, Variable]) -> Proposition:
        """Return this predicate applied to the variables its placeholders stand for.

        Raises LogicError if a placeholder has no variable.
        """
        try:
            return Proposition(self.name, [mapping[param] for param in self.parameters])
        except KeyError as error:
            raise LogicError(f"No variable is given for {error.args[0]} of {self}.") from None

    def match(self, proposition: Proposition) -> dict[Placeholder, Variable] | None:
        """Return the mapping that instantiates this predicate to ``proposition``, if there is one.

        Only a logic knows which types are subtypes of others, so types are not compared here.
        """
        return match_pairwise([self], [proposition])


def match_pairwise(
    predicates: Collection[Predicate], propositions: Collection[Proposition]
) -> dict[Placeholder, Variable] | None:
    """Return the mapping under which predicates become propositions, one by one, if any."""
    mapping: dict[Placeholder, Variable] = {}
    if len(predicates) != len(propositions):
        return None
    for predicate, proposition in zip(predicates, propositions, strict=True):
        if predicate.name != proposition.name:
            return None
        if len(predicate.parameters) != len(proposition.arguments):
            return None
        for parameter, argument in zip(predicate.parameters, proposition.arguments, strict=True):
            if mapping.setdefault(parameter, argument) != argument:
                return None
    return mapping


class Alias(Immutable):
    """A shorthand predicate and what it stands for (docs: textworld.logic.Alias)."""

    __slots__ = ("pattern", "replacement")

    pattern: Predicate
    replacement: tuple[Predicate, ...]

    def __init__(self, pattern: Predicate, replacement: Iterable[Predicate]):
        _set(self, "pattern", pattern)
        _set(self, "replacement", tuple(replacement))

    def __str__(self) -> str:
        return f"{self.pattern} = {' & '.join(map(str, self.replacement))}"

    def __repr__(self) -> str:
        return f"Alias({self.pattern!r}, {self.replacement!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Alias):
            return NotImplemented
        return (self.pattern, self.replacement) == (other.pattern, other.replacement)

    def __hash__(self) -> int:
        return hash((self.pattern, self.replacement))

    def __reduce__(self) -> tuple[Any, ...]:
        return Alias, (self.pattern, self.replacement)

    def expand(self, predicate: Predicate) -> tuple[Predicate, ...]:
        """Return what ``predicate`` stands for: itself, unless it is a use of this alias.

        Placeholders that occur in the replacement alone stay as they are.
        """
        pattern = self.pattern
        if predicate.name != pattern.name or len(predicate.types) != len(pattern.types):
            return (predicate,)
        mapping = dict(zip(pattern.parameters, predicate.parameters, strict=True))
        return tuple([part.substitute(mapping) for part in self.replacement])
