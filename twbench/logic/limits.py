"""How much a logic may hold. Anybody may have written it, and its meaning takes time to work out.

The largest logic of a published game has 30,000 characters, 300 blocks, 350 statements, 60 types
and 80 rules; rules have up to a dozen conditions, predicates up to three arguments.
"""

__all__ = ["MOST_BYTES", "MOST_EXPANDED", "MOST_SIGNATURES", "check_text", "check_tree"]

from collections.abc import Sequence

from twbench.errors import LogicError
from twbench.logic.syntax import Atom, Document

MOST_CHARACTERS = 200_000
MOST_BYTES = 4 * MOST_CHARACTERS  # UTF-8 takes up to four bytes for each
MOST_BLOCKS = 2_000
MOST_SIGNS = 10_000
"""Semicolons, commas, opening brackets and ``&``: parsing takes its time for each of them."""
MOST_TYPES = 500
MOST_PREDICATES = 1_000
MOST_ALIASES = 100
MOST_RULES = 2_000
MOST_CONDITIONS = 200
MOST_ARGUMENTS = 10
MOST_EXPANDED = 1_000
"""Conditions of a rule when its aliases have been replaced."""
MOST_SIGNATURES = 100_000
"""Combinations of subtypes that the arguments of a predicate can have."""


def check_text(source: str, text: str) -> None:
    """Raise LogicError if this is no text, or is too long, or too full, to be parsed."""
    if not isinstance(text, str):
        raise LogicError(f"{source} is parsed from a text, not from {text!r}.")
    counts = {
        "characters": (len(text), MOST_CHARACTERS),
        "blocks in braces": (text.count("{"), MOST_BLOCKS),
        "statements, conditions and arguments": (sum(map(text.count, ";,(&")), MOST_SIGNS),
    }
    for what, (count, most) in counts.items():
        if count > most:
            raise LogicError(f"{source}: a logic has at most {most} {what}, not {count}.")


def check_tree(documents: Sequence[Document]) -> None:
    """Raise LogicError if documents that together make up one logic hold too much of something."""
    nodes = [node for document in documents for node in document.types]
    rules = [rule for node in nodes for rule in (*node.rules, *node.constraints)]
    declarations = [item for node in nodes for item in node.predicates]
    aliases = [item for item in declarations if item.replacement]
    _check("A logic", len(nodes), MOST_TYPES, "types")
    _check("A logic", len(rules), MOST_RULES, "rules")
    _check("A logic", len(declarations), MOST_PREDICATES, "predicates")
    _check("A logic", len(aliases), MOST_ALIASES, "aliases")
    for rule in rules:
        for conditions in (rule.conditions, rule.effects):
            _check(f"The rule {rule.name!r}", len(conditions), MOST_CONDITIONS, "conditions")
        _check_arguments(rule.atoms)
    for item in declarations:
        _check(f"The alias {item.pattern.name!r}", len(item.replacement), MOST_CONDITIONS, "parts")
        _check_arguments([item.pattern, *item.replacement])


def _check_arguments(atoms: Sequence[Atom]) -> None:
    for atom in atoms:
        _check(f"The predicate {atom.name!r}", len(atom.arguments), MOST_ARGUMENTS, "arguments")


def _check(whose: str, count: int, most: int, what: str) -> None:
    if count > most:
        raise LogicError(f"{whose} has at most {most} {what}, not {count}.")
