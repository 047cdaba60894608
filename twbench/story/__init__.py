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

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from twbench.story.linking.linker import CompiledStory, compile_story, link
    from twbench.story.linking.vocabulary import vocabulary
    from twbench.story.reading.memory import MemoryMap, read_memory_map
    from twbench.story.zcode.template import runtime_version

_ELSEWHERE = {
    "MemoryMap": "reading.memory",
    "read_memory_map": "reading.memory",
    "runtime_version": "zcode.template",
    "vocabulary": "linking.vocabulary",
}


def __getattr__(name: str) -> Any:
    """Load a public name from the module that defines it (PEP 562)."""
    if name not in __all__:
        raise AttributeError(f"module 'twbench.story' has no attribute {name!r}")
    module = _ELSEWHERE.get(name, "linking.linker")
    found = getattr(import_module(f"twbench.story.{module}"), name)
    globals()[name] = found  # the next time it is here
    return found
