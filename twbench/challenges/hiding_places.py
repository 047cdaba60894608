"""Places to hide a treasure: in rooms and furniture, with closed doors, locks and keys on the way.

`Routes` finds, from where the player starts, the fewest commands that take the treasure from each
place of a level layout at once. So whoever wants a certain length picks among the places of that
length, and tries another start or another layout if there is none.

The search behind it knows that nothing is gained by closing, locking or dropping: what has been
opened, unlocked and picked up only grows. A state is a room and a set of such gains, one bit each.
Only what may be of use has bits: closed doors, keys, and the containers that hide a key or have
one. All other containers matter to the treasure inside them alone, and cost one command more if
they are closed. The solver (`twbench.generator.planning.solver`) proves the same lengths without
any of this knowledge; the tests compare the two.
"""

__all__ = ["Command", "RoomAction", "RoomActions", "Route", "Routes"]

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from twbench.challenges.level_layout import HidingPlace, Holder, LevelLayout, Openable
from twbench.generator.knowledge.fact_sets import Numbering
from twbench.generator.knowledge.roles import (
    INVENTORY,
    OPPOSITES,
    PLAYER,
    ROOM,
    THE_INVENTORY,
    THE_PLAYER,
)
from twbench.logic import Variable

Bindings = Mapping[str, Variable]
Command = tuple[str, Bindings]


class RoomAction(NamedTuple):
    """What can be done in a room with certain gains: one more is gained, or a room entered.

    ``command`` is a rule, where it is applied, and to what besides the player and the room.
    """

    needs: int
    gain: int
    target: int
    command: tuple[str, int, Bindings]


@dataclass(frozen=True, slots=True)
class Route:
    """The shortest way to take something from a place, by which ``state`` it is first in reach."""

    place: HidingPlace
    length: int
    state: int


class RoomActions:
    """What can be done in each room of a layout, and what it takes: ``by_room``.

    ``everything`` has the bits of all gains there are.
    """

    def __init__(self, layout: LevelLayout):
        self.layout = layout
        self.by_room: list[list[RoomAction]] = [[] for _ in layout.rooms]
        self._gains: Numbering[tuple[str, str]] = Numbering()
        self._add_connections()
        self._add_keys()
        self.everything = self._gains.everything

    def opening_bit(self, place: HidingPlace) -> int:
        """Return the bit of opening the container of ``place``; 0 if there is none."""
        container = None if place.holder is None else place.holder.container
        return 0 if container is None else self._gains.known([("open", container.thing.name)])

    def command(self, action: RoomAction) -> Command:
        """Return the command of an action."""
        rule, room, others = action.command
        return rule, self._bind(room, others)

    def taking(self, thing: Variable, place: HidingPlace) -> Command:
        """Return the command that takes ``thing`` from ``place``."""
        rule, others = _taking(thing, place)
        return rule, self._bind(place.room, others)

    def opening(self, holder: Holder) -> Command:
        """Return the command that opens a closed container."""
        return "open/c", self._bind(holder.room, {"c": holder.thing})

    def _gain(self, what: str, thing: Variable) -> int:
        return self._gains.bit((what, thing.name))

    def _add(self, room: int, needs: int, gains: int, rule: str, others: Bindings) -> None:
        self.by_room[room].append(RoomAction(needs, gains, room, (rule, room, others)))

    def _add_connections(self) -> None:
        for connection in self.layout.connections:
            there, back = connection.way, OPPOSITES[connection.way]
            ends = (connection.room, connection.target)
            for (room, target), way in ((ends, there), (ends[::-1], back)):
                across = {"r'": self.layout.rooms[target]}
                needs = 0
                if connection.door is not None and connection.door.state != "open":
                    door = connection.door
                    needs = self._gain("open", door.thing)
                    self._add_opening(room, door, "d", {"d": door.thing, **across})
                command = (f"go/{way}", room, across)
                self.by_room[room].append(RoomAction(needs, 0, target, command))

    def _add_keys(self) -> None:
        hiding = {id(place.holder) for _, place in self.layout.keys if place.holder is not None}
        for holder in self.layout.holders:
            container = holder.container
            if container is None or container.state == "open":
                continue
            if container.key is not None or id(holder) in hiding:
                self._add_opening(holder.room, container, "c", {"c": container.thing})
        for key, place in self.layout.keys:
            held = self._gain("held", key)
            self._add(place.room, self.opening_bit(place), held, *_taking(key, place))

    def _add_opening(self, room: int, openable: Openable, kind: str, things: Bindings) -> None:
        needs = 0
        if openable.state == "locked":
            if openable.key is None:
                return
            needs = self._gain("unlocked", openable.thing)
            held = self._gain("held", openable.key)
            with_key = {**things, "k": openable.key, INVENTORY: THE_INVENTORY}
            self._add(room, held, needs, f"unlock/{kind}", with_key)
        opened = self._gain("open", openable.thing)
        self._add(room, needs, opened, f"open/{kind}", things)

    def _bind(self, room: int, others: Bindings) -> Bindings:
        return {PLAYER: THE_PLAYER, ROOM: self.layout.rooms[room], **others}


def _taking(thing: Variable, place: HidingPlace) -> tuple[str, Bindings]:
    """Return the rule that takes ``thing`` from ``place``, and what it is about."""
    things = {"o": thing, INVENTORY: THE_INVENTORY}
    if place.holder is None:
        return "take", things
    kind = "s" if place.holder.container is None else "c"
    return f"take/{kind}", {**things, kind: place.holder.thing}


class Routes:
    """The shortest routes from a room to all places of a layout.

    They are searched breadth first, as far as somebody asks for them.
    """

    def __init__(self, actions: RoomActions, start: int):
        self.layout = actions.layout
        self.start = start
        self._actions = actions
        self._first_in = {start: start}
        self._first_gain: dict[int, int] = {}
        self._origin: dict[int, tuple[int, RoomAction] | None] = {start: None}
        self._depth = {start: 0}
        self._frontier = [start]
        self._explored = 0

    @property
    def complete(self) -> bool:
        """Whether every room can be entered, every key found and every lock with a key opened.

        Since nothing gained is ever lost, no search is needed: whatever can be done is done.
        """
        gains = 0
        rooms = {self.start}
        to_do: list[RoomAction] = []
        entered = [self.start]
        done = True
        while entered or done:
            # What could not be done is tried again, and what there is to do in new rooms.
            for room in entered:
                to_do += self._actions.by_room[room]
            entered, tried, to_do = [], to_do, []
            for action in tried:
                needs, gain, target, _ = action
                if needs & ~gains:
                    to_do.append(action)
                    continue
                gains |= gain
                if target not in rooms:
                    rooms.add(target)
                    entered.append(target)
            done = len(to_do) < len(tried)
        return gains == self._actions.everything and len(rooms) == len(self.layout.rooms)

    def of_length(self, length: int) -> list[Route]:
        """Return the routes of ``length`` commands, the last of which takes the thing."""
        self._explore(length - 1)
        found: list[Route] = []
        for place in self.layout.places:
            state = self._reached_first(place)
            if state is not None and self._length(place, state) == length:
                found.append(Route(place, length, state))
        return found

    def commands(self, route: Route, thing: Variable) -> list[Command]:
        """Return rules and variables of the actions that take ``thing``, which lies there."""
        path: list[Command] = []
        action = self._origin[route.state]
        while action is not None:
            path.append(self._actions.command(action[1]))
            action = self._origin[action[0]]
        path.reverse()
        holder = route.place.holder
        if holder is not None and self._has_to_be_opened(route.place):
            path.append(self._actions.opening(holder))
        path.append(self._actions.taking(thing, route.place))
        return path

    def _reached_first(self, place: HidingPlace) -> int | None:
        """Return the first state in which something can be taken from a place, once it is open."""
        opened = self._actions.opening_bit(place)
        return self._first_gain.get(opened) if opened else self._first_in.get(place.room)

    def _length(self, place: HidingPlace, state: int) -> int:
        return self._depth[state] + 1 + self._has_to_be_opened(place)

    def _has_to_be_opened(self, place: HidingPlace) -> bool:
        container = None if place.holder is None else place.holder.container
        is_closed = container is not None and container.state == "closed"
        return is_closed and not self._actions.opening_bit(place)

    def _explore(self, limit: int) -> None:
        """Find the states that take up to ``limit`` commands.

        A state is ``gains * number of rooms + room``. Once every room has been entered and
        everything gained, no later state is the first in which something can be taken.
        """
        count = len(self.layout.rooms)
        most_gains = self._actions.everything.bit_count()
        by_room = self._actions.by_room
        origin = self._origin
        while self._frontier and self._explored < limit:
            self._explored += 1
            reached: list[int] = []
            for state in self._frontier:
                gains, room = divmod(state, count)
                missing = ~gains
                for action in by_room[room]:
                    needs, gain, target, _ = action
                    if needs & missing or gain & gains:
                        continue
                    following = (gains | gain) * count + target
                    if following not in origin:
                        origin[following] = (state, action)
                        reached.append(following)
                        if gain:
                            self._first_gain.setdefault(gain, following)
                        else:
                            self._first_in.setdefault(target, following)
            self._frontier = reached
            if len(self._first_in) == count and len(self._first_gain) == most_gains:
                self._frontier = []
            self._depth.update(dict.fromkeys(reached, self._explored))
