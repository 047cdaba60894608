"""The information ``game``: plain data that can be asked like the game that it is of."""

__all__ = ["SerializedGame"]

from collections.abc import Mapping
from typing import Any

from twbench.generator.games.game import Game


class SerializedGame(dict[str, Any]):
    """A game as `Game.serialize` gives it, whose attributes are those of the game.

    The documentation of TextWorld has the plain data, for `Game.deserialize`; TextWorld itself has
    the game, and so have the scripts that were written for it:

    ```
    game = infos["game"]
    State(game.kb.logic, infos["facts"]), game.metadata["uuid"], Game.deserialize(game)
    ```

    The game is a copy of the one ``played``, which nobody can change so, or else made of the data;
    either is done when it is first asked.
    """

    __slots__ = ("_game", "_played")

    def __init__(self, data: Mapping[str, Any], played: Game | None = None):
        super().__init__(data)
        self._played = played

    def __getattr__(self, name: str) -> Any:
        if name == "_game":
            self._game = self._apart()
            return self._game
        if name.startswith("_"):
            raise AttributeError(f"A game as data has no attribute {name!r}.")
        return getattr(self._game, name)

    def _apart(self) -> Game:
        if self._played is None:
            return Game.deserialize(self)
        game = self._played.copy()
        game.world = game.world.copy()
        return game

    def __reduce__(self) -> tuple[type["SerializedGame"], tuple[dict[str, Any]]]:
        return SerializedGame, (dict(self),)
