"""Keeping what was done in an episode, whatever was typed for it."""

__all__ = ["ActionRecorder"]


from twbench.core import Environment, GameState, Wrapper
from twbench.logic import Action


class ActionRecorder(Wrapper):
    """Records what is done, to make a quest of it (docs: GameMaker.record_quest).

    ``actions`` are those since the last `reset` that changed something: what is refused, and
    looking around, is not among them, and a step that is taken back is forgotten. A step raises
    EnvInfoMissingError where the actions are not known; see `Environment.last_actions`.
    """

    _of_episode = ("actions",)

    def __init__(self, env: Environment):
        super().__init__(env)
        self.actions: tuple[Action, ...] = ()

    def reset(self) -> GameState:
        """Start a game, and a new record."""
        self.actions = ()
        return super().reset()

    def step(self, command: str) -> tuple[GameState, float, bool]:
        """Perform ``command``, and record what came of it; see `Environment.step`."""
        result = super().step(command)
        performed = self.unwrapped.last_actions
        self.actions += tuple(action for action in performed if action.added or action.removed)
        return result
