"""What commands that change nothing would print, such as looking around."""

__all__ = ["Asides"]

from collections.abc import Iterable

from twbench.envs.session import Session
from twbench.story import MemoryMap

_MAX_BYTES = 4_000_000


class Asides:
    """Texts of ``look`` and the like, asked without a trace in the game.

    Such a text depends on the world alone, not on what was typed before: it is kept for the worlds
    met last, up to some megabytes.
    """

    def __init__(self, memory_map: MemoryMap):
        self._map = memory_map
        self._texts: dict[bytes, dict[str, str]] = {}

    def ask(self, commands: Iterable[str], session: Session, memory: bytes) -> dict[str, str]:
        """Return what the story would answer to each of ``commands``; ``memory`` is its own."""
        world = self._map.world(memory)
        texts = self._texts.get(world)
        if texts is None:
            while self._texts and (len(self._texts) + 1) * (len(world) + 1000) > _MAX_BYTES:
                del self._texts[next(iter(self._texts))]
            texts = self._texts[world] = {}
        missing = [command for command in commands if command not in texts]
        if missing:
            snapshot = session.save()
            for command in missing:
                texts[command] = session.step(command)
            session.restore(snapshot)
        return texts
