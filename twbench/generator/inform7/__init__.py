"""The way of TextWorld to a story, by our own linker (docs: textworld.generator.inform7)."""

__all__ = [
    "CouldNotCompileGameError",
    "Inform7Game",
    "TextworldInform7Warning",
    "compile_inform7_game",
    "generate_inform7_source",
]

from twbench.generator.inform7.world2inform7 import (
    CouldNotCompileGameError,
    Inform7Game,
    TextworldInform7Warning,
    compile_inform7_game,
    generate_inform7_source,
)
