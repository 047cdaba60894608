"""The commands that the rules of a game allow, found without asking all rules at every step.

Actions are grounded as play goes on. A fact that was never seen before is joined, once, with all
facts seen so far; the actions found need only facts that have been seen, if not at the same time.
So the rooms where the player has been bring their actions, and other rooms none. Each action has a
mask of the facts it needs and its command, and is filed under the place of the player it needs:
what is left at each step is comparing the masks of one room with the facts that hold.

The plain twin of this class is `GameInformation.admissible_commands`, which asks `State`.
"""

__all__ = ["AdmissibleCommands"]

from collections.abc import Iterable, Sequence

from twbench.envs.fact_reader import FactReader
from twbench.envs.information import GameInformation
from twbench.logic import Placeholder, Proposition, Rule, Signature, Variable

_MAX_ACTIONS = 50_000
_ANYWHERE = -1

_Row = tuple[int, str]


class AdmissibleCommands:
    """The admissible commands of one game, for the facts of one reader."""

    def __init__(self, information: GameInformation, reader: FactReader):
        self._information = information
        self._reader = reader
        self._constants = information.game.kb.constants
        self._open = [rule for rule in information.rules if self._is_open(rule)]
        self._rules = [rule for rule in information.rules if not self._is_open(rule)]
        self._wanting = _wanting(self._rules, information)
        self._seen = information.state(())
        self._found: set[tuple[str, tuple[Variable | None, ...]]] = set()
        # By the bit of the player's place: the mask and the command of each action.
        self._rows: dict[int, list[_Row]] = {_ANYWHERE: []}
        self._places = 0

    @property
    def is_full(self) -> bool:
        """Whether so many actions are known that it is time to begin anew."""
        return len(self._found) > _MAX_ACTIONS

    def commands(self) -> list[str]:
        """Return the admissible commands for the facts that the reader saw last, sorted."""
        fresh = self._reader.take_fresh()
        if fresh:
            self._ground(fresh)
        now = self._reader.now
        allowed = {command for mask, command in self._rows[_ANYWHERE] if mask & now == mask}
        places = now & self._places
        while places:
            place = places & -places
            places ^= place
            rows = self._rows[place.bit_length() - 1]
            allowed.update([command for mask, command in rows if mask & now == mask])
        if self._open:
            allowed.update(self._information.commands_of(self._open, self._reader.facts))
        return sorted(allowed)

    def _is_open(self, rule: Rule) -> bool:
        """Whether some entity of the rule can be any that exists: masks do not tell which do."""
        return any(rule.placeholders[index] not in self._constants for index in rule.free_positions)

    def _ground(self, fresh: Sequence[Proposition]) -> None:
        """Find the actions that facts seen for the first time bring."""
        self._seen.add_facts(fresh)
        if len(fresh) > len(self._rules):
            for rule in self._rules:
                self._add_actions(rule, {})
            return
        for fact in fresh:
            for rule, precondition in self._wanting.get(fact.signature, ()):
                mapping = _bind(rule, precondition, fact)
                if mapping is not None:
                    self._add_actions(rule, mapping)

    def _add_actions(self, rule: Rule, mapping: dict[Placeholder, Variable]) -> None:
        known = {**self._constants, **mapping}
        for found in self._seen.all_assignments(rule, known):
            key = (rule.name, tuple(found.values()))
            if key not in self._found:
                self._found.add(key)
                self._add_action(rule, found)  # type: ignore[arg-type]  # only partial ones have None

    def _add_action(self, rule: Rule, mapping: dict[Placeholder, Variable]) -> None:
        action = rule.instantiate(mapping)
        mask, place = 0, _ANYWHERE
        for fact in action.preconditions:
            bit = self._reader.bits.get(fact)
            if bit is None:  # a constant fact
                continue
            mask |= 1 << bit
            if fact.name == "at" and fact.arguments[0].type == "P":
                place = bit
                self._places |= 1 << bit
        self._rows.setdefault(place, []).append((mask, self._information.command(action)))


def _wanting(
    rules: Iterable[Rule], information: GameInformation
) -> dict[Signature, list[tuple[Rule, int]]]:
    """Return, for each signature of facts, the rules and places of the preconditions they fit."""
    matching = information.game.kb.logic.matching_signatures
    wanting: dict[Signature, list[tuple[Rule, int]]] = {}
    for rule in rules:
        for place, predicate in enumerate(rule.preconditions):
            for signature in matching(predicate.signature):
                wanting.setdefault(signature, []).append((rule, place))
    return wanting


def _bind(rule: Rule, place: int, fact: Proposition) -> dict[Placeholder, Variable] | None:
    """Return the placeholders of a precondition bound as in ``fact``, or None if that is no fit.

    Different placeholders stand for different variables.
    """
    parameters = rule.preconditions[place].parameters
    mapping = dict(zip(parameters, fact.arguments, strict=True))
    if [mapping[parameter] for parameter in parameters] != list(fact.arguments):
        return None
    return mapping if len(set(mapping.values())) == len(mapping) else None
