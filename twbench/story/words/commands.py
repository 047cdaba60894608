"""The grammar of commands: which words lead to which rules.

A command template such as ``take {o} from {c}`` becomes a grammar line of its verb, and so does
each other way of saying it. A rule whose template goes on where a shorter one ends (``take {o}``)
is tried for the shorter one too: what it leaves out, the rule's conditions find.
"""

__all__ = ["CommandGrammar", "Line", "Pattern"]

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from twbench.errors import StoryLimitError
from twbench.logic.syntax import FIELD
from twbench.story.words.rule_phrases import nouns_of
from twbench.story.words.story_words import StoryWords
from twbench.story.words.synonyms import QUESTIONS, SPECIAL_WORDS, TOO_VAGUE
from twbench.story.zcode.layout import WordClass

MAX_NOUNS = 2
MAX_CLASS = 0xFF
"""The class of a word is a byte of its entry in the dictionary."""

MEANS = " with {}"
"""How a command template ends whose last noun may be left out: what fits and is at hand is used.

Where things of several kinds would do, though, they do not the same, and it has to be named.
"""

Pattern = tuple[str, ...]
"""What follows the verb: literal words, and ``{}`` for each noun."""
Line = tuple[str, Pattern]
"""A verb and what follows it."""


@dataclass(slots=True)
class CommandGrammar:
    """Grammar lines under construction.

    Attributes:
        lines: verb -> pattern -> rules (by their number).
        exchanged: of lines that name their second noun first, and may mean one of several others:
            verb -> pattern -> these, first the one that is meant where not exactly one fits.

    """

    words: StoryWords
    lines: dict[str, dict[Pattern, list[int]]] = field(default_factory=dict)
    exchanged: dict[str, dict[Pattern, list[Line]]] = field(default_factory=dict)
    classes: dict[str, int] = field(default_factory=lambda: dict(SPECIAL_WORDS))
    literals: list[str] = field(default_factory=list)
    _full: dict[str, str] = field(default_factory=dict)

    def add_rules(
        self, templates: Iterable[tuple[int, str]], shortened: Callable[[int, int], int]
    ) -> None:
        """Add rules with their command templates; earlier rules are tried first.

        ``shortened`` returns the rule that stands for a rule of which only so many nouns are
        named. Raises StoryLimitError where `add_line` does.
        """
        shapes: dict[str, list[int]] = {}
        means: dict[str, set[str]] = {}
        templates = list(templates)
        for rule, template in templates:
            shape = FIELD.sub("{}", template)
            shapes.setdefault(shape, []).append(rule)
            means.setdefault(shape, set()).update(nouns_of(template)[-1:])
        for shape, rules in shapes.items():  # the logic's own ways come first
            self.add_line(shape, rules)
        for shape, rules in shapes.items():
            longer = [
                shortened(rule, shape.count("{}"))
                for other, others in shapes.items()
                if other.startswith(shape + " ") and "{}" in shape
                for rule in others
            ]
            for way in (shape, *self.words.alternatives(shape)):
                self.add_line(way, [*rules, *longer])
                self.note_abbreviation(way, shape)
            short = shape.removesuffix(MEANS)
            if short != shape and short not in shapes and len(means[shape]) == 1:
                self.add_line(short, [shortened(rule, short.count("{}")) for rule in rules])
        for rule, template in templates:
            for way in self.words.alternatives(template) if "{" in template else ():
                count = way.count("{}")
                full = count == len(nouns_of(template))
                self.add_line(way, [rule if full else shortened(rule, count)])
                self.note_abbreviation(way, FIELD.sub("{}", template))

        for shape, rules in shapes.items():
            for way in self.words.longer_ways(shape):
                self.add_line(way, rules)
            if shape.endswith(MEANS) and shape.count("{}") == MAX_NOUNS:
                for way in self.words.ways_to_use(shape):
                    self._add_exchanged(way, shape)

    def add_line(self, way: str, rules: Iterable[int]) -> None:
        """Add one way to say a command; rules already there are tried before the new ones.

        Raises StoryLimitError for more nouns than the parser reads.
        """
        verb, pattern = _split(way)
        if pattern.count("{}") > MAX_NOUNS:
            raise StoryLimitError(f"The command {way!r} names more than {MAX_NOUNS} things.")
        known = self.lines.setdefault(verb, {}).setdefault(pattern, [])
        known += [rule for rule in rules if rule not in known]
        self._add_literals(pattern)

    def _add_exchanged(self, way: str, shape: str) -> None:
        """Add a way to say a command that names its second noun first."""
        verb, pattern = _split(way)
        meant = _split(shape)
        if verb == meant[0] or pattern in self.lines.get(verb, {}):
            return
        lines = self.exchanged.setdefault(verb, {}).setdefault(pattern, [_split(TOO_VAGUE)])
        lines.append(meant)
        self._add_literals(pattern)

    def knows(self, way: str) -> bool:
        """Whether there is a line of this verb and pattern."""
        verb, pattern = _split(way)
        return any(pattern in lines.get(verb, {}) for lines in (self.lines, self.exchanged))

    def note_abbreviation(self, way: str, command: str) -> None:
        """Note what a verb of one letter stands for, if a way begins with one.

        It stands for the verb of the command, if they go on alike. A direction by itself stands for
        the whole command.
        """
        short, _, rest = way.partition(" ")
        verb, _, other = command.partition(" ")
        if len(short) == 1 < len(verb) and rest == other:
            self._full.setdefault(short, verb)
        if not rest and other in self.words.group(short):
            self._full.setdefault(short, command)

    def full(self, verb: str) -> str | None:
        """Return what to say instead of a verb: an abbreviation, a direction or a question."""
        full = self._full.get(verb) or QUESTIONS.get(verb)
        is_whole = full is not None and " " in full
        asks = any("{}" in pattern for pattern in self.lines[verb])
        return full if is_whole or asks else None

    def element(self, word: str) -> int:
        """Return the class of a literal word."""
        return int(self.classes[word])

    def _add_literals(self, pattern: Pattern) -> None:
        for word in pattern:
            if word != "{}" and word not in self.classes:
                self._add_literal(word)

    def _add_literal(self, word: str) -> None:
        group = self.words.group(word)
        number = WordClass.FIRST_LITERAL + len(self.literals)
        if number > MAX_CLASS:
            most = MAX_CLASS - WordClass.FIRST_LITERAL + 1
            raise StoryLimitError(f"The commands have more than {most} words besides their verbs.")
        self.literals.append(group[0])
        for synonym in group:
            self.classes[synonym] = number


def _split(way: str) -> Line:
    """Return the verb of a way to say a command and its pattern: articles are skipped as typed."""
    verb, *words = way.split()
    return verb, tuple(word for word in words if SPECIAL_WORDS.get(word) != WordClass.ARTICLE)
