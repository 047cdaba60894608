"""Things that a command treats alike, as far as the code of the story tells.

What a story does with a command about a thing follows from rules about its action and this thing,
and from the routine of the action, which asks for attributes: whether something is open, or worn. A
thing is *special* for an action if a routine among its properties asks for the action, or a routine
asks for both, or if it stands in the properties of something around, as the key of a door does.

Two things that are not special are *twins* for an action if they have the same classes, are in the
same object, agree in the attributes that the action's routine tests, in whether they can be taken,
and in whether they hold something. Of commands about two things, those about one twin are tried;
those about the others only if that has changed something.

Stories of Inform 7 have one routine for most actions, which looks into books of rules. There all
attributes count, and special are the things that rules about the action name (see `rules`).

What a command does with things that are not special is told by a few of them: *samples*, which
together have each attribute, and are in each place, that any of them has or is in.
"""

__all__ = ["Mentions", "Samples", "Twins"]

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from twbench.envs.objects.code import ALIGNMENTS, Routine, routines_of
from twbench.envs.objects.world import World
from twbench.envs.valid_actions.rules import MOST_ACTIONS, Rules

_ENOUGH = 2
"""So many samples that are answered alike tell of all, where the code of the story does not."""
_CLASSES = 2
"""The property that has the classes of an object."""
_DEPTH = 2
"""How far calls of an action's routine are followed."""
_LEAST_TESTING = 0.1
"""If fewer of the actions' routines test attributes themselves, these are tested elsewhere."""


class Mentions:
    """What the code of a ``story`` asks for with each of some ``actions``.

    ``table`` is where the addresses of the actions' routines stand in the story, 0 for nowhere.
    """

    def __init__(self, story: bytes, actions: Iterable[int], table: int):
        self._packing = ALIGNMENTS.get(story[0], 0)
        known = frozenset(actions)
        self._routines = {routine.address: routine for routine in routines_of(story)}
        self._asked: dict[int, frozenset[int]] = {}
        self._named: dict[int, set[int]] = {}
        for address, routine in self._routines.items():
            called = (self._routines.get(one) for one in routine.calls)
            asked = routine.compared.union(*(one.compared for one in called if one is not None))
            self._asked[address] = asked & known
            own = routine.compared & known
            if len(own) <= MOST_ACTIONS:
                for action in own:
                    self._named.setdefault(action, set()).update(routine.constants)
        self._tested = self._attributes(story, known, table) if table else {}
        self._rules = Rules(self._routines.values(), known)

    @property
    def are_telling(self) -> bool:
        """Whether the routines of actions say themselves what they test."""
        return bool(self._tested)

    def is_special(self, number: int, properties: Iterable[bytes], action: int) -> bool:
        """Whether an object with some properties has rules of its own for an action."""
        if not self.are_telling:
            return number in self._rules.named(action)
        if number in self._named.get(action, ()):
            return True
        return any(action in self._asked.get(at * self._packing, ()) for at in words_of(properties))

    def attributes(self, action: int) -> frozenset[int] | None:
        """Return the attributes that the routine of an action tests, None if it may be any."""
        return self._tested.get(action)

    def _attributes(
        self, story: bytes, actions: Iterable[int], table: int
    ) -> dict[int, frozenset[int]]:
        found: dict[int, frozenset[int]] = {}
        testing = 0

        def at(action: int) -> Routine | None:
            place = table + 2 * action
            return self._routines.get(int.from_bytes(story[place : place + 2]) * self._packing)

        known = sorted(actions)
        for action in known:
            routine = at(action)
            if routine is None:
                return {}
            testing += bool(routine.attributes)
            others = routine.constants.intersection(known)
            routines = [routine, *(one for one in map(at, others) if one is not None)]
            within = [one for first in routines for one in self._within(first)]
            if not any(one.tests_any for one in within):
                found[action] = frozenset().union(*(one.attributes for one in within))
        return found if testing > _LEAST_TESTING * len(known) else {}

    def _within(self, routine: Routine) -> list[Routine]:
        """Return a routine, and those that it calls."""
        found = {routine.address: routine}
        for _ in range(_DEPTH):
            for one in list(found.values()):
                for address in one.calls:
                    if address in self._routines:
                        found[address] = self._routines[address]
        return list(found.values())


def words_of(properties: Iterable[bytes]) -> set[int]:
    """Return the words that stand in some properties."""
    return {
        int.from_bytes(data[i : i + 2]) for data in properties for i in range(0, len(data) - 1, 2)
    }


def _kinds_of(properties: Iterable[tuple[int, bytes]]) -> frozenset[tuple[str, int]]:
    """Return which properties there are, and the classes that stand in them."""
    known = list(properties)
    classes = words_of(data for which, data in known if which == _CLASSES)
    return frozenset({("property", which) for which, _ in known} | {("class", n) for n in classes})


@dataclass(frozen=True, slots=True)
class Samples:
    """Names in the order in which to try a command about them.

    ``special`` ones have rules of their own for the action. Of the others, ``telling`` ones show
    what it does: together they have every attribute and place that the ``rest`` has. ``enough`` is
    how many of the telling ones have to get one answer for it to count as that of all: each of them
    where the code tells which attributes the action asks for.
    """

    special: tuple[str, ...]
    telling: tuple[str, ...]
    rest: tuple[str, ...]
    enough: int

    @property
    def tried(self) -> tuple[str, ...]:
        """All but those that have nothing of their own."""
        return self.special + self.telling


class Twins:
    """Tells which of some names are twins, in the state of a ``memory``.

    ``called`` has the objects that can be called by a name, ``portable`` are the names of what is
    held or can be taken: most actions may ask for that, by way of others.
    """

    def __init__(
        self,
        mentions: Mentions,
        world: World,
        memory: bytes,
        called: Mapping[str, Sequence[int]],
        portable: Iterable[str] = (),
    ):
        self._mentions = mentions
        self._called = called
        self._portable = frozenset(portable)
        self._holding: set[int] = set()
        table = world.table
        self._parents: dict[int, int] = {}
        self._properties: dict[int, tuple[bytes, ...]] = {}
        self._attributes: dict[int, frozenset[int]] = {}
        self._kinds: dict[int, frozenset[tuple[str, int]]] = {}
        named: set[int] = set()
        for number in {n for numbers in called.values() for n in numbers}:
            properties = tuple(data for _, data in table.properties(memory, number))
            self._properties[number] = properties
            self._parents[number] = table.links(memory, number)[0]
            self._attributes[number] = frozenset(table.attributes(memory, number))
            self._kinds[number] = _kinds_of(table.properties(memory, number))
            if table.links(memory, number)[2]:
                self._holding.add(number)
            named |= {word for word in words_of(properties) if word <= table.count}
        self._named = named
        self._alike: Mapping[str, str] = {}

    @property
    def are_telling(self) -> bool:
        """Whether the code of the story says which things an action treats alike."""
        return self._mentions.are_telling

    def learn(self, alike: Mapping[str, str]) -> None:
        """Take the names that are ``alike`` as twins, if the code of the story tells of none."""
        if not self.are_telling:
            self._alike = alike

    def firsts(self, names: Sequence[str], action: int | None) -> dict[str, str]:
        """Return for each name the first one that is a twin of it: itself, if none is."""
        if self._alike:
            alike = {name: self._alike.get(name, name) for name in names}
            return {name: first if first in names else name for name, first in alike.items()}
        found: dict[object, str] = {}
        return {name: found.setdefault(self._look(name, action), name) for name in names}

    def with_own_rules(self, names: Sequence[str], action: int | None) -> tuple[str, ...]:
        """Return those of some names whose things have rules of their own for an action."""
        if action is None:
            return ()
        return tuple(
            name
            for name in names
            if any(
                self._mentions.is_special(number, self._properties[number], action)
                for number in self._called.get(name, ())
            )
        )

    def samples(self, names: Iterable[str], action: int | None) -> Samples:
        """Return some names in the order in which to try a command about them."""
        special = self.with_own_rules(tuple(names), action)
        others = {name: self._features(name, action) for name in names if name not in special}
        telling: list[str] = []
        told: set[object] = set()
        while others:
            name = max(others, key=lambda name: len(others[name] - told))
            if others[name] <= told:
                break
            telling.append(name)
            told |= others.pop(name)
        is_known = action is not None and self._mentions.attributes(action) is not None
        enough = len(telling) if is_known else _ENOUGH
        return Samples(special, tuple(telling), tuple(others), enough)

    def _features(self, name: str, action: int | None) -> frozenset[object]:
        """Return what an action may ask of the things that a name stands for."""
        numbers = self._called.get(name, ())
        tested = None if action is None else self._mentions.attributes(action)
        found: set[object] = set() if numbers else {name}
        found.add(("portable", name in self._portable))
        for number in numbers:
            found.add(("in", self._parents[number]))
            found.add(("holding", number in self._holding))
            own = self._attributes[number]
            found.update(own if tested is None else own & tested)
            found |= self._kinds[number] if tested is None else self._classes(number)
        return frozenset(found)

    def _classes(self, number: int) -> frozenset[tuple[str, int]]:
        """Return the classes of an object, any of which an action may ask for."""
        return frozenset(kind for kind in self._kinds[number] if kind[0] == "class")

    def _look(self, name: str, action: int | None) -> object:
        """Return what twins have in common."""
        numbers = self._called.get(name, ())
        if action is None or not numbers:
            return name
        tested = self._mentions.attributes(action)
        looks: list[object] = [name in self._portable]
        for number in numbers:
            properties = self._properties[number]
            special = number in self._named
            if special or self._mentions.is_special(number, properties, action):
                return name
            own = self._attributes[number]
            place = self._parents[number], number in self._holding
            tests = own if tested is None else own & tested
            looks.append((*place, tests, self._classes(number)))
        return frozenset(looks)
