"""What a player types for a transformation: "craft stick", "search for coal with stone pickaxe".

The name of a transformation is its phrase, if somebody has given it one. Words in it that only say
where it is done ("at forest") are left out where it can be done nowhere else: the player is there.
Where there is no name, a phrase is made of what the transformation does. Two transformations may
share a phrase if no zone has both; otherwise more is said: what is needed, what is used up, where,
and in the end a number.
"""

__all__ = ["name_of", "phrases_of"]

import re
from collections.abc import Callable, Iterator, Sequence

from twbench.hierarchycraft.transformation import (
    PLAYER,
    InventoryChange,
    Transformation,
    Use,
)
from twbench.hierarchycraft.world import World
from twbench.story.crafts.texts import joined
from twbench.story.crafts.words import spoken_words

_SIGN = "⟹"
"""What the name has of a transformation that nobody has named."""


def name_of(name: str) -> str:
    """Return the name of an item or of a zone as it is told: "wood plank"."""
    return " ".join(name.replace("_", " ").split())


def phrases_of(world: World) -> list[str]:
    """Return the phrase of each transformation of a world."""
    phrases = [_phrase(transformation) for transformation in world.transformations]
    for add in (_with, _from, _where):
        _tell_apart(world, phrases, add)
    return _numbered(world, phrases)


def _phrase(transformation: Transformation) -> str:
    if _SIGN in transformation.name and transformation.name == repr(transformation):
        return _made_up(transformation)
    words = " ".join(re.split(r"[\s_-]+", transformation.name.strip())).lower()
    zones = transformation.zones
    for zone in zones if len(zones) == 1 else ():
        told = re.escape(" ".join(re.split(r"[\s_-]+", zone.name)).lower())
        words = re.sub(rf"\s+(?:at|in|from) {told}(?=\s|$)", "", words)
    return words if spoken_words(words) else _made_up(transformation)


def _made_up(transformation: Transformation) -> str:
    """Return a phrase for a transformation that has no name."""
    if transformation.destination is not None:
        return f"go to {name_of(transformation.destination.name)}"
    given = _names(transformation, lambda change: change.delta > 0 and change.owner is PLAYER)
    left = _names(transformation, lambda change: change.delta > 0 and change.owner is not PLAYER)
    used = _names(transformation, lambda change: change.delta < 0 and change.owner is PLAYER)
    gone = _names(transformation, lambda change: change.delta < 0 and change.owner is not PLAYER)
    if given:
        if used:
            return f"craft {joined(given)}"
        return f"{'take' if set(given) <= set(gone) else 'collect'} {joined(given)}"
    if left:
        return f"{'place' if set(left) <= set(used) else 'build'} {joined(left)}"
    if gone:
        return f"remove {joined(gone)}"
    return f"use {joined(used)}" if used else "wait here"


def _names(transformation: Transformation, chosen: Callable[[InventoryChange], bool]) -> list[str]:
    changes = [change for change in transformation.changes if chosen(change)]
    return list(dict.fromkeys(name_of(change.item.name) for change in changes))


def _with(transformation: Transformation) -> str:
    """Return what is needed and kept."""
    own = _names(transformation, lambda change: _is_kept(change) and change.owner is PLAYER)
    lying = _names(transformation, lambda change: _is_kept(change) and change.owner is not PLAYER)
    told = f" with {joined(own)}" if own else ""
    return told + (f" at {joined(lying)}" if lying else "")


def _from(transformation: Transformation) -> str:
    """Return what is used up."""
    used = _names(transformation, lambda change: change.delta < 0)
    return f" from {joined(used)}" if used else ""


def _where(transformation: Transformation) -> str:
    """Return the zones where it can be done."""
    zones = [name_of(zone.name) for zone in transformation.zones]
    return f" in {joined(zones, 'or')}" if zones else ""


def _is_kept(change: InventoryChange) -> bool:
    return isinstance(change, Use) and not change.consume


def _tell_apart(world: World, phrases: list[str], add: Callable[[Transformation], str]) -> None:
    """Make phrases longer that stand for several transformations in one zone.

    ``add`` returns what to say more of a transformation.
    """
    for numbers in _clashes(world, phrases):
        for number in numbers:
            more = add(world.transformations[number])
            if more.strip() not in phrases[number]:
                phrases[number] += more


def _clashes(world: World, phrases: Sequence[str]) -> Iterator[list[int]]:
    alike: dict[tuple[str, ...], list[int]] = {}
    for number, phrase in enumerate(phrases):
        alike.setdefault(spoken_words(phrase), []).append(number)
    for numbers in alike.values():
        if len(numbers) > 1 and _meet([world.transformations[number] for number in numbers]):
            yield numbers


def _meet(transformations: Sequence[Transformation]) -> bool:
    """Say whether there may be a zone where two of several can be done."""
    zones = [zone for each in transformations for zone in each.zones]
    anywhere = any(not each.zones for each in transformations)
    return anywhere or len(set(zones)) < len(zones)


def _numbered(world: World, phrases: list[str]) -> list[str]:
    taken = {spoken_words(phrase) for phrase in phrases}
    for numbers in list(_clashes(world, phrases)):
        way = 2
        for number in numbers[1:]:
            while spoken_words(f"{phrases[number]} {way}") in taken:
                way += 1
            phrases[number] = f"{phrases[number]} {way}"
            taken.add(spoken_words(phrases[number]))
    return phrases
