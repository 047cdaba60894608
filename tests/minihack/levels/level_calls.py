"""Random levels: every documented call, with arguments that MiniHack's generator takes as well."""

import random
from typing import Any

from twbench.minihack.level_generator import MAP_CHARS, MAZE_FLAGS, TRAP_NAMES

ALIGNMENTS = ("noalign", "law", "neutral", "chaos", "coaligned", "noncoaligned", "random")
OBJECTS = (("apple", "%"), ("dagger", ")"), ("levitation", "="), ("bag of holding", "("))
MONSTERS = (("jackal", "d"), ("lich", "L"), ("human", "@"), ("giant rat", None))


class RandomLevel:
    """Arguments and calls of a level, drawn with a seed."""

    def __init__(self, seed: int):
        self.random = random.Random(seed)
        self.width, self.height = self.random.randint(2, 30), self.random.randint(2, 15)
        self.arguments = self.draw_arguments()
        self.calls = [
            [name, getattr(self, name)()]
            for name in self.random.choices(NAMES, k=self.random.randint(1, 12))
            if name not in STARTS
        ]
        start = self.random.choice([*STARTS, None])
        if start is not None:
            place = self.random.randint(0, len(self.calls))
            self.calls.insert(place, [start, getattr(self, start)()])

    def data(self) -> dict[str, Any]:
        """The level as `LevelSpecification` reads it."""
        return {**self.arguments, "calls": [{name: values} for name, values in self.calls]}

    def draw_arguments(self) -> dict[str, Any]:
        found: dict[str, Any] = {
            "lit": self.random.random() < 0.5,
            "flags": self.random.sample(MAZE_FLAGS, self.random.randint(1, 3)),
            "solidfill": self.random.choice(" .-T}"),
        }
        if self.random.random() < 0.5:
            rows = [
                "".join(self.random.choices(".#-| L}+", k=self.width)) for _ in range(self.height)
            ]
            return {**found, "map": "\n".join(["", *rows, ""])}
        return {**found, "w": self.width, "h": self.height, "fill": self.random.choice(MAP_CHARS)}

    def pair(self) -> list[int]:
        return [self.random.randrange(self.width), self.random.randrange(self.height)]

    def place(self) -> list[int] | str | None:
        return self.random.choice([None, "random", self.pair(), self.pair()])

    def corners(self) -> list[int]:
        (x1, y1), (x2, y2) = self.pair(), self.pair()
        return [min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)]

    def letter(self) -> str:
        return self.random.choice(MAP_CHARS)

    def add_object(self) -> list[Any]:
        name, symbol = self.random.choice(OBJECTS)
        return [name, symbol, self.place(), self.random.choice([None, "blessed", "cursed"])]

    def add_object_area(self) -> list[Any]:
        return ["$area", *self.random.choice([("apple", "%"), ("random", "%")])]

    def set_area_variable(self) -> list[Any]:
        return [
            self.random.choice(["$area", "other"]),
            self.random.choice(["rect", "fillrect"]),
            *self.corners(),
        ]

    def add_monster(self) -> list[Any]:
        moods = self.random.choice([[], ["hostile"], ["peaceful", "asleep"]])
        return [*self.random.choice(MONSTERS), self.place(), moods]

    def add_terrain(self) -> list[Any]:
        return [self.pair(), self.letter(), self.random.random() < 0.5]

    def fill_terrain(self) -> list[Any]:
        return [self.random.choice(["rect", "fillrect"]), self.letter(), *self.corners()]

    def add_goal_pos(self) -> list[Any]:
        return [self.place()]

    add_stair_down = add_sink = add_fountain = add_boulder = add_goal_pos

    def set_start_pos(self) -> list[Any]:
        return [self.pair()]

    def set_start_rect(self) -> list[Any]:
        x1, y1, x2, y2 = self.corners()
        return [[max(x1, 1), y1], [max(x2, 1), y2]]

    def add_door(self) -> list[Any]:
        return [self.random.choice(["locked", "closed", "open", "nodoor", "random"]), self.place()]

    def add_altar(self) -> list[Any]:
        kind = self.random.choice(["sanctum", "shrine", "altar", "random"])
        return [self.place(), self.random.choice(ALIGNMENTS), kind]

    def add_gold(self) -> list[Any]:
        return [self.random.randint(1, 500), self.place()]

    def add_trap(self) -> list[Any]:
        return [self.random.choice(TRAP_NAMES), self.place()]

    def add_mazewalk(self) -> list[Any]:
        return [self.random.choice([None, self.pair()]), self.random.choice(["east", "north"])]

    def add_line(self) -> list[Any]:
        return [self.random.choice(["# a remark", "NON_DIGGABLE:(0,0,1,1)"])]

    def wallify(self) -> list[Any]:
        return []


STARTS = ("set_start_pos", "set_start_rect")
NAMES = tuple(
    name
    for name in vars(RandomLevel)
    if name.startswith(("add_", "set_", "fill_")) or name == "wallify"
)
