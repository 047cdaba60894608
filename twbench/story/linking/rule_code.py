"""Rules as code: the words that `twbench.story.state.conditions` makes of them, as instructions.

For each list of rules that a command may mean, one routine finds the first rule whose condition
holds; for each rule, another one carries it out. They do what the runtime would do with the same
words (``Solve`` in ``logic.inf``), without reading them: the objects in slots are variables of the
routine. Tables of relations have a global variable each, so that the code is the same in all games.

What a routine has no room for is left to the runtime, which reads the words of the condition: rules
with more placeholders than a routine may have variables, and relations beyond those of
`twbench.story.zcode.layout.RELATIONS`.
"""

__all__ = ["RuleCode"]

from collections.abc import Sequence
from dataclasses import dataclass, field

from twbench.story.linking.code_context import CodeContext
from twbench.story.linking.doer import Doer
from twbench.story.linking.finder import Finder
from twbench.story.linking.rule_words import RuleWords
from twbench.story.zcode.assembler import PACKED, MovableCode, Routine


@dataclass
class RuleCode:
    """The routines of a program, in the order in which they are asked for, with their numbers."""

    context: CodeContext
    routines: dict[MovableCode, int] = field(default_factory=dict)

    def finder(self, rules: Sequence[RuleWords]) -> int:
        """Add a routine that returns the first of some rules that can be carried out, or 0.

        It is called with the tail of a line, where the addresses of the rules stand, and leaves
        what it found in the slots. Returns its number.
        """
        return self._keep(Finder(self.context).of(rules))

    def doer(self, rule: RuleWords) -> int:
        """Add a routine that carries out a rule on what is in the slots; return its number.

        It is called with the address of the rule.
        """
        return self._keep(Doer(self.context).of(rule))

    def joined(self) -> tuple[MovableCode, list[int]]:
        """Return all routines in one piece, and where each begins, as packed addresses."""
        data, moving, places = b"", [], []
        for code in self.routines:
            places.append(len(data) // PACKED)
            moving += [len(data) + place for place in code.moving]
            data += code.data
        return MovableCode(data, tuple(moving)), places

    def _keep(self, routine: Routine) -> int:
        # Rules that are understood with fewer words are often carried out alike.
        return self.routines.setdefault(routine.finished(), len(self.routines))
