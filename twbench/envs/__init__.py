"""Playing stories: ours with all that is known about them, others with what Jericho knows."""

__all__ = [
    "EnvSnapshot",
    "Filter",
    "HtmlViewer",
    "IsolatedEnv",
    "IsolatedSnapshot",
    "JerichoEnv",
    "JerichoSnapshot",
    "JerichoUnsupportedGameWarning",
    "Limit",
    "Recorder",
    "StoryEnv",
    "play",
    "start",
]

from twbench.envs.isolated_env import IsolatedEnv, IsolatedSnapshot
from twbench.envs.jericho_env import JerichoEnv, JerichoSnapshot, JerichoUnsupportedGameWarning
from twbench.envs.playing import play, start
from twbench.envs.story_env import EnvSnapshot, StoryEnv
from twbench.envs.wrappers import Filter, HtmlViewer, Limit, Recorder
