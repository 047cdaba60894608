"""What the story says of the world when asked in a way that changes nothing."""

__all__ = ["Asides"]

from collections.abc import Iterable

from twbench.envs.session import Session
from twbench.story import MemoryMap

_MAX_BYTES = 4_000_000


class Asides:
    """The description of the room and the inventory, asked without a trace in the game.

    They are asked for as ``tw-extra-infos``, which is answered after the end of the game too.

    Such a text depends on the world alone, not on what was typed before: it is kept for the worlds
    met last, up to some megabytes.
    """

    def __init__(self, memory_map: MemoryMap):
        self._map = memory_map
        self._texts: dict[bytes, dict[str, str]] = {}

    def ask(self, names: Iterable[str], session: Session, memory: bytes) -> dict[str, str]:
        """Return the texts of those ``names`` by name; ``memory`` is the story's own."""
        world = self._map.world(memory)
        texts = self._texts.get(world)
        if texts is None:
            while self._texts and (len(self._texts) + 1) * (len(world) + 1000) > _MAX_BYTES:
                del self._texts[next(iter(self._texts))]
            texts = self._texts[world] = {}
        missing = [name for name in names if name not in texts]
        if missing:
            snapshot = session.save()
            for name in missing:
                answer = session.step(f"tw-extra-infos {name}")
                texts[name] = answer.partition(f"<{name}>\n")[2].partition(f"</{name}>")[0]
            session.restore(snapshot)
        return texts
