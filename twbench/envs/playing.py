"""Starting a story of the Z-machine, ours or that of another maker."""

__all__ = ["open_story", "start_here", "start_story"]

from pathlib import Path

from twbench.core import EnvInfos, Environment
from twbench.envs.folders import has_own_folder
from twbench.envs.frotz.story_file import StoryFile, read_story


def start_story(
    path: str | Path,
    infos: EnvInfos | None = None,
    *,
    isolated: bool | None = None,
    timeout: float = 10.0,
) -> Environment:
    """Return an environment with the story at ``path`` loaded; see `twbench.start`.

    Unless ``isolated`` is said, all stories are but those that cannot do harm: made by this version
    of twbench from a logic that comes with it, and checked to be so. What other makers' stories
    save has no place in the user's folder, so in this process they are played within `own_folder`
    only.

    Raises StoryFileError for files that cannot be played.
    """
    story = read_story(path)
    trusted = isolated is False
    if isolated is None:
        isolated = story.doubt is not None
    elif not (isolated or story.is_ours or has_own_folder()):
        isolated = True
    if isolated:
        from twbench.envs.isolated import IsolatedEnv

        env = IsolatedEnv(infos, timeout)
        env.load(path)
        return env
    return start_here(story, path, infos, trusted=trusted)


def open_story(path: str | Path, infos: EnvInfos | None = None) -> Environment:
    """Return an environment of this process with a story loaded, whatever that may do to it."""
    return start_here(read_story(path), path, infos, trusted=True)


def start_here(
    story: StoryFile, path: str | Path, infos: EnvInfos | None, trusted: bool
) -> Environment:
    """Return an environment of this process, with a story loaded that was read from ``path``.

    Only what it needs is loaded: a process that plays one story starts the sooner.
    """
    if story.is_ours:
        from twbench.envs.story_env import StoryEnv

        ours = StoryEnv(infos, trusted=trusted)
        ours.open(story, path)
        return ours
    from twbench.envs.jericho_env import JerichoEnv

    other = JerichoEnv(infos)
    other.open(story, path)
    return other
