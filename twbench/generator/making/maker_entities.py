"""What a `GameMaker` works with: entities, rooms, their exits, and the paths between them."""

__all__ = [
    "ExitAlreadyUsedError",
    "WorldEntity",
    "WorldPath",
    "WorldRoom",
    "WorldRoomExit",
    "declared_fact",
]

from collections.abc import Iterator, Sequence

from twbench.errors import GenerationError, LogicError, nearest
from twbench.generator.data import KnowledgeBase
from twbench.generator.knowledge.entity import EntityInfo
from twbench.generator.knowledge.roles import DIRECTIONS
from twbench.logic import Proposition, Signature, Variable

_PLACES = ("at", "in", "on")


class ExitAlreadyUsedError(GenerationError, ValueError):
    """An exit of a room leads somewhere already (docs: textworld.generator.maker)."""


def declared_fact(name: str, entities: "Sequence[WorldEntity]", kb: KnowledgeBase) -> Proposition:
    """Return the fact of that name about ``entities``.

    Raises LogicError if the logic has no such predicate: such a fact would mean nothing.
    """
    fact = Proposition(name, [entity.var for entity in entities])
    known = [*kb.logic.predicates, *kb.logic.aliases]
    if any(kb.logic.accepts(signature, fact.signature) for signature in known):
        return fact
    same = [str(signature) for signature in known if signature.name == name]
    hint = nearest(name, {signature.name for signature in known})
    allowed = f" There is {', '.join(same)}." if same else hint
    raise LogicError(f"There is no predicate {fact.signature} in the logic.{allowed}")


def _text(what: str, value: str | None) -> str | None:
    """Return a name or a description; raises GenerationError for what is neither text nor None."""
    if value is not None and not isinstance(value, str):
        raise GenerationError(f"{what} must be a text, or None, not {value!r}.")
    return value


class WorldEntity:
    """An entity in the making (docs: textworld.generator.maker.WorldEntity).

    A name or description that is None is generated when the game is built, and is then that of the
    game built last. Raises GenerationError for one that is no text.

    Attributes:
        var: the variable that stands for the entity in facts.
        content: what is in it, on it or at it.
        parent: what it was put in, on or at last; None if it was taken away again.
        told: the facts that its maker was told (`GameMaker.add_fact`), of whatever entities.
        infos: the names and texts that were given, and none that are generated.

    """

    def __init__(
        self,
        var: Variable,
        name: str | None = None,
        desc: str | None = None,
        kb: KnowledgeBase | None = None,
    ):
        self.var = var
        self.infos = EntityInfo(var.name, var.type)
        self._written = self.infos
        self.name = name
        self.desc = desc
        self.content: list[WorldEntity] = []
        self.parent: WorldEntity | None = None
        self._kb = kb or KnowledgeBase.default()
        self.told: list[Proposition] = []
        self._facts: list[Proposition] = []

    @property
    def id(self) -> str:
        """The unique name used in facts."""
        return self.var.name

    @property
    def type(self) -> str:
        """The type."""
        return self.var.type

    @property
    def name(self) -> str | None:
        """The name shown to the player; None if it is still to be generated."""
        return self.infos.name or self._written.name

    @name.setter
    def name(self, value: str | None) -> None:
        self.infos.name = _text("name", value)

    @property
    def desc(self) -> str | None:
        """The description; None if it is still to be generated."""
        return self.infos.desc or self._written.desc

    @desc.setter
    def desc(self, value: str | None) -> None:
        self.infos.desc = _text("desc", value)

    def write(self, infos: EntityInfo) -> None:
        """Have the names and texts of a game that was built, where none were given."""
        self._written = infos

    @property
    def properties(self) -> list[Proposition]:
        """The facts about this entity alone, such as that it is open."""
        return [fact for fact in self._all_facts() if fact.names == (self.id,)]

    @property
    def facts(self) -> list[Proposition]:
        """All facts about this entity and what it holds, at every depth."""
        facts = self._all_facts()
        for entity in self.content:
            facts.append(self._holding(entity))
            facts.extend(entity.facts)
        return facts

    def placed_facts(self) -> Iterator[Proposition]:
        """Yield the same facts without those that only the maker was told."""
        yield from self._facts
        for entity in self.content:
            yield self._holding(entity)
            yield from entity.placed_facts()

    def add_fact(self, name: str, *entities: "WorldEntity") -> None:
        """Add a fact about this entity and others, in this order.

        To put this entity in another place than the first, name it among the ``entities``, in the
        order of the fact. Raises LogicError if the logic has no such predicate.
        """
        fact = declared_fact(name, self._with_self(entities), self._kb)
        if fact not in self._facts:
            self._facts.append(fact)

    def remove_fact(self, name: str, *entities: "WorldEntity") -> None:
        """Remove a fact; there is no harm if it is not there."""
        fact = self._fact(name, entities)
        self._facts = [other for other in self._facts if other != fact]
        self.told[:] = [other for other in self.told if other != fact]

    def add_property(self, name: str) -> None:
        """Add a fact about this entity alone: ``open``, ``closed``, ``locked``, ...; see above."""
        self.add_fact(name)

    def remove_property(self, name: str) -> None:
        """Remove a fact about this entity alone."""
        self.remove_fact(name)

    def has_property(self, name: str) -> bool:
        """Return whether this entity has a property."""
        return self._fact(name, ()) in self._all_facts()

    def add(self, *entities: "WorldEntity") -> None:
        """Put entities in, on or at this one.

        Raises GenerationError where the logic has no such place.
        """
        for entity in entities:
            self._holding(entity)
            self.content.append(entity)
            entity.parent = self

    def remove(self, *entities: "WorldEntity") -> None:
        """Take entities away from this one."""
        self.content = [entity for entity in self.content if entity not in entities]
        for entity in entities:
            if entity.parent is self:
                entity.parent = None

    def walk(self) -> Iterator["WorldEntity"]:
        """Yield this entity and what it holds, at every depth."""
        yield self
        for entity in self.content:
            yield from entity.walk()

    def __contains__(self, entity: object) -> bool:
        """Return whether an entity is this one, or is in, on or at it, at whatever depth."""
        return any(held is entity for held in self.walk())

    def _fact(self, name: str, entities: "tuple[WorldEntity, ...]") -> Proposition:
        return Proposition(name, [entity.var for entity in self._with_self(entities)])

    def _with_self(self, entities: "tuple[WorldEntity, ...]") -> "tuple[WorldEntity, ...]":
        return entities if self in entities else (self, *entities)

    def _all_facts(self) -> list[Proposition]:
        """Return the facts of which this entity is the first: its own, and what was told of it."""
        told = [fact for fact in self.told if fact.names[:1] == (self.id,)]
        return list(dict.fromkeys([*self._facts, *told]))

    def _holding(self, entity: "WorldEntity") -> Proposition:
        logic = self._kb.logic
        for place in _PLACES:
            given = Signature(place, (entity.type, self.type))
            if any(logic.accepts(known, given) for known in logic.predicates):
                return Proposition(place, (entity.var, self.var))
        raise GenerationError(
            f"{entity} cannot be put in, on or at {self}: the logic has no place of type"
            f" {self.type!r} for type {entity.type!r}."
        )

    def __str__(self) -> str:
        return repr(self.name) if self.name else self.id

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.id!r}, {self.name!r})"


class WorldRoom(WorldEntity):
    """A room in the making, with one exit for each direction (docs: WorldRoom).

    ``exits`` has them by direction; ``north``, ``south``, ``east`` and ``west`` are the same.
    """

    def __init__(
        self,
        var: Variable,
        name: str | None = None,
        desc: str | None = None,
        kb: KnowledgeBase | None = None,
    ):
        super().__init__(var, name, desc, kb)
        self.exits = {way: WorldRoomExit(self, way) for way in DIRECTIONS}

    @property
    def north(self) -> "WorldRoomExit":
        """The exit to the north."""
        return self.exits["north"]

    @property
    def south(self) -> "WorldRoomExit":
        """The exit to the south."""
        return self.exits["south"]

    @property
    def east(self) -> "WorldRoomExit":
        """The exit to the east."""
        return self.exits["east"]

    @property
    def west(self) -> "WorldRoomExit":
        """The exit to the west."""
        return self.exits["west"]


class WorldRoomExit:
    """An exit of a room; ``dest`` is the exit of the room it leads to, if it does."""

    def __init__(self, src: WorldRoom, direction: str, dest: "WorldRoomExit | None" = None):
        self.src = src
        self.direction = direction
        self.dest = dest

    def lead_to(self, other: "WorldRoomExit") -> None:
        """Link two exits with each other; raises ExitAlreadyUsedError."""
        for exit_ in (self, other):
            if exit_.dest is not None:
                raise ExitAlreadyUsedError(
                    f"The exit {exit_.direction} of {exit_.src} leads to {exit_.dest.src} already."
                )
        self.dest, other.dest = other, self

    def __str__(self) -> str:
        return self.direction

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.src.id!r}, {self.direction!r})"


class WorldPath:
    """A connection between two rooms, by an exit of each, maybe through a door (documented)."""

    def __init__(
        self,
        src: WorldRoom,
        src_exit: WorldRoomExit,
        dest: WorldRoom,
        dest_exit: WorldRoomExit,
        door: WorldEntity | None = None,
        kb: KnowledgeBase | None = None,
    ):
        self.src = src
        self.src_exit = src_exit
        self.dest = dest
        self.dest_exit = dest_exit
        self._kb = kb or KnowledgeBase.default()
        self._door: WorldEntity | None = None
        self.door = door

    @property
    def door(self) -> WorldEntity | None:
        """The door, or None."""
        return self._door

    @door.setter
    def door(self, value: WorldEntity | None) -> None:
        if value is not None and not isinstance(value, WorldEntity):
            raise GenerationError(f"A door is made by new_door(), not {value!r}.")
        if value is not None and not self._kb.logic.types.is_subtype(value.type, "d"):
            raise GenerationError(f"{value} is of type {value.type!r}, not a door ('d').")
        self._door = value

    @property
    def facts(self) -> list[Proposition]:
        """The facts that make up this path; the way is free unless a door is not open."""
        return [*self._ways(), *(self.door.facts if self.door is not None else ())]

    def placed_facts(self) -> Iterator[Proposition]:
        """Yield the same facts without those that only the maker was told."""
        yield from self._ways()
        if self.door is not None:
            yield from self.door.placed_facts()

    def _ways(self) -> list[Proposition]:
        here, there = self.src.var, self.dest.var
        facts = [
            Proposition(f"{self.src_exit.direction}_of", (there, here)),
            Proposition(f"{self.dest_exit.direction}_of", (here, there)),
        ]
        if self.door is None or self.door.has_property("open"):
            facts += [Proposition("free", (here, there)), Proposition("free", (there, here))]
        if self.door is not None:
            door = self.door.var
            facts += [
                Proposition("link", (here, door, there)),
                Proposition("link", (there, door, here)),
            ]
        return facts
