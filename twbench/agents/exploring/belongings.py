"""What an explorer carries, and on what it may be used."""

__all__ = ["Belongings"]

from collections import Counter
from collections.abc import Iterable, Iterator

from twbench.agents.exploring import habits

_MOST_DROPS = 3
"""How often something is dropped for the sake of one thing."""


class Belongings:
    """The things that are carried, by the names by which they are known, and their uses.

    A use is a command with ``{0}`` for the thing or person in a room that it is tried on, and
    ``{1}`` for what is carried.
    """

    def __init__(self) -> None:
        self._carried: dict[str, None] = {}
        self._worth: Counter[str] = Counter()
        self._drops: Counter[str] = Counter()
        self._met: dict[tuple[str | None, str, str], None] = {}

    def __iter__(self) -> Iterator[str]:
        return iter(self._carried)

    @property
    def lights(self) -> list[str]:
        """The things that may give light."""
        return [one for one in self._carried if habits.kind(one) in habits.LIGHTS]

    @property
    def weapons(self) -> list[str]:
        """The things that one can strike with, the best first."""
        weapons = habits.WEAPONS
        return [kind_of for kind in weapons for kind_of in self if habits.kind(kind_of) == kind]

    def lose_all(self) -> None:
        """Note that nothing is carried any more."""
        self._carried.clear()

    def meet(self, room: str | None, use: str, other: str) -> list[str]:
        """Note that things may be used on another one in a room; return the commands for now."""
        met = (room, use, other)
        if met in self._met:
            return []
        self._met[met] = None
        return self._used(use, other, self._carried)

    def add(self, thing: str) -> list[tuple[str | None, str]]:
        """Note that a thing is carried; return where it may be used, and how, if it is new."""
        if not thing or thing == "all" or thing in self._carried:
            return []
        self._carried[thing] = None
        return [
            (room, command)
            for room, use, other in self._met
            for command in self._used(use, other, [thing])
        ]

    def value(self, thing: str, gain: int) -> None:
        """Note what points came of taking a thing."""
        self._worth[thing] += gain

    def make_room_for(self, thing: str) -> list[str]:
        """Return commands that drop something and take a thing; what gave points is kept longest.

        Lights and weapons are kept in any case.
        """
        useless = [one for one in self._carried if not _is_needed(one)]
        if not useless or self._drops[thing] == _MOST_DROPS:
            return []
        self._drops[thing] += 1
        dropped = min(useless, key=self._worth.__getitem__)
        del self._carried[dropped]
        return [f"drop {dropped}", f"take {thing}"]

    def _used(self, use: str, other: str, things: Iterable[str]) -> list[str]:
        """Return the uses of things on another; what one cannot do without is not put away."""
        puts = use.startswith("put")
        return [use.format(other, one) for one in things if not (puts and _is_needed(one))]


def _is_needed(thing: str) -> bool:
    """Whether one had better have a thing with one."""
    return habits.kind(thing) in habits.LIGHTS or habits.kind(thing) in habits.WEAPONS
