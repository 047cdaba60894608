"""Returning observations and requested information instead of game states."""

__all__ = ["EnvInfos", "Filter"]

from typing import Any

from twbench.core import EnvInfos, GameState, Wrapper
from twbench.core.infos import check_extras


class Filter(Wrapper):
    """Splits game states into an observation and the information that was requested.

    As documented (docs: textworld.envs.wrappers.filter.Filter):

    ```
    request_infos = EnvInfos(description=True, inventory=True, extras=["more"])
    env = Filter(start(gamefile, request_infos))
    ob, infos = env.reset()
    print(infos["description"], infos["inventory"], infos["extra.more"])
    ob, score, done, infos = env.step("look")
    ```

    The environment may also be given later: ``Filter()(env)``.
    """

    def reset(self) -> tuple[str, dict[str, Any]]:  # type: ignore[override]  # as documented
        """Start a game; return its opening text and the information requested."""
        state = super().reset()
        check_extras(self.infos, state)
        return self._split(state)

    def step(  # type: ignore[override]  # as documented
        self, command: str
    ) -> tuple[str, float, bool, dict[str, Any]]:
        """Perform ``command``; return its text, the score, whether it ended, and information."""
        state, score, done = super().step(command)
        observation, infos = self._split(state)
        return observation, score, done, infos

    def restore(self, snapshot: Any) -> tuple[str, dict[str, Any]]:  # type: ignore[override]
        """Go back to a snapshot; return its text and the information requested, as `reset` does."""
        return self._split(super().restore(snapshot))

    def _split(self, state: GameState) -> tuple[str, dict[str, Any]]:
        return state.feedback or "", {key: state.get(key) for key in self.infos.keys_of_state}
