"""Where the stories by other makers are: none comes with twbench.

``TWBENCH_STORIES`` names the folder; otherwise it is the one of the sample data, beside a checkout.
"""

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from twbench.envs import own_folder
from twbench.envs.frotz.known import known_as, walkthrough_of
from twbench.envs.frotz.session import Session
from twbench.envs.frotz.story_file import StoryFile, read_story

STORIES = Path(
    os.environ.get("TWBENCH_STORIES")
    or Path(__file__).resolve().parents[2] / "shared" / "data" / "stories"
)
needs_stories = pytest.mark.skipif(
    not STORIES.is_dir(), reason="no stories by other makers: TWBENCH_STORIES names no folder"
)


def known_stories() -> list[str]:
    """Return the names of the files that Jericho knows, sorted."""
    files = STORIES.glob("*.z[34578]") if STORIES.is_dir() else ()
    return sorted(path.name for path in files if known_as(path.read_bytes()) is not None)


def story(name: str) -> Path:
    """Return the story of a file name; the test is skipped where it is not among those at hand."""
    path = STORIES / name
    if not path.is_file():
        pytest.skip(f"there is no {name} among the stories by other makers")
    return path


@contextmanager
def played(name: str, commands: int) -> Iterator[tuple[StoryFile, Session]]:
    """Play so many ``commands`` of the walkthrough of a story, in a folder of the test's own."""
    read = read_story(story(name))
    with own_folder(), closing(Session(read)) as session:
        session.reset()
        for command in walkthrough_of(session.frotz)[:commands]:
            session.step(command)
        yield read, session
