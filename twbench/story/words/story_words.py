"""The words of a story: those of its logic's phrasebook, before those that all stories have."""

__all__ = ["USED", "StoryWords"]

import re

from twbench.errors import LogicError
from twbench.generator.data.phrasebook import MetaCommand, Phrasebook, RulePhrases
from twbench.logic import Rule
from twbench.story.words.meta_commands import HELP_WORDS, META_COMMANDS
from twbench.story.words.rule_phrases import RULES, made_up
from twbench.story.words.synonyms import (
    LONGER_WAYS,
    RARELY_MEANT,
    SPECIAL_WORDS,
    SYNONYMS,
    WAYS_TO_USE,
    WORDS,
)

USED = re.compile(r"\{(?:the |The |a )?([^{}]+)\}")
"""A placeholder in a text; the group is its name."""
_FUNCTION = re.compile(r"\[[^\[\]]*\]")


class StoryWords:
    """What is typed and answered in the stories of a logic.

    Attributes:
        commands: those about the game; of two with the same words the first one counts.

    """

    def __init__(self, book: Phrasebook):
        self._book = book
        own = [MetaCommand(HELP_WORDS, book.help)] if book.help else []
        self.commands: tuple[MetaCommand, ...] = tuple(
            command._replace(text=_line(command.text))
            for command in (*own, *book.commands, *META_COMMANDS)
        )
        own_words = {word for group in book.words for word in group}
        common = (tuple(word for word in group if word not in own_words) for group in WORDS)
        self._groups = (*book.words, *filter(None, common))
        self._own_ways = {way for ways in book.synonyms.values() for way in ways}
        self._check()

    def _check(self) -> None:
        """Raise LogicError if the phrasebook gives a meaning to words that have one already."""
        ways = sorted(self._own_ways)
        for command in self._book.commands:
            ways += command.commands
        meant = [way.split()[0] for way in ways]
        for group in self._book.words:
            meant += group
        for word in meant:
            if word in SPECIAL_WORDS:
                raise LogicError(
                    f"The phrasebook uses the word {word!r} in a command, but stories read it"
                    " otherwise in all commands: choose another word."
                )

    def phrases(self, rule: Rule, template: str) -> RulePhrases:
        """Return what is said about a rule whose command has this template.

        What all stories say counts unless it speaks of placeholders that the rule does not have.
        """
        common = RULES.get(rule.name)
        known = {p.name for q in rule.all_predicates for p in q.parameters}
        if common is None or not set(USED.findall(common.report)) <= known:
            common = made_up(rule, template)
        own = self._book.rules.get(rule.name)
        if own is None:
            return common
        refusals = tuple([refusal._replace(text=_line(refusal.text)) for refusal in own.refusals])
        if all(refusal.condition for refusal in refusals):  # without one that always holds
            refusals += common.refusals
        return RulePhrases(
            _line(own.report) or common.report,
            refusals,
            _line(own.mismatch) or common.mismatch,
            _line(own.second_mismatch) or ("" if own.mismatch else common.second_mismatch),
        )

    def alternatives(self, template: str) -> tuple[str, ...]:
        """Return other ways to say a command template, in which ``{}`` stands for each noun.

        A template that is given with its placeholders has only the ways that are meant for just
        this one. A way that the phrasebook gives to one command is taken from all others.
        """
        common = SYNONYMS.get(template, ())
        own = self._book.synonyms.get(template, ())
        return (*own, *(way for way in common if way not in self._own_ways))

    def longer_ways(self, template: str) -> tuple[str, ...]:
        """Return ways to say a command that name more than it needs; others' rules come first."""
        return tuple(way for way in LONGER_WAYS.get(template, ()) if way not in self._own_ways)

    def ways_to_use(self, template: str) -> tuple[str, ...]:
        """Return ways to say a command that name its means first, and not what is to be done."""
        own = self._own_ways.union(*(command.commands for command in self._book.commands))
        ways = () if template in RARELY_MEANT else WAYS_TO_USE
        return tuple(way for way in ways if way not in own)

    def group(self, word: str) -> tuple[str, ...]:
        """Return the words that stand for the same preposition or direction as ``word``."""
        return next((group for group in self._groups if word in group), (word,))


def _line(text: str) -> str:
    """Return a text as it is printed: with a newline, unless the story makes it."""
    is_complete = not text or text.endswith("\n") or _FUNCTION.fullmatch(text)
    return text if is_complete else f"{text}\n"
