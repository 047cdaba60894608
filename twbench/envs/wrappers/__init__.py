"""Wrappers that add something to an environment, or change what it returns."""

__all__ = [
    "ActionRecorder",
    "Filter",
    "HtmlViewer",
    "Limit",
    "ReadableNames",
    "Recorder",
    "RecordingViewer",
]

from twbench.envs.wrappers.action_recorder import ActionRecorder
from twbench.envs.wrappers.filter import Filter
from twbench.envs.wrappers.limit import Limit
from twbench.envs.wrappers.readable_names import ReadableNames
from twbench.envs.wrappers.recorder import Recorder
from twbench.envs.wrappers.recording_viewer import RecordingViewer
from twbench.envs.wrappers.viewer import HtmlViewer
