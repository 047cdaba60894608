"""The smithy, begun."""

from collections.abc import Iterator

import pytest
from smithy import STORY

from twbench.core import EnvInfos
from twbench.envs.craft_env import CraftEnv
from twbench.envs.frotz.story_file import StoryFile


@pytest.fixture
def env() -> Iterator[CraftEnv]:
    """The story, begun."""
    names = ("admissible_commands", "description", "inventory", "location", "objective")
    env = CraftEnv(EnvInfos(extras=["walkthrough"], **dict.fromkeys(names, True)))
    env.open(StoryFile("smithy.z8", STORY.data))
    env.reset()
    yield env
    env.close()
