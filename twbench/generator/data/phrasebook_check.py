"""Whether a phrasebook is about a logic: it names the logic's rules, commands and facts only."""

__all__ = ["check_phrasebook"]

import re
from collections.abc import Collection, Iterable

from twbench.errors import GameFileError, LogicError, nearest
from twbench.generator.data.phrasebook import Phrasebook, Refusal, RulePhrases
from twbench.generator.data.phrasebook_json import read_phrasebook
from twbench.logic import GameLogic, Predicate, Rule
from twbench.logic.syntax import FIELD
from twbench.printable import printable, shown

_USED = re.compile(r"\{(?:the |The |a )?([^{}]*)\}")


def check_phrasebook(book: Phrasebook, logic: GameLogic) -> None:
    """Raise LogicError, with the place in the book, unless it fits the logic.

    It must also be what `read_phrasebook` would read.
    """
    try:
        read_phrasebook(book.serialize())
    except GameFileError as error:
        raise LogicError(f"The phrasebook cannot be used: {printable(str(error))}") from None
    templates = {name: command.command for name, command in logic.inform7.commands.items()}
    for name, said in book.rules.items():
        if name not in logic.rules:
            raise _fault(f"rules.{name}", f"there is no rule {name!r}.", name, logic.rules)
        if name not in templates:
            raise _fault(f"rules.{name}", f"the rule {name!r} has no command.")
        _check_rule(logic.rules[name], templates[name], said, logic)
    _check_synonyms(book, set(templates.values()))
    texts = [("help", book.help)]
    texts += [(f"commands[{i}].text", command.text) for i, command in enumerate(book.commands)]
    for place, text in texts:
        _check_used(place, text, ())


def _check_rule(rule: Rule, template: str, said: RulePhrases, logic: GameLogic) -> None:
    place = f"rules.{rule.name}"
    types = {p.name: p.type for q in rule.all_predicates for p in q.parameters}
    _check_used(f"{place}.report", said.report, types)
    for number, refusal in enumerate(said.refusals):
        where = f"{place}.refusals[{number}]"
        used = set(FIELD.findall(template))
        for predicate in _predicates(f"{where}.condition", refusal):
            _check_predicate(f"{where}.condition", predicate, types, logic)
            if refusal.holds:
                used.update(predicate.names)
        _check_used(f"{where}.text", refusal.text, used)


def _predicates(place: str, refusal: Refusal) -> list[Predicate]:
    try:
        return [Predicate.parse(fact) for fact in refusal.facts]
    except LogicError as error:
        raise _fault(place, f"must be facts joined by '&': {error}") from None


def _check_predicate(
    place: str, predicate: Predicate, types: dict[str, str], logic: GameLogic
) -> None:
    declared = [*logic.predicates, *logic.aliases]
    for parameter in predicate.parameters:
        name, type_ = parameter.name, parameter.type
        if type_ not in logic.types:
            names = [other.name for other in logic.types]
            raise _fault(place, f"there is no type {type_!r}.", type_, names)
        own, related = types.get(name, type_), logic.types.is_subtype
        if own != type_ and not related(type_, own) and not related(own, type_):
            message = f"{name!r} is of the type {own!r} in the rule, which no {type_!r} is."
            raise _fault(place, message)
    if not any(logic.accepts(signature, predicate.signature) for signature in declared):
        others = {signature.name for signature in declared} - {predicate.name}
        message = f"there is no predicate {predicate.signature}."
        raise _fault(place, message, predicate.name, others)


def _check_synonyms(book: Phrasebook, templates: Collection[str]) -> None:
    shapes = {FIELD.sub("{}", template) for template in templates}
    for template, ways in book.synonyms.items():
        place = f"synonyms.{template}"
        if template not in templates and template not in shapes:
            raise _fault(place, f"there is no command {template!r}.", template, templates)
        for way in ways:
            if way.count("{}") > len(FIELD.findall(template)):
                raise _fault(place, f"{way!r} has more nouns than the command.")


def _check_used(place: str, text: str, known: Collection[str]) -> None:
    """Check that a text names placeholders that stand for something."""
    for name in _USED.findall(text):
        if name not in known:
            allowed = f" The placeholders here are {', '.join(sorted(known))}." if known else ""
            message = f"{shown(name)} stands for nothing here.{allowed}"
            raise _fault(place, message, name, known)


def _fault(place: str, message: str, name: str = "", known: Iterable[str] = ()) -> LogicError:
    hint = nearest(name, known)
    return LogicError(printable(f"The phrasebook, {place}: {message}{hint}"))
