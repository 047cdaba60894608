"""A heuristic player of any story: it needs no information beyond the text, and no training.

Coming into a room it takes what there is, examines what the text names, opens what exists, and does
what people do to things of that name (`twbench.agents.exploring.habits`); what it carries it gives
to who is there, puts into containers, tries as a key. Then it goes on by a way that the text names,
or to the nearest room that has such a way; after these come ways that no text names, and all else
that people do to things. It makes light before it goes on in the dark, or comes again with a light;
it strikes back, or runs away, and leaves where things get worse from turn to turn.

Words that the story does not know, and what was refused, it remembers and does not try again, nor
what got the same answer for other things; ways at which something stands are tried again when
something has changed, and where it has died in an earlier life it does not go again. When nothing
is left it does something at random to things that it knows, or again what was answered by something
new. What it learns is in `twbench.agents.exploring.learning`.
"""

__all__ = ["ExplorerAgent"]

from collections.abc import Callable
from functools import partial

from twbench.agents.exploring import habits, reading
from twbench.agents.exploring.agenda import Round
from twbench.agents.exploring.learning import Notes
from twbench.agents.exploring.rooms import DIRECTIONS
from twbench.agents.seeded import SeededAgent
from twbench.core import Environment, GameState

_COMPASS = frozenset({"north", "south", "east", "west", "up", "down"})
_ANYTHING = (*sorted(DIRECTIONS), "wait", "look", "inventory", "take all")
_ANY_DOING = (*habits.ALWAYS, *habits.LAST_OF_ALL, "open", "take")
_KEYS = ("q", "", " ")
"""What makes a story go on that answers nothing."""


class ExplorerAgent(SeededAgent):
    """Explores and tries what is named; the same seed and the same texts give the same commands."""

    def __init__(self, seed: int = 1234):
        super().__init__(seed)
        self._begin()

    def reset(self, env: Environment) -> None:
        """Forget all, and begin."""
        super().reset(env)
        self._begin()

    def _begin(self) -> None:
        self._notes = Notes()
        self._last = ""
        self._score = 0
        self._keys = 0

    def act(self, game_state: GameState, reward: float, done: bool) -> str:
        """Return the next command."""
        text, score = game_state.feedback or "", game_state.get("score") or 0
        self._notes.learn(self._last, text, score - self._score)
        self._score = score
        answer = self._answer(text)
        self._last = self._next() if answer is None else answer
        return self._last

    def _answer(self, text: str) -> str | None:
        """Return what a story wants to hear that asks something, shows a menu, or waits."""
        if reading.question(text):
            return "yes"
        if reading.more_to_come(text):
            return ""
        if text.strip():
            return reading.key_to_leave(text)
        self._keys += 1
        return _KEYS[self._keys % len(_KEYS)]

    def _next(self) -> str:
        """Return what to do next, of what was not done here before."""
        notes, agenda = self._notes, self._notes.agenda
        if notes.now:
            return notes.now.popleft()
        if notes.is_lost:
            return "wait"
        here = notes.here
        if agenda.begin(here, "take all"):
            return "take all"
        choices: tuple[Callable[[], str | None], ...] = (
            partial(agenda.next, here, Round.EXAMINE),
            partial(agenda.next, here, Round.FIRST),
            partial(agenda.next, here, Round.USE),
            partial(self._way, notes.rooms.named),
            partial(self._planned, Round.EXAMINE),
            partial(self._planned, Round.FIRST),
            partial(self._way, self._compass_ways),
            partial(self._planned, Round.USE),
            partial(self._planned, Round.THEN),
            partial(self._way, notes.rooms.untried),
            partial(self._planned, Round.WORDS),
            partial(self._planned, Round.LAST),
        )
        found = (command for choose in choices if (command := choose()) is not None)
        return next(found, None) or self._anything()

    def _planned(self, round_: Round) -> str | None:
        """Return what is left of a round here, or the way to where something is left."""
        agenda = self._notes.agenda
        here = agenda.next(self._notes.here, round_)
        return here or self._notes.rooms.way_to(lambda room: agenda.has(room, round_))

    def _way(self, ways: Callable[[str], list[str]]) -> str | None:
        """Return an untried way of a kind here, or the way to where there is one."""
        here, rooms = self._notes.here, self._notes.rooms
        if here is None:
            return None
        found = [way for way in ways(here) if not rooms.leads_to_harm(here, way)]
        return found[0] if found else rooms.way_to(lambda room: bool(ways(room)))

    def _compass_ways(self, room: str) -> list[str]:
        return [way for way in self._notes.rooms.untried(room) if way in _COMPASS]

    def _is_unfinished(self, room: str) -> bool:
        agenda = self._notes.agenda
        return room != self._notes.here and any(agenda.has(room, round_) for round_ in Round)

    def _anything(self) -> str:
        """Return something to type when nothing is left that one knows a way to."""
        notes, rng = self._notes, self._rng
        if rng.chance(0.7) and any(self._is_unfinished(room) for room in notes.rooms.all):
            return rng.choice(sorted(_COMPASS))  # the map is wrong: walk about
        if notes.things and rng.chance(0.5):
            return f"{rng.choice(_ANY_DOING)} {rng.choice(notes.things)}"
        if notes.useful and rng.chance(0.5):
            return rng.choice(notes.useful)
        return rng.choice(_ANYTHING)
