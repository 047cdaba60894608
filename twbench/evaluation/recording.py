"""What happens in an episode, as the game itself tells it, whoever issues the commands.

An agent and its wrappers play through a `Recording`: every command that reaches the game is counted
and kept there, and the score is the one that the game gave, whatever a wrapper makes of it. To an
agent that plays fair it is the environment; it does not hide the game from code that looks into it.
"""

__all__ = ["OutOfSteps", "Progress", "Recording", "runner_infos"]

from typing import Any

from twbench.core import EnvInfos, Environment, GameState, Wrapper
from twbench.envs.interpreter import sanitise
from twbench.errors import AgentError, GameNotRunningError
from twbench.evaluation.episode import Episode, Status, Step
from twbench.evaluation.plan import PlanItem

_MAX_ERROR = 1000  # characters of an error message that are kept


class OutOfSteps(BaseException):
    """The steps of an episode are used up; no ``except Exception`` of an agent stops it."""


class Progress:
    """What is known of an episode so far, kept step by step so that a crash loses nothing.

    ``blame`` is who is at work: the agent or the story.
    """

    def __init__(self, transcripts: bool, knows_commands: bool):
        self.blame = "agent"
        self.ended = False
        self.commands: list[str] = []
        self._invalid_actions: int | None = 0 if knows_commands else None
        self._score: int | None = None
        self._highscore: int | None = None
        self._moves: int | None = None
        self._won: bool | None = None
        self._lost: bool | None = None
        self._transcripts = transcripts
        self._transcript: list[Step] = []

    @property
    def steps(self) -> int:
        """How many commands have reached the game."""
        return len(self.commands)

    def see(self, state: GameState, score: float | None, command: str | None, done: bool) -> None:
        """Take note of the state that answered ``command`` (None: of the first state)."""
        before = self._score
        self.ended = done
        self._score = None if score is None else int(score)
        self._moves, self._won, self._lost = state.moves, state.won, state.lost
        if self._score is not None:
            self._highscore = max(self._score, self._highscore or self._score)
        if command is not None:
            self.commands.append(sanitise(command))
            if self._invalid_actions is not None:
                self._invalid_actions += state.last_action is None
        if self._transcripts:
            reward = None if self._score is None else self._score - (before or 0)
            text = _storable(state.feedback or "")
            typed = None if command is None else _storable(command)
            self._transcript.append(Step(self.steps, text, typed, reward, self._score, done))

    def episode(
        self, item: PlanItem, agent_seed: int, status: Status, error: str | None
    ) -> Episode:
        """Return the record of the episode as far as it went."""
        return Episode(
            item=item,
            agent_seed=agent_seed,
            status=status,
            error=None if error is None else _storable(error)[:_MAX_ERROR],
            score=self._score,
            highscore=self._highscore,
            moves=self._moves,
            steps=self.steps,
            won=self._won,
            lost=self._lost,
            invalid_actions=self._invalid_actions,
            commands=tuple(self.commands),
            transcript=tuple(self._transcript),
        )


class Recording(Wrapper):
    """A game that notes in ``progress`` what is done with it, for at most ``max_steps`` commands.

    It begins once, by `begin`, from the seed that the plan gives; to look ahead on copies or from
    snapshots is no part of an evaluation. Raises AgentError for what is not.
    """

    def __init__(self, env: Environment, progress: Progress, max_steps: int, is_ours: bool):
        super().__init__(env)
        self._progress = progress
        self._max_steps = max_steps
        self._needed = runner_infos(is_ours).basics
        self._may_begin = False

    @property
    def unwrapped(self) -> Environment:
        """The recording itself: what is inside is the evaluation's."""
        return self

    def begin(self, outermost: Environment, seed: int) -> GameState:
        """Begin the episode, through all wrappers of the agent, and return what they make of it."""
        self._wrapped_env.seed(seed)
        self._may_begin = True
        return outermost.reset()

    def reset(self) -> GameState:
        """See `Environment.reset`; only `begin` may call it."""
        if not self._may_begin:
            raise AgentError("An episode is played once: an agent does not reset the game.")
        self._may_begin = False
        self._ask()
        self._progress.blame = "story"
        state = self._wrapped_env.reset()
        self._progress.see(state, state.score, None, done=False)
        self._progress.blame = "agent"
        return state

    def step(self, command: str) -> tuple[GameState, float, bool]:
        """See `Environment.step`; raises OutOfSteps when they are used up."""
        if not isinstance(command, str):
            raise TypeError(f"step() takes a command as str, not {type(command).__name__}")
        if self._progress.ended:
            raise GameNotRunningError("The episode is over.")
        if self._progress.steps >= self._max_steps:
            raise OutOfSteps
        self._ask()
        self._progress.blame = "story"
        state, score, done = self._wrapped_env.step(command)
        self._progress.see(state, score, command, done)
        self._progress.blame = "agent"
        return state, score, done

    def load(self, path: str) -> None:
        """Not for agents."""
        raise AgentError("An agent plays the game that it is given: it loads no other.")

    def seed(self, seed: int | None = None) -> list[int]:
        """Not for agents."""
        raise AgentError("The plan gives the seed of an episode, not the agent.")

    def save(self) -> Any:
        """Not for agents."""
        raise AgentError("Looking ahead is no part of an evaluation: there are no snapshots.")

    def restore(self, snapshot: Any) -> GameState:
        """Not for agents."""
        raise AgentError("Looking ahead is no part of an evaluation: there are no snapshots.")

    def copy(self) -> Any:
        """Not for agents."""
        raise AgentError("Looking ahead is no part of an evaluation: there are no copies.")

    def __copy__(self) -> Any:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        return self.copy()

    def _ask(self) -> None:
        """Ask for what the record needs, whatever the agent has asked for."""
        for name in self._needed:
            setattr(self.infos, name, True)


def runner_infos(is_ours: bool) -> EnvInfos:
    """Return the information that the record of an episode is made of."""
    return EnvInfos(feedback=True, last_action=is_ours, lost=True, moves=True, score=True, won=True)


def _storable(text: str) -> str:
    """Return ``text`` with lone surrogates escaped, as a UTF-8 column can hold it."""
    return text.encode("utf-8", "backslashreplace").decode()
