"""Looking at a game: ``play --viewer``, ``make --overview`` and ``make --save-overview``."""

import re
import socket
import sys
import urllib.error
import urllib.request
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from twbench.errors import ConfigError
from twbench.generator.games.game import Game
from twbench.render import visualize

MAKE = ("make", "coin_collector", "--level", "4", "--seed", "3", "--output", "game.z8")


def saved_picture(folder: Path) -> str:
    return visualize(Game.load(folder / "game.json")).svg


def test_the_overview_is_saved_beside_the_game(cli, tmp_path, opened):
    assert cli(*MAKE, "--save-overview") == (0, "game.z8\n", "")
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == ["game.json", "game.svg", "game.z8"]
    picture = (tmp_path / "game.svg").read_text(encoding="utf-8")
    assert picture == saved_picture(tmp_path)
    assert ">coin<" in picture
    assert opened == []


def test_the_overview_is_shown(cli, tmp_path, opened):
    assert cli(*MAKE, "--overview") == (0, "game.z8\n", "")
    assert not (tmp_path / "game.svg").exists()
    (address,) = opened
    page = Path(unquote(urlsplit(address).path))
    assert saved_picture(tmp_path) in page.read_text(encoding="utf-8")
    page.unlink()


def test_an_overview_is_not_replaced_without_force(cli, tmp_path):
    (tmp_path / "game.svg").write_text("mine")
    assert cli(*MAKE, "--save-overview") == (
        2,
        "",
        "twbench: game.svg exists already; -f replaces it.\n",
    )
    assert [path.name for path in tmp_path.iterdir()] == ["game.svg"]
    assert cli(*MAKE)[0] == 0
    assert (tmp_path / "game.svg").read_text() == "mine"
    assert cli(*MAKE, "--save-overview", "-f")[0] == 0
    assert (tmp_path / "game.svg").read_text(encoding="utf-8") == saved_picture(tmp_path)


def test_a_game_is_shown_while_it_is_played(cli, monkeypatch, opened):
    cli(*MAKE)
    pages = []

    def look(prompt):
        with urllib.request.urlopen(opened[-1], timeout=10) as answer:  # noqa: S310  (our own)
            pages.append(answer.read().decode("utf-8"))
        assert opened[-1] in prompt
        return ""

    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    monkeypatch.setattr("builtins.input", look)
    code, out, err = cli("play", "game.z8", "--mode", "walkthrough", "--viewer", "0")
    assert code == 0
    assert "*** The End ***" in out
    assert err == f"The game is shown at {opened[0]}\n"
    assert re.fullmatch(r"http://localhost:\d+/", opened[0])
    (page,) = pages
    assert "Score 1 of 1" in page
    assert "*** The End ***" in page
    with pytest.raises(urllib.error.URLError, match="refused"):
        look(opened[0])


def test_nobody_is_asked_where_there_is_no_terminal(cli, opened):
    cli(*MAKE)
    arguments = ("play", "game.z8", "--mode", "random-cmd", "--max-steps", "2", "-q")
    code, out, _ = cli(*arguments, "--viewer", "0")
    assert (code, out, len(opened)) == (0, "", 1)


def test_a_person_who_leaves_is_not_asked(cli, monkeypatch, opened):
    cli(*MAKE)
    prompts = []

    def leave(prompt):
        prompts.append(prompt)
        return "quit"

    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    monkeypatch.setattr("builtins.input", leave)
    assert cli("play", "game.z8", "--viewer", "0")[0] == 0
    assert prompts == ["\n> "]


def test_the_port_of_the_viewer_is_8080_unless_it_is_named(cli, monkeypatch):
    cli(*MAKE)
    ports = []

    def serve(port):
        ports.append(port)
        raise ConfigError("Not now.")

    monkeypatch.setattr("twbench.envs.wrappers.viewer_page.serve", serve)
    assert cli("play", "game.z8", "--viewer") == (2, "", "twbench: Not now.\n")
    assert cli("play", "game.z8", "--viewer", "81")[0] == 2
    assert ports == [8080, 81]


def test_a_port_in_use(cli, opened):
    cli(*MAKE)
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        code, out, err = cli("play", "game.z8", "--viewer", str(port))
    assert (code, out, opened) == (2, "", [])
    assert err.startswith(f"twbench: The viewer cannot use port {port}: Address already in use.")


@pytest.mark.parametrize("port", ["65536", "-1", "game.z8"])
def test_wrong_ports(cli, port):
    code, out, err = cli("play", "game.z8", f"--viewer={port}")
    assert (code, out) == (2, "")
    assert f"must be a port from 0 to 65535, not '{port}'" in err
