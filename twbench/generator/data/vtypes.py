"""Types of entities as the generation sees them: names, descriptions, numbering.

The types themselves are those of the logic; `VariableTypeTree` is the documented view of them.
"""

__all__ = [
    "NotEnoughNounsError",
    "VariableType",
    "VariableTypeTree",
    "get_new",
    "parse_variable_types",
]

import re
from collections.abc import Iterable, Iterator, Mapping, MutableMapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from twbench.errors import GenerationError, LogicError, nearest
from twbench.logic import Placeholder, State, TypeHierarchy, Variable
from twbench.seeding import as_rng
from twbench.untrusted import read_text

_WORD = re.compile(r"[^\W\d][\w'-]*")


class NotEnoughNounsError(GenerationError, NameError):
    """There are more entities of a type than names for them (docs: textworld.generator.vtypes)."""


@dataclass(frozen=True, slots=True, init=False)
class VariableType:
    """A type: the letters used in rules, a description, and its parents.

    ``parent`` is the name of the parent, several names as a tuple, or None for a root; ``parents``
    are they as a tuple in each case.
    """

    type: str
    name: str
    parents: tuple[str, ...]

    def __init__(self, type: str, name: str, parent: str | Iterable[str] | None = None):  # noqa: A002
        parents = (parent,) if isinstance(parent, str) else tuple(parent or ())
        for field, value in (("type", type), ("name", name), ("parents", parents)):
            object.__setattr__(self, field, value)

    @property
    def parent(self) -> str | tuple[str, ...] | None:
        """The one parent, all of several, or None."""
        return self.parents[0] if len(self.parents) == 1 else self.parents or None

    @property
    def is_constant(self) -> bool:
        """Whether there is only one entity of this type."""
        return self.type[:1].isupper()

    @classmethod
    def parse(cls, expr: str) -> "VariableType":
        """Parse ``name: type -> parent1 & parent2``, or ``name: type`` for a root.

        Raises LogicError.
        """
        if not isinstance(expr, str):
            raise LogicError(f"A variable type is parsed from a text, not from {expr!r}.")
        definition, arrow, parents = expr.partition("->")
        name, colon, letters = (part.strip() for part in definition.partition(":"))
        names = tuple(part.strip() for part in parents.split("&")) if arrow else ()
        if not (colon and all(map(_WORD.fullmatch, (name, letters, *names)))):
            raise LogicError(
                f"{expr.strip()!r} is not a variable type; write 'name: type -> parent & parent'."
            )
        return cls(letters, name, names)

    def serialize(self) -> str:
        """Return the expression that `parse` reads."""
        parents = f" -> {' & '.join(self.parents)}" if self.parents else ""
        return f"{self.name}: {self.type}{parents}"

    @classmethod
    def deserialize(cls, data: str) -> "VariableType":
        """Return the inverse of `serialize`."""
        return cls.parse(data)


def parse_variable_types(content: str) -> list[VariableType]:
    """Parse one type expression a line; ``#`` begins a comment."""
    lines = (line.partition("#")[0].strip() for line in content.splitlines())
    return [VariableType.parse(line) for line in lines if line]


class VariableTypeTree:
    """A hierarchy of types in the order they were given (docs: VariableTypeTree).

    Types with capital letters, such as the player, are constants: there is one of each.
    """

    CHEST = "c"
    SUPPORTER = "s"
    CLASS_HOLDER = (CHEST, SUPPORTER)

    def __init__(self, vtypes: Iterable[VariableType]):
        self.variables_types = {vtype.type: vtype for vtype in vtypes}

    @classmethod
    def of(cls, types: TypeHierarchy) -> "VariableTypeTree":
        """Return the tree of the types of a logic, in alphabetical order."""
        ordered = sorted(types, key=lambda type_: type_.name)
        return cls([VariableType(type_.name, type_.name, type_.parents) for type_ in ordered])

    @property
    def types(self) -> list[str]:
        """The letters of all types."""
        return list(self.variables_types)

    @property
    def names(self) -> list[str]:
        """The names of all types, in the order of ``types``."""
        return [vtype.name for vtype in self.variables_types.values()]

    @property
    def constants(self) -> list[str]:
        """The types that there is one entity of each."""
        return [vtype for vtype in self if self.is_constant(vtype)]

    @property
    def variables(self) -> list[str]:
        """All other types."""
        return [vtype for vtype in self if not self.is_constant(vtype)]

    @property
    def roots(self) -> list[str]:
        """The types that have no parent."""
        return [type_ for type_, vtype in self.variables_types.items() if not vtype.parents]

    @property
    def constants_mapping(self) -> dict[Placeholder, Variable]:
        """The one entity of each constant, by the placeholder that stands for it in rules."""
        return {Placeholder(vtype): Variable(vtype) for vtype in self.constants}

    @classmethod
    def load(cls, path: str | Path) -> "VariableTypeTree":
        """Read the types from a text file, one expression a line; raises LogicError."""
        return cls(parse_variable_types(read_text(Path(path), LogicError)))

    @classmethod
    def deserialize(cls, data: Sequence[str]) -> "VariableTypeTree":
        """Return the inverse of `serialize`."""
        return cls([VariableType.deserialize(expression) for expression in data])

    def serialize(self) -> list[str]:
        """Return one expression for each type."""
        return [vtype.serialize() for vtype in self.variables_types.values()]

    def __getitem__(self, vtype: str) -> VariableType:
        try:
            return self.variables_types[vtype]
        except KeyError:
            hint = nearest(vtype, self.variables_types)
            raise LogicError(f"There is no type {vtype!r}.{hint}") from None

    def __iter__(self) -> Iterator[str]:
        return iter(self.variables_types)

    def __len__(self) -> int:
        return len(self.variables_types)

    def __contains__(self, vtype: object) -> bool:
        return vtype in self.variables_types

    def is_constant(self, vtype: str) -> bool:
        """Return whether there is only one entity of this type."""
        return vtype[:1].isupper()

    def get_description(self, vtype: str) -> str:
        """Return the name of a type."""
        return self[vtype].name

    def get_ancestors(self, vtype: str) -> list[str]:
        """List the ancestors of a type, the closest first."""
        ancestors: list[str] = []
        frontier = [vtype]
        while frontier:
            parents = dict.fromkeys(parent for child in frontier for parent in self[child].parents)
            frontier = [parent for parent in parents if parent not in ancestors]
            ancestors += frontier
        return ancestors

    def is_descendant_of(self, child: str, parents: str | Sequence[str]) -> bool:
        """Return whether ``child`` is one of ``parents`` or a descendant of one."""
        wanted = [parents] if isinstance(parents, str) else parents
        return child in wanted or any(name in wanted for name in self.get_ancestors(child))

    def descendants(self, vtype: str) -> list[str]:
        """List all descendants of a type, in the order of their definition."""
        return [name for name in self.variables_types if vtype in self.get_ancestors(name)]

    def sample(
        self,
        parent_type: str,
        rng: Any,
        exceptions: Sequence[str] = (),
        include_parent: bool = True,
        probs: Mapping[str, float] | None = None,
    ) -> str:
        """Draw a type among the descendants of ``parent_type``.

        With ``probs``, in proportion to them. Raises GenerationError if no type is left.
        """
        types = [*([parent_type] if include_parent else []), *self.descendants(parent_type)]
        types = [name for name in types if name not in exceptions]
        weights = [1.0 if probs is None else probs.get(name, 0.0) for name in types]
        if not sum(weights) > 0:
            raise GenerationError(f"There is no type to draw under {parent_type!r}.")
        return as_rng(rng).weighted(types, weights)

    def count(self, state: State) -> dict[str, int]:
        """Count the entities of each type in ``state``.

        Where some have higher numbers than that in their ids, as ``c_7`` may be the only container,
        the count is the next number: so `get_new` gives ids that are new.
        """
        counts = dict.fromkeys(self.variables_types, 0)
        following = dict.fromkeys(self.variables_types, 0)
        for variable in state.variables:
            counts[variable.type] = counts.get(variable.type, 0) + 1
            number = variable.name.rpartition("_")[2]
            if number.isdecimal():
                after = int(number) + 1
                following[variable.type] = max(after, following.get(variable.type, 0))
        return {kind: max(count, following.get(kind, 0)) for kind, count in counts.items()}


def get_new(
    type: str,  # noqa: A002  (documented name)
    types_counts: MutableMapping[str, int],
    max_types_counts: Mapping[str, int] | None = None,
) -> str:
    """Return the next free id of a type (``c_0``, ``c_1``, ...) and count it.

    Raises NotEnoughNounsError if that is more than ``max_types_counts`` allows.
    """
    number = types_counts.get(type, 0)
    limit = (max_types_counts or {}).get(type)
    if limit is not None and number >= limit:
        raise NotEnoughNounsError(f"There may be at most {limit} entities of type {type!r}.")
    types_counts[type] = number + 1
    return f"{type}_{number}"
