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
    "folders": ("own_folder",),
    "isolated": ("IsolatedEnv", "IsolatedSnapshot"),
    "jericho_env": ("JerichoEnv", "JerichoSnapshot", "JerichoUnsupportedGameWarning"),
    "playing": ("start_story",),
    "story_env": ("EnvSnapshot", "StoryEnv"),
    "tw": ("LogicSnapshot", "TextWorldEnv"),
    "wrappers": (
        "ActionRecorder",
        "Filter",
        "HtmlViewer",
        "Limit",
        "ReadableNames",
        "Recorder",
        "RecordingViewer",
    ),
    "wrappers.tw_inform7": ("TWInform7",),
}


# So it is with TextWorld's after one import.
__getattr__, __dir__ = loading(__name__, _HOMES, ["batch", "tw", "wrappers", "zmachine"])
