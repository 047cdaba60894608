"""Playing one episode: a pure function of the plan item, the agent and the protocol."""

__all__ = ["Stage", "run_episode"]

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from twbench.core import EnvInfos, Environment
from twbench.envs import own_folder, start
from twbench.envs.frotz.story_file import read_story
from twbench.evaluation.episodes.episode import Episode, FailedBy, Status
from twbench.evaluation.episodes.recording import Recording, Start, StoryFailed
from twbench.evaluation.settings.plan import PlanItem, agent_seed
from twbench.evaluation.settings.protocol import Protocol
from twbench.evaluation.wall.desk import Desk, Ending
from twbench.evaluation.wall.seat import Seat

if TYPE_CHECKING:
    from twbench.envs import StoryEnv


class Stage:
    """Opens stories in this process, which somebody watches, one after the other.

    Harmless stories of ours share an interpreter, and stay open while the next one is the same: the
    episodes of a game follow one another. As long as another one is on, the current folder is one
    of its own.
    """

    def __init__(self) -> None:
        self._env: StoryEnv | None = None
        self._path: Path | None = None

    @contextmanager
    def __call__(self, path: str, infos: EnvInfos) -> Iterator[Environment]:
        """Give an environment that plays the story at ``path``; it is another's after that."""
        place = Path(path).absolute()
        if self._env is not None and place == self._path:
            with self._kept(self._env) as env:
                yield env
            return
        story = read_story(place)
        if story.is_ours and story.doubt is None:
            from twbench.envs import StoryEnv  # stories of other makers are played without it

            env = self._env or StoryEnv(trusted=True)
            env.open(story, place)
            self._path = place
            with self._kept(env):
                yield env
        else:
            with own_folder(), start(place, infos, isolated=False) as other:
                yield other

    @contextmanager
    def _kept(self, env: "StoryEnv") -> Iterator["StoryEnv"]:
        """Give an environment that is kept unless something is raised."""
        self._env = None
        try:
            yield env
        except BaseException:
            env.close()
            raise
        self._env = env


def run_episode(
    item: PlanItem,
    seat: Seat,
    protocol: Protocol,
    *,
    start: Start,
    chosen_seed: object = None,
    transcripts: bool = False,
    recording: Recording | None = None,
) -> Episode:
    """Play one episode with the agent in ``seat``, in a new environment made by ``start``.

    Whatever the agent or the story does becomes a status of the episode. ``chosen_seed`` is the
    seed among the agent's arguments. Give a ``recording`` to look into it while it is made.

    Raises NotGranted if the agent asks for what the protocol does not grant, and AgentError if
    there is no such agent.
    """
    recording = recording or Recording(item, protocol, transcripts)
    seed = agent_seed(item, chosen_seed)
    ending = Ending()
    try:
        with recording.opened(start) as game:
            ending = seat.play(Desk(recording, game, seed))
            if not recording.begun and ending.failed_by is not FailedBy.SERVICE:
                recording.begin(game)  # who does not begin has what everybody begins with
    except StoryFailed:
        if not recording.over:
            status = Status.TIMEOUT if recording.story_timeout else Status.CRASHED
            return recording.episode(seed, status, FailedBy.STORY, recording.story_error)
    if recording.ended:
        return recording.episode(seed, Status.DONE, None, None)
    if recording.over:
        return recording.episode(seed, Status.TRUNCATED, None, None)
    return recording.episode(seed, ending.status, ending.failed_by, ending.error)
