"""What may be typed: templates without their synonyms, the most usual verbs first."""

__all__ = ["Form", "forms_of"]

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from jericho.util import verb_usage_count

from twbench.envs.objects.dictionary import Dictionary
from twbench.envs.objects.grammar import BLANK, Grammar, GrammarLine


@dataclass(frozen=True, slots=True)
class Form:
    """A template that stands for all its ``synonyms``, itself among them.

    ``kinds`` says what the parser wants in each blank, None where it is not known; see
    `twbench.envs.objects.grammar.GrammarLine`. ``action`` is its number in the story, if known.
    ``tokens`` are the parser's own for each blank, None where they are not known or several.
    """

    template: str
    synonyms: tuple[str, ...]
    kinds: tuple[str, ...] | None
    action: int | None = None
    tokens: tuple[int, ...] | None = None

    @property
    def blanks(self) -> int:
        """How many things the command names."""
        return self.template.count(BLANK)

    def command(self, *things: str) -> str:
        """Return the command about so many things as there are blanks."""
        command = self.template
        for thing in things:
            command = command.replace(BLANK, thing, 1)
        return command


def forms_of(
    templates: Iterable[str], grammar: Grammar | None, dictionary: Dictionary
) -> tuple[Form, ...]:
    """Return the forms of a story's ``templates``, in the order in which to try them.

    Templates to which the story's ``grammar`` gives one meaning are one form. A template with its
    blanks in reverse is left out if there is one with the same meaning that has them in order.
    """
    groups: dict[object, list[str]] = {}
    lines: dict[str, GrammarLine] = {}
    ambiguous: set[str] = set()
    for template in templates:
        parts = template.split()
        typed = tuple(part if part == BLANK else dictionary.cut(part) for part in parts)
        line = None if grammar is None else grammar.by_pattern.get(typed)
        if line is not None:
            lines[template] = line
        if grammar is not None and typed in grammar.ambiguous:
            ambiguous.add(template)
        groups.setdefault(template if line is None else line.meaning, []).append(template)
    reversed_ = {template for template, line in lines.items() if line.is_reversed}
    _join_reversed(groups, lines, reversed_)
    forms = []
    for same in groups.values():
        plain = [template for template in same if template not in reversed_] or same
        first = min(plain, key=_order)
        synonyms = tuple(sorted(same, key=_order))
        line = lines.get(first)
        if line is None:
            forms.append(Form(first, synonyms, None))
        else:
            tokens = None if first in ambiguous else line.tokens
            forms.append(Form(first, synonyms, line.kinds, line.action, tokens))
    return tuple(sorted(forms, key=lambda form: _order(form.template)))


def _join_reversed(
    groups: dict[object, list[str]], lines: Mapping[str, GrammarLine], reversed_: set[str]
) -> None:
    """Put "give OBJ OBJ" to "give OBJ to OBJ", where the grammar does not say that it is the same.

    Earlier grammars have actions of their own for commands in reverse.
    """
    owner = {template: key for key, same in groups.items() for template in same}
    for template, key in sorted(owner.items()):
        verb, *rest = template.split()
        plain = f"{verb} {BLANK} to {BLANK}"
        if rest != [BLANK, BLANK] or owner.get(plain, key) == key or template not in lines:
            continue
        same = lines[plain].kinds if plain in lines else ()
        # Nobody can tell which is which of two of one kind: "push OBJ OBJ" wants a direction.
        if lines[template].kinds == same[::-1] != same:
            groups[owner[plain]].append(template)
            groups[key].remove(template)
            reversed_.add(template)
            if not groups[key]:
                del groups[key]


def _order(template: str) -> tuple[int, int, int, str]:
    """Return by what templates are sorted: blanks, then how often people use the verb."""
    words = template.split()
    return template.count(BLANK), -verb_usage_count(words[0]), len(words), template
