"""Reading a running story of crafting: its state, score and ending, from its memory.

Where they are follows from the tables that the story was made of and from its runtime, so nothing
but the story is needed; see `CraftMemory.of`.
"""

__all__ = ["CraftMemory", "doubt_about"]

import struct
from functools import cached_property, lru_cache

from twbench.errors import StoryFileError, StoryLimitError
from twbench.story.crafts.directory import read_tables
from twbench.story.crafts.layout import CRAFTS, LARGEST, NO_CHANGE
from twbench.story.crafts.linker import link_tables
from twbench.story.crafts.tables import CraftTables
from twbench.story.crafts.texts import joined, some
from twbench.story.texts.names import heading
from twbench.story.zcode.standing import Standing
from twbench.story.zcode.template import load_template, runtime_version

_Bounds = tuple[tuple[int, int, int], ...]


class CraftMemory(Standing):
    """Reads a running story, all that its tables tell of.

    Attributes:
        tables: what the story was made of.

    """

    def __init__(self, tables: CraftTables, counts: int):
        """Know the tables, and where in memory the state begins."""
        super().__init__(load_template(CRAFTS).symbols)
        self.tables = tables
        self._counts = counts
        self._state = struct.Struct(f">{len(tables.start)}H")

    @classmethod
    def of(cls, story: bytes) -> "CraftMemory":
        """Return the reader of a story; raises StoryFileError where its directory is no use."""
        tables = read_tables(story)
        symbol = load_template(CRAFTS).symbols["counts"]
        counts = int.from_bytes(story[symbol : symbol + 2])
        static = int.from_bytes(story[0x0E:0x10])
        if not 0x40 <= counts <= static - 2 * len(tables.start):
            raise StoryFileError("The story's state would lie outside its dynamic memory.")
        return cls(tables, counts)

    def state(self, memory: bytes) -> tuple[int, ...]:
        """Return the number of the player's zone, and all counts."""
        return self._state.unpack_from(memory, self._counts)

    def action(self, memory: bytes) -> int | None:
        """Return the transformation that the last command led to, None if it was none."""
        number = self.variable(memory, "action")
        return None if number in (0, NO_CHANGE) else number - 1

    def acted(self, memory: bytes) -> bool:
        """Say whether the last command was an action: a transformation, to look, to take stock."""
        return self.variable(memory, "action") != 0

    def tasks_done(self, memory: bytes) -> tuple[bool, ...]:
        """Return for each task whether it was done."""
        first = self._counts + self._state.size
        return tuple(map(bool, memory[first : first + len(self.tables.tasks)]))

    def possible(self, memory: bytes) -> list[str]:
        """Return the commands that do something in the world now, sorted."""
        state = self.state(memory)
        if state[0] >= len(self._by_zone):
            self._refuse(f"there is no zone {state[0]}")
        found = []
        for command, bounds in self._by_zone[state[0]]:
            for slot, low, high in bounds:
                if not low <= state[slot] <= high:
                    break
            else:
                found.append(command)
        if max(state) > self._safe:  # then something may be too much to be counted
            return [command for command in found if self._is_counted(command, state)]
        return found

    def description(self, memory: bytes) -> str:
        """Return what is told of the zone where the player is."""
        tables, state = self.tables, self.state(memory)
        first = tables.first_lying + state[0] * len(tables.lying)
        lines = [heading(tables.zones[state[0]])]
        if tables.lying:
            there = _listed(tables.lying, state[first : first + len(tables.lying)])
            lines.append(f"You see {there} here.")
        return "\n".join(lines) + "\n"

    def inventory(self, memory: bytes) -> str:
        """Return what the player has, in a sentence."""
        held = self.state(memory)[1 : self.tables.first_lying]
        return f"You have {_listed(self.tables.items, held)}.\n"

    def location(self, memory: bytes) -> str:
        """Return the name of the zone where the player is."""
        return self.tables.zones[self.state(memory)[0]]

    @cached_property
    def _by_zone(self) -> list[list[tuple[str, _Bounds]]]:
        """For each zone the commands, sorted, with bounds on places of the state.

        Those that only keep counts from growing too high are left out.
        """
        tables = self.tables
        found: list[list[tuple[str, _Bounds]]] = [[] for _ in tables.zones]
        for deed in tables.deeds:
            for zone in range(len(tables.zones)) if deed.zones is None else deed.zones:
                if zone != deed.destination:
                    bounds = tuple(
                        (tables.slot(change, zone), change.low, change.high)
                        for change in deed.changes
                        if change.low or change.high < LARGEST - max(0, change.delta)
                    )
                    found[zone].append((tables.phrases[deed.action], bounds))
        return [sorted(commands) for commands in found]

    @cached_property
    def _safe(self) -> int:
        """How high counts can be so that nothing makes them too high."""
        deeds = self.tables.deeds
        return LARGEST - max((c.delta for deed in deeds for c in deed.changes), default=0)

    def _is_counted(self, command: str, state: tuple[int, ...]) -> bool:
        """Say whether no count grows too high by a command that can be done otherwise."""
        tables, zone = self.tables, state[0]
        deed = next(
            deed
            for deed in tables.deeds
            if tables.phrases[deed.action] == command and (deed.zones is None or zone in deed.zones)
        )
        return all(state[tables.slot(each, zone)] <= each.high for each in deed.changes)


@lru_cache(maxsize=64)
def doubt_about(story: bytes) -> str | None:
    """Return why a story of crafting must not be played in this process; None if it may be.

    It may be if it is what the linker makes of its own tables. Raises StoryFileError for one whose
    directory is no use.
    """
    tables = read_tables(story)
    try:
        if link_tables(tables) == story:
            return None
    except StoryLimitError as error:
        return f"no story can be made of its tables: {error}"
    return f"it is not what this twbench (runtime {runtime_version(CRAFTS)}) makes of its tables"


def _listed(names: tuple[str, ...], counts: tuple[int, ...]) -> str:
    parts = [some(name, count) for name, count in zip(names, counts, strict=True) if count]
    return joined(parts) or "nothing"
