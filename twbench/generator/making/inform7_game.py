"""Games as those see them who know TextWorld's way to a story, by Inform 7.

There is no Inform 7 here: `twbench.story` links a game to its story at once. So the source of a
game, which TextWorld hands from `generate_inform7_source` to `compile_inform7_game`, is the game's
own JSON; and what writes single sentences of Inform 7 is not there.
"""

__all__ = [
    "CouldNotCompileGameError",
    "Inform7Game",
    "TextworldInform7Warning",
    "compile_inform7_game",
    "generate_inform7_source",
]

import json
import sys
from collections.abc import Iterable
from pathlib import Path

from twbench.errors import GenerationError, InputError
from twbench.generator.games.game import Game
from twbench.generator.games.options import GameOptions
from twbench.generator.knowledge.command import gen_commands_from_actions
from twbench.generator.making.compile import compile_game
from twbench.logic import Action, Proposition, Variable
from twbench.logic.syntax import FIELD


class CouldNotCompileGameError(InputError, RuntimeError):
    """A source is not that of a game, or its game does not fit a story (docs: world2inform7)."""


class TextworldInform7Warning(UserWarning):
    """Never given, for there is no Inform 7 to warn of; scripts name it to silence it."""


class Inform7Game:
    """What the commands, actions and facts of a game are in words (docs: Inform7Game)."""

    VERSION = 1

    def __init__(self, game: Game):
        self.game = game
        self.kb = game.kb
        self.entity_infos = game.infos

    def gen_source(self, seed: int = 1234) -> str:
        """Return the source for `compile_inform7_game`, which is the JSON of the game.

        ``seed`` is of no use: a story draws its random numbers by the seed of the environment.
        """
        return json.dumps(self.game.serialize())

    def gen_commands_from_actions(self, actions: Iterable[Action]) -> list[str]:
        """Return what the player types for each action."""
        return gen_commands_from_actions(actions, self.kb, self.game.names)

    def detect_action(self, i7_event: str, actions: Iterable[Action]) -> Action | None:
        """Return the first action that an event tells of, such as ``taking the old key``; or None.

        Events are those of the logic, with the names of the game.
        """
        wanted = i7_event.strip().lower()
        return next((action for action in actions if self._event(action) == wanted), None)

    def _event(self, action: Action) -> str | None:
        """Return the event of an action in lower case; None if its rule has none."""
        command = self.kb.logic.inform7.commands.get(action.name)
        rule = self.kb.rules.get(action.name)
        mapping = None if rule is None else rule.match(action)
        if command is None or mapping is None:
            return None
        names = {holder.name: self._name(variable) for holder, variable in mapping.items()}
        return FIELD.sub(lambda field: names.get(field[1], field[0]), command.event).lower()

    def get_human_readable_fact(self, fact: Proposition) -> Proposition:
        """Return a fact about the names of things in place of their ids."""
        return Proposition(fact.name, map(self._named, fact.arguments))

    def get_human_readable_action(self, action: Action) -> Action:
        """Return an action about the names of things; its own name loses what follows a slash.

        That which follows the verb tells rules for several kinds of things apart (``open/c``,
        ``open/d``). A way keeps its direction: ``go/east`` is read as ``go east``.
        """
        verb, _, kind = action.name.partition("/")
        return Action(
            f"{verb} {kind}" if verb == "go" else verb,
            map(self.get_human_readable_fact, action.preconditions),
            map(self.get_human_readable_fact, action.postconditions),
        )

    def _named(self, variable: Variable) -> Variable:
        return Variable(self._name(variable), variable.type)

    def _name(self, variable: Variable) -> str:
        info = self.entity_infos.get(variable.name)
        return (info and info.name) or variable.name


def generate_inform7_source(game: Game, seed: int = 1234, use_i7_description: bool = False) -> str:
    """Return the source of a game: its JSON, see `Inform7Game.gen_source`.

    Raises InputError if its rooms are to be described as Inform 7 would do it.
    """
    if use_i7_description:
        raise InputError("Rooms are described as the game says: use_i7_description must be False.")
    return Inform7Game(game).gen_source(seed)


def compile_inform7_game(source: str, output: str, verbose: bool = False) -> None:
    """Write the story of a source to ``output``, a ``.z8`` file, and its game beside it.

    With ``verbose`` the path is printed. Raises CouldNotCompileGameError.
    """
    options = GameOptions()
    options.path, options.force_recompile = Path(output), True
    try:
        path = compile_game(Game.deserialize(json.loads(source)), options)
    except (InputError, GenerationError, ValueError) as error:
        raise CouldNotCompileGameError(
            f"{output} cannot be made: {error} The source has to be that of generate_inform7_source"
            " or Inform7Game.gen_source, and the file has to end in .z8."
        ) from error
    if verbose:
        sys.stdout.write(f"{path}\n")
