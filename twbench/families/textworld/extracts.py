"""What can be extracted from a game of TextWorld, proven or not."""

__all__ = ["EXTRACTS"]

import itertools
import math
from collections.abc import Callable

from twbench.errors import GenerationError
from twbench.generator.games.game import Game
from twbench.generator.knowledge.roles import DIRECTIONS
from twbench.logic.syntax import FIELD
from twbench.printable import shown
from twbench.story import vocabulary

MOST_COMMANDS = 1_000_000
"""Commands of one game that are listed."""


def _entities(game: Game) -> list[str]:
    """Return the names of rooms, doors and objects, as a manifest has them, and the directions."""
    return [*(info.name for info in game.infos.values() if info.name), *DIRECTIONS]


def _objects(game: Game) -> list[str]:
    """Return the names of what is in rooms or held."""
    return [
        info.name for info in game.infos.values() if info.name and not _is_place(game, info.type)
    ]


def _is_place(game: Game, kind: str) -> bool:
    """Say whether things of a type are rooms or doors."""
    types = game.kb.logic.types
    return any(types.is_subtype(kind, place) for place in ("r", "d") if place in types)


def _walkthroughs(game: Game) -> list[str]:
    return [" > ".join(game.walkthrough)] if game.walkthrough else []


def _commands(game: Game) -> list[str]:
    """Return the commands of all rules for all entities, whether or not they ever work."""
    commands: list[str] = []
    for rule_name, template in game.kb.inform7_commands.items():
        types = {item.name: item.type for item in game.kb.rules[rule_name].placeholders}
        words, places = FIELD.split(template)[::2], FIELD.findall(template)
        fitting = [_names_of_type(game, types[place]) for place in places]
        count = math.prod(map(len, fitting))
        if count + len(commands) > MOST_COMMANDS:
            raise GenerationError(
                f"The game has more than {MOST_COMMANDS} commands, such as {shown(template)}: too"
                " many to list."
            )
        for names in itertools.product(*fitting):
            if len(set(names)) == len(names):
                commands.append("".join(itertools.chain(*zip(words, (*names, ""), strict=True))))
    return commands


def _names_of_type(game: Game, expected: str) -> list[str]:
    return [
        info.name
        for info in game.infos.values()
        if info.name and game.kb.logic.types.is_subtype(info.type, expected)
    ]


EXTRACTS: dict[str, Callable[[Game], list[str]]] = {
    "commands": _commands,
    "entities": _entities,
    "objects": _objects,
    "templates": lambda game: sorted(set(game.command_templates)),
    "vocab": vocabulary,
    "walkthroughs": _walkthroughs,
}
"""By kind: see `twbench.families.KINDS`."""
