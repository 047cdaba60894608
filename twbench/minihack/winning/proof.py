"""Proving that a level can be won: a way over its map or its lit twin, in a NetHack of its own."""

__all__ = ["planned", "prove"]

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from math import isclose, isfinite

from twbench.errors import GenerationError
from twbench.minihack.levels.plan import Place, find_way
from twbench.minihack.levels.specification import LevelSpecification
from twbench.minihack.text.env import NetHackEnv
from twbench.minihack.text.game import LevelGame
from twbench.minihack.winning.errands import Errand, errands_of
from twbench.minihack.winning.solver import solve
from twbench.minihack.winning.survey import surveyed


def planned(level: LevelSpecification) -> list[str]:
    """Return the shortest way from the start of a level to its stair down, as commands.

    Raises GenerationError where a level does not say both places, or where there is no way.
    """
    places: dict[str, Place] = {}
    for call in level.calls:
        given = next(iter([*call.positional, *dict(call.named).values()]), None)
        if isinstance(given, tuple) and len(given) == 2:
            places[call.method] = given
    start = places.get("set_start_pos")
    goal = places.get("add_stair_down") or places.get("add_goal_pos")
    if start is None or goal is None:
        raise GenerationError("A way is planned from set_start_pos to a stair down with a place.")
    way = find_way(level.generator().get_map_str().splitlines(), start, goal)
    if way is None:
        raise GenerationError(f"There is no way from {start} to {goal}.")
    return way


def prove(game: LevelGame, errands: Sequence[Errand] = ()) -> LevelGame:
    """Return the game with a walkthrough that has won; without one it is found.

    A way over a map that says where everything is, is planned on it. What NetHack places is read
    from the level's lit twin, and won by looking after every command; ``errands`` say what is to be
    done there, by default what the events ask for, and the game keeps the map as its layout.
    Whatever was found is played in a NetHack that is started afresh. Raises GenerationError for a
    game that its walkthrough does not win with its last command, and with the highest score.
    """
    if game.walkthrough:
        return _replayed(game, game.walkthrough)
    if not errands and not game.events and isinstance(game.level, LevelSpecification):
        with suppress(GenerationError):
            return _replayed(game, planned(game.level))
    found = surveyed(game, errands or errands_of(game))
    return _replayed(replace(game, layout=found.layout), solve(game, found.course))


def _replayed(game: LevelGame, commands: Sequence[str]) -> LevelGame:
    """Return the game with commands that win it in a NetHack of their own."""
    with NetHackEnv() as env:
        env.open(game)
        state, done = env.reset(), False
        for number, command in enumerate(commands, 1):
            if done:
                raise GenerationError(f"The game ended before command {number}, {command!r}.")
            state, _, done = env.step(command)
        if not state.won:
            last = f"The last command, {commands[-1]!r}," if commands else "To do nothing"
            raise GenerationError(f"{last} did not win.")
        if isfinite(state.max_score) and not isclose(state.score, state.max_score, abs_tol=1e-9):
            raise GenerationError(
                f"The game was won with {state.score:g} of {state.max_score:g} points: a"
                " walkthrough does all that gives points, what is optional as well."
            )
    return replace(game, walkthrough=tuple(commands))
