"""Playing stories: ours with all that is known about them, others with what Jericho knows."""

__all__ = ["JerichoEnv", "JerichoUnsupportedGameWarning", "StoryEnv", "play", "start"]

from twbench.envs.jericho_env import JerichoEnv, JerichoUnsupportedGameWarning
from twbench.envs.play import play, start
from twbench.envs.story_env import StoryEnv
