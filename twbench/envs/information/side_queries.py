"""What the story says of the world when asked in a way that changes nothing."""

__all__ = ["SideQueries"]

from collections.abc import Iterable

from twbench.bounded_cache import BoundedCache
from twbench.envs.frotz.session import Session
from twbench.errors import StoryFileError
from twbench.story import MemoryMap
from twbench.story.contents.objects import OBJECT_SIZE
from twbench.story.state.representation import PLAYER_NUMBER

_MAX_BYTES = 4_000_000
"""The size of what is kept: each world's bytes, and a thousand more for its texts."""
_MAX_INVENTORIES = 10_000
"""A megabyte or two: what a player holds takes some twenty bytes, and as many words."""


class SideQueries:
    """The description of the room and the inventory, asked without a trace in the game.

    They are asked for as ``tw-extra-infos``, which is answered after the end of the game too.

    Such a text depends on the world alone, not on what was typed before: it is kept for the worlds
    met lately, up to some megabytes. The inventory depends on what the player holds, and what is in
    that, so most often it is known for a new world too.
    """

    def __init__(self, memory_map: MemoryMap):
        self._map = memory_map
        self._texts: BoundedCache[bytes, dict[str, str]] | None = None
        self._inventories: BoundedCache[bytes, str] = BoundedCache(_MAX_INVENTORIES)

    def ask(self, names: Iterable[str], session: Session, world: bytes) -> dict[str, str]:
        """Return the texts of those ``names`` by name; ``world`` is that of the story now."""
        if self._texts is None:
            self._texts = BoundedCache(_MAX_BYTES // (len(world) + 1000))
        texts = self._texts.get(world)
        if texts is None:
            texts = self._texts.keep(world, {})
        missing = [name for name in names if name not in texts]
        if missing:
            table = world[: OBJECT_SIZE * len(self._map.objects)]
            for name in missing:
                ask = self._inventory if name == "inventory" else self._answer
                texts[name] = ask(name, session, table)
        return texts

    def _inventory(self, name: str, session: Session, table: bytes) -> str:
        held = _held(table)
        text = self._inventories.get(held)
        if text is None:
            text = self._inventories.keep(held, self._answer(name, session, table))
        return text

    def _answer(self, name: str, session: Session, _table: bytes) -> str:
        snapshot = session.save()
        answer = session.step(f"tw-extra-infos {name}")
        session.restore(snapshot)
        return answer.partition(f"<{name}>\n")[2].partition(f"</{name}>")[0]


def _held(table: bytes) -> bytes:
    """Return the entries of all objects that the player holds, and of what these hold."""
    count = len(table) // OBJECT_SIZE
    found: list[bytes] = []
    pending = [PLAYER_NUMBER]
    while pending:
        number = pending.pop()
        if number > count or len(found) > count:
            raise StoryFileError("The story's memory makes no sense: its objects are no tree.")
        entry = table[OBJECT_SIZE * (number - 1) : OBJECT_SIZE * number]
        if number != PLAYER_NUMBER:
            found.append(entry)
            # The player's own siblings lie in the room: only those of what is held are followed.
            sibling = entry[8] << 8 | entry[9]
            if sibling:
                pending.append(sibling)
        child = entry[10] << 8 | entry[11]
        if child:
            pending.append(child)
    return b"".join(found)
