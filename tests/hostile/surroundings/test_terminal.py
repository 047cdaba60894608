"""Nothing that strangers wrote is an order to the terminal it is shown on."""

import dataclasses
import io
import re
import sys
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from forging import forge
from tqdm import tqdm

from twbench.agents import HumanAgent
from twbench.cli import main
from twbench.cli.terminal import fit_for_terminals
from twbench.core import Environment, GameState
from twbench.dataset.card.card import card
from twbench.dataset.files.index import DatasetIndex, read_index
from twbench.generator import GameLogger, GameMaker
from twbench.generator.games.game import Game
from twbench.printable import excerpt, printable, shortened, shown
from twbench.render import visualize

TITLE = "\x1b]0;pwned\x07"
ORDERS = (TITLE, "\x1b[2J", "\x9b2J", "\x85", "\x7f", "\u202egpj.exe", "\u2066", "\x00", "\ud800")
HARMFUL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


@pytest.mark.parametrize("order", ORDERS)
def test_orders_are_written_out(order: str) -> None:
    text = f"a {order} chest\n\tand é, \U0001f40d"
    fit = printable(text)
    assert not HARMFUL.search(fit)
    assert fit == printable(fit)
    assert fit.encode().decode("unicode_escape", "ignore")[0] == "a"
    assert fit.endswith(" chest\n\tand é, \U0001f40d")
    assert shown(text).isprintable()


def test_long_texts_are_cut() -> None:
    assert shown("x" * 10**6) == "'" + "x" * 79 + " ..."
    assert shown([1, 2]) == "[1, 2]"
    assert shortened("short") == "short"
    assert len(shortened("y" * 10**6)) == 204


def test_the_caret_stands_below_its_column() -> None:
    line, caret = excerpt("a\x1b b\tc", 4)
    assert (line, caret) == ("a\\x1b b\tc", "       \t^"[:6] + " ^")
    line, caret = excerpt("x" * 5000 + "!" + "y" * 5000, 5000)
    assert line[caret.index("^")] == "!"
    assert len(line) < 220


def hostile_game() -> Game:
    """A game whose names, texts and objective hold orders; no story can be made of it."""
    maker = GameMaker()
    room = maker.new_room(f"cell {TITLE}", desc="You see \x1bc\x9b2J nothing.")
    maker.set_player(room)
    coin = maker.new("o", f"coin \u202e{TITLE}")
    room.add(coin)
    maker.set_quest_from_commands([f"take {coin.name}"])
    game = maker.build()
    game.objective = f"Take the coin. {TITLE}\nThen go."
    return game


class HostileStory(Environment):
    """A story by another maker that says what no story should."""

    def reset(self) -> GameState:
        self.state = GameState(feedback=f"You are in a cell.\n\n{TITLE}\x9b2J")
        self.state["policy_commands"] = [f"take coin {TITLE}"]
        return self.state


@pytest.fixture
def hostile_file(tmp_path: Path) -> Path:
    path = tmp_path / "hostile.json"
    hostile_game().save(path)
    return path


Run = Callable[..., str]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run the command line and return all that it wrote."""
    monkeypatch.chdir(tmp_path)

    def write(*arguments: str) -> str:
        main(arguments)
        captured = capsys.readouterr()
        return captured.out + captured.err

    return write


def test_stories_are_shown_as_text(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    env = HostileStory()
    state = env.reset()
    env.render()
    monkeypatch.setattr("builtins.input", lambda _: "look")
    assert HumanAgent(walkthrough=True).act(state, 0.0, False) == "look"
    written = capsys.readouterr().out
    assert written.startswith("You are in a cell.\n\n\\x1b]0;pwned")
    assert "[take coin \\x1b]0;pwned" in written
    assert not HARMFUL.search(written)
    assert env.render("text") == state.feedback


def test_counts_of_games_are_shown_as_text(capsys: pytest.CaptureFixture[str]) -> None:
    logger = GameLogger()
    game = hostile_game()
    logger.collect(game)
    logger._counts["actions"][TITLE] += 1
    logger.display_stats()
    written = capsys.readouterr().out
    assert "pwned" in written
    assert not HARMFUL.search(written)


def test_pictures_hold_text_that_is_text(tmp_path: Path) -> None:
    visualize(hostile_game()).save(tmp_path / "world.svg")
    picture = (tmp_path / "world.svg").read_text(encoding="utf-8")
    assert not HARMFUL.search(picture)
    names = "".join(ElementTree.fromstring(picture).itertext())  # noqa: S314  (our own)
    assert "cell \\x1b]0;pwned" in names


def test_messages_are_text_alone(run: Run) -> None:
    odd = f"x {TITLE}\r"
    for arguments in (
        (odd,),
        ("info", odd),
        ("play", odd),
        ("verify", odd),
        ("extract", "vocab", odd),
        ("make", odd),
        ("leaderboard", odd),
        ("build", f"dataset={odd}"),
        ("evaluate", f"dataset={odd}", "agent=random"),
        ("import", odd, "--out", "out"),
    ):
        written = run(*arguments)
        assert "pwned" in written
        assert not HARMFUL.search(written), arguments


def test_what_is_extracted_to_a_file_is_the_data_as_it_is(hostile_file: Path, run: Run) -> None:
    written = run("extract", "entities", str(hostile_file), "--output", f"e{TITLE}.txt")
    assert "pwned" in written
    assert not HARMFUL.search(written)
    assert f"coin \u202e{TITLE}\n" in Path(f"e{TITLE}.txt").read_text(encoding="utf-8")


@pytest.mark.slow
def test_games_that_are_refused_are_told_of_in_text(hostile_file: Path, run: Run) -> None:
    written = run("import", str(hostile_file), "--out", "out", "--n-jobs", "1", "-q")
    assert r"\x1b" in written
    assert not HARMFUL.search(written)


class Terminal(io.StringIO):
    """A terminal: it says that it is one."""

    def isatty(self) -> bool:
        return True


def test_progress_bars_are_written_over_and_their_names_written_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    with fit_for_terminals(), tqdm(total=2, desc=f"name {TITLE}", disable=None) as bar:
        bar.update()
        bar.refresh()
    written = terminal.getvalue()
    assert written.startswith("\rname \\x1b]0;pwned\\x07")
    assert not HARMFUL.search(written.replace("\r", ""))


def test_streams_are_as_before_and_letters_a_terminal_lacks_are_written_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    raw = io.BytesIO()
    before = io.TextIOWrapper(raw, encoding="ascii")
    monkeypatch.setattr(sys, "stdout", before)
    with fit_for_terminals():
        sys.stdout.writelines(["é\n", "x\n"])
        assert sys.stdout.encoding == "ascii"
    assert sys.stdout is before
    before.flush()
    assert raw.getvalue() == b"\\xe9\nx\n"


def test_datasets_are_told_of_in_text(dataset: Path, run: Run) -> None:
    def described(index: DatasetIndex) -> DatasetIndex:
        texts = {"description": f"A set {TITLE}", "citation": f"By {TITLE}"}
        return dataclasses.replace(
            index, config={**index.config, "dataset": {**index.config["dataset"], **texts}}
        )

    forge(dataset, index=described)
    written = run("info", str(dataset))
    assert written.count("pwned") == 2
    assert not HARMFUL.search(written)
    written = card(dataset, read_index(dataset))
    assert written.count("pwned") == 4  # twice as it is, and twice in the configuration
    assert not HARMFUL.search(written)


def test_bytes_that_are_no_letters_are_typed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A locale decides whether Python refuses them or makes what no file can hold of them."""
    monkeypatch.chdir(tmp_path)
    assert main(["make", "coin_collector", "--level", "1", "--output", "game.z8", "--silent"]) == 0
    for errors in ("strict", "surrogateescape"):
        typed = io.BytesIO(b"script\n%b\n\xff\xc3\nquit\n" % errors.encode())
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(typed, "utf-8", errors))
        assert main(["play", "game.z8"]) == 0
        assert Path(errors).read_text("utf-8").startswith("> \ufffd\ufffd\n")
    assert capsys.readouterr().err == ""
