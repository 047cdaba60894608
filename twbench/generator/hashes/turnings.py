"""The form of a game, of several turnings of the compass the least.

The rooms of a game are numbered by walks (see `walks`), and their code says where exits lead. What
is left, mostly little, gets a canonical form (see `forms`) in which these numbers tell rooms apart.
If several turnings stay, the map is symmetric, and the least form counts.
"""

__all__ = ["least_form"]

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from types import MappingProxyType
from typing import Any

from twbench.generator.hashes.canonical import HASH_LENGTH
from twbench.generator.hashes.forms import game_form
from twbench.generator.hashes.walks import Code, Walk
from twbench.generator.knowledge.quest import Quest
from twbench.generator.knowledge.roles import ROOM, direction_of
from twbench.hashing import canonical_json, text_id
from twbench.logic import Proposition, Variable


def least_form(
    walks: Sequence[Walk],
    code: Sequence[Code],
    rests: Sequence[Sequence[Proposition]],
    rooms: Iterable[Variable],
    quests: Iterable[Quest] = (),
    kinds: Mapping[Variable, str] = MappingProxyType({}),
) -> str:
    """Return a hash of the ``code`` that some walks have in common, and of what is left.

    ``rests`` are, for each walk, the facts that are not in the code. ``rooms`` are all that walks
    may lead to. Entities are told by their ``kinds``, others by their types.
    """
    asked = list(quests)
    if not asked and not any(rests):
        return _hash(code, "")
    odd = {room: kind for room, kind in kinds.items() if room.type == ROOM and kind != ROOM}
    if len(walks) > 1:
        walks, rests = _different(walks, rests, asked, odd)

    def form(walk: Walk, facts: Sequence[Proposition]) -> str:
        numbers = walk.numbers
        told_rooms = {room: str(numbers[room.name]) for room in rooms if room.name in numbers}
        told = sorted(
            [(told_rooms[room], kind) for room, kind in odd.items() if room in told_rooms]
        )
        odd_rooms = canonical_json(told) if told else ""
        return f"{odd_rooms}\n{game_form(facts, asked, told_rooms, kinds, walk.symmetry)}"

    return _hash(code, min(map(form, walks, rests)))


def _hash(code: Sequence[Code], form: str) -> str:
    return text_id(f"[{', '.join(map(_text, code))}]\n{form}", HASH_LENGTH)


@lru_cache(maxsize=8192)
def _text(code: Code) -> str:
    """Return the text of what is seen in a room, which maps have in common."""
    return str(code)


def _different(
    walks: Sequence[Walk],
    rests: Sequence[Sequence[Proposition]],
    quests: Iterable[Quest],
    odd: Iterable[Variable],
) -> tuple[list[Walk], list[Sequence[Proposition]]]:
    """Return those walks, and their rests, that may give different forms: one of each kind.

    In a house of one room, all eight turnings of the compass are left, and no fact tells them.
    ``odd`` rooms are told by more than their numbers.
    """
    conditions = [fact for quest in quests for event in quest.events for fact in event.conditions]
    told = dict.fromkeys(chain(conditions, *rests))
    names = [name for name in {fact.name for fact in told} if direction_of(name)]
    about = {*odd, *chain.from_iterable([fact.arguments for fact in told])}
    rooms = [variable for variable in about if variable.type == ROOM]
    different: dict[tuple[Any, ...], tuple[Walk, Sequence[Proposition]]] = {}
    for walk, rest in zip(walks, rests, strict=True):
        key = *map(walk.rename, names), *map(walk.number, rooms), *rest
        different.setdefault(key, (walk, rest))
    return [walk for walk, _ in different.values()], [rest for _, rest in different.values()]
