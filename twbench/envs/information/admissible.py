"""The commands that the rules of a game allow, found without asking all rules at every step.

Actions are grounded as play goes on. A fact that was never seen before is joined, once, with all
facts seen so far; the actions found need only facts that have been seen, if not at the same time.
So the rooms where the player has been bring their actions, and other rooms none. Each action has a
mask of the facts it needs and its command, and is filed under the place of the player it needs:
what is left at each step is comparing the masks of one room with the facts that hold. The joins
are those of `twbench.envs.information.masked_facts`.

The plain twin of this class is `GameWords.admissible_commands`, which asks `State`.
"""

__all__ = ["AdmissibleCommands"]

from collections.abc import Iterable, Sequence

from twbench.bounded_cache import BoundedCache
from twbench.envs.information.command_rules import Command, command_rules
from twbench.envs.information.fact_reader import FactReader
from twbench.envs.information.game_words import GameWords
from twbench.envs.information.masked_facts import MaskedFacts, Solution
from twbench.generator.knowledge.fact_sets import single_bits
from twbench.logic import Proposition

_MAX_ACTIONS = 50_000  # a few hundred bytes each
_MAX_ANSWERS = 1000  # lists of a few dozen commands: more than an episode has situations
_ANYWHERE = 0

_Row = tuple[int, str]


class AdmissibleCommands:
    """The admissible commands of one game, for the facts of one reader.

    The answers for the situations met last are kept, up to a number of them.
    """

    def __init__(self, words: GameWords, reader: FactReader):
        self._words = words
        self._reader = reader
        kb = words.kb
        self._rules = command_rules(kb)
        self._seen = MaskedFacts(self._rules.closed)
        # The mask and the command of each action, by the bit of the place of the player it needs.
        self._rows: dict[int, list[_Row]] = {}
        self._actions = 0
        self._answers: BoundedCache[int, list[str]] = BoundedCache(_MAX_ANSWERS)
        # A world and its commands: after more than half of all commands it is the same one.
        self._last: tuple[bytes, list[str]] = b"", []

    @property
    def is_full(self) -> bool:
        """Whether so many actions are known that it is time to begin anew."""
        return self._actions > _MAX_ACTIONS

    def commands(self, world: bytes) -> list[str]:
        """Return the admissible commands in a world, sorted; see `MemoryMap.world`."""
        last, answer = self._last
        if world != last:
            answer = self._commands_in(world)
            self._last = world, answer
        return answer.copy()

    def _commands_in(self, world: bytes) -> list[str]:
        reader = self._reader
        reader.update(world)
        fresh = reader.take_fresh()
        if fresh:
            self._ground(fresh)
        now = reader.now
        answer = self._answers.get(now)
        return self._answers.keep(now, self._find_commands(now)) if answer is None else answer

    def _find_commands(self, now: int) -> list[str]:
        allowed: set[str] = set()
        for place in (_ANYWHERE, *single_bits(now & self._seen.places)):
            rows = self._rows.get(place, ())
            allowed.update([command for mask, command in rows if mask & now == mask])
        if self._rules.open:
            allowed.update(self._words.commands_of(self._rules.open, self._reader.facts))
        return sorted(allowed)

    def _ground(self, fresh: Sequence[tuple[Proposition, int]]) -> None:
        """Find the actions that facts seen for the first time bring, each action once."""
        if not self._seen:
            self._seen.add(fresh)
            for command, solutions in self._seen.solutions():
                self._add_actions(command, solutions)
            return
        # One by one: an action that needs two of them is found with the second alone.
        for one in fresh:
            self._seen.add((one,))
            for command, solutions in self._seen.solutions_with(one[0]):
                self._add_actions(command, solutions)

    def _add_actions(self, command: Command, solutions: Iterable[Solution]) -> None:
        name_of, rows, places = self._words.names.get, self._rows, self._seen.places
        template, pick_nouns = command
        for mask, values in solutions:
            nouns = pick_nouns(values)
            text = template % tuple(map(name_of, nouns, nouns))
            place = mask & places
            # One of several places will do: without it, the action is not allowed.
            rows.setdefault(place & -place, []).append((mask, text))
            self._actions += 1
