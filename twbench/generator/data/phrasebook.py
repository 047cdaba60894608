"""Phrasebooks: what players of a logic may type, and what stories of it answer.

A phrasebook is data that a knowledge base carries. What it leaves out, the words that all stories
have in common fill in (`twbench.story.words`). It is written in Python with the classes below, or
as JSON of the same shape (`twbench.generator.data.phrasebook_json`). The reasons are told in
docs/design/phrasebook.md, an example in docs/cookbook/words.md.
"""

__all__ = ["MetaCommand", "Phrasebook", "Refusal", "RulePhrases"]

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple


class Refusal(NamedTuple):
    """A reason to refuse: ``text`` is given if the condition holds (or, if not ``holds``, fails).

    The condition is a conjunction in the logic language; an empty one holds always.
    """

    condition: str
    text: str
    holds: bool = True

    @property
    def facts(self) -> tuple[str, ...]:
        """The facts of the condition, as they are written."""
        return tuple([fact.strip() for fact in self.condition.split("&")] if self.condition else ())

    def serialize(self) -> dict[str, Any]:
        """Return the JSON form."""
        data = {"condition": self.condition, "text": self.text}
        return data if self.holds is True else {**data, "holds": self.holds}


@dataclass(frozen=True, slots=True)
class RulePhrases:
    """What the story says about a rule; what is empty, it says as if nothing had been written.

    ``report`` is printed when the rule was carried out, the first fitting one of ``refusals`` when
    it was not; ``mismatch`` when the noun is no thing of the rule's kind at all,
    ``second_mismatch`` when that is true of its second noun.

    The first refusal should say that nothing need be done to the thing, which is held already, or
    open: of "all", stories tell only what keeps them from doing it to the others.
    """

    report: str = ""
    refusals: tuple[Refusal, ...] = ()
    mismatch: str = ""
    second_mismatch: str = ""

    @property
    def mismatches(self) -> tuple[str, str]:
        """The texts for nouns that do not fit: the first one, the second one."""
        return self.mismatch, self.second_mismatch or self.mismatch

    def serialize(self) -> dict[str, Any]:
        """Return the JSON form; what is empty is left out."""
        return _filled(
            report=self.report,
            refusals=[refusal.serialize() for refusal in self.refusals],
            mismatch=self.mismatch,
            second_mismatch=self.second_mismatch,
        )


class MetaCommand(NamedTuple):
    """A command about the game rather than in it; ``{}`` in its words stands for any thing."""

    commands: tuple[str, ...]
    text: str
    takes_turn: bool = False

    def serialize(self) -> dict[str, Any]:
        """Return the JSON form."""
        data = {"commands": _listed(self.commands), "text": self.text}
        return {**data, "takes_turn": self.takes_turn} if self.takes_turn is not False else data


@dataclass(frozen=True, slots=True)
class Phrasebook:
    """The words of a logic. Read only, as the logic is.

    Attributes:
        help: what ``help`` answers.
        rules: what is said about rules, by their names.
        synonyms: other ways to say a command, by its template; ``{}`` stands for each noun. The
            ways of ``take {}`` are those of all templates that differ from it in the placeholder
            only. A verb of one letter is an abbreviation: the story asks with the verb in full.
        words: groups of words that stand for the same preposition or direction; the first one of
            each is printed.
        commands: commands about the game; they go before those that all stories have.

    """

    help: str = ""
    rules: Mapping[str, RulePhrases] = field(default_factory=dict)
    synonyms: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    words: tuple[tuple[str, ...], ...] = ()
    commands: tuple[MetaCommand, ...] = ()

    def serialize(self) -> dict[str, Any]:
        """Return the JSON form; what is empty is left out."""
        return _filled(
            help=self.help,
            rules={name: said.serialize() for name, said in self.rules.items()},
            synonyms={template: _listed(ways) for template, ways in self.synonyms.items()},
            words=[_listed(group) for group in self.words],
            commands=[command.serialize() for command in self.commands],
        )


def _listed(words: Iterable[str]) -> Any:
    """Return words as a list; a single text, which somebody forgot a comma behind, as it is."""
    return words if isinstance(words, str) else list(words)


def _filled(**parts: Any) -> dict[str, Any]:
    return {name: part for name, part in parts.items() if part}
