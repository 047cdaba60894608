"""The information ``game``: plain data that can be asked like the game that it is of."""

__all__ = ["SerializedGame"]

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

    The game is made of the data when it is first asked, so that nobody can change the one that is
    being played.
    """

    __slots__ = ("_game",)

    def __getattr__(self, name: str) -> Any:
        if name == "_game":
            self._game = Game.deserialize(self)
            return self._game
        if name.startswith("_"):
            raise AttributeError(f"A game as data has no attribute {name!r}.")
        return getattr(self._game, name)

    def __reduce__(self) -> tuple[type["SerializedGame"], tuple[dict[str, Any]]]:
        return SerializedGame, (dict(self),)
