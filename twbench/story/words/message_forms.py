"""The forms of what stories say: about a rule, about a command that is about the game."""

__all__ = ["MetaCommand", "Refusal", "RuleMessages"]

from dataclasses import dataclass
from typing import NamedTuple

from twbench.story.zcode.layout import RuleKind


class Refusal(NamedTuple):
    """A reason to refuse: ``text`` is given if the condition holds (or, if not ``holds``, fails).

    The condition is a conjunction in the logic language; an empty one holds always.
    """

    condition: str
    text: str
    holds: bool = True


@dataclass(frozen=True, slots=True)
class RuleMessages:
    """What the story says about a rule.

    ``report`` is printed when it was carried out, the first fitting one of ``refusals`` when it
    was not; ``mismatch`` when the noun is no thing of the rule's kind at all, ``second_mismatch``
    when that is true of its second noun.
    """

    report: str
    refusals: tuple[Refusal, ...]
    mismatch: str
    second_mismatch: str = ""

    @property
    def mismatches(self) -> tuple[str, str]:
        """The texts for nouns that do not fit: the first one, the second one."""
        return self.mismatch, self.second_mismatch or self.mismatch


class MetaCommand(NamedTuple):
    """A command about the game rather than in it."""

    commands: tuple[str, ...]
    text: str
    kind: RuleKind = RuleKind.META
