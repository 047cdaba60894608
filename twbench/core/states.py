"""What is known of a game after a step."""

__all__ = ["ADMISSIBLE_NOTES", "GameState"]

from copy import deepcopy
from typing import Any

from twbench.core.first_names import FIRST_NAMES_OF_STATES

ADMISSIBLE_NOTES = ("admissible_source", "admissible_incomplete", "admissible_slow")
"""Keys that come with ``admissible_commands`` where these were found by trying."""


class GameState(dict[str, Any]):
    """What is known of a game after a step: a dictionary whose keys are attributes too.

    ``raw`` is the interpreter's output and ``feedback`` its cleaned text; the other keys are those
    requested through `EnvInfos`, and how the game stands where that is known. After a step,
    ``done`` is whether the game has ended. A key that is not there reads as None. Names of
    TextWorld's first versions, such as ``nb_moves``, read as the names that replaced them.

    With ``policy_commands`` or ``intermediate_reward`` comes ``policy_unknown``: whether there are
    no policy commands although the game may still be won. Searches for a plan have limits, so that
    no step takes long: they may have given up, or have found only a plan that another quest would
    lose. If the game is over, or can be proven to be lost, it is False.
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

    @property
    def admissible_incomplete(self) -> bool | None:
        """Whether the search for them ran out of time, None where there are none."""
        return self._of_search("admissible_incomplete")

    @property
    def admissible_slow(self) -> bool | None:
        """Whether the search for them took more than two seconds, None where there are none."""
        return self._of_search("admissible_slow")

    def _of_search(self, name: str) -> bool | None:
        return bool(self.get(name)) if "admissible_commands" in self else None

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return self[name] if name in self else self.get(FIRST_NAMES_OF_STATES.get(name, name))

    def __setattr__(self, name: str, value: Any) -> None:
        self[name] = value

    def copy(self) -> "GameState":
        """Return a deep copy: what is changed in it stays as it is here."""
        return GameState({name: deepcopy(value) for name, value in self.items()})
