"""Levels in which something is to be done: one thing in a room, or several in several rooms.

A quest is made by a small grammar over the events that are rewarded:

    quest -> task+ arrival?
    task -> an activity with a thing | slay a monster
    arrival -> stand on the stair down

Each activity occurs once at most, so that the player knows which thing is meant.
"""

__all__ = ["quest", "skill"]

from typing import Any

from twbench.challenges.nethack.drawing import Draft, Place, draw
from twbench.challenges.nethack.navigation import joined_rooms
from twbench.challenges.nethack.settings import QuestLevel, SkillLevel
from twbench.challenges.nethack.things import ACTIVITIES, MONSTERS
from twbench.minihack.levels.subgoals import Subgoal
from twbench.seeding import Rng

_SLAY = "slay"
_ARRIVAL = 0.5


def skill(settings: SkillLevel, seed: int) -> dict[str, Any]:
    """Return a game in which one thing is to be done."""

    def drafted(rng: Rng) -> Draft:
        size = settings.size
        draft = Draft(["." * size] * size, (rng.integer(size), rng.integer(size)))
        at = draft.place(rng)
        draft.objective = draft.add_activity(rng, settings.activity, settings.thing, at)
        for _ in range(settings.distractors):
            _add_distractor(draft, rng, settings.activity)
        return draft

    return draw(seed, "skill", drafted, lit=settings.lit)


def _add_distractor(draft: Draft, rng: Rng, activity: str) -> None:
    """Put something somewhere that nobody takes for what is wanted."""
    kinds = [name for name, known in ACTIVITIES.items() if known.named and name != activity]
    known = ACTIVITIES[rng.choice(kinds)]
    draft.call("add_object", rng.choice(list(known.things)), known.symbol, draft.place(rng))


def quest(settings: QuestLevel, seed: int) -> dict[str, Any]:
    """Return a game in which several things are to be done."""

    def drafted(rng: Rng) -> Draft:
        draft, rooms = joined_rooms(rng, settings.rooms, settings.doors).begun(rng)
        kinds = rng.sample((*ACTIVITIES, _SLAY), settings.tasks)
        where = sorted(rng.integer(len(rooms)) for _ in kinds)
        told = [
            _add_task(draft, rng, kind, rooms[number])
            for kind, number in zip(kinds, where, strict=True)
        ]
        if rng.chance(_ARRIVAL):
            told.append(_add_arrival(draft, rng, rooms[-1]))
        draft.objective = " ".join(told)
        draft.add_monsters(rng, settings.monsters, "")
        return draft

    return draw(seed, "quest", drafted, lit=settings.lit)


def _add_task(draft: Draft, rng: Rng, kind: str, squares: list[Place]) -> str:
    at = draft.place(rng, squares)
    if kind != _SLAY:
        return draft.add_activity(rng, kind, "", at)
    name = rng.choice(list(MONSTERS))
    draft.call("add_monster", name, MONSTERS[name], at, ["hostile", "asleep"])
    draft.events.append({"kill": {"name": name}})
    draft.subgoals.append(Subgoal(at))
    draft.chance = True
    return f"Slay the {name}."


def _add_arrival(draft: Draft, rng: Rng, squares: list[Place]) -> str:
    draft.stair(draft.place(rng, squares))
    draft.events.append({"location": {"location": "staircase down"}})
    return "Stand on the stairs down."
