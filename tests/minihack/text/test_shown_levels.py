"""Levels as people see them: in the viewer's page, and in colours on a terminal."""

import json
import os
import pty
import re
import select
import sys
import time
import urllib.request
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path

import pytest

from twbench import start
from twbench.cli import main
from twbench.core import EnvInfos
from twbench.envs import HtmlViewer, Limit, Recorder
from twbench.render.letters import LetterMap

pytestmark = pytest.mark.nle

GAME = {
    "family": "minihack",
    "level": {
        "w": 9,
        "h": 5,
        "calls": [
            {"set_start_pos": [[2, 2]]},
            {"add_object": ["dagger", ")", [4, 2]]},
            {"add_monster": ["newt", ":", [7, 1], ["asleep"]]},
            {"add_fountain": [[0, 0]]},
            {"add_terrain": [[0, 4], "L"]},
            {"add_stair_down": [[8, 4]]},
        ],
    },
    "seed": 1,
    "walkthrough": ["southeast", "southeast", "far east"],
}
WHITE, YELLOW, RED = "\x1b[97m", "\x1b[93m", "\x1b[31m"
ORDER = re.compile(r"\x1b\[\d+m")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The file of a game."""
    (tmp_path / "game.json").write_text(json.dumps(GAME))
    return tmp_path / "game.json"


def fetch(viewer: HtmlViewer, page: str = "") -> str:
    with urllib.request.urlopen(f"http://127.0.0.1:{viewer.port}/{page}", timeout=10) as answer:
        text: str = answer.read().decode("utf-8")
        return text


def test_the_page_shows_the_map_and_follows_the_game(path: Path) -> None:
    with (
        start(path, EnvInfos(extras=["screen"])) as told,
        HtmlViewer(start(path), open_automatically=False, port=0) as viewer,
    ):
        assert "The game has not begun." in fetch(viewer)
        state = viewer.reset()
        assert set(state) == {"raw", "feedback", "last_command", *EnvInfos.STANDING}
        picture = fetch(viewer, "picture.svg")
        assert picture == LetterMap.from_data(told.reset()["extra.screen"]).svg()
        page = fetch(viewer)
        assert picture in page
        assert '<p id="score">Score 0 of 1, moves: 1</p>' in page
        assert "a +1 club (weapon in hand)" in page
        assert escape(state.feedback) in page
        state, _, _ = viewer.step("far east")
        moved = fetch(viewer, "picture.svg")
        assert moved == LetterMap.from_data(told.step("far east")[0]["extra.screen"]).svg()
        assert moved != picture
        assert escape(f"> far east\n{state.feedback}") in fetch(viewer)


def test_a_restored_state_is_shown_and_the_end_is(path: Path) -> None:
    with HtmlViewer(start(path), False, 0) as viewer:
        viewer.reset()
        page, snapshot = fetch(viewer), viewer.save()
        viewer.step("east")
        assert fetch(viewer) != page
        viewer.restore(snapshot)
        assert fetch(viewer) == page
        for command in GAME["walkthrough"]:
            viewer.step(str(command))
        assert "*** You have won ***" in fetch(viewer)


def test_players_see_what_they_asked_for_only(path: Path) -> None:
    with start(path) as plain, HtmlViewer(Limit(Recorder(start(path)), 9), False, 0) as viewer:
        assert viewer.reset() == plain.reset()
        assert viewer.step("east") == plain.step("east")
        viewer.infos.extras = ["screen"]
        assert set(viewer.step("east")[0]["extra.screen"]) == {"rows", "colors", "cursor"}


def played(args: Sequence[str], lines: Sequence[str], environment: Mapping[str, str]) -> str:
    """Return what ``twbench play`` writes to a terminal on which lines are typed."""
    child, terminal = pty.fork()
    if not child:
        os.environ.pop("NO_COLOR", None)
        os.environ.update({"TERM": "xterm-256color", **environment})
        os.execv(sys.executable, [sys.executable, "-m", "twbench", "play", *args])  # noqa: S606
    text, end, waiting = b"", time.monotonic() + 60, [*lines, "quit"]
    while time.monotonic() < end:
        if not select.select([terminal], [], [], 0.2)[0]:
            continue
        try:
            data = os.read(terminal, 1 << 16)
        except OSError:  # the other side has closed it
            break
        text += data
        if not data:
            break
        if text.endswith(b"> ") and waiting:
            os.write(terminal, waiting.pop(0).encode() + b"\n")
    os.waitpid(child, 0)
    os.close(terminal)
    return text.decode().replace("\r\n", "\n")


def test_a_terminal_shows_the_map_in_nethacks_colours(path: Path) -> None:
    with start(path, EnvInfos(description=True)) as env:
        begun = env.reset()
        moved = env.step("east")[0].feedback
    text = played([str(path)], ["east", "undo"], {})
    assert f"{WHITE}@" in text
    assert f"{YELLOW}:" in text
    assert f"{RED}}}" in text
    plain = ORDER.sub("", text)
    assert begun.feedback in plain
    assert moved in plain
    assert f"[The last turn is taken back.]\n\n{begun.description}" in plain


@pytest.mark.parametrize(
    ("more", "environment"),
    [(["--no-color"], {}), ([], {"NO_COLOR": "1"}), ([], {"TERM": "dumb"})],
)
def test_a_terminal_that_wants_no_colours_gets_none(
    path: Path, more: list[str], environment: dict[str, str]
) -> None:
    text = played([str(path), *more], ["east"], environment)
    assert "@" in text
    assert not ORDER.search(text)


def test_what_is_no_terminal_gets_none(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", str(path), "--mode", "walkthrough"]) == 0
    out = capsys.readouterr().out
    assert "*** You have won ***" in out
    assert "\x1b" not in out


def test_names_by_strangers_are_no_orders_to_the_terminal(path: Path) -> None:
    path.write_text(json.dumps({**GAME, "objective": "Win.\x1b[2J\x1b[31mRed"}))
    text = played([str(path)], [], {})
    assert "Win.\\x1b[2J\\x1b[31mRed" in text
    assert "\x1b[2J" not in text
