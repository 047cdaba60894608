"""Playing stories: ours with all that is known about them, others with what Jericho knows."""

__all__ = [
    "EnvSnapshot",
    "Filter",
    "IsolatedEnv",
    "JerichoEnv",
    "JerichoUnsupportedGameWarning",
    "Limit",
    "Recorder",
    "StoryEnv",
    "play",
    "start",
]

from twbench.envs.isolated_env import IsolatedEnv
from twbench.envs.jericho_env import JerichoEnv, JerichoUnsupportedGameWarning
from twbench.envs.playing import play, start
from twbench.envs.story_env import EnvSnapshot, StoryEnv
from twbench.envs.wrappers import Filter, Limit, Recorder
