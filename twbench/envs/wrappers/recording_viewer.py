"""Recording a quest in the browser."""

__all__ = ["RecordingViewer"]

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from twbench.envs.wrappers.action_recorder import ActionRecorder
from twbench.envs.wrappers.viewer import HtmlViewer

if TYPE_CHECKING:
    from twbench.envs.wrappers.viewer_page import PageServer


class RecordingViewer(HtmlViewer):
    """Shows what an `ActionRecorder` records, and takes commands from the page.

    The map has the rooms that the player has been in, and so grows with the game; beside it is the
    quest so far. What is typed on the page is given to ``take`` line by line: ``undo`` for the
    button that takes a step back, ``quit`` for the one that ends the recording. Raises as
    `HtmlViewer` does.
    """

    def __init__(
        self,
        recorder: ActionRecorder,
        take: Callable[[str], None],
        open_automatically: bool = True,
        port: int = 8080,
    ):
        self._take = take
        super().__init__(recorder, open_automatically, port)

    def _served(self, port: int) -> "PageServer":
        from twbench.envs.wrappers.recording_page import RecordingServer
        from twbench.envs.wrappers.viewer_page import serve

        return serve(port, partial(RecordingServer, take=self._take))

    def _shown(self, known: dict[str, Any], before: Mapping[str, Any]) -> dict[str, Any]:
        """Return what is shown; the room that the player is in has been seen from now on."""
        # What knows of games takes long to load: it is loaded only where somebody records.
        from twbench.generator.knowledge.roles import places_player

        here = {fact.names[1] for fact in known["facts"] if places_player(fact.name, fact.names)}
        seen = frozenset({*before.get("seen", ()), *here})
        recorder = cast(ActionRecorder, self._wrapped_env)
        return {**known, "seen": seen, "actions": recorder.actions}
