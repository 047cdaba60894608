"""The world of a game: its facts, and the rooms and objects they are about."""

__all__ = [
    "NoFreeExitError",
    "World",
    "WorldEntity",
    "WorldObject",
    "WorldRoom",
    "connect",
    "entity_order",
    "fact_order",
    "graph2state",
]

import re
from collections.abc import Iterable, Mapping, Sequence, ValuesView
from functools import lru_cache
from typing import Any

from twbench import shape
from twbench.errors import GenerationError, nearest
from twbench.generator.data import KnowledgeBase
from twbench.generator.knowledge.roles import (
    INVENTORY,
    OPPOSITES,
    PLAYER,
    ROOM,
    THE_PLAYER,
)
from twbench.generator.worlds.graph_networks import direction
from twbench.generator.worlds.layout import Layout
from twbench.generator.worlds.placement import IN_THE_ROOM, draw_objects, place_objects
from twbench.logic import Proposition, State, Variable
from twbench.utils.random_generator import given_rng
from twbench.whole_numbers import whole_number

_DIGITS = re.compile(r"\d+")


class NoFreeExitError(GenerationError):
    """A room has no exit left to connect (docs: textworld.generator.world)."""


class WorldEntity(Variable):
    """Anything with a name and a type, and the facts it takes part in (docs: WorldEntity)."""

    __slots__ = ("content", "related_facts")

    related_facts: list[Proposition]
    content: list["WorldObject"]

    def __init__(self, name: str, type: str | None = None):  # noqa: A002  (documented name)
        super().__init__()
        object.__setattr__(self, "related_facts", [])
        object.__setattr__(self, "content", [])

    @property
    def id(self) -> str:
        """The unique name."""
        return self.name

    @classmethod
    def create(cls, var: Variable) -> "WorldRoom | WorldObject":
        """Return a room or an object, as the type of ``var`` says."""
        return (WorldRoom if var.type == ROOM else WorldObject)(var.name, var.type)

    def add_related_fact(self, fact: Proposition) -> None:
        """Note a fact about this entity."""
        self.related_facts.append(fact)

    def get_attributes(self) -> list[Proposition]:
        """Return the facts of which this entity is the first argument."""
        return [fact for fact in self.related_facts if fact.arguments[0].name == self.name]


class WorldObject(WorldEntity):
    """Anything one can directly interact with (docs: WorldObject)."""

    __slots__ = ()


class WorldRoom(WorldEntity):
    """A room: ``exits`` by direction to the rooms there, ``doors`` by direction (docs: WorldRoom).

    An exit may be closed off by its door. A door that no direction goes with is in the first exit
    that is free, as far as there is one.
    """

    __slots__ = ("doors", "exits")

    exits: dict[str, "WorldRoom"]
    doors: dict[str, WorldObject]

    def __init__(self, name: str, type: str | None = None):  # noqa: A002  (documented name)
        super().__init__(name, type)
        object.__setattr__(self, "exits", {})
        object.__setattr__(self, "doors", {})


@lru_cache(maxsize=16384)
def entity_order(name: str) -> str:
    """Return the sort key that puts ``r_2`` before ``r_10``: numbers come after their lengths."""
    return _DIGITS.sub(lambda digits: _number_order(digits[0]), name)


def _number_order(digits: str) -> str:
    number = digits.lstrip("0")
    return f"\1{chr(len(number) + 1)}{number}"


@lru_cache(maxsize=16384)
def fact_order(fact: Proposition) -> str:
    """Return the sort key of a fact: its name, then those of its arguments."""
    return "\0".join([fact.name, *map(entity_order, fact.names)])


def connect(
    room1: Variable, direction: str, room2: Variable, door: Variable | None = None
) -> list[Proposition]:
    """Return the facts that put ``room2`` in a direction from ``room1``, passage free.

    With a door, it links the two rooms; whoever closes it has to leave out the ``free`` facts.
    """
    facts = [
        Proposition(f"{direction}_of", (room2, room1)),
        Proposition(f"{OPPOSITES[direction]}_of", (room1, room2)),
        Proposition("free", (room1, room2)),
        Proposition("free", (room2, room1)),
    ]
    if door is not None:
        facts.append(Proposition("link", (room1, door, room2)))
        facts.append(Proposition("link", (room2, door, room1)))
    return facts


def graph2state(G: Any, rooms: Mapping[str, Variable]) -> list[Proposition]:  # noqa: N803
    """Return the facts of a map (see `graph_networks`) whose nodes are named as in ``rooms``."""
    names = {node: attributes["name"] for node, attributes in G.nodes(data=True)}
    facts: list[Proposition] = []
    for node, other, attributes in G.edges(data=True):
        room1, room2 = rooms[names[node]], rooms[names[other]]
        way = direction(node, other)
        if not attributes.get("has_door"):
            facts.extend(connect(room1, way, room2))
            continue
        door = Variable(attributes["door_name"], "d")
        state = str(attributes["door_state"])
        linked = connect(room1, way, room2, door)
        facts.extend(fact for fact in linked if fact.name != "free" or state == "open")
        facts.append(Proposition(state, (door,)))
    return facts


class World:
    """Facts, and what they say about rooms and objects (docs: textworld.generator.world.World).

    The player ``P`` and the inventory ``I`` exist in every world.
    """

    def __init__(self, kb: KnowledgeBase | None = None):
        self.kb: KnowledgeBase = kb or KnowledgeBase.default()
        self._state = State(self.kb.logic)
        self._lone_rooms: dict[str, Variable] = {}  # maybe without facts that would name them
        self._facts: list[Proposition] | None = None  # sorted, until a fact changes
        self._layout: Layout | None = None
        self._variables: list[Variable] | None = None
        self._entities: dict[str, WorldEntity] | None = None

    @classmethod
    def from_facts(cls, facts: Iterable[Proposition], kb: KnowledgeBase | None = None) -> "World":
        """Return the world where exactly ``facts`` hold."""
        world = cls(kb)
        world._put(facts)
        return world

    def copy(self) -> "World":
        """Return a world with the same facts and rooms, which can be changed on its own."""
        other = World.from_state(self._state, self.kb)
        other._lone_rooms = dict(self._lone_rooms)
        return other

    @classmethod
    def from_state(cls, state: State, kb: KnowledgeBase | None = None) -> "World":
        """Return a world in which the facts of ``state`` hold, which has the logic of ``kb``."""
        world = cls(kb)
        world._state = state.copy()
        return world

    @classmethod
    def from_map(cls, map: Any, kb: KnowledgeBase | None = None) -> "World":  # noqa: A002
        """Return the world of a map (see `graph_networks`), without a player in it."""
        names = [attributes["name"] for _, attributes in map.nodes(data=True)]
        rooms = {name: Variable(name, ROOM) for name in names}
        world = cls.from_facts(graph2state(map, rooms), kb)
        for room in rooms.values():
            world.add_room(room)
        return world

    @classmethod
    def deserialize(
        cls, serialized_facts: Iterable[Mapping[str, Any]], kb: KnowledgeBase | None = None
    ) -> "World":
        """Return the inverse of `serialize`; raises ShapeError."""
        return cls.from_facts(shape.items(serialized_facts, Proposition.deserialize), kb)

    def __eq__(self, other: object) -> bool:
        return self._state == other._state if isinstance(other, World) else NotImplemented

    def __hash__(self) -> int:
        return hash(frozenset(self._state.facts))

    def serialize(self) -> list[dict[str, Any]]:
        """Return the facts, sorted, in the JSON form of TextWorld's game files."""
        return [fact.serialize() for fact in self.facts]

    @property
    def state(self) -> State:
        """The state in which the facts hold; change it through `add_facts`."""
        return self._state

    @property
    def facts(self) -> list[Proposition]:
        """All facts, sorted by name and by arguments, numbers as numbers."""
        if self._facts is None:
            self._facts = sorted(self._state.facts, key=fact_order)
        return list(self._facts)

    @property
    def layout(self) -> Layout:
        """Exits, doors and what lies where, as the facts say; not to be changed."""
        if self._layout is None:
            self._layout = Layout.of(self.facts)
        return self._layout

    def add_fact(self, fact: Proposition) -> None:
        """Make a fact true; see `add_facts`."""
        self.add_facts([fact])

    def add_facts(self, facts: Iterable[Proposition]) -> None:
        """Make facts true.

        Raises NoFreeExitError for a ``link`` between rooms that no direction joins, and that have
        no exits left for it; then nothing has changed.
        """
        added = [fact for fact in facts if not self._state.is_fact(fact)]
        self._put(added)
        links = {
            (fact.names[0], fact.names[2])
            for fact in added
            if fact.name == "link" and len(fact.names) == 3
        }
        if not links:
            return
        _, unplaced = self.layout.exits_of_links(self._room_names)
        for room, target in unplaced:
            if (room, target) in links:
                self._state.remove_facts(added)
                self._put(())
                raise NoFreeExitError(
                    f"{target!r} cannot be put beside {room!r}: of the four directions of each, no"
                    " two that fit together are free."
                )

    def _put(self, facts: Iterable[Proposition]) -> None:
        self._state.add_facts(facts)
        self._facts = self._layout = self._variables = self._entities = None

    def add_room(self, room: Variable) -> None:
        """Add a room that no fact may mention yet."""
        self._lone_rooms[room.name] = Variable(room.name, room.type)
        self._variables = self._entities = None

    @property
    def _index(self) -> dict[str, WorldEntity]:
        if self._entities is None:
            self._entities = self._build_index()
        return self._entities

    def _build_index(self) -> dict[str, WorldEntity]:
        """Group the facts by entity, and give the entities what the layout has."""
        entities: dict[str, WorldEntity] = {
            variable.name: WorldEntity.create(variable) for variable in self.variables
        }
        for fact in self.facts:
            for name in dict.fromkeys(fact.names):
                entities[name].related_facts.append(fact)
            if fact.name == "link" and len(fact.names) != 3:
                raise GenerationError(
                    f"The fact {fact} should have three arguments: a room, a door and a room."
                )
        layout = self.layout
        for place, held in layout.contents.items():
            content = [entities[fact.names[0]] for fact in held]
            entities[place].content.extend(content)  # type: ignore[arg-type]
        brought, _ = layout.exits_of_links(self._room_names)
        for room, exits in (*layout.exits.items(), *brought.items()):
            _add_exits(room, exits, layout.doors, entities)
        return entities

    @property
    def variables(self) -> list[Variable]:
        """The player, the inventory, and all others sorted by name, without what is about them."""
        if self._variables is None:
            known = {variable.name: variable for variable in self._state.variables}
            known.update(self._lone_rooms)
            constants = [known.pop(name, Variable(name)) for name in (PLAYER, INVENTORY)]
            others = sorted(known, key=entity_order)
            self._variables = [*constants, *map(known.__getitem__, others)]
        return list(self._variables)

    @property
    def _room_names(self) -> list[str]:
        return [room.name for room in self.room_variables]

    @property
    def room_variables(self) -> list[Variable]:
        """The variables of all rooms, in the order of `rooms`."""
        rooms = {room.name: room for room in self._state.variables if room.type == ROOM}
        rooms |= self._lone_rooms
        return [rooms[name] for name in sorted(rooms, key=entity_order)]

    @property
    def entities(self) -> ValuesView[WorldEntity]:
        """The player, the inventory, and all others sorted by name."""
        return self._index.values()

    @property
    def rooms(self) -> list[WorldRoom]:
        """All rooms, sorted by name."""
        return [entity for entity in self.entities if isinstance(entity, WorldRoom)]

    @property
    def objects(self) -> list[WorldObject]:
        """All entities that are not rooms."""
        return [entity for entity in self.entities if isinstance(entity, WorldObject)]

    @property
    def player_room(self) -> WorldRoom | None:
        """The room the player is in, or None before the player is placed."""
        here = self.layout.here
        return None if here is None else self.find_room_by_id(here)

    def set_player_room(self, start_room: Variable | str | None = None) -> Proposition:
        """Move the player to a room, given by itself or its name; to the first one by default.

        Raises GenerationError if there is no such room.
        """
        rooms = {room.name: room for room in self.room_variables}
        if not rooms:
            raise GenerationError("There is no room to put the player in.")
        chosen = next(iter(rooms)) if start_room is None else start_room
        name = chosen.name if isinstance(chosen, Variable) else chosen
        room = rooms.get(name)
        if room is None:
            raise GenerationError(f"There is no room {name!r}.{nearest(name, rooms)}")
        for fact in [fact for fact in self._state.facts if fact.name == "at"]:
            if PLAYER in fact.names:
                self._state.remove_fact(fact)
        fact = Proposition("at", (THE_PLAYER, room))
        self.add_fact(fact)
        return fact

    def find_room_by_id(self, id: str) -> WorldRoom | None:  # noqa: A002  (documented name)
        """Return the room of that name, or None."""
        room = self._index.get(id)
        return room if isinstance(room, WorldRoom) else None

    def find_object_by_id(self, id: str) -> WorldObject | None:  # noqa: A002  (documented name)
        """Return the object of that name, or None."""
        found = self._index.get(id)
        return found if isinstance(found, WorldObject) else None

    def get_entities_per_type(self, type: str) -> list[WorldEntity]:  # noqa: A002
        """Return all entities of exactly this type."""
        return [entity for entity in self.entities if entity.type == type]

    def get_all_objects_in(self, obj: Variable) -> list[WorldObject]:
        """Return what is in or on ``obj``, at every depth; for a room, with its doors."""
        return self._objects_in(obj, visible_only=False)

    def get_visible_objects_in(self, obj: Variable) -> list[WorldObject]:
        """Return what can be seen in or on ``obj``: closed and locked containers hide theirs."""
        return self._objects_in(obj, visible_only=True)

    def get_objects_in_inventory(self) -> list[WorldObject]:
        """Return what the player carries."""
        return list(self._index[INVENTORY].content)

    def get_facts_in_scope(self) -> list[Proposition]:
        """Return the facts about the player's room, its neighbours, and all visible things.

        Raises GenerationError if the player is nowhere.
        """
        room = self.player_room
        if room is None:
            raise GenerationError("The player is not in any room.")
        things = [room, *room.exits.values(), *self.get_visible_objects_in(room)]
        things += self.get_objects_in_inventory()
        facts = {fact for thing in things for fact in thing.get_attributes()}
        return sorted(facts, key=fact_order)

    def _objects_in(self, obj: Variable, visible_only: bool) -> list[WorldObject]:
        entity = self._index[obj.name]
        found: list[WorldObject] = (
            list(entity.doors.values()) if isinstance(entity, WorldRoom) else []
        )
        queue = list(entity.content) if not (visible_only and _is_shut(entity)) else []
        seen = {thing.name for thing in queue}
        for thing in queue:
            found.append(thing)
            if not (visible_only and _is_shut(thing)):
                inner = [other for other in thing.content if other.name not in seen]
                seen.update(other.name for other in inner)
                queue += inner
        return found

    def populate(
        self,
        nb_objects: int,
        rng: Any = None,
        object_types_probs: Mapping[str, float] | None = None,
    ) -> list[Proposition]:
        """Add ``nb_objects`` objects anywhere in the world, and return the facts about them."""
        return self._populate(nb_objects, self.room_variables, rng, object_types_probs)

    def populate_room(
        self,
        nb_objects: int,
        room: Variable,
        rng: Any = None,
        object_types_probs: Mapping[str, float] | None = None,
    ) -> list[Proposition]:
        """Add ``nb_objects`` objects in a room, and return the facts about them."""
        return self._populate(nb_objects, [room], rng, object_types_probs)

    def populate_with(self, objects: Sequence[Variable], rng: Any = None) -> list[Proposition]:
        """Add the given objects in any rooms of the world; see `populate_room_with`."""
        return self._place_anywhere(objects, self.room_variables, rng)

    def populate_room_with(
        self, objects: Sequence[Variable], room: Variable, rng: Any = None
    ) -> list[Proposition]:
        """Add the given objects in a room, or in or on what is there; return their facts."""
        return self._place_anywhere(objects, [room], rng)

    def _populate(
        self,
        nb_objects: int,
        rooms: Sequence[Variable],
        rng: Any,
        probs: Mapping[str, float] | None,
    ) -> list[Proposition]:
        draw = given_rng(rng)
        number = whole_number(nb_objects, "nb_objects", 0)
        where, properties = draw_objects(number, rooms, self._state, self.kb, draw, probs)
        facts = place_objects(where, properties, self._state, self.kb, draw)
        self._put(facts)
        return facts

    def _place_anywhere(
        self, objects: Sequence[Variable], rooms: Sequence[Variable], rng: Any
    ) -> list[Proposition]:
        if objects and not rooms:
            raise GenerationError("There is no room to put objects in.")
        draw = given_rng(rng)
        where = {thing: draw.choice(rooms) for thing in objects}
        facts = place_objects(where, (), self._state, self.kb, draw, IN_THE_ROOM)
        self._put(facts)
        return facts


def _is_shut(thing: Variable) -> bool:
    facts = thing.related_facts if isinstance(thing, WorldEntity) else []
    return any(fact.name in ("closed", "locked") and fact.names == (thing.name,) for fact in facts)


def _add_exits(
    name: str,
    exits: Mapping[str, str],
    doors: Mapping[tuple[str, str], str],
    entities: Mapping[str, WorldEntity],
) -> None:
    """Give a room its exits and doors."""
    room = entities[name]
    for way, other in exits.items():
        there = entities[other]
        if isinstance(room, WorldRoom) and isinstance(there, WorldRoom):
            room.exits[way] = there
            door = entities.get(doors.get((name, other), ""))
            if isinstance(door, WorldObject):
                room.doors[way] = door
