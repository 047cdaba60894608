"""Wrappers that add something to an environment, or change what it returns."""

__all__ = [
    "ActionRecorder",
    "Filter",
    "GenericEnvironment",
    "HtmlViewer",
    "Limit",
    "ReadableNames",
    "Recorder",
    "RecordingViewer",
    "TWInform7",
]

from typing import TYPE_CHECKING

from twbench.envs.wrappers.action_recorder import ActionRecorder
from twbench.envs.wrappers.filter import Filter
from twbench.envs.wrappers.limit import Limit
from twbench.envs.wrappers.readable_names import ReadableNames
from twbench.envs.wrappers.recorder import Recorder
from twbench.envs.wrappers.recording_viewer import RecordingViewer
from twbench.envs.wrappers.viewer import HtmlViewer
from twbench.system.public_names import loading

if TYPE_CHECKING:
    from twbench.envs.wrappers.generic import GenericEnvironment
    from twbench.envs.wrappers.tw_inform7 import TWInform7

_HOMES = {
    "generic": ("GenericEnvironment",),
    "tw_inform7": ("TWInform7",),
}
"""What chooses who plays, and is loaded when it is first used: others need no environment."""

__getattr__, __dir__ = loading(__name__, _HOMES, _HOMES)
