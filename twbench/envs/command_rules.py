"""The rules of a logic that players can ask for, prepared for finding what they allow."""

__all__ = ["Command", "CommandRule", "CommandRules", "command_rules"]

import re
from dataclasses import dataclass
from functools import lru_cache

from twbench.generator.data import KnowledgeBase
from twbench.generator.lifted import LiftedRule, lifted
from twbench.generator.patterns import Same
from twbench.logic import Rule, Signature

_NOUN = re.compile(r"\{([^{}]*)\}")

Command = tuple[str | int, ...]
"""The pieces of a command: words, and the places of the values whose names go there."""


@dataclass(frozen=True, slots=True, eq=False)
class CommandRule:
    """A rule, and the command for its actions."""

    lifted: LiftedRule
    command: Command


@dataclass(frozen=True, slots=True)
class CommandRules:
    """The rules of a logic that have commands.

    Attributes:
        closed: those whose preconditions name all their entities.
        open: the others; some entity can be any that exists.
        wanting: for each signature of facts, the preconditions of closed rules that they may fit.

    """

    closed: tuple[CommandRule, ...]
    open: tuple[Rule, ...]
    wanting: dict[Signature, tuple[tuple[CommandRule, int], ...]]


def command_rules(kb: KnowledgeBase) -> CommandRules:
    """Return the rules of ``kb`` that have commands; those of the last logics are remembered."""
    return _command_rules(Same(kb))


@lru_cache(maxsize=16)
def _command_rules(key: Same) -> CommandRules:
    (kb,) = key.items
    closed, open_ = [], []
    for name, template in kb.inform7_commands.items():
        rule = kb.rules.get(name)
        if rule is not None:
            prepared = lifted(rule, kb)
            if prepared.free:
                open_.append(rule)
            else:
                closed.append(CommandRule(prepared, _pieces(template, rule)))
    wanting: dict[Signature, list[tuple[CommandRule, int]]] = {}
    for one in closed:
        for place, predicate in enumerate(one.lifted.rule.preconditions):
            for signature in kb.logic.matching_signatures(predicate.signature):
                wanting.setdefault(signature, []).append((one, place))
    fixed = {signature: tuple(found) for signature, found in wanting.items()}
    return CommandRules(tuple(closed), tuple(open_), fixed)


def _pieces(template: str, rule: Rule) -> Command:
    places = {placeholder.name: place for place, placeholder in enumerate(rule.placeholders)}
    pieces: list[str | int] = []
    for number, piece in enumerate(_NOUN.split(template)):
        pieces.append(places.get(piece, piece) if number % 2 else piece)
    return tuple(pieces)
