"""The page on which a quest is recorded: what has been seen and done, and a line to type in.

Commands come from the page. Any other page that is open in the same browser can send requests here
as well, so a command counts only with the token of this server, which other pages cannot read.
"""

__all__ = ["RecordingServer"]

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from http import HTTPStatus
from secrets import compare_digest
from string import Template
from typing import Any, ClassVar

from twbench.core import GameState
from twbench.envs.wrappers.viewer_page import SCRIPT, PageHandler, PageServer, View
from twbench.generator.games.game import Game
from twbench.generator.knowledge.command import gen_commands_from_actions
from twbench.render import visualize

_LONGEST = 1000
"""Bytes of the longest command."""
_LENGTH = re.compile("[0-9]{1,4}")

_BENEATH = """\
<nav>
<input id="line" size="60" maxlength="200" placeholder="What do you do?" autofocus>
<button value="undo">Take back</button>
<button value="quit">Done</button>
</nav>
"""

_SENDING = """
const line = document.getElementById("line");
async function send(command) {
  const token = JSON.parse(await read("/revision")).server;
  await fetch("/command", {method: "POST", headers: {"X-Token": token}, body: command});
}
line.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !line.value.trim()) return;
  send(line.value);
  line.value = "";
});
for (const button of document.querySelectorAll("nav button"))
  button.addEventListener("click", () => { send(button.value); line.focus(); });
"""

_MAIN = Template("""\
<figure>
$picture</figure>
<section>
<p>The quest so far:</p>
<ol id="quest">
$quest</ol>
<pre id="inventory">$inventory</pre>
<pre id="transcript">$transcript</pre>
</section>""")


class RecordingServer(PageServer):
    """Serves the page, and gives each command that is typed there to ``take``, in a thread."""

    beneath: ClassVar[str] = _BENEATH
    script: ClassVar[str] = SCRIPT + _SENDING

    def __init__(self, port: int, take: Callable[[str], None]):
        super().__init__(port)
        self.take = take

    def handler(self) -> type[PageHandler]:
        """Return what answers requests."""
        return _CommandHandler

    def view(self, turns: Sequence[str], known: Mapping[str, Any]) -> View:
        """Return what is shown: of the world, what has been seen of it."""
        return _RecordingView(turns, known)


class _CommandHandler(PageHandler):
    """Takes commands as well."""

    server: RecordingServer

    def do_POST(self) -> None:  # noqa: N802  (its name in http.server)
        """Take a command, which is the content of the request."""
        if self.is_misdirected():
            return
        token = self.headers.get("X-Token", "")
        length = self.headers.get("Content-Length", "")
        if self.path != "/command":
            self.answer(HTTPStatus.NOT_FOUND, "text/plain", "There is no such page.\n")
        elif not compare_digest(token.encode(), self.server.token.encode()):
            self.answer(HTTPStatus.FORBIDDEN, "text/plain", "This is not the viewer's page.\n")
        elif not _LENGTH.fullmatch(length) or int(length) > _LONGEST:
            self.answer(HTTPStatus.BAD_REQUEST, "text/plain", "This is no command.\n")
        else:
            command = self.rfile.read(int(length)).decode("utf-8", "replace")
            self.server.take(" ".join(command.split()))
            self.answer(HTTPStatus.OK, "text/plain", "")


@dataclass(frozen=True, slots=True)
class _RecordingView(View):
    """What is shown while a quest is recorded: the rooms seen, and the quest so far."""

    def picture(self) -> str:
        """Return the drawing of the rooms that have been seen."""
        return visualize(GameState(self.known), seen=self.known["seen"]).svg

    def main(self) -> str:
        """Return the changing part of the page."""
        game = Game.deserialize(self.known["game"])
        commands = gen_commands_from_actions(self.known["actions"], game.kb, game.names)
        return _MAIN.substitute(
            picture=self.picture(),
            quest="".join(f"<li>{escape(command)}</li>\n" for command in commands),
            inventory=escape(str(self.known["inventory"])),
            transcript=self.transcript,
        )
