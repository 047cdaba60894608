"""Guidance: how much of the solution the objective of a game tells the player.

- ``full``: every step. Who reads it needs to find out nothing.
- ``last``: the last instruction only, or little beside it, such as what to take, and from where.
- ``goal``: what is to be reached, but no action.
- ``none``: there is no objective.

Whoever makes an objective knows, and notes it in the game's metadata: the grammar's instructions
(see `instructions`), and challenges that write their objectives themselves. Where the last
instruction is all there is to do, it is every step: ``full``. Of several quests, the objective
tells what it tells of all of them together: ``full`` unless there are actions that it leaves out.

Other games, of TextWorld for example, have no such note. There the names decide: the objective is
``full`` if it names each thing that the commands of the walkthrough name, and each direction as
often as they do; ``last`` if it names all that the last of them does; otherwise nothing shows that
it tells an action, and it is ``goal``. Phrases are not compared: there are too many of them.
"""

__all__ = ["guidance_of"]

import re
from collections.abc import Iterable, Sequence

from twbench.generator.knowledge.roles import DIRECTIONS
from twbench.generator.texts.guidance_levels import FULL, GOAL, KEY, LAST, NONE
from twbench.generator.texts.parts import GameParts


def guidance_of(game: GameParts) -> str:
    """Return what the objective of ``game`` tells: one of `GUIDANCE`."""
    objective = game.objective.lower()
    if not objective.strip():
        return NONE
    noted = game.metadata.get(KEY)
    if noted in (FULL, LAST, GOAL):
        return str(noted)
    commands = [command.lower() for command in game.walkthrough or ()]
    names = [name.lower() for name in game.objects_names]
    if not commands or not _tells(objective, commands[-1:], names):
        return GOAL
    return FULL if _tells(objective, commands, names) else LAST


def _tells(objective: str, commands: Sequence[str], names: Iterable[str]) -> bool:
    """Return whether all that ``commands`` name is named, and directions as often as there."""
    told = "\n".join(commands)
    things = (name for name in names if _count(name, told))
    return all(_count(name, objective) for name in things) and all(
        _count(way, objective) >= _count(way, told) for way in DIRECTIONS
    )


def _count(name: str, text: str) -> int:
    return len(re.findall(rf"(?<!\w){re.escape(name)}(?!\w)", text))
