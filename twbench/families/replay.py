"""The proof of a game: its walkthrough, typed into the compiled story, wins with full score."""

__all__ = ["replay"]

import tempfile
from collections.abc import Sequence
from contextlib import closing

from twbench.envs.frotz.session import Session
from twbench.envs.frotz.story_file import StoryFile
from twbench.story.zcode.layout import Ending
from twbench.story.zcode.standing import Standing
from twbench.system.files import saying_where


def replay(
    story: StoryFile,
    walkthrough: Sequence[str],
    max_score: int | None,
    reader: Standing | None = None,
) -> str | None:
    """Play ``walkthrough`` in the compiled ``story``; return what went wrong, or None.

    The game must be won at the last command and not end before it, with ``max_score`` unless there
    is no highest score. Without a ``reader`` the story says itself where score and ending are: it
    has to be one of rooms and things. Raises StoryFileError for a story that is not ours.
    """
    if not walkthrough:
        return "The game has no walkthrough."
    reader = reader or Standing(story.directory.variables)
    with saying_where(tempfile.gettempdir()):  # where the interpreter may have a copy of the story
        session = Session(story)
    with closing(session):
        return _play(session, reader, walkthrough, max_score)


def _play(
    session: Session, reader: Standing, walkthrough: Sequence[str], max_score: int | None
) -> str | None:
    session.begin()
    last = len(walkthrough)
    for number, command in enumerate(walkthrough, 1):
        _, memory, halted = session.glance(command)
        ending = reader.ending(memory)
        if number < last and (halted or ending is not Ending.NONE):
            how = "stopped" if ending is Ending.NONE else ending.name.lower()
            return f"The game was {how} at command {number} of {last}, {command!r}."
    if ending is not Ending.WON:
        return f"The game was not won after the last command, {walkthrough[-1]!r}."
    score = reader.score(memory)
    if max_score is not None and score != max_score:
        return f"The game was won with a score of {score} instead of {max_score}."
    return None
