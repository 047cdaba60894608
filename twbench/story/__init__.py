"""From games to story files: the runtime, the linker, and the map of a story's memory."""

__all__ = ["MemoryMap", "link", "read_memory_map", "vocabulary"]

from twbench.story.linker import link, vocabulary
from twbench.story.memory import MemoryMap, read_memory_map
