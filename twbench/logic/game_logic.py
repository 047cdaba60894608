"""The logic of a game: its types, predicates, rules, constraints and player commands."""

__all__ = [
    "GameLogic",
    "Inform7Command",
    "Inform7Logic",
    "Inform7Predicate",
    "Inform7Type",
]

import math
import textwrap
import warnings
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from twbench.errors import LogicError
from twbench.logic import parse, syntax
from twbench.logic.check import faults_of
from twbench.logic.faults import LogicWarning, raise_faults, shown_faults
from twbench.logic.hierarchy import Type, TypeHierarchy
from twbench.logic.limits import (
    MOST_BYTES,
    MOST_EXPANDED,
    MOST_SIGNATURES,
    check_text,
    check_tree,
)
from twbench.logic.predicates import Alias, Predicate
from twbench.logic.printing import print_types
from twbench.logic.rules import Rule
from twbench.logic.terms import Signature
from twbench.untrusted import read_text


class Inform7Type(NamedTuple):
    """The Inform 7 kind of a type."""

    name: str
    kind: str
    definition: str | None = None


class Inform7Predicate(NamedTuple):
    """The Inform 7 sentence that states a fact, with placeholders in braces."""

    predicate: Predicate
    source: str


class Inform7Command(NamedTuple):
    """What the player types for a rule, and the Inform 7 event it becomes."""

    rule: str
    command: str
    event: str


@dataclass(slots=True)
class Inform7Logic:
    """The player commands and Inform 7 bindings of a logic. Read only, as the logic is."""

    types: dict[str, Inform7Type] = field(default_factory=dict)
    predicates: dict[Signature, Inform7Predicate] = field(default_factory=dict)
    commands: dict[str, Inform7Command] = field(default_factory=dict)
    code: str = ""


@dataclass(slots=True)
class GameLogic:
    """The logic of a game (docs: textworld.logic.GameLogic).

    Made by `parse`, `load` or `deserialize`; read only afterwards, for equal documents share one
    logic. Rules and constraints are free of aliases. ``reverse_rules`` has both directions.
    Predicates and aliases are by signature, everything in the order of the documents.
    """

    types: TypeHierarchy = field(default_factory=TypeHierarchy)
    predicates: dict[Signature, Predicate] = field(default_factory=dict)
    aliases: dict[Signature, Alias] = field(default_factory=dict)
    rules: dict[str, Rule] = field(default_factory=dict)
    reverse_rules: dict[str, Rule] = field(default_factory=dict)
    constraints: dict[str, Rule] = field(default_factory=dict)
    inform7: Inform7Logic = field(default_factory=Inform7Logic)
    _nodes: tuple[syntax.TypeNode, ...] = field(default=(), repr=False, compare=False)
    _matching: dict[Signature, tuple[Signature, ...]] = field(
        default_factory=dict, repr=False, compare=False
    )
    _document: str | None = field(default=None, repr=False, compare=False)
    _tolerated: str = field(default="", repr=False, compare=False)

    def __hash__(self) -> int:
        return hash((frozenset(self.predicates), frozenset(self.rules)))

    @classmethod
    def parse(cls, document: str) -> "GameLogic":
        """Parse a document in the logic language.

        A document that declares no predicate at all may use any. Of another, uses of predicates
        that it does not declare are told with a LogicWarning.

        Raises LogicError with all the faults of the document.
        """
        return _parse_warning((("<logic>", document),))

    @classmethod
    def load(cls, paths: Iterable[str | Path]) -> "GameLogic":
        """Parse the files at ``paths`` as one logic, as `parse` does.

        Raises LogicError with all the faults of the files, or if one cannot be read.
        """
        sources = []
        for path in paths:
            name = Path(path)
            sources.append((name.name, read_text(name, LogicError, MOST_BYTES)))
        return _parse_warning(tuple(sources))

    @classmethod
    def deserialize(cls, data: str) -> "GameLogic":
        """Return the logic stored in a game: the inverse of `serialize`.

        Unlike `parse`, does not warn of undeclared predicates, which published games contain.
        """
        return _parse_cached((("<logic>", data),))

    def serialize(self) -> str:
        """Return the logic as one document."""
        if self._document is None:
            self._document = print_types(self._nodes)
        return self._document

    def __reduce__(self) -> tuple[Any, ...]:
        return GameLogic.deserialize, (self.serialize(),)

    def normalize_rule(self, rule: Rule) -> Rule:
        """Return ``rule`` with all uses of aliases expanded."""
        return Rule(
            rule.name,
            self.expanded(rule.preconditions),
            self.expanded(rule.postconditions),
            rule.command_template,
            rule.reverse_name,
            rule.reverse_command_template,
        )

    def alias_of(self, signature: Signature) -> Alias | None:
        """Return the alias for a signature or, failing that, for supertypes of its types."""
        alias = self.aliases.get(signature)
        if alias is not None or not self.aliases:
            return alias
        for candidate in self.aliases.values():
            if self.accepts(candidate.pattern.signature, signature):
                return candidate
        return None

    def accepts(self, signature: Signature, given: Signature) -> bool:
        """Return whether arguments with the types of ``given`` fit the parameters."""
        return (
            signature.name == given.name
            and len(signature.types) == len(given.types)
            and all(map(self.types.is_subtype, given.types, signature.types))
        )

    def matching_signatures(self, signature: Signature) -> tuple[Signature, ...]:
        """Return the signatures of the facts that a predicate may match, its own first."""
        found = self._matching.get(signature)
        if found is None:
            names = [
                [name, *sorted(self.types.subtype_names(name) - {name})] for name in signature.types
            ]
            # Counted before any is made: ten arguments with a few subtypes each would fill the
            # memory.
            if math.prod(map(len, names)) > MOST_SIGNATURES:
                raise LogicError(
                    f"The predicate {signature.name!r} has more than {MOST_SIGNATURES} combinations"
                    " of subtypes."
                )
            found = tuple([Signature(signature.name, types) for types in product(*names)])
            self._matching[signature] = found
        return found

    def expanded(self, predicates: Sequence[Predicate]) -> list[Predicate]:
        """Return ``predicates`` with what aliases among them stand for, in their place.

        Raises LogicError if that is very much.
        """
        expanded: list[Predicate] = []
        for predicate in predicates:
            alias = self.alias_of(predicate.signature)
            if alias is None:
                expanded.append(predicate)
            else:
                expanded.extend(self.expanded(alias.expand(predicate)))
            # Aliases of aliases may double at each step, and a few lines stand for millions.
            if len(expanded) > MOST_EXPANDED:
                raise LogicError(
                    f"The predicate {predicate.name!r} stands for more than {MOST_EXPANDED} others."
                )
        return expanded


def _parse_warning(sources: tuple[tuple[str, str], ...]) -> GameLogic:
    """Parse for `GameLogic.parse` and `GameLogic.load`, whose callers the warning is for."""
    logic = _parse_cached(sources)
    if logic._tolerated:
        warnings.warn(logic._tolerated, LogicWarning, stacklevel=3)
    return logic


# Equal documents share one logic. What others prepare for a logic is found by that very object.
@lru_cache(maxsize=32)
def _parse_cached(sources: tuple[tuple[str, str], ...]) -> GameLogic:
    if len(sources) > 1:
        check_text("All files together", "".join(text for _, text in sources))
    documents = [parse.document(text, source) for source, text in sources]
    check_tree(documents)
    is_sound = len(sources) == 1 and parse.is_known_sound(sources[0][1])
    faults = [] if is_sound else faults_of(documents)
    raise_faults(faults)
    logic = _build(tuple([node for document in documents for node in document.types]))
    logic._tolerated = shown_faults(faults)
    return logic


def _build(nodes: tuple[syntax.TypeNode, ...]) -> GameLogic:
    """Give a checked syntax tree its meaning."""
    logic = GameLogic(_nodes=nodes)
    for node in nodes:
        logic.types.add(Type(node.name, node.parents))
        for declaration in node.predicates:
            pattern = Predicate._of(declaration.pattern)
            if declaration.replacement:
                replacement = map(Predicate._of, declaration.replacement)
                logic.aliases[pattern.signature] = Alias(pattern, replacement)
            else:
                logic.predicates[pattern.signature] = pattern
        _bind_inform7(logic.inform7, node)
    for node in nodes:
        for constraint in node.constraints:
            before, after = map(logic.expanded, Rule.conditions_of(constraint))
            logic.constraints[constraint.name] = Rule(constraint.name, before, after)
    _add_rules(logic, nodes)
    return logic


def _bind_inform7(inform7: Inform7Logic, node: syntax.TypeNode) -> None:
    if node.kind is not None:
        inform7.types[node.name] = Inform7Type(node.name, node.kind.kind, node.kind.definition)
    for phrase in node.phrases:
        predicate = Predicate._of(phrase.atom)
        inform7.predicates[predicate.signature] = Inform7Predicate(predicate, phrase.source)
    for command in node.commands:
        inform7.commands[command.rule] = Inform7Command(
            command.rule, command.command, command.event
        )
    for code in node.code:
        inform7.code += textwrap.dedent(code).strip("\n") + "\n"


def _add_rules(logic: GameLogic, nodes: Iterable[syntax.TypeNode]) -> None:
    reverse_names: dict[str, str] = {}
    for node in nodes:
        for pair in node.reverse_rules:
            reverse_names[pair.rule] = pair.reverse
            reverse_names[pair.reverse] = pair.rule
    templates = {name: command.command for name, command in logic.inform7.commands.items()}
    for node in nodes:
        for written in node.rules:
            before, after = map(logic.expanded, Rule.conditions_of(written))
            reverse = reverse_names.get(written.name)
            logic.rules[written.name] = Rule(
                written.name,
                before,
                after,
                templates.get(written.name),
                reverse,
                templates.get(reverse) if reverse is not None else None,
            )
    for name, reverse in reverse_names.items():
        logic.reverse_rules[name] = logic.rules[reverse]
        logic.rules[name]._pair_with(logic.rules[reverse])
