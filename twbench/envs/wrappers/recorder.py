"""Keeping what happens in an episode."""

__all__ = ["Recorder"]

from typing import Any

from twbench.core import Environment, GameState, Wrapper


class Recorder(Wrapper):
    """Records the episode being played (docs: textworld.envs.wrappers.recorder.Recorder).

    ``commands`` are those typed since the last `reset`; ``states`` the first state and the one
    after each command; ``scores`` the score after each command.
    """

    def __init__(self, env: Environment | None = None):
        super().__init__(env)
        self.commands: list[str] = []
        self.states: list[GameState] = []
        self.scores: list[float] = []

    @property
    def transcript(self) -> str:
        """The episode as a person would have seen it."""
        feedback = [(state.feedback or "").rstrip() for state in self.states]
        turns = [
            f"> {command}\n{answer}"
            for command, answer in zip(self.commands, feedback[1:], strict=True)
        ]
        return "\n\n".join([*feedback[:1], *turns])

    def reset(self) -> GameState:
        """Start a game, and a new record."""
        state = super().reset()
        self.commands, self.states, self.scores = [], [state], []
        return state

    def step(self, command: str) -> tuple[GameState, float, bool]:
        """Perform and record ``command``; see `Environment.step`."""
        state, score, done = super().step(command)
        self.commands.append(command)
        self.states.append(state)
        self.scores.append(score)
        return state, score, done

    def _own_state(self) -> Any:
        return tuple(self.commands), tuple(self.states), tuple(self.scores)

    def _set_own_state(self, own: Any) -> None:
        self.commands, self.states, self.scores = map(list, own)
