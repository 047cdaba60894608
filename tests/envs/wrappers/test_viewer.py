"""The viewer: what its page shows, that players do not see more, and that ports are freed."""

import base64
import hashlib
import json
import re
import socket
import urllib.error
import urllib.request
import webbrowser
from collections.abc import Iterator
from html import escape
from html.parser import HTMLParser
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from xml.etree import ElementTree

import pytest
from sample_games import STORIES, coin_collector, cottage, open_story, write

from twbench.core import EnvInfos
from twbench.envs import Filter, HtmlViewer, JerichoUnsupportedGameWarning, Limit, Recorder
from twbench.errors import ConfigError, EnvInfoMissingError, GameNotRunningError
from twbench.families import start
from twbench.generator.games.game import Game
from twbench.render import visualize


def fetch(viewer: HtmlViewer, path: str = "") -> str:
    with urllib.request.urlopen(f"http://127.0.0.1:{viewer.port}/{path}", timeout=10) as answer:
        return answer.read().decode("utf-8")


def revision(viewer: HtmlViewer) -> int:
    return json.loads(fetch(viewer, "revision"))["revision"]


def expected_picture(folder: Path, *commands: str) -> str:
    env = open_story(cottage(), folder, facts=True, game=True)
    state = env.reset()
    for command in commands:
        state, _, _ = env.step(command)
    env.close()
    return visualize(state).svg


@pytest.fixture
def viewer(tmp_path: Path) -> Iterator[HtmlViewer]:
    with HtmlViewer(open_story(cottage(), tmp_path), open_automatically=False, port=0) as env:
        yield env


def assert_nothing_at(viewer: HtmlViewer, path: str) -> None:
    with pytest.raises(urllib.error.HTTPError, match="404") as raised:
        fetch(viewer, path)
    raised.value.close()


def test_the_page_follows_the_game(viewer: HtmlViewer, tmp_path: Path) -> None:
    assert "The game has not begun." in fetch(viewer)
    assert_nothing_at(viewer, "picture.svg")
    assert revision(viewer) == 0

    first = viewer.reset()
    page = fetch(viewer)
    assert escape(first.feedback.strip("\n")) in page
    assert '<p id="score">Score 0, moves: 0</p>' in page
    assert '<pre id="inventory">You are carrying an umbrella.\n</pre>' in page
    assert fetch(viewer, "picture.svg") == expected_picture(tmp_path)
    assert revision(viewer) == 1

    viewer.step("open old chest")
    state, _, _ = viewer.step("take red key")
    page, picture = fetch(viewer), fetch(viewer, "picture.svg")
    assert escape(f"> take red key\n{state.feedback.strip()}") in page
    assert "Score 0, moves: 2" in page
    assert "a red key" in page[page.index('id="inventory"') : page.index('id="transcript"')]
    assert picture == expected_picture(tmp_path, "open old chest", "take red key")
    assert picture in page
    assert ElementTree.fromstring(picture).tag.endswith("svg")  # noqa: S314  (our own)
    assert revision(viewer) == 3

    viewer.reset()
    assert "take red key" not in fetch(viewer)
    assert fetch(viewer, "picture.svg?4") == expected_picture(tmp_path)


def test_other_addresses_have_nothing(viewer: HtmlViewer) -> None:
    assert_nothing_at(viewer, "../../etc/passwd")


def request(viewer: HtmlViewer, method: str, path: str, **headers: str) -> HTTPResponse:
    """Send a request with exactly these headers."""
    connection = HTTPConnection("127.0.0.1", viewer.port, timeout=10)
    connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
    for name, value in headers.items():
        connection.putheader(name, value)
    connection.endheaders()
    return connection.getresponse()


@pytest.mark.parametrize("path", ["/", "/revision", "/picture.svg", "/nothing"])
def test_only_its_own_host_is_answered(viewer: HtmlViewer, path: str) -> None:
    viewer.reset()
    for host in ("evil.example", f"evil.example:{viewer.port}", "127.0.0.1", "localhost:1", ""):
        answer = request(viewer, "GET", path, Host=host)
        assert answer.status == 421
        assert answer.read().decode() == f"The viewer is at {viewer.url} alone.\n"
    assert request(viewer, "GET", path).status == 421
    for host in (f"127.0.0.1:{viewer.port}", f"localhost:{viewer.port}"):
        assert request(viewer, "GET", path, Host=host).status == (404 if "no" in path else 200)


def test_pages_may_run_nothing_but_their_own_script(viewer: HtmlViewer) -> None:
    viewer.reset()
    host = f"localhost:{viewer.port}"
    answer = request(viewer, "GET", "/", Host=host)
    policy = answer.headers["Content-Security-Policy"]
    (script,) = re.findall(r"<script>(.*?)</script>", answer.read().decode(), re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}';" in policy
    for part in ("default-src 'none'", "connect-src 'self'", "frame-ancestors 'none'"):
        assert part in policy
    for method, path in (("GET", "/revision"), ("GET", "/x"), ("POST", "/"), ("OPTIONS", "/")):
        answer = request(viewer, method, path, Host=host)
        assert answer.headers["Content-Security-Policy"] == policy
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["X-Frame-Options"] == "DENY"
        assert answer.headers["Referrer-Policy"] == "no-referrer"
        assert answer.headers["Server"].strip() == "twbench"
        assert "Access-Control-Allow-Origin" not in answer.headers
        assert (answer.status == 501) == (method != "GET")


@pytest.mark.parametrize(
    "path", ["//etc/passwd", "/../../etc/passwd", "/%2e%2e/etc/passwd", "http://evil.example/"]
)
def test_no_file_is_served(viewer: HtmlViewer, path: str) -> None:
    assert request(viewer, "GET", path, Host=f"localhost:{viewer.port}").status == 404


class Elements(HTMLParser):
    """The elements of a page with the names of their attributes, and its text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.text = ""
        self.found: list[tuple[str, list[str]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, [name for name, _ in attrs]))

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.mark.parametrize(
    "name",
    [
        "</script><script>alert(1)</script>",
        '"><img src=x onerror=alert(1)>',
        "javascript:alert(1)",
        "]]></text></svg></figure><!--",
        "&lt;b&gt; &amp; ${main}",
    ],
)
def test_names_and_texts_by_strangers_are_text_on_the_page(tmp_path: Path, name: str) -> None:
    hostile = Game.deserialize(cottage().serialize())
    for info in hostile.infos.values():
        info.name = info.name and f"{info.name} {name}"
    with HtmlViewer(open_story(cottage(), tmp_path), False, 0) as viewer:
        state = viewer.reset()
        plain = Elements(fetch(viewer))
        known = {**viewer._known, "game": hostile.serialize(), "inventory": name}
        viewer._server.publish((state.feedback, name), known)
        page, picture = Elements(fetch(viewer)), fetch(viewer, "picture.svg")
    assert page.found == plain.found
    assert page.text.count(name) > len(hostile.objects_names)
    assert name in "".join(ElementTree.fromstring(picture).itertext())  # noqa: S314  (our own)


def test_text_is_escaped(viewer: HtmlViewer) -> None:
    viewer.reset()
    viewer.step("<script>alert('$main')</script> & \udcff")
    page = fetch(viewer)
    assert "&gt; &lt;script&gt;alert(&#x27;$main&#x27;)&lt;/script&gt; &amp; ?" in page
    assert page.count("<script>") == 1


def test_players_see_what_they_asked_for_only(tmp_path: Path) -> None:
    def play(env):
        states = [env.reset(), *(env.step(command)[0] for command in ("look", "take apple"))]
        env.close()
        return states

    plain = play(open_story(cottage(), tmp_path, score=True, inventory=True))
    shown = open_story(cottage(), tmp_path, score=True, inventory=True)
    inner = Recorder(shown)
    assert play(HtmlViewer(inner, open_automatically=False, port=0)) == plain
    assert inner.states == plain
    assert shown.infos.basics == ["inventory", "score"]


def test_a_filter_around_the_viewer(viewer: HtmlViewer) -> None:
    viewer.infos.inventory = True
    env = Filter(viewer)
    assert env.reset()[1] == {"inventory": "You are carrying an umbrella.\n"}
    assert env.step("look")[3] == {"inventory": "You are carrying an umbrella.\n"}


def test_the_transcript_is_that_of_the_last_turns(viewer: HtmlViewer) -> None:
    viewer.reset()
    viewer.step("take umbrella")
    for _ in range(200):
        viewer.step("inventory")
    page = fetch(viewer)
    assert page.count("&gt; inventory\n") == 200
    assert "take umbrella" not in page


def test_a_restored_state_is_shown(viewer: HtmlViewer, tmp_path: Path) -> None:
    viewer.reset()
    viewer.step("open old chest")
    snapshot, page = viewer.save(), fetch(viewer)
    viewer.step("take red key")
    assert fetch(viewer) != page
    assert "facts" not in viewer.restore(snapshot)
    assert fetch(viewer) == page
    assert revision(viewer) == 4
    viewer.step("look")
    assert "take red key" not in fetch(viewer)


def test_copies_are_not_shown(viewer: HtmlViewer) -> None:
    viewer.reset()
    page = fetch(viewer)
    other = viewer.copy()
    other.step("open old chest")
    other.close()
    assert fetch(viewer) == page
    assert revision(viewer) == 1


def test_closing_frees_the_port(tmp_path: Path) -> None:
    env = HtmlViewer(open_story(cottage(), tmp_path), open_automatically=False, port=0)
    port = env.port
    env.reset()
    env.close()
    env.close()
    with pytest.raises(urllib.error.URLError, match="refused"):
        fetch(env)
    with pytest.raises(GameNotRunningError):
        env.step("look")
    with HtmlViewer(open_story(cottage(), tmp_path), False, port) as again:
        assert again.port == port
        again.reset()
        assert "Score 0, moves: 0" in fetch(again)


def test_two_viewers(viewer: HtmlViewer, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    with HtmlViewer(open_story(coin_collector(1), tmp_path / "other"), False, 0) as other:
        assert other.port != viewer.port
        viewer.reset()
        other.reset()
        other.step("take coin")
        assert "Score 1 of 1" in fetch(other)
        assert "Score 0, moves: 0" in fetch(viewer)
        tokens = {json.loads(fetch(env, "revision"))["server"] for env in (viewer, other)}
        assert len(tokens) == 2


def test_a_busy_port(viewer: HtmlViewer, tmp_path: Path) -> None:
    env = open_story(cottage(), tmp_path)
    with pytest.raises(ConfigError, match=rf"cannot use port {viewer.port}: Address already in"):
        HtmlViewer(env, False, viewer.port)
    env.close()


@pytest.mark.parametrize("port", [-1, 65536])
def test_numbers_that_are_no_port(port: int, tmp_path: Path) -> None:
    env = open_story(cottage(), tmp_path)
    with pytest.raises(ConfigError, match=f"between 0 and 65535, not {port}"):
        HtmlViewer(env, False, port)
    env.close()


def test_only_this_machine_is_served(viewer: HtmlViewer) -> None:
    with socket.socket() as other, pytest.raises(OSError, match="refused"):
        other.connect(("127.0.0.2", viewer.port))


def test_the_browser_is_opened_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    with HtmlViewer(open_story(cottage(), tmp_path), port=0) as env:
        assert opened == []
        env.reset()
        env.reset()
        assert opened == [f"http://localhost:{env.port}/"]


def test_isolated_games_are_shown_too(tmp_path: Path) -> None:
    env = start(write(cottage(), tmp_path), isolated=True)
    with HtmlViewer(Limit(env, 1), open_automatically=False, port=0) as viewer:
        assert set(viewer.reset()) == {"raw", "feedback", "last_command", *EnvInfos.STANDING}
        assert viewer.step("open old chest")[2]
        assert fetch(viewer, "picture.svg") == expected_picture(tmp_path, "open old chest")


def test_a_story_without_its_game(tmp_path: Path) -> None:
    story = write(cottage(), tmp_path)
    story.with_suffix(".json").unlink()
    with (
        HtmlViewer(start(story), open_automatically=False, port=0) as viewer,
        pytest.raises(EnvInfoMissingError),
    ):
        viewer.reset()
    assert viewer.infos.basics == []


@pytest.mark.skipif(not STORIES.is_dir(), reason="the stories of other makers are not here")
def test_a_story_by_another_maker() -> None:
    with pytest.warns(JerichoUnsupportedGameWarning):
        env = start(STORIES / "zork1.z3")
    with (
        HtmlViewer(env, open_automatically=False, port=0) as viewer,
        pytest.raises(EnvInfoMissingError, match=r"zork1\.z3 cannot give the information 'facts'"),
    ):
        viewer.reset()
    assert viewer.infos.basics == []
