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
from functools import lru_cache
from typing import NamedTuple

from twbench.challenges.treasure_hunter.level_layout import (
    HidingPlace,
    Holder,
    LevelLayout,
    Openable,
)
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
_Things = tuple[tuple[str, Variable], ...]
"""Bindings as they are while a command is one of many that may never be given."""


class _Done(NamedTuple):
    """A rule, the room in which it is applied, the room across, and what else it is applied to."""

    rule: str
    room: int
    across: int | None
    others: _Things


class RoomAction(NamedTuple):
    """An action that can be done in a room: it adds a gain, or leads to another room.

    The player must have the gains ``needs``, and must not have ``gain`` yet (0 for none);
    ``asked`` is the bits of both. ``target`` is the room in which the player is afterwards.
    """

    asked: int
    needs: int
    gain: int
    target: int
    command: _Done


@dataclass(frozen=True, slots=True)
class Route:
    """The shortest way to take something from a place.

    ``state`` is the first state in which the place is in reach; if it ``has_to_be_opened``, its
    container is still closed there. ``length`` counts all commands, with opening and taking.
    """

    place: HidingPlace
    length: int
    state: int
    has_to_be_opened: bool


class _Reach(NamedTuple):
    """When something in a place is in reach: with the gain ``opened``, or if 0, from its room.

    ``commands`` is how many it takes from there on: one to take it, and another one to open a
    container that has no gain of its own.
    """

    place: HidingPlace
    opened: int
    commands: int


class RoomActions:
    """What can be done in each room of a layout, and what it takes: ``by_room``.

    ``everything`` has the bits of all gains there are, ``reaches`` tells of all places.
    """

    def __init__(self, layout: LevelLayout):
        self.layout = layout
        self.by_room: list[list[RoomAction]] = [[] for _ in layout.rooms]
        self._gains: Numbering[tuple[str, str]] = Numbering()
        self._add_connections()
        self._add_keys()
        self.everything = self._gains.everything
        self.reaches = [
            _on_floor(place) if place.holder is None else self._reach(place)
            for place in layout.places
        ]

    def command(self, action: RoomAction) -> Command:
        """Return the command of an action."""
        rule, room, across, others = action.command
        bindings = self._bind(room, others)
        if across is not None:
            bindings = {**bindings, "r'": self.layout.rooms[across]}
        return rule, bindings

    def taking(self, thing: Variable, place: HidingPlace) -> Command:
        """Return the command that takes ``thing`` from ``place``."""
        rule, others = _taking(thing, place)
        return rule, self._bind(place.room, others)

    def opening(self, holder: Holder) -> Command:
        """Return the command that opens a closed container."""
        return "open/c", self._bind(holder.room, (("c", holder.thing),))

    def _gain(self, what: str, thing: Variable) -> int:
        return self._gains.bit((what, thing.name))

    def _add(self, needs: int, gains: int, command: _Done) -> None:
        action = RoomAction(needs | gains, needs, gains, command.room, command)
        self.by_room[command.room].append(action)

    def _add_connections(self) -> None:
        for connection in self.layout.connections:
            door, room, target = connection.door, connection.room, connection.target
            ends = ((room, connection.way, target), (target, OPPOSITES[connection.way], room))
            for here, way, there in ends:
                going = _going(here, way, there)
                if door is not None and door.state != "open":
                    needs = self._gain("open", door.thing)
                    self._add_opening(here, there, door, "d")
                    going = going._replace(asked=needs, needs=needs)
                self.by_room[here].append(going)

    def _add_keys(self) -> None:
        hiding = {id(place.holder) for _, place in self.layout.keys if place.holder is not None}
        for holder in self.layout.holders:
            container = holder.container
            if container is None or container.state == "open":
                continue
            if container.key is not None or id(holder) in hiding:
                self._add_opening(holder.room, None, container, "c")
        for key, place in self.layout.keys:
            held = self._gain("held", key)
            rule, things = _taking(key, place)
            opened = self._reach(place).opened
            self._add(opened, held, _Done(rule, place.room, None, things))

    def _add_opening(self, room: int, across: int | None, openable: Openable, kind: str) -> None:
        needs = 0
        things = ((kind, openable.thing),)
        if openable.state == "locked":
            if openable.key is None:
                return
            needs = self._gain("unlocked", openable.thing)
            held = self._gain("held", openable.key)
            with_key = (*things, ("k", openable.key), (INVENTORY, THE_INVENTORY))
            self._add(held, needs, _Done(f"unlock/{kind}", room, across, with_key))
        opened = self._gain("open", openable.thing)
        self._add(needs, opened, _Done(f"open/{kind}", room, across, things))

    def _reach(self, place: HidingPlace) -> _Reach:
        container = None if place.holder is None else place.holder.container
        if container is None:
            return _Reach(place, 0, 1)
        opened = self._gains.known([("open", container.thing.name)])
        return _Reach(place, opened, 2 if container.state == "closed" and not opened else 1)

    def _bind(self, room: int, others: _Things) -> Bindings:
        return {PLAYER: THE_PLAYER, ROOM: self.layout.rooms[room], **dict(others)}


@lru_cache(maxsize=4096)
def _going(room: int, way: str, target: int) -> RoomAction:
    """Return the action of going to a neighbouring room: few, and the same in many layouts."""
    return RoomAction(0, 0, 0, target, _Done(f"go/{way}", room, target, ()))


@lru_cache(maxsize=256)
def _on_floor(place: HidingPlace) -> _Reach:
    return _Reach(place, 0, 1)


def _taking(thing: Variable, place: HidingPlace) -> tuple[str, _Things]:
    """Return the rule that takes ``thing`` from ``place``, and what it is about."""
    things = ("o", thing), (INVENTORY, THE_INVENTORY)
    if place.holder is None:
        return "take", things
    kind = "s" if place.holder.container is None else "c"
    return f"take/{kind}", (*things, (kind, place.holder.thing))


class Routes:
    """The shortest routes from a room to all places of a layout.

    They are searched breadth first, as far as somebody asks for them.
    """

    def __init__(self, actions: RoomActions, start: int):
        self.layout = actions.layout
        self.start = start
        self._actions = actions
        self._first_in = {start: (0, start)}  # with the number of commands before
        self._first_gain: dict[int, tuple[int, int]] = {}
        self._origin: dict[int, tuple[int, RoomAction] | None] = {start: None}
        self._frontier = [start]
        self._explored = 0

    @property
    def complete(self) -> bool:
        """Whether every room can be entered, every key found and every lock with a key opened.

        Since nothing gained is ever lost, no search is needed: whatever can be done is done. Where
        there are no keys, all that is in the way can be opened from both sides.
        """
        if not self.layout.keys:
            return True
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
                _, needs, gain, target, _ = action
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
        for place, opened, commands in self._actions.reaches:
            first = self._first_gain.get(opened) if opened else self._first_in.get(place.room)
            if first is not None and first[0] + commands == length:
                found.append(Route(place, length, first[1], commands > 1))
        return found

    def hopeless_starts(self, length: int) -> set[int]:
        """Return rooms without a route of ``length`` commands, or from which not all is in reach.

        They are told by what was searched so far. Who can walk here, through nothing that is shut,
        gets no farther than from here, and needs no more commands than that walk and the routes
        from here.
        """
        if self._frontier:
            return set()
        walks = {self.start: 0}
        for room in (queue := [self.start]):  # which grows meanwhile
            for action in self._actions.by_room[room]:
                if not action.asked and action.target not in walks:
                    walks[action.target] = walks[room] + 1
                    queue.append(action.target)
        if not self._has_found_all:
            return set(walks)
        longest = max(
            [
                (self._first_gain[opened] if opened else self._first_in[place.room])[0] + commands
                for place, opened, commands in self._actions.reaches
            ]
        )
        return {room for room, walk in walks.items() if walk + longest < length}

    @property
    def _has_found_all(self) -> bool:
        """Whether every room has been entered and everything gained."""
        gains = self._actions.everything.bit_count()
        return len(self._first_in) == len(self.layout.rooms) and len(self._first_gain) == gains

    def commands(self, route: Route, thing: Variable) -> list[Command]:
        """Return rules and variables of the actions that take ``thing``, which lies there."""
        path: list[Command] = []
        action = self._origin[route.state]
        while action is not None:
            path.append(self._actions.command(action[1]))
            action = self._origin[action[0]]
        path.reverse()
        holder = route.place.holder
        if holder is not None and route.has_to_be_opened:
            path.append(self._actions.opening(holder))
        path.append(self._actions.taking(thing, route.place))
        return path

    def _explore(self, limit: int) -> None:
        """Find the states that take up to ``limit`` commands.

        A state is ``gains * number of rooms + room``. Once every room has been entered and
        everything gained, no later state is the first in which something can be taken.
        """
        count = len(self.layout.rooms)
        most_gains = self._actions.everything.bit_count()
        by_room = self._actions.by_room
        origin, first_in, first_gain = self._origin, self._first_in, self._first_gain
        while self._frontier and self._explored < limit:
            self._explored += 1
            reached: list[int] = []
            for state in self._frontier:
                gains, room = divmod(state, count)
                for action in by_room[room]:
                    asked, needs, gain, target, _ = action
                    if gains & asked != needs:
                        continue
                    following = (gains | gain) * count + target
                    if following in origin:
                        continue
                    origin[following] = (state, action)
                    reached.append(following)
                    if gain:
                        if gain not in first_gain:
                            first_gain[gain] = (self._explored, following)
                    elif target not in first_in:
                        first_in[target] = (self._explored, following)
            self._frontier = reached
            if len(first_in) == count and len(first_gain) == most_gains:
                self._frontier = []
