"""From games to story files: the runtime, the linker, and the map of a story's memory."""

__all__ = [
    "CompiledStory",
    "MemoryMap",
    "compile_story",
    "link",
    "read_memory_map",
    "vocabulary",
]

from twbench.story.linker import CompiledStory, compile_story, link, vocabulary
from twbench.story.memory import MemoryMap, read_memory_map
