"""Commands with blanks, and what fills them (docs: Jericho, "Template-Based Action Generation").

A template is a text such as ``put OBJ in OBJ``. Of stories that Jericho knows they are Jericho's,
of others those of the story's own grammar, where that is Inform's or Infocom's.
"""

__all__ = ["BASIC_COMMANDS", "TemplateActions", "templates_of"]

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

from jericho.defines import ILLEGAL_ACTIONS, NO_EFFECT_ACTIONS
from jericho.template_action_generator import TemplateActionGenerator

from twbench.envs.objects.dictionary import Dictionary
from twbench.envs.objects.grammar import BLANK, Grammar
from twbench.envs.objects.infocom import SyntaxLine, read_syntax
from twbench.errors import ConfigError

BASIC_COMMANDS = (
    *("north", "south", "west", "east", "northwest", "southwest", "northeast", "southeast"),
    *("up", "down", "enter", "exit", "take all"),
)
"""Commands that almost any story understands."""
_MOST_BLANKS = 2
_SHORTEST_VERB = 3
"""Letters of a verb that is no abbreviation."""


def templates_of(
    bindings: Mapping[str, Any], grammar: Grammar | None, dictionary: Dictionary
) -> tuple[str, ...]:
    """Return the templates of a story, without those that leave or restart it.

    ``bindings`` are what Jericho knows of it (`twbench.envs.frotz.interpreter.bindings_of`). Where
    it knows nothing they are read from the ``grammar``, one verb for each line, or from the syntax
    of an Infocom parser; a story without any has templates of its verbs alone.
    """
    if bindings.get("grammar"):
        made = TemplateActionGenerator(dict(bindings)).templates
        return tuple(dict.fromkeys(one for one in made if one.count(BLANK) <= _MOST_BLANKS))
    found = list(_own_templates(grammar, dictionary))
    return tuple(dict.fromkeys([*found, *BASIC_COMMANDS]))


def _own_templates(grammar: Grammar | None, dictionary: Dictionary) -> Iterator[str]:
    if grammar is not None:
        return _grammar_templates(grammar)
    syntax = read_syntax(dictionary)
    if syntax:
        return _infocom_templates(syntax, dictionary.letters)
    return _verb_templates(dictionary.verbs)


def _verb_templates(verbs: Iterable[str]) -> Iterator[str]:
    """Yield templates of verbs of which nothing else is known."""
    plain = sorted(filter(_is_harmless, verbs))
    yield from plain
    yield from (f"{verb} {BLANK}" for verb in plain)
    yield from (f"put {BLANK} {where} {BLANK}" for where in ("in", "on"))
    yield from (f"{verb} {BLANK} with {BLANK}" for verb in ("unlock", "attack", "open"))
    yield f"give {BLANK} to {BLANK}"


def _grammar_templates(grammar: Grammar) -> Iterator[str]:
    """Yield a template for each line of a grammar, with the longest of the verbs it is for."""
    for line in grammar.lines:
        words = [verb for verb in grammar.verbs[line.verb] if _is_harmless(verb)]
        if words and line.blanks <= _MOST_BLANKS and "text" not in line.kinds:
            parts = [max(words, key=lambda word: (len(word), word))]
            parts += [part[0] for part in line.pattern]
            if len(parts) > 1 or parts[0] not in NO_EFFECT_ACTIONS:
                yield " ".join(parts)


def _infocom_templates(syntax: Iterable[SyntaxLine], letters: int) -> Iterator[str]:
    """Yield one template for each action and number of blanks: the others do the same."""
    best: dict[tuple[int, int], tuple[tuple[bool, int, bool, int, str], str]] = {}
    for line in syntax:
        for verb in filter(_is_harmless, line.verbs):
            parts = [verb, *(f"{before} {BLANK}".strip() for before in line.prepositions)]
            if len(parts) == 1 and verb in NO_EFFECT_ACTIONS:
                continue
            # "Give OBJ to OBJ" is clearer than "give OBJ OBJ", "drop OBJ" than "stuff down OBJ";
            # then the shortest verb that people would type.
            words = sum(map(bool, line.prepositions))
            is_plain = _SHORTEST_VERB <= len(verb) < letters
            rank = not all(line.prepositions[1:]), words, not is_plain, len(verb), verb
            key = line.action, len(line.prepositions)
            best[key] = min(best.get(key, (rank, " ".join(parts))), (rank, " ".join(parts)))
    yield from (template for _, template in best.values())


def _is_harmless(verb: str) -> bool:
    return verb not in ILLEGAL_ACTIONS and verb.isalpha()


@dataclass(frozen=True, slots=True)
class TemplateActions:
    """The commands that ``templates`` give, blank by blank."""

    templates: tuple[str, ...]

    def size(self, words: int) -> int:
        """Return how many commands there are with so many words for each blank.

        That is how the paper counts: zork1 has 237 templates and 697 words.
        """
        return sum(words ** template.count(BLANK) for template in self.templates)

    def fill(self, template: str, things: Iterable[str]) -> str:
        """Return a template with ``things`` in its blanks; raises ConfigError for another number.

        >>> TemplateActions(("put OBJ in OBJ",)).fill("put OBJ in OBJ", ["coin", "purse"])
        'put coin in purse'
        """
        parts = template.split(BLANK)
        names = list(things)
        if len(names) != len(parts) - 1:
            raise ConfigError(
                f"The template {template!r} has {len(parts) - 1} blanks, not {len(names)}."
            )
        return "".join(part + name for part, name in zip(parts, [*names, ""], strict=True))

    def commands(self, things: Iterable[str]) -> Iterator[str]:
        """Yield every command, in the order of the templates; no thing stands in it twice."""
        names = tuple(dict.fromkeys(things))
        for template in self.templates:
            for chosen in product(names, repeat=template.count(BLANK)):
                if len(set(chosen)) == len(chosen):
                    yield self.fill(template, chosen)
