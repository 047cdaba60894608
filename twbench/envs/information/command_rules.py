"""The rules of a logic that players can ask for, prepared for finding what they allow."""

__all__ = ["Command", "CommandRules", "command_rules"]

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from twbench.envs.information.shared_joins import SharedJoins, Taker, taker
from twbench.generator.data import KnowledgeBase
from twbench.generator.planning.lifted_rules import LiftedRule, LiftedRules
from twbench.logic import Rule
from twbench.logic.syntax import FIELD

Command = tuple[str, Taker]
"""A command with ``%s`` for each entity, and what takes these from the values of a solution."""


@dataclass(frozen=True, slots=True)
class CommandRules:
    """The rules of a logic that have commands.

    Attributes:
        closed: those whose preconditions name all their entities; their commands stand at the ends.
        open: the others; some entity can be any that exists.

    """

    closed: SharedJoins[Command]
    open: tuple[Rule, ...]


@lru_cache(maxsize=16)
def command_rules(kb: KnowledgeBase) -> CommandRules:
    """Return the rules of ``kb`` that have commands; those of the last logics are remembered."""
    templates = kb.inform7_commands
    rules = [kb.rules[name] for name in templates if name in kb.rules]
    closed = LiftedRules([rule for rule in rules if not _is_open(rule, kb)], kb)

    def command(lifted: LiftedRule, slots: Mapping[int, int]) -> Command:
        text, nouns = _command(templates[lifted.rule.name], lifted.rule)
        return text, taker([slots[place] for place in nouns])

    return CommandRules(
        SharedJoins(closed, command), tuple(rule for rule in rules if _is_open(rule, kb))
    )


def _is_open(rule: Rule, kb: KnowledgeBase) -> bool:
    return any(rule.placeholders[place] not in kb.constants for place in rule.free_positions)


def _command(template: str, rule: Rule) -> tuple[str, list[int]]:
    """Return a command with ``%s`` for each entity, and their places in the rule."""
    places = {placeholder.name: place for place, placeholder in enumerate(rule.placeholders)}
    words: list[str] = []
    nouns: list[int] = []
    for number, piece in enumerate(FIELD.split(template.replace("%", "%%"))):
        is_noun = number % 2 == 1 and piece in places
        words.append("%s" if is_noun else piece)
        if is_noun:
            nouns.append(places[piece])
    return "".join(words), nouns
