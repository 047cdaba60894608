"""Random objects for a world: what they are, what state they are in, where they lie.

Objects are drawn for one room after another. They are containers, supporters, food and other things
in equal parts, and keys as often, as long as a container in the room has none. A third of the
containers each are open, closed and locked; the key of one that is shut comes next, if there is an
object left for the room. So some containers stay locked. Nothing lies in those, and no key in any
that is locked. Portable things lie on the floor, in or on what stands in the room, or are carried
by the player.
"""

__all__ = ["draw_objects", "place_objects"]

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from twbench.errors import GenerationError
from twbench.generator.data import KnowledgeBase
from twbench.generator.data.vtypes import VariableTypeTree, get_new
from twbench.generator.knowledge.roles import OPENABLE_STATES, ROOM, THE_INVENTORY
from twbench.generator.worlds.layout import holding
from twbench.logic import Proposition, Signature, State, Variable
from twbench.seeding import Rng

_HOLDERS = VariableTypeTree.CLASS_HOLDER
_SHUT_STATES = OPENABLE_STATES[1:]
_DRAWN_TYPES = ("c", "s", "o", "f", "k")
ANYWHERE = (1.0, 0.8, 0.4)
"""Weights of the places a portable thing may be: the floor, the inventory, in or on a holder."""
IN_THE_ROOM = (1.0, 0.0, 1.0)
"""The same where the room is asked for: nothing of it is carried."""
_AT, _MATCH = Signature("at", ["c", ROOM]), Signature("match", ["k", "c"])


def draw_objects(
    count: int,
    rooms: Sequence[Variable],
    state: State,
    kb: KnowledgeBase,
    rng: Rng,
    probs: Mapping[str, float] | None = None,
) -> tuple[dict[Variable, Variable], list[Proposition]]:
    """Draw ``count`` new objects; return the room of each, and facts about their properties.

    ``probs`` gives the types to draw and their weights; containers get keys if ``k`` is one of
    them. Raises GenerationError for a type that the logic lacks, and if there is no room.
    """
    known = kb.logic.types
    weights = dict(probs) if probs else {name: 1.0 for name in _DRAWN_TYPES if name in known}
    for name in weights:
        if name not in known:
            raise GenerationError(f"There are no objects of type {name!r} in this logic.")
    if count and not sum(weights.values()) > 0:
        raise GenerationError("There is no type of objects to draw.")
    if count and not rooms:
        raise GenerationError("There is no room to put objects in.")
    shares = Counter(rng.choice(rooms) for _ in range(count))
    has_keys = "k" in weights and _MATCH in kb.logic.predicates
    keyless = _containers_without_key(state) if has_keys else {}
    draw = _Draw(rng, weights, {variable.name for variable in state.variables}, has_keys)
    for room in rooms:
        if shares[room]:
            containers = keyless.get(room.name, [])
            shut = [c for c in containers if any(_is(state, name, c) for name in _SHUT_STATES)]
            draw.fill(room, shares[room], containers, shut)
    return draw.rooms, draw.facts


def _containers_without_key(state: State) -> dict[str, list[Variable]]:
    """Return, by the name of the room, the containers that no key matches."""
    keyed = {fact.names[1] for fact in state.facts_with_signature(_MATCH)}
    found: dict[str, list[Variable]] = {}
    # Sorted, since the set has another order in each process, and draws would follow it.
    for fact in sorted(state.facts_with_signature(_AT)):
        container, room = fact.arguments
        if container.name not in keyed:
            found.setdefault(room.name, []).append(container)
    return found


def _is(state: State, property_name: str, thing: Variable) -> bool:
    return state.is_fact(Proposition(property_name, (thing,)))


@dataclass(slots=True)
class _Draw:
    """Objects drawn so far: the room of each, and facts about their properties."""

    rng: Rng
    weights: Mapping[str, float]
    taken: Collection[str]
    has_keys: bool
    rooms: dict[Variable, Variable] = field(default_factory=dict)
    facts: list[Proposition] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)

    def fill(
        self, room: Variable, share: int, keyless: list[Variable], shut: list[Variable]
    ) -> None:
        """Draw ``share`` objects for a room with ``keyless`` containers, some of them ``shut``."""
        for _ in range(share):
            kind = "k" if shut else self._kind(bool(keyless))
            thing = self._new(kind)
            self.rooms[thing] = room
            if kind == "c":
                condition = self.rng.choice(OPENABLE_STATES)
                self.facts.append(Proposition(condition, (thing,)))
                keyless += [thing] if self.has_keys else []
                shut += [thing] if self.has_keys and condition in _SHUT_STATES else []
            elif kind == "k" and keyless:
                # Those that are shut are without a key too: what leaves one list leaves both.
                container = shut.pop(0) if shut else self.rng.choice(keyless)
                keyless.remove(container)
                self.facts.append(Proposition("match", (thing, container)))

    def _kind(self, lacks_key: bool) -> str:
        kinds = [name for name in self.weights if name != "k" or lacks_key] or ["k"]
        return self.rng.weighted(kinds, [self.weights[name] for name in kinds])

    def _new(self, kind: str) -> Variable:
        name = get_new(kind, self.counts)
        while name in self.taken:
            name = get_new(kind, self.counts)
        return Variable(name, kind)


def place_objects(
    rooms: Mapping[Variable, Variable],
    facts: Sequence[Proposition],
    state: State,
    kb: KnowledgeBase,
    rng: Rng,
    places_weights: tuple[float, float, float] = ANYWHERE,
) -> list[Proposition]:
    """Return ``facts``, the places of objects in their ``rooms``, and the properties still missing.

    A container without a state in ``facts`` is open or closed; food is edible.
    """
    placed = list(facts)
    on_floor, carried, held = places_weights
    known: defaultdict[str, list[Proposition]] = defaultdict(list)
    for fact in (*state.facts, *facts):
        known[fact.name].append(fact)
    holders = _holders(known["at"])
    with_state = {fact.names[0] for name in OPENABLE_STATES for fact in known[name]}
    portable = {thing: room for thing, room in rooms.items() if thing.type not in _HOLDERS}
    for holder, room in rooms.items():
        if holder not in portable:
            holders[room.name].append(holder)
            placed.append(Proposition("at", (holder, room)))
            if holder.type == "c" and holder.name not in with_state:
                placed.append(Proposition(rng.choice(OPENABLE_STATES[:2]), (holder,)))
    locked = {fact.names[0] for fact in known["locked"]}
    closed_off = locked - {fact.names[1] for fact in known["match"]}
    for thing, room in portable.items():
        out_of_reach = locked if thing.type == "k" else closed_off
        beside = [holder for holder in holders[room.name] if holder.name not in out_of_reach]
        places = [room, THE_INVENTORY, *beside]
        weights = [on_floor, carried, *[held] * len(beside)]
        placed.append(_put(thing, rng.weighted(places, weights)))
        if thing.type == "f" and Signature("edible", ["f"]) in kb.logic.predicates:
            placed.append(Proposition("edible", (thing,)))
    return placed


def _holders(places: Iterable[Proposition]) -> defaultdict[str, list[Variable]]:
    """Return the containers and supporters in each room, of what lies at ``places``."""
    found: defaultdict[str, list[Variable]] = defaultdict(list)
    for fact in sorted([fact for fact in places if fact.types[0] in _HOLDERS]):
        found[fact.names[1]].append(fact.arguments[0])
    return found


def _put(thing: Variable, place: Variable) -> Proposition:
    return Proposition(holding(place.type), (thing, Variable(place.name, place.type)))
