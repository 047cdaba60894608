"""The checker: all faults of meaning in a set of logic documents at once.

Every check reads the syntax tree and notes what it finds; none depends on another having passed.
Names that occur in statements with a fault of syntax are taken as known, so that one slip is not
reported twice.
"""

__all__ = ["faults_of"]

import contextlib
import re
from collections.abc import Collection, Iterable, Mapping, Sequence

from twbench.errors import nearest
from twbench.logic.faults import Fault
from twbench.logic.syntax import (
    FIELD,
    Atom,
    Command,
    Declaration,
    Document,
    RuleNode,
    TypeNode,
    conflicts,
)

_FAIL = Atom("fail", ())


def faults_of(documents: Sequence[Document]) -> list[Fault]:
    """Return the faults of syntax and meaning of documents that together make up one logic."""
    faults = [fault for document in documents for fault in document.faults]
    names = _Names(documents)
    with contextlib.suppress(_Enough):
        for document in documents:
            note = _Note(document, faults)
            for node in document.types:
                _check_type(node, names, note)
                _check_predicates(node, names, note)
                _check_rules(node, names, note)
                _check_reverse_rules(node, names, note)
                _check_inform7(node, names, note)
    return faults


class _Enough(Exception):  # noqa: N818  (no error: it ends the search)
    """There are so many faults that nobody would read more."""


class _Note:
    """Notes faults of one document, up to a limit in all; of those to tolerate, as many more."""

    MOST = 100

    def __init__(self, document: Document, faults: list[Fault]):
        self.document = document
        self.faults = faults

    def __call__(self, position: int, message: str, tolerable: bool = False) -> None:
        source, text = self.document.source, self.document.text
        self.faults.append(Fault(source, text, position, message, tolerable))
        if not tolerable and self._count(False) >= self.MOST:
            raise _Enough

    @property
    def tolerates_more(self) -> bool:
        """Whether one more fault that is tolerable would be noted."""
        return self._count(True) < self.MOST

    def _count(self, tolerable: bool) -> int:
        return sum(fault.tolerable is tolerable for fault in self.faults)


class _Names:
    """What the documents declare, and what has been met so far."""

    def __init__(self, documents: Sequence[Document]):
        nodes = [node for document in documents for node in document.types]
        self.hidden = frozenset().union(*(document.hidden_words for document in documents))
        self.parents: dict[str, tuple[str, ...]] = {}
        for node in nodes:
            self.parents.setdefault(node.name, node.parents)
        self.declared: dict[str, list[Atom]] = {}
        self.aliases: dict[tuple[str, tuple[str, ...]], Declaration] = {}
        for declaration in (item for node in nodes for item in node.predicates):
            pattern = declaration.pattern
            self.declared.setdefault(pattern.name, []).append(pattern)
            if declaration.replacement:
                self.aliases.setdefault(_signature(pattern), declaration)
        self.rules = {rule.name: rule for node in nodes for rule in node.rules}
        self.met: set[tuple[str, object]] = set()
        self.reverses: dict[str, str] = {}
        self._supertypes: dict[str, set[str]] = {}
        self._aliases_for: dict[tuple[str, tuple[str, ...]], list[Declaration]] = {}
        self._declared: dict[tuple[str, tuple[str, ...]], bool] = {}

    def first(self, kind: str, name: object) -> bool:
        """Return whether this is the first time that ``name`` is declared as a ``kind``."""
        new = (kind, name) not in self.met
        self.met.add((kind, name))
        return new

    def hides(self, name: str) -> bool:
        """Return whether ``name`` may have been declared in a statement left out."""
        return not self.hidden.isdisjoint(re.findall(r"\w+", name))

    def supertypes(self, name: str) -> Collection[str]:
        """Return a type and its ancestors, whether or not there are cycles."""
        found = self._supertypes.get(name)
        if found is None:
            found, waiting = {name}, [name]
            for known in waiting:
                new = [parent for parent in self.parents.get(known, ()) if parent not in found]
                found.update(new)
                waiting += new
            self._supertypes[name] = found
        return found

    def aliases_for(self, atom: Atom) -> list[Declaration]:
        """Return the aliases that ``atom`` may be a use of."""
        signature = _signature(atom)
        found = self._aliases_for.get(signature)
        if found is None:
            found = self._aliases_for[signature] = [
                declaration
                for (name, _), declaration in self.aliases.items()
                if name == atom.name and self.fits(atom, declaration.pattern)
            ]
        return found

    def is_declared(self, atom: Atom) -> bool:
        """Return whether there is a predicate that ``atom`` is a use of."""
        signature = _signature(atom)
        found = self._declared.get(signature)
        if found is None:
            found = self._declared[signature] = any(
                self.fits(atom, candidate) for candidate in self.declared.get(atom.name, ())
            )
        return found

    def fits(self, atom: Atom, declared: Atom) -> bool:
        """Return whether ``atom`` is a use of the predicate ``declared``."""
        return len(atom.arguments) == len(declared.arguments) and all(
            parameter.type in self.supertypes(slot.type)
            for slot, parameter in zip(atom.arguments, declared.arguments, strict=True)
        )


def _signature(atom: Atom) -> tuple[str, tuple[str, ...]]:
    return atom.name, tuple([slot.type for slot in atom.arguments])


def _signature_text(atom: Atom) -> str:
    return f"{atom.name}({', '.join(slot.type for slot in atom.arguments)})"


def _check_type(node: TypeNode, names: _Names, note: _Note) -> None:
    if not names.first("type", node.name):
        note(node.position, f"type {node.name!r} is defined twice")
    for parent, position in zip(node.parents, node.parent_positions, strict=True):
        if parent not in names.parents and not names.hides(parent):
            note(position, f"there is no type {parent!r}.{nearest(parent, names.parents)}")
        elif node.name in names.supertypes(parent):
            note(position, f"type {node.name!r} is its own ancestor, through {parent!r}")


def _check_types_of(atoms: Iterable[Atom], names: _Names, note: _Note) -> None:
    for slot in (slot for atom in atoms for slot in atom.arguments):
        if slot.type not in names.parents and not names.hides(slot.type):
            hint = nearest(slot.type, names.parents)
            note(slot.position, f"there is no type {slot.type!r}.{hint}")


def _check_predicates(node: TypeNode, names: _Names, note: _Note) -> None:
    for declaration in node.predicates:
        pattern, replacement = declaration.pattern, declaration.replacement
        _check_types_of([pattern, *replacement], names, note)
        if not names.first("predicate", _signature(pattern)):
            note(pattern.position, f"predicate {_signature_text(pattern)} is declared twice")
        _check_uses(replacement, names, note)
        if replacement:
            _check_alias(declaration, names, note)


def _check_alias(declaration: Declaration, names: _Names, note: _Note) -> None:
    pattern = declaration.pattern
    slots = [slot.name for slot in pattern.arguments]
    for index, slot in enumerate(pattern.arguments):
        if slot.name in slots[:index]:
            note(slot.position, f"placeholder {slot.name!r} occurs twice in the alias {pattern}")
    reached, known = [declaration], {id(declaration)}
    for alias in reached:
        for atom in alias.replacement:
            for used in names.aliases_for(atom):
                if used is declaration:
                    note(atom.position, f"alias {pattern} stands for itself")
                elif id(used) not in known:
                    known.add(id(used))
                    reached.append(used)


def _check_uses(atoms: Iterable[Atom], names: _Names, note: _Note) -> None:
    """Check that predicates are declared for arguments of these types, if any is declared."""
    if not names.declared:
        return
    for atom in atoms:
        if names.hides(atom.name) or any(slot.type not in names.parents for slot in atom.arguments):
            continue
        if names.is_declared(atom) or not note.tolerates_more:
            continue
        declared = names.declared.get(atom.name, ())
        message = f"there is no predicate {_signature_text(atom)}"
        if declared:
            known = ", ".join(sorted(set(map(_signature_text, declared))))
            message += f"; declared with this name: {known}"
        else:
            message += f".{nearest(atom.name, names.declared)}"
        note(atom.position, message, True)


def _check_rules(node: TypeNode, names: _Names, note: _Note) -> None:
    for kind, rules in (("rule", node.rules), ("constraint", node.constraints)):
        for rule in rules:
            if not names.first(kind, rule.name):
                note(rule.position, f"{kind} {rule.name!r} is defined twice")
            conditions = [condition.atom for condition in rule.conditions]
            effects = list(rule.effects)
            if kind == "constraint":
                if rule.effects != (_FAIL,):
                    note(rule.position, f"constraint {rule.name!r} must end in -> fail()")
                effects = []
            _check_types_of([*conditions, *effects], names, note)
            _check_uses([*conditions, *effects], names, note)
            _check_placeholders([*conditions, *effects], note)


def _check_placeholders(atoms: Iterable[Atom], note: _Note) -> None:
    for slot, known in conflicts(atoms):
        note(
            slot.position,
            f"placeholder {slot.name!r} has the type {slot.type!r} here"
            f" and the type {known!r} before",
        )


def _check_reverse_rules(node: TypeNode, names: _Names, note: _Note) -> None:
    for pair in node.reverse_rules:
        for name in dict.fromkeys((pair.rule, pair.reverse)):
            other = pair.reverse if name == pair.rule else pair.rule
            if name not in names.rules and not names.hides(name):
                note(pair.position, f"there is no rule {name!r}.{nearest(name, names.rules)}")
            elif names.reverses.setdefault(name, other) != other:
                note(
                    pair.position,
                    f"rule {name!r} has the reverse {names.reverses[name]!r} already",
                )


def _check_inform7(node: TypeNode, names: _Names, note: _Note) -> None:
    atoms = [phrase.atom for phrase in node.phrases]
    _check_types_of(atoms, names, note)
    _check_uses(atoms, names, note)
    for command in node.commands:
        if not command.command.strip():
            note(command.position, f"the command of rule {command.rule!r} is empty")
        if not names.first("command", command.rule):
            note(command.position, f"rule {command.rule!r} has a command already")
        if command.rule in names.rules:
            _check_template(command, names.rules, names, note)
        elif not names.hides(command.rule):
            hint = nearest(command.rule, names.rules)
            note(command.position, f"there is no rule {command.rule!r}.{hint}")


def _check_template(
    command: Command, rules: Mapping[str, RuleNode], names: _Names, note: _Note
) -> None:
    """Check that the placeholders of a command are those of its rule."""
    rule = rules[command.rule]
    atoms = rule.atoms
    known = {slot.name for atom in atoms for slot in atom.arguments}
    for alias in (alias for atom in atoms for alias in names.aliases_for(atom)):
        known.update(slot.name for atom in alias.replacement for slot in atom.arguments)
    for found in FIELD.finditer(command.command):
        if found[1] not in known:
            position = command.command_position + 1 + found.start() + 1
            hint = nearest(found[1], known)
            note(position, f"rule {command.rule!r} has no placeholder {found[1]!r}.{hint}")
