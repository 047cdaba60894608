"""From games to story files: the runtime, the linker, and the map of a story's memory.

The names below are loaded when they are first used: whoever only plays needs no linker.
"""

__all__ = [
    "CompiledStory",
    "MemoryMap",
    "compile_story",
    "link",
    "read_memory_map",
    "runtime_version",
    "vocabulary",
]

from typing import TYPE_CHECKING

from twbench.system.public_names import loading

if TYPE_CHECKING:
    from twbench.story.linking.linker import CompiledStory, compile_story, link
    from twbench.story.linking.vocabulary import vocabulary
    from twbench.story.reading.memory import MemoryMap, read_memory_map
    from twbench.story.zcode.template import runtime_version

_HOMES = {
    "linking.linker": ("CompiledStory", "compile_story", "link"),
    "linking.vocabulary": ("vocabulary",),
    "reading.memory": ("MemoryMap", "read_memory_map"),
    "zcode.template": ("runtime_version",),
}

__getattr__, __dir__ = loading(__name__, _HOMES)
