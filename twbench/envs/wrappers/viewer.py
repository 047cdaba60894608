"""Watching a game in the browser while it is played."""

__all__ = ["HtmlViewer"]

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self

from twbench.core import EnvInfoMissingError, Environment, GameState, Wrapper

if TYPE_CHECKING:
    from twbench.envs.wrappers.viewer_page import PageServer

_CONSTANT_INFOS = ("game", "max_score")
_CHANGING_INFOS = ("facts", "inventory", "moves", "score")
_WITH_SCREEN = ("inventory", "max_score", "moves", "score", "extra.screen")
_SHOWN_TURNS = 200


class HtmlViewer(Wrapper):
    """Shows the game at ``http://localhost:<port>`` until it is closed.

    As documented (docs: textworld.envs.wrappers.viewer.HtmlViewer). The page has a picture of
    the world, the score, the inventory and the last turns; it follows the game by itself. The
    first `reset` opens the browser if ``open_automatically``. Port 0 takes any that is free.

    Information that only the viewer needs is not in the game states. A `Filter` goes around the
    viewer, not inside. What copies do is not shown.

    Of games without facts that have a screen (the extra ``screen``), such as levels of NetHack, it
    shows that instead of a picture of the world.

    Raises ConfigError for a port that cannot be used. `reset` raises EnvInfoMissingError for
    stories by other makers, whose facts are not known.
    """

    _of_episode = ("_turns", "_constant", "_known", "_has_screen")

    def __init__(
        self, env: Environment | None = None, open_automatically: bool = True, port: int = 8080
    ):
        super().__init__(env)
        self._server: PageServer | None = self._served(port)
        self._port = self._server.server_port
        self._opens_browser = open_automatically
        self._turns: tuple[str, ...] = ()
        self._constant: dict[str, Any] = {}
        self._known: dict[str, Any] = {}
        self._has_screen = False

    @property
    def port(self) -> int:
        """The port of the page."""
        return self._port

    @property
    def url(self) -> str:
        """The address of the page."""
        return f"http://localhost:{self._port}/"

    def reset(self) -> GameState:
        """Start a game and show its beginning."""
        state, known = self._begun()
        self._constant = {name: known[name] for name in _CONSTANT_INFOS if name in known}
        self._known = self._shown(known, {})
        self._turns = (_turn(self.state),)
        self._publish()
        if self._opens_browser:
            import webbrowser

            self._opens_browser = False
            webbrowser.open(self.url)
        return state

    def _begun(self) -> tuple[GameState, dict[str, Any]]:
        """Start a game; return its first state, and what is known of it."""
        self._has_screen = False
        try:
            with self._asking(*_CONSTANT_INFOS, *_CHANGING_INFOS) as known:
                return super().reset(), known
        except EnvInfoMissingError as no_facts:
            self._has_screen = True
            try:
                with self._asking(*_WITH_SCREEN) as known:
                    return super().reset(), known
            except EnvInfoMissingError:
                raise no_facts from None

    def step(self, command: str) -> tuple[GameState, float, bool]:
        """Perform ``command`` and show what has become of the world; see `Environment.step`."""
        with self._asking(*(_WITH_SCREEN if self._has_screen else _CHANGING_INFOS)) as known:
            result = super().step(command)
        self._known = self._shown({**self._constant, **known}, self._known)
        self._turns = (*self._turns, _turn(self.state))[-_SHOWN_TURNS:]
        self._publish()
        return result

    def restore(self, snapshot: Any) -> GameState:
        """Go back, or forth, to a snapshot and show it; see `Environment.restore`."""
        state = super().restore(snapshot)
        self._publish()
        return state

    def copy(self) -> Self:
        """Return an independent environment in the same state, which is not shown."""
        other = super().copy()
        other._server = None
        other._opens_browser = False
        return other

    def close(self) -> None:
        """Close the game, and the web server with it."""
        super().close()
        server, self._server = self._server, None
        if server is not None:
            server.stop()

    def _served(self, port: int) -> "PageServer":
        # Web server and pictures are loaded only where somebody watches.
        from twbench.envs.wrappers.viewer_page import serve

        return serve(port)

    def _shown(self, known: dict[str, Any], before: Mapping[str, Any]) -> dict[str, Any]:
        """Return what is shown of what is ``known`` now; ``before``, that was shown last."""
        return known

    def _publish(self) -> None:
        if self._server is not None:
            self._server.publish(self._turns, self._known)


def _turn(state: GameState) -> str:
    """Return a command and the answer to it as a person would have seen them."""
    answer = (state.feedback or "").strip("\n")
    return answer if state.last_command is None else f"> {state.last_command}\n{answer}"
