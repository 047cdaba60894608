"""Playing one episode: what comes of it depends on plan item, agent and protocol alone."""

__all__ = ["FamilyStages", "run_episode"]

from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from twbench.core import EnvInfos, Environment
from twbench.evaluation.episodes.episode import Episode, FailedBy, Status
from twbench.evaluation.episodes.recording import Recording, StoryFailed
from twbench.evaluation.settings.plan import agent_seed
from twbench.evaluation.wall.desk import Desk, Ending
from twbench.evaluation.wall.seat import Seat
from twbench.families import Family, family_of
from twbench.families.family import Opener


class FamilyStages:
    """Opens stories one after the other, in this process, which its parent watches.

    How a story is opened, and what is kept of it for the next, depends on the game's family.
    """

    def __init__(self) -> None:
        self._openers: dict[str, Opener] = {}
        self._families: dict[str, Family[Any]] = {}

    def __call__(self, path: str, infos: EnvInfos) -> AbstractContextManager[Environment]:
        """Give an environment that plays the story at ``path``; it is another's after that."""
        place = str(Path(path).absolute())
        family = self._families.get(place) or family_of(Path(place))
        self._families = {place: family}  # the episodes of a game follow one another
        if family.name not in self._openers:
            self._openers[family.name] = family.stage()
        return self._openers[family.name](place, infos)


def run_episode(
    recording: Recording, seat: Seat, start: Opener, chosen_seed: object = None
) -> Episode:
    """Play the episode of ``recording`` with the agent in ``seat``; ``start`` opens the game.

    Whatever the agent or the story does becomes a status of the episode. ``chosen_seed`` is the
    seed among the agent's arguments.

    Raises NotGranted if the agent asks for what the protocol does not grant, and AgentError if
    there is no such agent.
    """
    seed = agent_seed(recording.item, chosen_seed)
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
