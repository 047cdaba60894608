"""A server that speaks as much of the API of chat completions as tests need."""

import json
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Answer = bytes | str | tuple[int, dict[str, str], str] | None
"""A body as it is, a reply of the model, status with headers and text, or no answer at all."""


class ModelServer(ThreadingHTTPServer):
    """Answers each request with what ``model`` makes of its values, and keeps what it was asked.

    ``asked`` has the headers, with the path, and the values of each request; ``most`` is how many
    there were at once.
    """

    daemon_threads = True

    def __init__(self, model: Callable[[dict[str, Any]], Answer]):
        super().__init__(("127.0.0.1", 0), _Handler)
        self.model = model
        self.asked: list[tuple[dict[str, str], dict[str, Any]]] = []
        self.most = self.busy = 0
        self.lock = threading.Lock()

    @property
    def url(self) -> str:
        """The address that is told to who asks."""
        return f"http://127.0.0.1:{self.server_port}/v1"

    def __enter__(self) -> "ModelServer":
        threading.Thread(target=self.serve_forever, args=(0.01,), daemon=True).start()
        return self

    def __exit__(self, *exception: object) -> None:
        self.shutdown()
        self.server_close()

    def handle_error(self, *_: object) -> None:
        """Say nothing of those who hang up."""


class _Handler(BaseHTTPRequestHandler):
    server: ModelServer

    def do_POST(self) -> None:
        server = self.server
        values = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        with server.lock:
            server.asked.append(({**self.headers, "path": self.path}, values))
            server.busy += 1
            server.most = max(server.most, server.busy)
        try:
            self._answer(server.model(values))
        finally:
            with server.lock:
                server.busy -= 1

    def _answer(self, answer: Answer) -> None:
        status, headers = 200, dict[str, str]()
        if answer is None:
            return
        if isinstance(answer, tuple):
            status, headers, answer = answer
            answer = answer.encode()
        if isinstance(answer, str):
            message = {"role": "assistant", "content": answer}
            usage = {"prompt_tokens": 100, "completion_tokens": 7, "total_tokens": 107}
            values = {"choices": [{"index": 0, "message": message}], "usage": usage}
            answer = json.dumps(values).encode()
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_: object) -> None:
        """Say nothing."""
