"""The way of TextWorld to a story, by our own linker (seeds: textworld.generator.inform7)."""

__all__ = [
    "CouldNotCompileGameError",
    "Inform7Game",
    "TextworldInform7Warning",
    "compile_inform7_game",
    "generate_inform7_source",
]

from twbench.generator.making.inform7_game import (
    CouldNotCompileGameError,
    Inform7Game,
    TextworldInform7Warning,
    compile_inform7_game,
    generate_inform7_source,
)
