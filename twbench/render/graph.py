"""What a picture of a world says, as plain data (docs: textworld.render.render).

It is for those who draw it themselves: `load_state` returns what can be written as JSON.
"""

__all__ = ["GraphItem", "GraphRoom", "load_state", "show_graph"]

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from twbench.generator.knowledge.entity import EntityInfo
from twbench.generator.knowledge.roles import OPENABLE_STATES
from twbench.generator.worlds.layout import HOLDING
from twbench.generator.worlds.world import World, WorldEntity, WorldRoom
from twbench.logic import Action, Proposition, Variable
from twbench.render.facts import show_graph
from twbench.render.layout import place_rooms

_NOT_TOLD = HOLDING | {"free", "link", "match", *OPENABLE_STATES}
_PORTABLE = "o"
_ACROSS, _UP = 6, 3  # how far rooms are apart, as Graphviz counts


@dataclass(slots=True)
class GraphItem:
    """A thing in a picture: what it is, what is in it, and what else is true of it.

    Attributes:
        contents: what is in or on it.
        ocl: ``open``, ``closed`` or ``locked``; "" for what is none of these.
        predicates: the other facts about it, as texts.
        note: that it is locked, or what it is the key of, as text.
        highlight: whether an action changes it.
        portable: whether it can be carried.

    """

    type: str
    name: str | None
    contents: list["GraphItem"] = field(default_factory=list, init=False)
    ocl: str = field(default="", init=False)
    predicates: list[str] = field(default_factory=list, init=False)
    note: str = field(default="", init=False)
    highlight: bool = field(default=False, init=False)
    portable: bool = field(default=False, init=False)

    @property
    def infos(self) -> str:
        """What stands beside the name: what it fits, and the other facts."""
        told = ", ".join(f"({predicate})" for predicate in self.predicates)
        return f"{self.note}: {told}" if told else self.note

    def add_content(self, content: "GraphItem") -> None:
        """Put a thing into or onto this one."""
        self.contents.append(content)

    def add_unknown_predicate(self, predicate: Proposition) -> None:
        """Note a fact that has no place of its own."""
        self.predicates.append(str(predicate))

    def get_max_depth(self) -> int:
        """Return how deep things are in one another: 1 for what holds nothing."""
        return 1 + max((item.get_max_depth() for item in self.contents), default=0)

    def set_open_closed_locked(self, status: str) -> None:
        """Note whether it is open, closed or locked."""
        self.ocl = status

    def to_dict(self) -> dict[str, Any]:
        """Return all of it as plain data, with ``_infos`` for the note."""
        return {
            "type": self.type,
            "name": self.name,
            "contents": [item.to_dict() for item in self.contents],
            "ocl": self.ocl,
            "predicates": list(self.predicates),
            "_infos": self.note,
            "highlight": self.highlight,
            "portable": self.portable,
        }


class GraphRoom:
    """A room in a picture: what is there, and where it is; x grows to the east, y to the north."""

    def __init__(self, name: str, base_room: WorldRoom):
        self.name = name
        self.base_room = base_room
        self.items: list[GraphItem] = []
        self.position = (0, 0)
        self.scale = 4

    def add_item(self, item: GraphItem) -> None:
        """Put a thing into the room."""
        self.items.append(item)

    def position_string(self) -> str:
        """Return the position as Graphviz reads it, with the mark that it stays."""
        x, y = self.position
        return f"{x * _ACROSS},{y * _UP}!"

    def to_dict(self) -> dict[str, Any]:
        """Return all of it as plain data."""
        room = self.base_room
        facts = [fact.serialize() for fact in room.get_attributes()]
        return {
            "name": self.name,
            "base_room": {"name": room.name, "type": room.type, "attributes": facts},
            "items": [item.to_dict() for item in self.items],
            "position": self.position,
            "scale": self.scale,
        }


def load_state(
    world: World,
    game_infos: Mapping[str, EntityInfo] | None = None,
    action: Action | None = None,
    format: str = "png",  # noqa: A002  (documented name)
    limit_player_view: bool = False,
) -> dict[str, Any]:
    """Return the rooms, their connections and the inventory of a world as plain data.

    ``game_infos`` have the names of things; ``action``, what is highlighted. If
    ``limit_player_view``, the notes do not tell what is locked, nor which key fits what. ``format``
    is not needed: the data is the same for every drawing.
    """
    infos = game_infos or {}
    names = {id_: info.name for id_, info in infos.items() if info.name}
    changed = set() if action is None else {*action.added, *action.removed}
    marked = {name for fact in changed for name in fact.names}
    drawing = _Drawing(world, names, marked, limit_player_view)
    return {
        "rooms": [room.to_dict() for room in drawing.rooms()],
        "connections": drawing.connections(),
        "inventory": [drawing.item(thing).to_dict() for thing in world.get_objects_in_inventory()],
    }


class _Drawing:
    """A world on its way to plain data."""

    def __init__(
        self, world: World, names: Mapping[str, str], marked: set[str], limit_player_view: bool
    ):
        self._world = world
        self._names = names
        self._marked = marked
        self._tells_locks = not limit_player_view

    def rooms(self) -> list[GraphRoom]:
        """Return the rooms with what is in them, around that of the player, or the first one."""
        world = self._world
        cells = place_rooms(world.rooms)
        here = world.player_room or next(iter(world.rooms), None)
        left, top = cells[here.id] if here is not None else (0, 0)
        found = []
        for room in world.rooms:
            drawn = GraphRoom(self._name(room), room)
            column, row = cells[room.id]
            drawn.position = (column - left, top - row)
            for thing in room.content:
                drawn.add_item(self.item(thing))
            found.append(drawn)
        return found

    def connections(self) -> list[dict[str, Any]]:
        """Return each way from a room to another, with the door in it or None."""
        return [
            {
                "src": self._name(room),
                "dest": self._name(other),
                "door": self.item(room.doors[way]).to_dict() if way in room.doors else None,
            }
            for room in self._world.rooms
            for way, other in room.exits.items()
        ]

    def item(self, thing: WorldEntity, around: Sequence[str] = ()) -> GraphItem:
        """Return a thing with all that is in it; what is ``around`` it is in none of that."""
        is_player = thing.name == thing.type
        item = GraphItem(thing.type, None if is_player else self._name(thing))
        item.portable = self._world.kb.logic.types.is_subtype(thing.type, _PORTABLE)
        item.highlight = thing.id in self._marked
        for fact in thing.get_attributes():
            if fact.name in OPENABLE_STATES and len(fact.names) == 1:
                item.set_open_closed_locked(fact.name)
                if fact.name == "locked" and self._tells_locks:
                    item.note = " (locked)"
            elif fact.name == "match" and len(fact.names) == 2 and self._tells_locks:
                item.note = f" (for {self._name(fact.arguments[1])})"
            elif fact.name not in _NOT_TOLD:
                item.add_unknown_predicate(fact)
        inside = (*around, thing.id)
        for content in thing.content:
            if content.id not in inside:
                item.add_content(self.item(content, inside))
        return item

    def _name(self, thing: Variable) -> str:
        return self._names.get(thing.name) or thing.name
