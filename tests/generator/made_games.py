"""What has come about in a game after some commands, and games read from their files."""

from twbench.generator import Game, GameProgression
from twbench.generator.knowledge.command_actions import actions_for_commands


def perform(game, commands):
    """Return the progression of a game after commands."""
    progression = GameProgression(game)
    names = {id_: info.name for id_, info in game.infos.items() if info.name}
    for action in actions_for_commands(commands, game.world.state, game.kb, names):
        progression.update(action)
    return progression


def read_as_written(content):
    """Return the game of a file that twbench wrote, and the pieces of it; None for another one."""
    parts = Game.parts_as_written(content)
    return None if parts is None else Game.of_parts(parts, content)
