"""Finding the valid actions of a story once, for a file beside it."""

__all__ = ["Keeping", "keep_actions"]

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from twbench.core.environments import SEARCH_SECONDS
from twbench.dataset.workers.pool import Loss, do_apart
from twbench.envs import own_folder
from twbench.envs.detection import Detection
from twbench.envs.frotz.known import walkthrough_of
from twbench.envs.frotz.session import Session
from twbench.envs.frotz.story_file import read_story
from twbench.envs.valid_actions.limits import Limits
from twbench.errors import GameFileError, InputError

MOST_STATES = 2000
"""For the searches of so many a story has time: the longest walkthrough that is known has
1264 commands."""
Kept = tuple[int, str | None]
"""How many states a file has, and what is wrong with the story, if anything is."""


@dataclass(frozen=True, slots=True)
class Keeping:
    """A story whose valid actions are to be written to a file ``out``; ``mode`` is how to search.

    A state is searched for ``seconds`` at most. With ``adds``, what the file has already stays.
    """

    story: Path
    out: Path
    mode: str
    adds: bool = False
    seconds: float = SEARCH_SECONDS


@dataclass(frozen=True, slots=True)
class _KeepWork:
    """Finds valid actions along walkthroughs."""

    quiet: bool = True

    def seconds(self, part: Keeping) -> float:
        """Return after what time a story is to be given up."""
        return MOST_STATES * Limits.lasting(part.seconds).until_answered

    def do(self, parts: Sequence[Keeping], begin: Callable[[int], None]) -> Kept:
        """Write the files of some stories, up to the first that cannot be played."""
        states = 0
        for number, part in enumerate(parts):
            begin(number)
            try:
                states += _keep(part)
            except (InputError, OSError) as error:
                return states, str(error)
        return states, None

    def give_up(self, part: Keeping, loss: Loss) -> Kept:
        """Return what to say of a story that a worker was lost with."""
        if loss is Loss.HUNG:
            return 0, f"{part.story.name} was given up after {self.seconds(part):g} seconds."
        return 0, f"{part.story.name} ended the process that played it, twice."


def keep_actions(keeping: Keeping) -> int:
    """Write the valid actions of the states along a story's walkthrough; return how many there are.

    The walkthrough is played with its own seed. For a story without a walkthrough, it is the state
    at its beginning. Raises GameFileError where it cannot be done.
    """
    states, problem = do_apart(_KeepWork(), keeping)
    if problem is not None:
        raise GameFileError(problem)
    return states


def _keep(keeping: Keeping) -> int:
    story = read_story(keeping.story)
    with own_folder():
        session = Session(story)
        try:
            session.reset()
            former = keeping.out if keeping.adds else None
            detection = Detection(story.data, session, former, keeping.seconds)
            frotz = session.frotz
            known = bool(frotz.is_fully_supported)
            for command in [*walkthrough_of(frotz), None]:
                over = session.halted or (known and (frotz.game_over() or frotz.victory()))
                if over:
                    break
                detection.keep(session, keeping.mode)
                if command is not None:
                    session.step(command)
            detection.kept.save(keeping.out)
        finally:
            session.close()
    return len(detection.kept)
