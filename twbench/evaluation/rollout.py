"""Playing one episode: a pure function of the plan item, the agent and the protocol."""

__all__ = ["Start", "run_episode", "start_watched"]

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

from twbench.core import EnvInfos, Environment
from twbench.envs import own_folder, start
from twbench.envs.story_file import read_story
from twbench.evaluation.episode import Episode, FailedBy, Status
from twbench.evaluation.plan import PlanItem, agent_seed
from twbench.evaluation.protocol import Protocol
from twbench.evaluation.recording import Recording, Start, StoryFailed
from twbench.evaluation.wall.desk import Desk, Ending
from twbench.evaluation.wall.seat import Seat


@contextmanager
def start_watched(path: str, infos: EnvInfos) -> Iterator[Environment]:
    """Give an environment that plays the story at ``path`` in this process, which somebody watches.

    As long as a story that may do harm is on, the current folder is one of its own.
    """
    story = Path(path).absolute()
    harmless = read_story(story).doubt is None
    with nullcontext() if harmless else own_folder(), start(story, infos, isolated=False) as env:
        yield env


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
    except StoryFailed:
        status = Status.TIMEOUT if recording.story_timeout else Status.CRASHED
        return recording.episode(seed, status, FailedBy.STORY, recording.story_error)
    if recording.ended:
        return recording.episode(seed, Status.DONE, None, None)
    if recording.over:
        return recording.episode(seed, Status.TRUNCATED, None, None)
    return recording.episode(seed, ending.status, ending.failed_by, ending.error)
