"""What is known of a game after a step."""

__all__ = ["GameState"]

from copy import deepcopy
from typing import Any


class GameState(dict[str, Any]):
    """What is known of a game after a step: a dictionary whose keys are attributes too.

    ``raw`` is the interpreter's output and ``feedback`` its cleaned text; the other keys are those
    requested through `EnvInfos`, and how the game stands where that is known. A key that is not
    there reads as None.

    With ``policy_commands`` or ``intermediate_reward`` comes ``policy_unknown``. It is True where
    there are no policy commands because searches for a plan gave up, and not because the game is
    over or can be proven to be lost; searches have limits, so that no step takes long.
    """

    @property
    def admissible_source(self) -> str | None:
        """Where ``admissible_commands`` come from, None where there are none.

        ``exact`` ones are those that the game's own rules allow. ``detected`` ones, of a story by
        another maker, were found by trying what changes its world.
        """
        if "admissible_commands" not in self:
            return None
        return str(self.get("admissible_source", "exact"))

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return self.get(name)

    def __setattr__(self, name: str, value: Any) -> None:
        self[name] = value

    def copy(self) -> "GameState":
        """Return a deep copy: what is changed in it stays as it is here."""
        return GameState({name: deepcopy(value) for name, value in self.items()})
