"""The commands that the rules of a game allow, found without asking all rules at every step.

Actions are grounded as play goes on. A fact that was never seen before is joined, once, with all
facts seen so far; the actions found need only facts that have been seen, if not at the same time.
So the rooms where the player has been bring their actions, and other rooms none. Each action has a
mask of the facts it needs and its command, and is filed under the place of the player it needs:
what is left at each step is comparing the masks of one room with the facts that hold. The joins
are those of the search for quests and solutions (`twbench.generator.lifted`).

The plain twin of this class is `GameInformation.admissible_commands`, which asks `State`.
"""

__all__ = ["AdmissibleCommands"]

from collections.abc import Iterable, Sequence
from typing import cast

from twbench.envs.command_rules import CommandRule, command_rules
from twbench.envs.fact_reader import FactReader
from twbench.envs.information import GameInformation
from twbench.generator.lifted import Fact, JoinStep
from twbench.logic import Proposition

_MAX_ACTIONS = 50_000
_MAX_ANSWERS = 1000
_ANYWHERE = -1

_Row = tuple[int, str]
_Values = list[str | None]


class AdmissibleCommands:
    """The admissible commands of one game, for the facts of one reader.

    The answers for the situations met last are kept, up to a number of them.
    """

    def __init__(self, information: GameInformation, reader: FactReader):
        self._information = information
        self._reader = reader
        kb = information.game.kb
        self._rules = command_rules(kb)
        self._types = {constant.name: constant.type for constant in kb.constants.values()}
        self._masks: dict[Fact, int] = {}
        self._having: dict[tuple[str | int | None, ...], list[Fact]] = {}
        # By the bit of the player's place: the mask and the command of each action.
        self._rows: dict[int, list[_Row]] = {_ANYWHERE: []}
        self._places = 0
        self._actions = 0
        self._answers: dict[int, list[str]] = {}

    @property
    def is_full(self) -> bool:
        """Whether so many actions are known that it is time to begin anew."""
        return self._actions > _MAX_ACTIONS

    def commands(self) -> list[str]:
        """Return the admissible commands for the facts that the reader saw last, sorted."""
        fresh = self._reader.take_fresh()
        if fresh:
            self._ground(fresh)
        now = self._reader.now
        answer = self._answers.get(now)
        if answer is None:
            if len(self._answers) >= _MAX_ANSWERS:
                self._answers.clear()
            answer = self._answers[now] = self._find_commands(now)
        return answer.copy()

    def _find_commands(self, now: int) -> list[str]:
        allowed = {command for mask, command in self._rows[_ANYWHERE] if mask & now == mask}
        places = now & self._places
        while places:
            place = places & -places
            places ^= place
            rows = self._rows[place.bit_length() - 1]
            allowed.update([command for mask, command in rows if mask & now == mask])
        if self._rules.open:
            allowed.update(self._information.commands_of(self._rules.open, self._reader.facts))
        return sorted(allowed)

    def _ground(self, fresh: Sequence[Proposition]) -> None:
        """Find the actions that facts seen for the first time bring, each action once."""
        if not self._masks:
            for proposition in fresh:
                self._note(proposition)
            for rule in self._rules.closed:
                start: _Values = list(rule.lifted.constants)
                for values in self._solutions(rule.lifted.join, [start]):
                    self._add_action(rule, values)
            return
        for proposition in fresh:
            fact = self._note(proposition)
            for rule, place in self._rules.wanting.get(proposition.signature, ()):
                first, *others = rule.lifted.joins[place]
                matches = self._matches(first, (fact,), list(rule.lifted.constants))
                for values in self._solutions(others, matches):
                    self._add_action(rule, values)

    def _note(self, proposition: Proposition) -> Fact:
        """Note a fact that was never seen before."""
        fact = (proposition.name, *proposition.names)
        bit = self._reader.bits.get(proposition)
        # Facts that hold throughout have no bit.
        self._masks[fact] = 0 if bit is None else 1 << bit
        head = (proposition.name, len(fact))
        self._having.setdefault(head, []).append(fact)
        for position, argument in enumerate(proposition.arguments, 1):
            self._types[argument.name] = argument.type
            self._having.setdefault((*head, position, argument.name), []).append(fact)
        return fact

    def _solutions(self, steps: Iterable[JoinStep], solutions: list[_Values]) -> list[_Values]:
        """Return solutions with all values that make the preconditions of ``steps`` facts."""
        for step in steps:
            if not solutions:
                break
            name, places = step.atom
            if not step.binds:
                solutions = [
                    values
                    for values in solutions
                    if (name, *[values[place] for place in places]) in self._masks
                ]
                continue
            found: list[_Values] = []
            for values in solutions:
                key: tuple[str | int | None, ...] = step.head
                if step.lookup is not None:
                    position, place = step.lookup
                    key = (*key, position, values[place])
                candidates = self._having.get(key)
                if candidates is not None:
                    found += self._matches(step, candidates, values)
            solutions = found
        return solutions

    def _matches(
        self, step: JoinStep, candidates: Iterable[Fact], values: _Values
    ) -> list[_Values]:
        """Return ``values`` with those that make one of the candidates the precondition of a step.

        Different placeholders stand for different variables.
        """
        at, known = step.lookup or (0, 0)
        found = []
        for fact in candidates:
            if at and fact[at] != values[known]:
                continue
            following = values.copy()
            for position, place, fitting in step.binds:
                argument = fact[position]
                if argument in following or self._types[argument] not in fitting:
                    break
                following[place] = argument
            else:
                for position, place in step.checks:
                    if fact[position] != following[place]:
                        break
                else:
                    found.append(following)
        return found

    def _add_action(self, rule: CommandRule, solution: _Values) -> None:
        values = cast(list[str], solution)
        mask, place = 0, _ANYWHERE
        for name, places in rule.lifted.before:
            fact = (name, *[values[at] for at in places])
            bit = self._masks[fact]
            mask |= bit
            if bit and name == "at" and places and self._types[fact[1]] == "P":
                place = bit.bit_length() - 1
                self._places |= bit
        names = self._information.names
        command = "".join(
            [
                piece if isinstance(piece, str) else names.get(values[piece], values[piece])
                for piece in rule.command
            ]
        )
        self._rows.setdefault(place, []).append((mask, command))
        self._actions += 1
