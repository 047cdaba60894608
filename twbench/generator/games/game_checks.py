"""Checks that a file is a game whose parts go together, for games that anybody may have written."""

__all__ = ["VERSION", "check_keys", "check_parts"]

from collections.abc import Iterable, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter
from itertools import chain, filterfalse
from typing import Any

from twbench import shape
from twbench.errors import GameFileError
from twbench.generator.knowledge.entity import EntityInfo
from twbench.generator.knowledge.quest import Quest
from twbench.generator.knowledge.roles import PLAYER_TYPES
from twbench.generator.worlds.layout import HOLDING
from twbench.generator.worlds.world import World
from twbench.logic import Proposition
from twbench.printable import shown

VERSION = 1
"""Of the shape of a game's JSON."""
_KEYS = ("version", "world", "grammar", "quests", "infos", "KB", "metadata", "objective")
_OWN_KEYS = frozenset({"world", "quests", "infos", "KB"})
"""Keys by which the JSON of a game is told from other JSON."""


def check_keys(data: Any) -> None:
    """Raise InputError unless the JSON of a file has the keys of a game, and our version."""
    if not _OWN_KEYS & shape.mapping(data).keys():
        raise GameFileError(
            "It is no game: it has none of the keys world, quests, infos and KB. A game is a"
            " story (.z1 to .z8), or the .json that was written of one."
        )
    for key in _KEYS:
        if key not in data:
            raise GameFileError(f"The key {key!r} is missing.")
    if data["version"] != VERSION:
        raise GameFileError(
            f"The version is {shown(data['version'])}; version {VERSION} can be read."
        )


def check_parts(world: World, quests: Sequence[Quest], infos: Mapping[str, EntityInfo]) -> None:
    """Raise InputError unless the parts of a game from a file go together.

    The world's entities have to be of known types and to have infos, nothing may be in itself, and
    quests may be about the world's entities alone.
    """
    known = {variable.name: variable.type for variable in world.variables}
    _check_entities(known, world, infos)
    _check_quests(known, quests)
    _check_holders(world.facts)


def _check_entities(
    known: Mapping[str, str], world: World, infos: Mapping[str, EntityInfo]
) -> None:
    for type_ in dict.fromkeys(known.values()):
        world.kb.logic.types.get(type_)
    for id_, type_ in known.items():
        info = infos.get(id_)
        if info is None and id_ not in PLAYER_TYPES:
            raise GameFileError(f"The infos lack {shown(id_)}, which is in the world.")
        if info is not None and info.type != type_:
            raise GameFileError(
                f"{shown(id_)} is of the type {shown(type_)} in the world"
                f" and {shown(info.type)} in the infos."
            )


def _check_quests(known: Mapping[str, str], quests: Sequence[Quest]) -> None:
    if known.keys() >= _names_in_conditions(quests):
        return
    for number, quest in enumerate(quests):
        for event in quest.events:
            names = chain.from_iterable([fact.names for fact in event.conditions])
            stranger = next(filterfalse(known.__contains__, names), None)
            if stranger is not None:
                raise GameFileError(
                    f"quests[{number}] is about {shown(stranger)}, which is not in the world."
                )


def _names_in_conditions(quests: Iterable[Quest]) -> set[str]:
    """Return what the events of quests are about."""
    events = chain.from_iterable([quest.events for quest in quests])
    facts = {*chain.from_iterable([event.condition.preconditions for event in events])}
    return {*chain.from_iterable([fact.names for fact in facts])}


def _check_holders(facts: Iterable[Proposition]) -> None:
    """Check that nothing is in itself, by way of other things or at once.

    It reads where things are as `Layout` does, without the rest of a layout: many games are
    verified that need none of it.
    """
    held = [fact.names for fact in facts if fact.name in HOLDING and len(fact.names) == 2]
    places = {place for _, place in held}
    around = [(thing, place) for thing, place in held if thing in places]
    holders = {thing for thing, _ in around}
    if not any(place in holders for _, place in around):
        return  # as in most worlds: what holds something is in what nothing holds
    inner: dict[str, set[str]] = {}
    for thing, place in around:
        if place in holders:
            inner.setdefault(thing, set()).add(place)
    try:
        TopologicalSorter(inner).prepare()
    except CycleError as error:
        raise GameFileError(f"{shown(error.args[1][0])} is in itself.") from None
