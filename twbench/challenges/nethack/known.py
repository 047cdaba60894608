"""MiniHack's own tasks: their levels, goals and heroes (docs: minihack, navigation and skills).

Each level compiles to the bytes that MiniHack's own compiles to. Most places are left to NetHack,
so the seed decides where everything is. What is played is the same; how it is typed is ours, things
are not picked up by walking over them, and no number of steps ends a game.
"""

__all__ = ["TASKS", "MiniHackTask"]

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

_ROGUE, _CAVEMAN = "rog-hum-cha-mal", "cav-hum-neu-mal"
_STAIRS = "Reach the stairs down."
_MAZES = {"9x9": (9, 9), "15x15": (15, 15), "45x19": (45, 19)}
_ROOMS = {5: (1, 1), 15: (3, 15)}
"""How many monsters and traps rooms have, by their sizes."""


@dataclass(frozen=True, slots=True)
class MiniHackTask:
    """One of MiniHack's tasks.

    Attributes:
        level: what `LevelSpecification` reads, or a description.
        character: who plays.
        events: what is rewarded; none where the stair down is the goal.
        errands: what is to be done where the events do not tell.
        objective: what the player is told.

    """

    level: dict[str, Any] | str
    character: str = _ROGUE
    events: tuple[dict[str, Any], ...] = ()
    errands: tuple[dict[str, Any], ...] = ()
    objective: str = _STAIRS


@dataclass(frozen=True, slots=True)
class _Skill:
    """What the three tasks of a skill have in common; ``put`` is the call, without a place."""

    put: str
    arguments: Sequence[Any]
    event: dict[str, Any]
    objective: str
    errands: tuple[dict[str, Any], ...] = ()
    more: tuple[Any, ...] = ()

    def call(self, place: Any) -> dict[str, Any]:
        """Return the call with the thing somewhere."""
        return {self.put: [*self.arguments, place, *self.more]}


_SKILLS = {
    "Eat": _Skill("add_object", ("apple", "%"), {"eat": {"name": "apple"}}, "Eat the apple."),
    "Pray": _Skill(
        "add_altar",
        (),
        {"positional": {"place_name": "altar", "action_name": "pray"}},
        "Pray on the altar.",
        more=("neutral", "altar"),
    ),
    "PutOn": _Skill(
        "add_object", ("amulet of life saving", '"'), {"amulet": {}}, "Put on the amulet."
    ),
    "Read": _Skill(
        "add_object",
        ("blank paper", "?"),
        {"message": {"msgs": ["This scroll seems to be blank."]}},
        "Read the scroll.",
        ({"to": "scroll", "type": ["pick up the {}", "read the scroll"]},),
    ),
    "Sink": _Skill(
        "add_sink",
        (),
        {"positional": {"place_name": "sink", "action_name": "quaff"}},
        "Drink from the sink.",
    ),
    "Wear": _Skill("add_object", ("robe", "["), {"wear": {"name": "robe"}}, "Wear the robe."),
    "Wield": _Skill(
        "add_object", ("dagger", ")"), {"wield": {"name": "dagger"}}, "Wield the dagger."
    ),
    "Zap": _Skill(
        "add_object",
        ("enlightenment", "/"),
        {"message": {"msgs": ["The feeling subsides."]}},
        "Zap the wand.",
        ({"to": "wand", "type": ["pick up the {}", "zap the wand east"]},),
    ),
}


def _rooms() -> Iterator[tuple[str, MiniHackTask]]:
    for size, (monsters, traps) in _ROOMS.items():
        for kind, lit, beasts, snares in (
            ("", True, 0, 0),
            ("Random-", True, 0, 0),
            ("Dark-", False, 0, 0),
            ("Monster-", True, monsters, 0),
            ("Trap-", True, 0, traps),
            ("Ultimate-", False, monsters, traps),
        ):
            last = size - 1
            calls: list[dict[str, Any]] = [{"add_goal_pos": []}]
            if not kind:
                calls = [{"add_goal_pos": [[last, last]]}, {"set_start_pos": [[0, 0]]}]
            calls += [{"add_monster": []}] * beasts + [{"add_trap": []}] * snares
            level = {"w": size, "h": size, "lit": lit, "calls": calls}
            yield f"Room-{kind}{size}x{size}", MiniHackTask(level)


def _mazes() -> Iterator[tuple[str, MiniHackTask]]:
    for size, (width, height) in _MAZES.items():
        for kind, flags in (("", ["hardfloor"]), ("Mapped-", ["hardfloor", "premapped"])):
            calls = [
                {"fill_terrain": ["rect", "-", 0, 0, width + 1, height + 1]},
                {"fill_terrain": ["fillrect", " ", 1, 1, width, height]},
                {"add_mazewalk": []},
                {"add_stair_down": []},
            ]
            level = {"w": width + 2, "h": height + 2, "flags": flags, "calls": calls}
            yield f"MazeWalk-{kind}{size}", MiniHackTask(level)


def _corridors() -> Iterator[tuple[str, MiniHackTask]]:
    for count in (2, 3, 5):
        stairs = [" STAIR:random,up", " STAIR:random,down", *[""] * (count - 2)]
        rooms = [f'ROOM:"ordinary",lit,random,random,random {{{each} }}' for each in stairs]
        yield f"Corridor-R{count}", MiniHackTask("\n".join([_HEAD, *rooms, "RANDOM_CORRIDORS\n"]))


def _key_rooms() -> Iterator[tuple[str, MiniHackTask]]:
    yield (
        "KeyRoom-Fixed-S5",
        MiniHackTask(_key_room(5, 2, "lit", "(0,0)", "DOOR:locked,(2,1)", after=True)),
    )
    door = "ROOMDOOR:false,locked,random,random"
    for size, within in ((5, 2), (15, 5)):
        for kind, light in (("", "lit"), ("Dark-", "unlit")):
            level = _key_room(size, within, light, "random", door)
            yield f"KeyRoom-{kind}S{size}", MiniHackTask(level)


def _key_room(
    size: int, within: int, light: str, place: str, door: str, *, after: bool = False
) -> str:
    """Return a room with a key and a room in it, whose door is made in it or ``after`` it."""
    key = 'OBJECT:(\'(\',"skeleton key"),random,blessed,0,name:"The Master Key of Thievery"'
    inner = ["STAIR:random,down", *([] if after else [door])]
    return "\n".join(
        [
            _HEAD,
            f'ROOM:"ordinary",{light},(3,3),(center,center),({size},{size}) {{',
            f'SUBROOM:"ordinary",{light},{place},({within},{within}) {{',
            *inner,
            "}",
            key,
            *([door] if after else []),
            "}\n",
        ]
    )


def _skills() -> Iterator[tuple[str, MiniHackTask]]:
    for name, skill in _SKILLS.items():
        for kind in ("", "-Fixed", "-Distr"):
            calls = [skill.call([0, 0] if kind == "-Fixed" else "random")]
            if kind == "-Fixed":
                calls.append({"set_start_pos": [[2, 2]]})
            if kind == "-Distr":
                calls += [{"add_monster": []}, {"add_object": []}]
            level = {"w": 5, "h": 5, "calls": calls}
            yield (
                f"{name}{kind}",
                MiniHackTask(level, _CAVEMAN, (skill.event,), skill.errands, skill.objective),
            )


_HEAD = 'LEVEL:"mylevel"'
TASKS: Mapping[str, MiniHackTask] = dict(
    sorted([*_rooms(), *_mazes(), *_corridors(), *_key_rooms(), *_skills()])
)
"""The tasks, by their names without "MiniHack-" and "-v0"."""
