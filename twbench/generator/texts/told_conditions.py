"""Conditions in plain words: what has to be true in the end, where no actions for it are known.

A single fact that comes about in one way is told as what the player does: "open the box". Several
facts, and facts that come about in several ways, are told as what the player has to see to. For the
predicates of most logics the words stand below. For others they are, in this order: those of the
command that makes the fact true, if there is only one; the sentence by which the logic states the
fact (docs: the inform7 block, "The {c} is open"); the name of the fact, if it is about one thing
("the lamp is lit"). Facts that no action changes, such as which way is north, are not told.
"""

__all__ = ["told_condition"]

import re
from collections.abc import Callable, Mapping, Sequence

from twbench.generator.data import KnowledgeBase
from twbench.generator.grammar.english import list_to_string
from twbench.generator.knowledge.roles import INVENTORY, PLAYER, ROOM
from twbench.logic import Proposition, Rule, Variable

_Names = Callable[[Variable], str]
_NOUN = re.compile(r"(?:\b[Tt]he )?\{([^{}]*)\}")
_PORTABLE = "o"
_TOLD = {  # by predicate and types of the arguments, * being any: what to do, and what is then true
    ("at", PLAYER, ROOM): ("go to {}", "you are in {}"),
    ("at", _PORTABLE, ROOM): ("leave {} in {}", "{} is on the floor of {}"),
    ("at", "*", ROOM): ("", "{} is in {}"),
    ("in", "*", INVENTORY): ("get {}", "you are carrying {}"),
    ("in", "*", "*"): ("put {} into {}", "{} is in {}"),
    ("on", "*", "*"): ("put {} on {}", "{} is on {}"),
    ("open", "*"): ("open {}", "{} is open"),
    ("closed", "*"): ("close {}", "{} is closed"),
    ("locked", "*"): ("lock {}", "{} is locked"),
    ("eaten", "*"): ("eat {}", "{} has been eaten"),
}


def told_condition(facts: Sequence[Proposition], kb: KnowledgeBase, names: _Names) -> str:
    """Return a clause that asks the player for ``facts``; "" if there are no words for one of them.

    ``names`` returns what a thing is called, with its article.
    """
    changing = [fact for fact in dict.fromkeys(facts) if _adding(fact, kb)]
    if changing and all(_is_carried(fact) for fact in changing):
        return f"get {_listed([names(fact.arguments[0]) for fact in changing])}"
    if len(changing) == 1 and (asked := _asked(changing[0], kb, names)):
        return asked
    stated = [_stated(fact, kb, names) for fact in changing]
    return f"see to it that {_listed(stated)}" if stated and all(stated) else ""


def _listed(texts: Sequence[str]) -> str:
    return list_to_string(texts, det=False)


def _is_carried(fact: Proposition) -> bool:
    return fact.name == "in" and len(fact.arguments) == 2 and fact.arguments[1].type == INVENTORY


def _asked(fact: Proposition, kb: KnowledgeBase, names: _Names) -> str:
    """Return what the player does for ``fact``, if that is one thing."""
    known = _known(fact, kb)
    if known is not None:
        return _said(known[0], fact, names)
    commands = kb.inform7_commands
    ways = {commands[rule.name]: to for rule, to in _adding(fact, kb) if rule.name in commands}
    if len(ways) != 1:
        return ""
    ((template, nouns),) = ways.items()
    return _filled(template, nouns, names)


def _stated(fact: Proposition, kb: KnowledgeBase, names: _Names) -> str:
    """Return ``fact`` as a clause."""
    known = _known(fact, kb)
    if known is not None:
        return _said(known[1], fact, names)
    for written in kb.logic.inform7.predicates.values():
        predicate = written.predicate
        if written.source and _is_of(fact, predicate.name, predicate.types, kb):
            nouns = dict(zip(predicate.names, fact.arguments, strict=True))
            sentence = written.source[:1].lower() + written.source[1:].rstrip(" .")
            return _filled(sentence, nouns, names)
    if len(fact.arguments) == 1:
        return f"{names(fact.arguments[0])} is {fact.name.replace('_', ' ')}"
    return ""


def _known(fact: Proposition, kb: KnowledgeBase) -> tuple[str, str] | None:
    for (name, *types), told in _TOLD.items():
        if _is_of(fact, name, types, kb):
            return told
    return None


def _is_of(fact: Proposition, name: str, types: Sequence[str], kb: KnowledgeBase) -> bool:
    """Return whether ``fact`` is one of a predicate by name and types."""
    if fact.name != name or len(fact.arguments) != len(types):
        return False
    pairs = zip(fact.arguments, types, strict=True)
    return all(type_ == "*" or type_ in kb.lineage(thing.type) for thing, type_ in pairs)


def _adding(fact: Proposition, kb: KnowledgeBase) -> list[tuple[Rule, dict[str, Variable]]]:
    """Return the rules that make ``fact`` true, with its things by the names they have there."""
    return [
        (rule, dict(zip(predicate.names, fact.arguments, strict=True)))
        for rule in kb.rules.values()
        for predicate in rule.added
        if _is_of(fact, predicate.name, predicate.types, kb)
    ]


def _said(template: str, fact: Proposition, names: _Names) -> str:
    things = [thing for thing in fact.arguments if thing.name not in (PLAYER, INVENTORY)]
    return template.format(*map(names, things))


def _filled(template: str, nouns: Mapping[str, Variable], names: _Names) -> str:
    """Return ``template`` with names in it; "" if it speaks of anything else."""
    if not nouns.keys() >= set(_NOUN.findall(template)):
        return ""
    return _NOUN.sub(lambda found: names(nouns[found[1]]), template)
