"""The types of variables: a hierarchy in which a type may have several parents."""

__all__ = ["Type", "TypeHierarchy", "is_constant"]

import bisect
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import total_ordering
from typing import TypeVar

from twbench.errors import LogicError, nearest

T = TypeVar("T")


def is_constant(type_name: str) -> bool:
    """Return whether a type has a single variable, which has its name: P, the player, is one.

    Such types are written in capital letters.
    """
    return type_name.isupper()


@total_ordering
class Type:
    """A variable type, named by its letters in a logic file (docs: textworld.logic.Type).

    A type knows its relatives once it has been added to a `TypeHierarchy`; before, asking for
    them raises LogicError. Types are equal when their names and parents are, and sorted by them.
    """

    __slots__ = ("_hierarchy", "name", "parents")

    name: str
    parents: tuple[str, ...]

    def __init__(self, name: str, parents: Iterable[str] = ()):
        self.name = name
        self.parents = tuple(parents)
        self._hierarchy: TypeHierarchy | None = None

    def __str__(self) -> str:
        return f"{self.name} : {', '.join(self.parents)}" if self.parents else self.name

    def __repr__(self) -> str:
        return f"Type({self.name!r}, {self.parents!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Type):
            return NotImplemented
        return self.name == other.name and self.parents == other.parents

    def __hash__(self) -> int:
        return hash(self.name)

    def __lt__(self, other: "Type") -> bool:
        return (self.name, self.parents) < (other.name, other.parents)

    @property
    def hierarchy(self) -> "TypeHierarchy":
        """The hierarchy this type was added to."""
        if self._hierarchy is None:
            raise LogicError(f"Type {self.name!r} has not been added to a hierarchy.")
        return self._hierarchy

    @property
    def parent_types(self) -> list["Type"]:
        """The parents, in the order of their declaration."""
        return [self.hierarchy.get(name) for name in self.parents]

    @property
    def children(self) -> list[str]:
        """The names of the direct children, in alphabetical order."""
        return self.hierarchy.children_of(self.name)

    @property
    def child_types(self) -> list["Type"]:
        """The direct children, in alphabetical order."""
        return [self.hierarchy.get(name) for name in self.children]

    @property
    def ancestors(self) -> list["Type"]:
        """The ancestors, nearest first, without the type itself."""
        return list(self.hierarchy.closure(self, _parents))

    @property
    def descendants(self) -> list["Type"]:
        """The descendants, nearest first, without the type itself."""
        return list(self.hierarchy.closure(self, _children))

    @property
    def supertypes(self) -> list["Type"]:
        """The type itself and its ancestors."""
        return [self, *self.ancestors]

    @property
    def subtypes(self) -> list["Type"]:
        """The type itself and its descendants."""
        return [self, *self.descendants]

    def has_supertype_named(self, name: str) -> bool:
        """Return whether the type called ``name`` is this type or an ancestor of it."""
        return self.hierarchy.is_subtype(self.name, name)

    def has_subtype_named(self, name: str) -> bool:
        """Return whether the type called ``name`` is this type or a descendant of it."""
        return self.hierarchy.is_subtype(name, self.name)

    def is_subtype_of(self, other: "Type") -> bool:
        """Return whether every variable of this type is one of ``other``."""
        return self.has_supertype_named(other.name)

    def is_supertype_of(self, other: "Type") -> bool:
        """Return whether every variable of ``other`` is one of this type."""
        return self.has_subtype_named(other.name)


class TypeHierarchy:
    """The types of a logic, by name (docs: textworld.logic.TypeHierarchy).

    Iteration is in the order in which types were added. Closures are breadth first; of one parent,
    children come in alphabetical order, whatever the order in which they were added.
    """

    __slots__ = ("_children", "_subtypes", "_types")

    def __init__(self, types: Iterable[Type] = ()):
        self._types: dict[str, Type] = {}
        self._children: dict[str, list[str]] = {}
        self._subtypes: dict[str, frozenset[str]] = {}
        for type_ in types:
            self.add(type_)

    def __iter__(self) -> Iterator[Type]:
        return iter(self._types.values())

    def __len__(self) -> int:
        return len(self._types)

    def __contains__(self, name: object) -> bool:
        return name in self._types

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TypeHierarchy):
            return NotImplemented
        return self._types == other._types

    __hash__ = None  # type: ignore[assignment]  # it grows

    def add(self, type: Type) -> None:  # noqa: A002  (documented name)
        """Add a type; its parents may follow later.

        Raises LogicError if there is a type of that name.
        """
        if type.name in self._types:
            raise LogicError(f"Type {type.name!r} is defined twice.")
        type._hierarchy = self
        self._types[type.name] = type
        for parent in type.parents:
            bisect.insort(self._children.setdefault(parent, []), type.name)
        self._subtypes.clear()

    def get(self, name: str) -> Type:
        """Return the type called ``name``.

        Raises LogicError if there is none.
        """
        try:
            return self._types[name]
        except KeyError:
            hint = nearest(name, self._types)
            raise LogicError(f"There is no type {name!r}.{hint}") from None

    def children_of(self, name: str) -> list[str]:
        """Return the names of the direct children of the type called ``name``."""
        return list(self._children.get(name, ()))

    def subtype_names(self, name: str) -> frozenset[str]:
        """Return the names of ``name`` and its descendants; of an unknown name, the name alone."""
        names = self._subtypes.get(name)
        if names is None:
            names = frozenset([name, *_breadth_first(name, self.children_of)])
            self._subtypes[name] = names
        return names

    def is_subtype(self, name: str, of: str) -> bool:
        """Return whether the type called ``name`` is ``of`` or one of its descendants."""
        return name == of or name in self.subtype_names(of)

    def closure(self, type: Type, expand: Callable[[Type], Iterable[Type]]) -> Iterable[Type]:  # noqa: A002
        """Return what ``expand`` reaches from a type in one or more steps, nearest first.

        In the lattice where D has the parents B and C, and both have the parent A, the closure
        of D under its parents is [B, C, A].
        """
        return list(_breadth_first(type, expand))

    def multi_closure(
        self, types: Sequence[Type], expand: Callable[[Type], Iterable[Type]]
    ) -> Iterable[tuple[Type, ...]]:
        """Return the closure of a sequence of types, where a step expands one of its members."""

        def step(sequence: tuple[Type, ...]) -> Iterator[tuple[Type, ...]]:
            for index, member in enumerate(sequence):
                for replacement in expand(member):
                    yield (*sequence[:index], replacement, *sequence[index + 1 :])

        return list(_breadth_first(tuple(types), step))

    def multi_ancestors(self, types: Sequence[Type]) -> Iterable[tuple[Type, ...]]:
        """Return the parameter types that accept variables of ``types``, without ``types``."""
        return self.multi_closure(types, _parents)

    def multi_descendants(self, types: Sequence[Type]) -> Iterable[tuple[Type, ...]]:
        """Return the variable types that parameters of ``types`` accept, without ``types``."""
        return self.multi_closure(types, _children)

    def multi_supertypes(self, types: Sequence[Type]) -> Iterable[tuple[Type, ...]]:
        """Return ``types`` and `multi_ancestors`."""
        return [tuple(types), *self.multi_ancestors(types)]

    def multi_subtypes(self, types: Sequence[Type]) -> list[tuple[Type, ...]]:
        """Return ``types`` and `multi_descendants`."""
        return [tuple(types), *self.multi_descendants(types)]


def _parents(type_: Type) -> list[Type]:
    return type_.parent_types


def _children(type_: Type) -> list[Type]:
    return type_.child_types


def _breadth_first(start: T, expand: Callable[[T], Iterable[T]]) -> Iterator[T]:
    """Yield what is reached from ``start`` in one or more steps, each once and not ``start``."""
    seen = {start}
    frontier = [start]
    while frontier:
        following = []
        for item in frontier:
            for reached in expand(item):
                if reached not in seen:
                    seen.add(reached)
                    following.append(reached)
                    yield reached
        frontier = following
