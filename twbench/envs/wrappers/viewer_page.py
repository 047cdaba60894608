"""The page on which a game is watched, and the web server that has it.

Any page that is open in the same browser can send requests to this server, even under a name of its
own that it lets stand for this machine. Requests for any other host than this server are refused,
and the page may load and run nothing but what is in it: names and texts in it are by strangers.

The page asks for the number of its revision twice a second, and for its content when that has
changed. It is written when it is asked for, so that a game which nobody watches is played nearly
as fast as without a viewer.
"""

__all__ = ["SCRIPT", "PageHandler", "PageServer", "View", "serve"]

import base64
import hashlib
import json
import math
import secrets
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from string import Template
from threading import Thread
from typing import Any, ClassVar

from twbench.core import GameState
from twbench.errors import ConfigError
from twbench.render import visualize
from twbench.render.letters import LetterMap

_HOST = "127.0.0.1"
_HTTP_PORT = 80
"""Where a server is that addresses name no port of."""
_POLL_SECONDS = 0.1
_TEXTS = ("inventory", "moves", "score")

_PAGE = Template("""\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8"><title>twbench viewer</title><link rel="icon" href="data:,">
<style>
body { margin: 1rem; font: 14px/1.4 monospace; color: #222; }
main { display: grid; grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); gap: 1.5rem; }
section { display: flex; flex-direction: column; height: calc(100vh - 2rem); }
figure, pre, p { margin: 0; }
figure { overflow: auto; max-height: calc(100vh - 2rem); }
pre { font: inherit; white-space: pre-wrap; overflow-wrap: break-word; }
#score { font-weight: bold; }
#inventory { margin: .7rem 0; padding-bottom: .7rem; border-bottom: 1px solid #ccc; }
#transcript { flex: 1; overflow: auto; }
@media (max-width: 60rem) {
  main { grid-template-columns: minmax(0, 1fr); }
  figure { max-height: 50vh; }
  section { height: calc(50vh - 3.5rem); }
}
</style>
</head>
<body>
<p id="closed" hidden>The viewer has been closed; this is what it showed last.</p>
<main>
$main
</main>
$beneath<script>$script</script>
</body>
</html>
""")

SCRIPT = """
let shown = "";
async function read(path) { return (await fetch(path)).text(); }
function look() {
  const transcript = document.getElementById("transcript");
  if (transcript) transcript.scrollTop = transcript.scrollHeight;
  const here = document.querySelector(".here"), figure = document.querySelector("figure");
  if (!here) return;
  const room = here.getBoundingClientRect(), frame = figure.getBoundingClientRect();
  figure.scrollBy(room.x + (room.width - frame.width) / 2 - frame.x,
    room.y + (room.height - frame.height) / 2 - frame.y);
}
async function refresh() {
  try {
    const revision = await read("/revision");
    if (revision !== shown) {
      const page = new DOMParser().parseFromString(await read("/"), "text/html");
      document.querySelector("main").replaceWith(page.querySelector("main"));
      look();
      shown = revision;
    }
    document.getElementById("closed").hidden = true;
  } catch { document.getElementById("closed").hidden = false; }
  setTimeout(refresh, 500);
}
refresh();
"""

_POLICY = (
    "default-src 'none'; connect-src 'self'; img-src data:; script-src 'sha256-{}';"
    " style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_HEADERS = {
    "Cache-Control": "no-store",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}

_MAIN = Template("""\
<figure>
$picture</figure>
<section>
<p id="score">Score $score$most, moves: $moves</p>
<pre id="inventory">$inventory</pre>
<pre id="transcript">$transcript</pre>
</section>""")


class PageServer(ThreadingHTTPServer):
    """Serves the page of the view that was published last.

    Views do not change, so the threads need no lock. The token tells a page that is still open
    from an earlier game on this port that its revisions are not the ones of this game. ``beneath``
    is what stands under the view, and ``script`` runs on the page.
    """

    daemon_threads = True
    beneath: ClassVar[str] = ""
    script: ClassVar[str] = SCRIPT

    def __init__(self, port: int):
        super().__init__((_HOST, port), self.handler())
        self._view: View | None = None
        self._revision = 0
        self.token = secrets.token_hex(8)
        digest = base64.b64encode(hashlib.sha256(self.script.encode()).digest()).decode()
        self.headers = {**_HEADERS, "Content-Security-Policy": _POLICY.format(digest)}
        names = (_HOST, "localhost")
        self.hosts = [[f"{name}:{self.server_port}"] for name in names]
        if self.server_port == _HTTP_PORT:
            self.hosts += [[name] for name in names]

    def handler(self) -> "type[PageHandler]":
        """Return what answers requests."""
        return PageHandler

    def view(self, turns: Sequence[str], known: Mapping[str, Any]) -> "View":
        """Return what is shown of the last turns and of the world."""
        return View(turns, known)

    def publish(self, turns: Sequence[str], known: Mapping[str, Any]) -> None:
        """Show the last turns, and what is ``known`` of the world after them.

        The number of the revision comes after the view, so that no page misses it.
        """
        self._view = self.view(turns, known)
        self._revision += 1

    def stop(self) -> None:
        """End the thread and free the port."""
        self.shutdown()
        self.server_close()

    def document(self, path: str) -> tuple[str, str] | None:
        """Return the type and the text of the document at ``path``, or None if there is none."""
        view = self._view
        if path == "/revision":
            revision = {"revision": self._revision, "server": self.token}
            return "application/json", json.dumps(revision)
        if path == "/":
            main = "<p>The game has not begun.</p>" if view is None else view.main()
            page = _PAGE.substitute(main=main, beneath=self.beneath, script=self.script)
            return "text/html", page
        if path == "/picture.svg" and view is not None:
            return "image/svg+xml", view.picture()
        return None

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Report errors, except that a browser went away before it had its answer."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


class PageHandler(BaseHTTPRequestHandler):
    """Answers one request, for the server's own host alone."""

    server: PageServer

    server_version = "twbench"
    sys_version = ""

    def do_GET(self) -> None:
        """Send a document, if there is one."""
        if self.is_misdirected():
            return
        document = self.server.document(self.path.partition("?")[0])
        if document is None:
            self.answer(HTTPStatus.NOT_FOUND, "text/plain", "There is no such page.\n")
            return
        self.answer(HTTPStatus.OK, *document)

    def is_misdirected(self) -> bool:
        """Say whether the request is for another host, and answer it if it is."""
        if self.headers.get_all("Host") in self.server.hosts:
            return False
        place = f"The viewer is at http://localhost:{self.server.server_port}/ alone.\n"
        self.answer(HTTPStatus.MISDIRECTED_REQUEST, "text/plain", place)
        return True

    def answer(self, status: HTTPStatus, media_type: str, text: str) -> None:
        """Send a text."""
        content = text.encode("utf-8", "replace")  # a typed command may be no text
        self.send_response(status)
        self.send_header("Content-Type", f"{media_type}; charset=utf-8")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def end_headers(self) -> None:
        """Add what holds for all answers, errors among them."""
        for name, value in self.server.headers.items():
            self.send_header(name, value)
        super().end_headers()

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  (its name there)
        """Keep the terminal to the game."""


@dataclass(frozen=True, slots=True)
class View:
    """What is shown: the last turns, and what is known of the world after them."""

    turns: Sequence[str]
    known: Mapping[str, Any]

    def picture(self) -> str:
        """Return the drawing of the world, or of the screen where that is what is known."""
        if "extra.screen" in self.known:
            return LetterMap.from_data(self.known["extra.screen"]).svg()
        return visualize(GameState(self.known)).svg

    def main(self) -> str:
        """Return the changing part of the page."""
        most = self.known["max_score"]
        return _MAIN.substitute(
            {name: escape(_plain(self.known[name])) for name in _TEXTS},
            most="" if math.isinf(most) else f" of {most}",
            picture=self.picture(),
            transcript=self.transcript,
        )

    @property
    def transcript(self) -> str:
        """The last turns."""
        return escape("\n\n".join(self.turns))


def _plain(value: object) -> str:
    """Return a value as people write it: a whole number has no point."""
    return f"{value:g}" if isinstance(value, float) else str(value)


def serve(port: int, make: Callable[[int], PageServer] = PageServer) -> PageServer:
    """Return a server that runs in a thread of its own; port 0 is any that is free.

    Raises ConfigError for a port that cannot be used.
    """
    if not 0 <= port <= 65535:
        raise ConfigError(f"The port of the viewer must be between 0 and 65535, not {port}.")
    try:
        server = make(port)
    except OSError as error:
        raise ConfigError(
            f"The viewer cannot use port {port}: {error.strerror}. Choose another one;"
            " 0 takes any that is free."
        ) from error
    Thread(target=server.serve_forever, args=(_POLL_SECONDS,), daemon=True).start()
    return server
