"""Recording on a page of the browser: what it shows, and what it takes for a command."""

import json
import urllib.request
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path

import pytest
from sample_games import cottage, write

from twbench.envs import ActionRecorder, RecordingViewer
from twbench.families import start

CHEST = "open old chest"


@pytest.fixture
def taken() -> list[str]:
    return []


@pytest.fixture
def viewer(tmp_path: Path, taken: list[str]) -> Iterator[RecordingViewer]:
    recorder = ActionRecorder(start(write(cottage(), tmp_path), isolated=False))
    with RecordingViewer(recorder, taken.append, open_automatically=False, port=0) as env:
        env.reset()
        yield env


def fetch(viewer: RecordingViewer, path: str = "") -> str:
    with urllib.request.urlopen(f"http://127.0.0.1:{viewer.port}/{path}", timeout=10) as answer:
        return answer.read().decode("utf-8")


def quest(viewer: RecordingViewer) -> list[str]:
    """Return the quest so far, as the page has it."""
    listed = fetch(viewer).partition('<ol id="quest">')[2].partition("</ol>")[0]
    return [line.removeprefix("<li>").removesuffix("</li>") for line in listed.splitlines()[1:]]


def rooms(viewer: RecordingViewer) -> set[str]:
    picture = fetch(viewer, "picture.svg")
    return {name for name in ("kitchen", "hall", "garden") if f">{name}<" in picture}


def test_the_map_and_the_quest_grow(viewer: RecordingViewer) -> None:
    assert (rooms(viewer), quest(viewer)) == ({"kitchen"}, [])
    viewer.step(CHEST)
    viewer.step("look")
    viewer.step("tkae key")
    assert (rooms(viewer), quest(viewer)) == ({"kitchen"}, [CHEST])
    viewer.step("e")
    assert (rooms(viewer), quest(viewer)) == ({"kitchen", "garden"}, [CHEST, "go east"])
    viewer.step("w")
    assert rooms(viewer) == {"kitchen", "garden"}
    viewer.reset()
    assert (rooms(viewer), quest(viewer)) == ({"kitchen"}, [])


def test_a_step_is_taken_back(viewer: RecordingViewer) -> None:
    viewer.step(CHEST)
    snapshot = viewer.save()
    viewer.step("e")
    viewer.restore(snapshot)
    assert (rooms(viewer), quest(viewer)) == ({"kitchen"}, [CHEST])


def test_a_copy_has_a_record_of_its_own(viewer: RecordingViewer) -> None:
    viewer.step(CHEST)
    with viewer.copy() as other:
        other.step("e")
        assert len(other.wrapped.actions) == len(other._known["actions"]) == 2
    assert (rooms(viewer), quest(viewer)) == ({"kitchen"}, [CHEST])


def post(viewer: RecordingViewer, body: bytes, path: str = "/command", **headers: str) -> int:
    """Send a command as the page does, but for some ``headers``; return the status."""
    sent = {
        "Host": f"localhost:{viewer.port}",
        "X-Token": json.loads(fetch(viewer, "revision"))["server"],
        "Content-Length": str(len(body)),
        **{name.replace("_", "-"): value for name, value in headers.items()},
    }
    connection = HTTPConnection("127.0.0.1", viewer.port, timeout=10)
    connection.putrequest("POST", path, skip_host=True, skip_accept_encoding=True)
    for name, value in sent.items():
        connection.putheader(name, value)
    connection.endheaders(body)
    try:
        return connection.getresponse().status
    finally:
        connection.close()


def test_commands_come_from_the_page(viewer: RecordingViewer, taken: list[str]) -> None:
    page = fetch(viewer)
    assert page.count('<input id="line"') == page.count('value="undo"') == 1
    assert post(viewer, b" open the\r\nchest ") == post(viewer, "öffne ☃".encode()) == 200
    assert taken == ["open the chest", "öffne ☃"]


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"X_Token": ""}, 403),
        ({"X_Token": "0123456789abcdef"}, 403),
        ({"X_Token": "\xe9"}, 403),
        ({"Host": "evil.example"}, 421),
        ({"path": "/"}, 404),
        ({"Content_Length": ""}, 400),
        ({"Content_Length": "-1"}, 400),
        ({"Content_Length": "99999999999"}, 400),
        ({"Content_Length": "4x"}, 400),
        ({"Content_Length": "9" * 5000}, 400),
    ],
)
def test_nothing_else_does(
    viewer: RecordingViewer, taken: list[str], headers: dict[str, str], status: int
) -> None:
    assert post(viewer, b"drop umbrella", **headers) == status
    assert taken == []
