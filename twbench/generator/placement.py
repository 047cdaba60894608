"""Random objects for a world: what they are, what state they are in, where they lie.

Objects are containers, supporters, food and other things in equal parts. A third of the
containers each are open, closed and locked; a locked one comes with its key, which counts as an
object of its own and never lies in a locked container. Portable things lie on the floor, in or on
what stands in a room, or are carried by the player.
"""

__all__ = ["draw_objects", "place_objects"]

from collections import Counter
from collections.abc import Mapping, Sequence

from twbench.errors import GenerationError
from twbench.generator.data import KnowledgeBase
from twbench.generator.vtypes import CLASS_HOLDER, get_new
from twbench.logic import Proposition, Signature, State, Variable
from twbench.seeding import Rng

CONTAINER_STATES = ("open", "closed", "locked")
_DRAWN_TYPES = ("c", "s", "o", "f")
_FLOOR, _CARRIED, _HOLDER = 1.0, 0.8, 0.4  # weights of the places a portable thing may be


def draw_objects(
    count: int,
    state: State,
    kb: KnowledgeBase,
    rng: Rng,
    probs: Mapping[str, float] | None = None,
) -> tuple[list[Variable], list[Proposition]]:
    """Draw ``count`` new objects, and facts about their properties.

    ``probs`` gives the types to draw and their weights. Raises GenerationError for a type that
    the logic lacks.
    """
    weights = dict(probs) if probs else {name: 1.0 for name in _DRAWN_TYPES if name in kb.types}
    for name in weights:
        if name not in kb.types:
            raise GenerationError(f"There are no objects of type {name!r} in this logic.")
    if count and not sum(weights.values()) > 0:
        raise GenerationError("There is no type of objects to draw.")
    counts: Counter[str] = Counter()
    objects: list[Variable] = []
    facts: list[Proposition] = []
    while len(objects) < count:
        kind = rng.weighted(list(weights), list(weights.values()))
        drawn = _new(kind, counts, state)
        objects.append(drawn)
        if kind == "c":
            condition = rng.choice(CONTAINER_STATES[: 3 if len(objects) < count else 2])
            facts.append(Proposition(condition, (drawn,)))
            if condition == "locked":
                key = _new("k", counts, state)
                objects.append(key)
                facts.append(Proposition("match", (key, drawn)))
    return objects, facts


def place_objects(
    objects: Sequence[Variable],
    facts: Sequence[Proposition],
    rooms: Sequence[Variable],
    state: State,
    kb: KnowledgeBase,
    rng: Rng,
) -> list[Proposition]:
    """Return ``facts``, the places of ``objects`` in ``rooms``, and the properties still missing.

    A container without a state in ``facts`` is open or closed; food is edible. Raises
    GenerationError if there is no room.
    """
    if objects and not rooms:
        raise GenerationError("There is no room to put objects in.")
    placed = list(facts)
    known = {(fact.name, fact.names) for fact in (*state.facts, *facts)}
    holders: dict[str, list[Variable]] = {room.name: [] for room in rooms}
    for fact in sorted(state.facts):
        if fact.name == "at" and fact.types[0] in CLASS_HOLDER and fact.names[1] in holders:
            holders[fact.names[1]].append(fact.arguments[0])
    for holder in [thing for thing in objects if thing.type in CLASS_HOLDER]:
        room = rng.choice(rooms)
        holders[room.name].append(holder)
        placed.append(Proposition("at", (holder, room)))
        if holder.type == "c" and not any(
            (name, (holder.name,)) in known for name in CONTAINER_STATES
        ):
            placed.append(Proposition(rng.choice(CONTAINER_STATES[:2]), (holder,)))
    locked = {fact.names[0] for fact in (*state.facts, *placed) if fact.name == "locked"}
    for thing in [thing for thing in objects if thing.type not in CLASS_HOLDER]:
        room = rng.choice(rooms)
        beside = [
            holder
            for holder in holders[room.name]
            if not (thing.type == "k" and holder.name in locked)
        ]
        places = [room, Variable("I"), *beside]
        weights = [_FLOOR, _CARRIED, *[_HOLDER] * len(beside)]
        placed.append(_put(thing, rng.weighted(places, weights)))
        if thing.type == "f" and Signature("edible", ["f"]) in kb.logic.predicates:
            placed.append(Proposition("edible", (thing,)))
    return placed


def _new(kind: str, counts: Counter[str], state: State) -> Variable:
    taken = {variable.name for variable in state.variables}
    name = get_new(kind, counts)
    while name in taken:
        name = get_new(kind, counts)
    return Variable(name, kind)


def _put(thing: Variable, place: Variable) -> Proposition:
    relation = {"r": "at", "s": "on"}.get(place.type, "in")
    return Proposition(relation, (thing, Variable(place.name, place.type)))
