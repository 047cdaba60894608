"""Proving that a level can be won: a way over its map, walked in a NetHack of its own."""

__all__ = ["planned", "prove"]

from dataclasses import replace

from twbench.errors import GenerationError
from twbench.minihack.levels.plan import Place, find_way
from twbench.minihack.levels.specification import LevelSpecification
from twbench.minihack.text.env import NetHackEnv
from twbench.minihack.text.game import LevelGame


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


def prove(game: LevelGame) -> LevelGame:
    """Return the game with a walkthrough that has won; without one it is planned.

    Raises GenerationError for a game that its walkthrough does not win with its last command.
    """
    commands = list(game.walkthrough)
    if not commands:
        if isinstance(game.level, str) or game.events:
            raise GenerationError("Only ways over maps are planned: give the walkthrough.")
        commands = planned(game.level)
    with NetHackEnv() as env:
        env.open(game)
        state, done = env.reset(), False
        for number, command in enumerate(commands, 1):
            if done:
                raise GenerationError(f"The game ended before command {number}, {command!r}.")
            state, _, done = env.step(command)
        if not state.won:
            raise GenerationError(f"The last command, {commands[-1]!r}, did not win.")
    return replace(game, walkthrough=tuple(commands))
