"""An environment in the browser: its zones and items in pictures, and what can be done as buttons.

The page is that of the viewer of games, with its protection against other pages: a choice counts
only with the token of this server.
"""

__all__ = ["BrowserWindow"]

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from html import escape
from queue import SimpleQueue
from string import Template
from typing import Any, ClassVar

from twbench.envs.wrappers.recording_page import RecordingServer
from twbench.envs.wrappers.viewer_page import SCRIPT, View, serve
from twbench.hierarchycraft.env import HcraftEnv
from twbench.hierarchycraft.render.pictures import Pictures
from twbench.hierarchycraft.render.scene import draw_state
from twbench.printable import printable

_MAIN = Template("""\
<figure>
$picture</figure>
<section>
<p id="score">$name: score $score, steps: $steps</p>
<nav>
$buttons</nav>
<pre id="transcript">$transcript</pre>
</section>""")

_CHOOSING = """
document.addEventListener("click", async (event) => {
  const button = event.target.closest("nav button");
  if (!button) return;
  const token = JSON.parse(await read("/revision")).server;
  await fetch("/command", {method: "POST", headers: {"X-Token": token}, body: button.value});
});
"""
_END = "end"
"""What the button sends that ends the game."""


class BrowserWindow:
    """Shows an environment at ``http://localhost:<port>``, and takes choices from there.

    Port 0 takes any that is free. Raises ConfigError for one that cannot be used.
    """

    def __init__(self, env: HcraftEnv, open_automatically: bool = True, port: int = 0):
        """Serve the page of an environment."""
        self._env = env
        self._pictures = Pictures(env.world)
        self._chosen: SimpleQueue[str] = SimpleQueue()
        make: Callable[[int], _ChoiceServer] = partial(_ChoiceServer, take=self._chosen.put)
        self._server = serve(port, make)
        self._lines: list[str] = []
        self._opens_browser = open_automatically

    @property
    def url(self) -> str:
        """The address of the page."""
        return f"http://localhost:{self._server.server_port}/"

    def show(self, *lines: str) -> None:
        """Show the environment as it is now, and lines below; the first time opens the browser."""
        env = self._env
        self._lines += lines
        mask = env.action_masks()
        known = {
            "picture": draw_state(env.state, self._pictures),
            "name": printable(env.name),
            "score": f"{env.current_score:g}",
            "steps": env.current_step,
            "actions": [
                (number, printable(transformation.name))
                for number, transformation in enumerate(env.world.transformations)
                if mask[number]
            ],
        }
        self._server.publish(tuple(self._lines[-200:]), known)
        if self._opens_browser:
            import webbrowser

            self._opens_browser = False
            webbrowser.open(self.url)

    def read(self, _question: str = "") -> str:
        """Wait for a choice; the end of the game is an empty one."""
        chosen = self._chosen.get()
        return "" if chosen == _END else chosen

    def close(self) -> None:
        """Close the page."""
        self._server.stop()


class _ChoiceServer(RecordingServer):
    """Serves the page, and gives each choice to ``take``."""

    beneath: ClassVar[str] = ""
    script: ClassVar[str] = SCRIPT + _CHOOSING

    def view(self, turns: Sequence[str], known: Mapping[str, Any]) -> View:
        """Return what is shown of an environment."""
        return _SceneView(turns, known)


@dataclass(frozen=True, slots=True)
class _SceneView(View):
    """What is shown: a drawing, the score, a button for each action, and what was done."""

    def picture(self) -> str:
        """Return the drawing of the state."""
        drawing: str = self.known["picture"]
        return drawing

    def main(self) -> str:
        """Return the changing part of the page."""
        choices = [*self.known["actions"], (_END, "End the game")]
        return _MAIN.substitute(
            {name: escape(str(self.known[name])) for name in ("name", "score", "steps")},
            picture=self.picture(),
            buttons="".join(
                f'<button value="{value}">{escape(label)}</button>\n' for value, label in choices
            ),
            transcript=escape("\n".join(self.turns)),
        )
