"""Playing one episode: a pure function of the plan item, the agent and the limits."""

__all__ = ["AgentSpec", "Start", "run_episode", "start_watched"]

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from twbench.agents import AgentEntry, WalkthroughDone, get, load_module
from twbench.core import Agent, EnvInfos, Environment, GameState
from twbench.envs import own_folder, start
from twbench.envs.story_file import read_story
from twbench.evaluation.episode import Episode, Limits, Status, Step
from twbench.evaluation.plan import PlanItem
from twbench.timers import Clock, interrupting

Start = Callable[[str, EnvInfos], AbstractContextManager[Environment]]

_MAX_ERROR = 1000  # characters of an error message that are kept


@contextmanager
def start_watched(path: str, infos: EnvInfos) -> Iterator[Environment]:
    """Give an environment that plays the story at ``path`` in this process, which somebody watches.

    As long as a story that may do harm is on, the current folder is one of its own.
    """
    story = Path(path).absolute()
    harmless = read_story(story).doubt is None
    with nullcontext() if harmless else own_folder(), start(story, infos, isolated=False) as env:
        yield env


@dataclass(frozen=True, slots=True)
class AgentSpec:
    """An agent as a configuration names it; ``module`` is a file that registers more agents."""

    name: str
    arguments: Mapping[str, Any] = field(default_factory=dict)
    module: str | None = None

    def resolve(self) -> AgentEntry:
        """Return the registered agent; raises AgentError for a wrong name or argument."""
        if self.module is not None:
            load_module(self.module)
        entry = get(self.name)
        entry.check(self.arguments)
        return entry


class _EpisodeTimeout(BaseException):
    """Raised inside an agent or a story; no ``except Exception`` of theirs stops it."""


class _Progress:
    """What is known of an episode so far, kept step by step so that a crash loses nothing."""

    def __init__(self, transcripts: bool, knows_commands: bool):
        self.transcripts = transcripts
        self.blame = "agent"
        self.steps = 0
        self.invalid_actions: int | None = 0 if knows_commands else None
        self.score: int | None = None
        self.highscore: int | None = None
        self.state = GameState()
        self.transcript: list[Step] = []

    def see(self, state: GameState, score: float | None, command: str | None, done: bool) -> None:
        """Take note of the state that answered ``command`` (None: of the first state)."""
        before = self.score
        self.state = state
        self.score = None if score is None else int(score)
        if self.score is not None:
            self.highscore = max(self.score, self.highscore or self.score)
        if command is not None:
            self.steps += 1
            if self.invalid_actions is not None:
                self.invalid_actions += state.last_action is None
        if self.transcripts:
            reward = None if self.score is None else self.score - (before or 0)
            text = _storable(state.feedback or "")
            typed = None if command is None else _storable(command)
            self.transcript.append(Step(self.steps, text, typed, reward, self.score, done))

    def episode(
        self, item: PlanItem, agent_seed: int, status: Status, error: str | None
    ) -> Episode:
        """Return the record of the episode as far as it went."""
        return Episode(
            item=item,
            agent_seed=agent_seed,
            status=status,
            error=None if error is None else _storable(error)[:_MAX_ERROR],
            score=self.score,
            highscore=self.highscore,
            moves=self.state.moves,
            steps=self.steps,
            won=self.state.won,
            lost=self.state.lost,
            invalid_actions=self.invalid_actions,
            transcript=tuple(self.transcript),
        )


def run_episode(
    item: PlanItem, agent: AgentSpec, limits: Limits, *, start: Start, transcripts: bool = False
) -> Episode:
    """Play one episode with a new agent in a new environment made by ``start``.

    Whatever the agent or the story does becomes a status of the episode; only KeyboardInterrupt
    passes. The time limit interrupts Python code, and works in a process's main thread alone; a
    hang inside an interpreter written in C is for the caller to end.
    """
    progress = _Progress(transcripts, item.game.is_ours)
    seed = agent.arguments.get("seed", item.agent_seed)
    error: str | None = None
    try:
        with interrupting(_EpisodeTimeout, limits.time_limit, Clock.WALL):
            status = _play(
                item, agent.resolve().make(agent.arguments, seed), limits, start, progress
            )
    except _EpisodeTimeout:
        status = Status.TIMEOUT
        error = f"{progress.blame}: the {limits.time_limit:g} seconds of the episode were used up"
    except WalkthroughDone as ending:
        status, error = Status.TRUNCATED, f"agent: {ending}"
    except (Exception, SystemExit) as failure:  # the border where a crash becomes data
        status, error = Status.CRASHED, f"{progress.blame}: {type(failure).__name__}: {failure}"
    return progress.episode(item, seed, status, error)


def _play(
    item: PlanItem, agent: Agent, limits: Limits, start: Start, progress: _Progress
) -> Status:
    """Play until the game ends or the steps are used up, and keep ``progress`` up to date."""
    progress.blame = "story"
    with start(item.game.story, _runner_infos(item.game.is_ours)) as inner:
        env: Environment = inner
        progress.blame = "agent"
        for wrapper in agent.wrappers:
            env = wrapper(env)
        agent.reset(env)
        progress.blame = "story"
        env.seed(item.episode_seed)
        state, score, done = env.reset(), 0.0, False
        progress.see(state, state.score, None, done)
        while not done and progress.steps < limits.max_steps:
            progress.blame = "agent"
            command: object = agent.act(state, score, done)
            if not isinstance(command, str):
                kind = type(command).__name__
                raise TypeError(f"act() must return a command as str, not {kind}")
            progress.blame = "story"
            state, score, done = env.step(command)
            progress.see(state, score, command, done)
        progress.blame = "agent"
        agent.finish(state, score, done)
    return Status.DONE if done else Status.TRUNCATED


def _runner_infos(is_ours: bool) -> EnvInfos:
    """Return the information that the record of an episode is made of."""
    return EnvInfos(feedback=True, last_action=is_ours, lost=True, moves=True, score=True, won=True)


def _storable(text: str) -> str:
    """Return ``text`` with lone surrogates escaped, as a UTF-8 column can hold it."""
    return text.encode("utf-8", "backslashreplace").decode()
