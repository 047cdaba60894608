"""Playing one episode: a pure function of the plan item, the agent and the limits."""

__all__ = ["AgentSpec", "Start", "run_episode", "start_watched"]

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from twbench.agents import AgentEntry, WalkthroughDone, get, load_module
from twbench.core import Agent, EnvInfos, Environment
from twbench.envs import own_folder, start
from twbench.envs.story_file import read_story
from twbench.evaluation.episode import Episode, Limits, Status
from twbench.evaluation.plan import PlanItem
from twbench.evaluation.recording import OutOfSteps, Progress, Recording, runner_infos
from twbench.timers import Clock, interrupting

Start = Callable[[str, EnvInfos], AbstractContextManager[Environment]]


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


def run_episode(
    item: PlanItem, agent: AgentSpec, limits: Limits, *, start: Start, transcripts: bool = False
) -> Episode:
    """Play one episode with a new agent in a new environment made by ``start``.

    Whatever the agent or the story does becomes a status of the episode; only KeyboardInterrupt
    passes. The time limit interrupts Python code, and works in a process's main thread alone; a
    hang inside an interpreter written in C is for the caller to end.
    """
    progress = Progress(transcripts, item.game.is_ours)
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
    except OutOfSteps:
        status = Status.TRUNCATED
    except WalkthroughDone as ending:
        status, error = Status.TRUNCATED, f"agent: {ending}"
    except (Exception, SystemExit) as failure:  # the border where a crash becomes data
        status, error = Status.CRASHED, f"{progress.blame}: {type(failure).__name__}: {failure}"
    return progress.episode(item, seed, status, error)


def _play(item: PlanItem, agent: Agent, limits: Limits, start: Start, progress: Progress) -> Status:
    """Play until the game ends or the steps are used up, and keep ``progress`` up to date."""
    progress.blame = "story"
    is_ours = item.game.is_ours
    with start(item.game.story, runner_infos(is_ours)) as game:
        recording = Recording(game, progress, limits.max_steps, is_ours)
        progress.blame = "agent"
        env: Environment = recording
        for wrapper in agent.wrappers:
            env = wrapper(env)
        agent.reset(env)
        state, score, done = recording.begin(env, item.episode_seed), 0.0, False
        while not progress.ended and progress.steps < limits.max_steps:
            command: object = agent.act(state, score, done)
            if not isinstance(command, str):
                kind = type(command).__name__
                raise TypeError(f"act() must return a command as str, not {kind}")
            if not progress.ended:  # or the agent has played on by itself
                state, score, done = env.step(command)
        agent.finish(state, score, done)
    return Status.DONE if progress.ended else Status.TRUNCATED
