"""The path of TextWorld's way to a story (docs: textworld.generator.inform7.world2inform7)."""

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
