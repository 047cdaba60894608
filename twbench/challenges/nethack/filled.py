"""Levels that NetHack fills: MiniHack's own tasks, and levels that somebody gives.

The seed decides where NetHack places things. Where that is, is read from a lit twin of the level
(`twbench.minihack.levels.twin`), and kept as the game's layout. A walkthrough is found by playing:
after every command the solver looks at what has come of it.
"""

__all__ = ["given", "known"]

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from twbench.challenges.nethack.given import own_level
from twbench.challenges.nethack.known import TASKS
from twbench.challenges.nethack.settings import GivenLevel, KnownTask
from twbench.minihack.engine import MINIHACK_VERSION
from twbench.minihack.text.game import FAMILY, LevelGame
from twbench.minihack.winning.errands import Errand, errands_of
from twbench.seeding import derive_seed

_SEEDS = 2**31


def known(settings: KnownTask, seed: int) -> dict[str, Any]:
    """Return a game of one of MiniHack's tasks."""
    task = TASKS[settings.task]
    game = LevelGame.from_data(
        {
            "family": FAMILY,
            "level": task.level,
            "events": list(task.events),
            "objective": task.objective,
            "character": task.character,
            "minihack": MINIHACK_VERSION,
        }
    )
    errands = [Errand.from_data(each, settings.task) for each in task.errands]
    return _filled(game, errands, seed)


def given(settings: GivenLevel, seed: int) -> dict[str, Any]:
    """Return a game on a level that is given."""
    own = own_level(settings)
    return _filled(own.game, own.errands, seed)


def _filled(game: LevelGame, errands: Sequence[Errand], seed: int) -> dict[str, Any]:
    """Return a game as NetHack makes it of a seed; raises GenerationError if it is not won.

    Raises MissingPackageError without NetHack.
    """
    from twbench.minihack.winning.solver import solve
    from twbench.minihack.winning.survey import surveyed

    game = replace(game, seed=derive_seed(seed, "nethack", "filled") % _SEEDS)
    survey = surveyed(game, errands or errands_of(game))
    won = replace(game, walkthrough=solve(game, survey.course), layout=survey.layout)
    content = won.data()
    content.pop("family")
    return content
