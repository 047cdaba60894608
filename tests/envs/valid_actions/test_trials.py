"""What comes of commands that are tried, and what would have come without them."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from twbench.envs import own_folder
from twbench.envs.frotz.known import walkthrough_of
from twbench.envs.frotz.session import Session
from twbench.envs.frotz.story_file import read_story
from twbench.envs.objects.dictionary import Dictionary
from twbench.envs.objects.world import World
from twbench.envs.valid_actions.limits import Limits
from twbench.envs.valid_actions.trials import Trials

STORIES = Path(__file__).resolve().parents[4] / "shared" / "data" / "stories"
pytestmark = pytest.mark.skipif(
    not STORIES.is_dir(), reason="the stories are not beside this checkout"
)


@pytest.fixture
def temple() -> Iterator[Session]:
    with own_folder():
        session = Session(read_story(STORIES / "temple.z5"))
        session.reset()
        yield session
        session.close()


def _trials(session: Session) -> Trials:
    story = read_story(STORIES / "temple.z5").data
    return Trials(session, World(story, Dictionary(story)).table, story, Limits())


def _play_until(session: Session, command: str, more: int = 0) -> None:
    """Play the walkthrough up to a command, which it has once, and that many behind it."""
    walkthrough = walkthrough_of(session.frotz)
    for typed in walkthrough[: walkthrough.index(command) + 1 + more]:
        session.step(typed)


def test_points_that_come_by_waiting_are_the_work_of_no_command(temple):
    _play_until(temple, "pull lever", more=3)  # a cloud grows: five points when it has grown
    score = temple.frotz.get_score()
    trials = _trials(temple)
    reply = trials.try_out("wave").reply
    assert "cloud gets bigger" not in " ".join(reply.split()), "it does so whatever is typed"
    assert temple.frotz.get_score() == score + 5
    assert trials.changes("wave") == ()
    trials.close()
    assert temple.frotz.get_score() == score


def test_points_that_a_command_is_given_are_its_own(temple):
    walkthrough = walkthrough_of(temple.frotz)
    score = 0
    for command in walkthrough:
        trials = _trials(temple)
        trials.try_out(command)
        changes = trials.changes(command)
        trials.close()
        temple.step(command)
        if (gained := temple.frotz.get_score()) > score:
            break
    assert gained > score
    assert gained in [value for address, value in changes if address < 0]
