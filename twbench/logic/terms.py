"""Variables and facts, and the placeholders and signatures that stand for them.

Facts are compared and hashed more often than anything else, so there is one `Proposition` object
for each fact: equal propositions are the same object, and Python's own identity hash serves. So it
is with variables; those of subclasses hash as the plain ones they are equal to. The tables behind
this hold weak references, so unused facts are freed. The latest are kept for a while in tables of
their own, since the next game is mostly made of the same ones; where such a table is full, it
starts anew.
"""

__all__ = ["Immutable", "Placeholder", "Proposition", "Signature", "Variable"]

import operator
from collections.abc import Iterable, Mapping
from functools import total_ordering
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self

from twbench import shape
from twbench.bounded_cache import BoundedCache
from twbench.logic import parse, syntax
from twbench.system.interned import Interned
from twbench.system.locks import lock_over_forks

if TYPE_CHECKING:
    from twbench.logic.hierarchy import Type

_LOCK = lock_over_forks()
_KEPT = 8192
"""The number of facts, and of variables, kept whether they are used or not: a few megabytes."""
_MOST_KEPT = 32
"""Arguments of a fact that is kept so: what strangers write is not to fill the memory."""
_MOST_ARGUMENTS = 1_000
"""Of a fact that is read; an event has one for each of its variables, other facts up to three."""


class Immutable:
    """Base of values whose attributes are set once, by their constructors."""

    __slots__ = ("__weakref__",)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} is immutable: {name!r} cannot be set.")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{type(self).__name__} is immutable: {name!r} cannot be deleted.")


_set = object.__setattr__
_name_of = operator.attrgetter("name")
_type_of = operator.attrgetter("type")


@total_ordering
class _Named(Immutable):
    """A name with a type; equal to another of its kind with the same name and type."""

    __slots__ = ("name", "type")

    _KIND: ClassVar[Literal["variable", "placeholder"]]
    """What the grammar calls it."""

    name: str
    type: str

    def __str__(self) -> str:
        if self.type == self._default_type(self.name):
            return self.name
        return f"{self.name}: {self.type}"

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.name!r}, {self.type!r})"

    def __lt__(self, other: "_Named") -> bool:
        return (self.name, self.type) < (other.name, other.type)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.name, self.type)

    @staticmethod
    def _default_type(name: str) -> str:
        return name

    @classmethod
    def parse(cls, expr: str) -> Self:
        """Parse ``name`` or ``name: type``; raises LogicError."""
        return cls._of(parse.expression(cls._KIND, expr))

    @classmethod
    def _of(cls, node: syntax.Slot) -> Self:
        return cls(node.name, node.type)  # type: ignore[call-arg]  # as those of its kinds are

    def serialize(self) -> dict[str, str]:
        """Return ``{"name": ..., "type": ...}``."""
        return {"name": self.name, "type": self.type}

    @classmethod
    def deserialize(cls, data: Mapping[str, Any]) -> Self:
        """Return the inverse of `serialize`; raises ShapeError."""
        return cls(  # type: ignore[call-arg]
            shape.member(data, "name", shape.identifier),
            shape.member(data, "type", shape.identifier),
        )


class Variable(_Named):
    """An object of a world: a unique name and a type (docs: textworld.logic.Variable).

    Equal variables are the same object; those of subclasses are equal to plain ones.

    >>> Variable("P") == Variable("P", "P")
    True
    """

    __slots__ = ("plain",)
    _KIND = "variable"

    plain: "Variable | None"
    """The plain variable that this one is equal to, if it is of a subclass."""

    def __new__(cls, name: str, type: str | None = None) -> Self:  # noqa: A002  (documented name)
        """Return the one plain variable of this name and type, or a new one of a subclass."""
        key = (name, name if type is None else type)
        known: Any = _RECENT_VARIABLES.get(key) if cls is Variable else None
        if known is None:
            known = object.__new__(cls)
            _set(known, "name", name)
            _set(known, "type", key[1])
            if cls is Variable:
                _set(known, "plain", None)
                with _LOCK:
                    # Another thread may have made the same one meanwhile: then that one counts.
                    known = _VARIABLES.find(key) or _VARIABLES.hold(key, known)
                    _RECENT_VARIABLES.keep(key, known)
            else:
                _set(known, "plain", Variable(*key))
        return known  # type: ignore[no-any-return]

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls.__hash__ = _hash_as_plain  # type: ignore[assignment,method-assign]

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Variable):
            return NotImplemented
        return self.name == other.name and self.type == other.type

    __hash__ = object.__hash__

    def is_a(self, type: "str | Type") -> bool:  # noqa: A002  (documented name)
        """Return whether the variable has this type: a `Type` or a subtype of it, or the name."""
        if isinstance(type, str):
            return self.type == type
        return type.has_subtype_named(self.type)


class Placeholder(_Named):
    """A symbol that stands for a variable in a rule (docs: textworld.logic.Placeholder).

    The type defaults to the name without trailing apostrophes. Different placeholders of one rule
    always stand for different variables.

    >>> Placeholder("r''").type
    'r'
    """

    __slots__ = ("_hash",)
    _KIND = "placeholder"

    _hash: int

    def __init__(self, name: str, type: str | None = None):  # noqa: A002  (documented name)
        _set(self, "name", name)
        _set(self, "type", self._default_type(name) if type is None else type)
        _set(self, "_hash", hash((name, self.type)))

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Placeholder):
            return NotImplemented
        return self.name == other.name and self.type == other.type

    def __hash__(self) -> int:
        return self._hash

    @staticmethod
    def _default_type(name: str) -> str:
        return syntax.default_type(name)


@total_ordering
class Signature(Immutable):
    """The name of a predicate and the types of its parameters (docs: textworld.logic.Signature).

    Equal signatures are the same object.
    """

    __slots__ = ("name", "types")

    name: str
    types: tuple[str, ...]

    def __new__(cls, name: str, types: Iterable[str] = ()) -> "Signature":
        """Return the one signature of this name and these types."""
        key = (name, tuple(types))
        known = _SIGNATURES.find(key)
        if known is not None:
            return known
        with _LOCK:
            known = _SIGNATURES.find(key)
            if known is None:
                known = object.__new__(cls)
                _set(known, "name", name)
                _set(known, "types", key[1])
                _SIGNATURES.hold(key, known, len(key[1]))
        return known

    def __str__(self) -> str:
        return f"{self.name}({', '.join(self.types)})"

    def __repr__(self) -> str:
        return f"Signature({self.name!r}, {self.types!r})"

    def __lt__(self, other: "Signature") -> bool:
        return (self.name, self.types) < (other.name, other.types)

    def __reduce__(self) -> tuple[Any, ...]:
        return Signature, (self.name, self.types)

    @classmethod
    def parse(cls, expr: str) -> "Signature":
        """Parse ``name(type, ...)``; raises LogicError."""
        node = parse.expression("signature", expr)
        return cls(node.name, [slot.name for slot in node.arguments])


@total_ordering
class Proposition(Immutable):
    """A fact: a predicate applied to variables (docs: textworld.logic.Proposition).

    ``names`` and ``types`` are those of the variables. Equal propositions are the same object.
    Arguments of subclasses of `Variable` are kept as plain variables.
    """

    __slots__ = ("arguments", "name", "names", "signature", "types")

    name: str
    arguments: tuple[Variable, ...]
    names: tuple[str, ...]
    types: tuple[str, ...]
    signature: Signature

    def __new__(cls, name: str, arguments: Iterable[Variable] = ()) -> "Proposition":
        """Return the one proposition of this name and these arguments."""
        key = (name, tuple(arguments))
        known = _RECENT_PROPOSITIONS.get(key)
        return known if known is not None else cls._new(name, key[1])

    @classmethod
    def all_of(cls, keys: Iterable[tuple[str, tuple[Variable, ...]]]) -> "list[Proposition]":
        """Return the facts of names and arguments, which are plain variables, all at once."""
        known = _RECENT_PROPOSITIONS
        with _LOCK:
            return [known.get(key) or cls._make(key) for key in keys]

    @classmethod
    def _new(cls, name: str, given: tuple[Variable, ...]) -> "Proposition":
        arguments = tuple([_plain(argument) for argument in given])
        with _LOCK:
            return cls._make((name, arguments))

    @classmethod
    def _make(cls, key: tuple[str, tuple[Variable, ...]]) -> "Proposition":
        """Return the fact of a name and plain arguments, and keep it; under the lock."""
        known = _PROPOSITIONS.find(key)
        if known is None:
            name, arguments = key
            types = tuple(map(_type_of, arguments))
            signature = _SIGNATURES.find((name, types)) or Signature(name, types)
            known = object.__new__(cls)
            _set(known, "name", name)
            _set(known, "arguments", arguments)
            _set(known, "names", tuple(map(_name_of, arguments)))
            _set(known, "types", signature.types)
            _set(known, "signature", signature)
            _PROPOSITIONS.hold(key, known, len(arguments))
        if len(key[1]) <= _MOST_KEPT:
            _RECENT_PROPOSITIONS.keep(key, known)
        return known

    def __str__(self) -> str:
        return f"{self.name}({', '.join(map(str, self.arguments))})"

    def __repr__(self) -> str:
        return f"Proposition({self.name!r}, {self.arguments!r})"

    def __lt__(self, other: "Proposition") -> bool:
        return (self.name, self.arguments) < (other.name, other.arguments)

    def __reduce__(self) -> tuple[Any, ...]:
        return Proposition, (self.name, self.arguments)

    @classmethod
    def parse(cls, expr: str) -> "Proposition":
        """Parse ``name(variable, ...)``, or ``!name(...)`` as `negate`; raises LogicError."""
        return cls._of(parse.expression("proposition", expr))

    @classmethod
    def _of(cls, node: syntax.Atom) -> "Proposition":
        return cls(node.name, [Variable._of(slot) for slot in node.arguments])

    @property
    def is_negation(self) -> bool:
        """Whether this says what does not hold: ``not_open``."""
        return syntax.is_negated(self.name)

    def negate(self) -> "Proposition":
        """Return the fact that holds where this one does not: ``not_open`` for ``open``."""
        return Proposition(syntax.negated(self.name), self.arguments)

    def serialize(self) -> dict[str, Any]:
        """Return ``{"name": ..., "arguments": [...]}``, as in TextWorld's game files."""
        arguments = [{"name": var.name, "type": var.type} for var in self.arguments]
        return {"name": self.name, "arguments": arguments}

    @classmethod
    def deserialize(cls, data: Mapping[str, Any]) -> "Proposition":
        """Return the inverse of `serialize`; raises ShapeError.

        The facts of a game occur over and over in its actions: the latest are known by their texts.
        """
        texts: Any = _texts(data)
        known = None if texts is None else _RECENTLY_READ.get(texts)
        if known is None:
            known = cls(
                shape.member(data, "name", shape.identifier),
                shape.member(data, "arguments", shape.each(Variable.deserialize, _MOST_ARGUMENTS)),
            )
            if texts is not None and len(known.arguments) <= _MOST_KEPT:
                _RECENTLY_READ.keep(texts, known)
        return known


_SIGNATURES: Interned[tuple[str, tuple[str, ...]], Signature] = Interned()
_PROPOSITIONS: Interned[tuple[str, tuple[Variable, ...]], Proposition] = Interned()
_VARIABLES: Interned[tuple[str, str], Variable] = Interned()
_RECENT_PROPOSITIONS: BoundedCache[tuple[str, tuple[Variable, ...]], Proposition] = BoundedCache(
    _KEPT
)
_RECENT_VARIABLES: BoundedCache[tuple[str, str], Variable] = BoundedCache(_KEPT)
_RECENTLY_READ: BoundedCache[tuple[str | tuple[str, str], ...], Proposition] = BoundedCache(_KEPT)


def _texts(data: Any) -> tuple[Any, ...] | None:
    """Return all texts of the JSON of a fact; None if it is none, or has no list of arguments."""
    try:
        arguments = data["arguments"]
        if type(arguments) is list:
            texts = (data["name"], *[(each["name"], each["type"]) for each in arguments])
            hash(texts)  # TypeError: JSON may have lists and objects in place of texts
            return texts
    except (KeyError, TypeError):
        pass
    return None


def _plain(variable: Variable) -> Variable:
    return variable if variable.plain is None else variable.plain


def _hash_as_plain(variable: Variable) -> int:
    return hash(variable.plain)
