"""Playing stories: ours with all that is known about them, others with what Jericho knows.

The names below are loaded when they are first used: a process that plays one story loads no more
than that needs.
"""

__all__ = [
    "ActionRecorder",
    "EnvSnapshot",
    "Filter",
    "HtmlViewer",
    "IsolatedEnv",
    "IsolatedSnapshot",
    "JerichoEnv",
    "JerichoSnapshot",
    "JerichoUnsupportedGameWarning",
    "Limit",
    "LogicSnapshot",
    "ReadableNames",
    "Recorder",
    "RecordingViewer",
    "StoryEnv",
    "TWInform7",
    "TextWorldEnv",
    "own_folder",
    "start_story",
]

from typing import TYPE_CHECKING

from twbench.system.public_names import loading

if TYPE_CHECKING:
    from twbench.envs.folders import own_folder
    from twbench.envs.isolated import IsolatedEnv, IsolatedSnapshot
    from twbench.envs.jericho_env import JerichoEnv, JerichoSnapshot, JerichoUnsupportedGameWarning
    from twbench.envs.playing import start_story
    from twbench.envs.story_env import EnvSnapshot, StoryEnv
    from twbench.envs.tw import LogicSnapshot, TextWorldEnv
    from twbench.envs.wrappers import (
        ActionRecorder,
        Filter,
        HtmlViewer,
        Limit,
        ReadableNames,
        Recorder,
        RecordingViewer,
    )
    from twbench.envs.wrappers.tw_inform7 import TWInform7

_HOMES = {
    "ActionRecorder": "wrappers",
    "EnvSnapshot": "story_env",
    "Filter": "wrappers",
    "HtmlViewer": "wrappers",
    "IsolatedEnv": "isolated",
    "IsolatedSnapshot": "isolated",
    "JerichoEnv": "jericho_env",
    "JerichoSnapshot": "jericho_env",
    "JerichoUnsupportedGameWarning": "jericho_env",
    "Limit": "wrappers",
    "LogicSnapshot": "tw",
    "ReadableNames": "wrappers",
    "Recorder": "wrappers",
    "RecordingViewer": "wrappers",
    "StoryEnv": "story_env",
    "TWInform7": "wrappers.tw_inform7",
    "TextWorldEnv": "tw",
    "own_folder": "folders",
    "start_story": "playing",
}


# TextWorld's wrappers are at hand after one import as well.
__getattr__, __dir__ = loading(__name__, _HOMES, {"wrappers": "wrappers"})
