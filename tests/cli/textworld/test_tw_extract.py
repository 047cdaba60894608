"""``tw-extract``: every option that TextWorld documents; and what all commands share."""

import ast
import os
import subprocess
import sys

import pytest
from textworld_commands import COIN, ROOT, SCRIPTS


@pytest.fixture
def games(made):
    """Three games, of which two are won alike, not in the order of the alphabet."""
    walkthroughs = []
    for number, arguments in enumerate([COIN[1:], ("--level", "5", "--seed", "3"), COIN[1:]]):
        game = made("tw-coin_collector", *arguments, name=f"game{number}")
        walkthroughs.append(" > ".join(game.walkthrough))
    assert walkthroughs != sorted(walkthroughs)
    return walkthroughs


FILES = ("game0.z8", "game1.json", "game2.z8")


def test_walkthroughs_are_those_of_the_games_in_order(run, games, tmp_path):
    assert run("tw-extract", "walkthroughs", *FILES) == (0, "-> Found 3 walkthroughs.\n", "")
    assert (tmp_path / "walkthroughs.txt").read_text().splitlines() == games
    code, out, _ = run("tw-extract", "walkthroughs", "game1.z8", "--output", "one.txt")
    assert (code, out) == (0, "-> Found 1 walkthrough.\n")


def test_a_story_that_textworld_made_stands_for_the_game_beside_it(run, games, tmp_path):
    (tmp_path / "game0.z8").write_bytes(b"a story by another maker")
    assert run("tw-extract", "walkthroughs", "game0.z8") == (0, "-> Found 1 walkthrough.\n", "")
    assert (tmp_path / "walkthroughs.txt").read_text().splitlines() == games[:1]


def test_merging_walkthroughs_adds_the_new_ones_behind_the_old(run, games, tmp_path):
    assert run("tw-extract", "walkthroughs", "game2.z8")[0] == 0
    code, out, _ = run("tw-extract", "--merge", "walkthroughs", *FILES)
    assert (code, out) == (0, "-> Found 3 walkthroughs.\n-> Saved 2 walkthroughs (1 new).\n")
    assert (tmp_path / "walkthroughs.txt").read_text().splitlines() == [games[0], games[1]]


@pytest.mark.parametrize("kind", ["vocab", "entities", "commands"])
def test_everything_else_is_sorted_and_there_once(run, games, tmp_path, kind):
    noun = {"vocab": "words"}.get(kind, kind)
    code, out, _ = run("tw-extract", kind, *FILES, "--output", "found/out.txt")
    lines = (tmp_path / "found" / "out.txt").read_text().splitlines()
    assert (code, out) == (0, f"-> Found {len(lines)} {noun}.\n")
    assert lines == sorted(set(lines))
    assert {"vocab": "coin", "entities": "coin", "commands": "take coin"}[kind] in lines


def test_the_words_of_a_theme(run, games, tmp_path):
    assert run("tw-extract", "vocab", "game1.z8")[0] == 0
    words = (tmp_path / "vocab.txt").read_text().splitlines()
    code, out, _ = run("tw-extract", "vocab", "--merge", "--theme", "house")
    merged = (tmp_path / "vocab.txt").read_text().splitlines()
    assert code == 0
    assert out.endswith(f"-> Saved {len(merged)} words ({len(merged) - len(words)} new).\n")
    assert set(words) < set(merged)
    code, _, err = run("tw-extract", "entities", "--theme", "house")
    assert (code, err) == (2, "tw-extract: --theme belongs to tw-extract vocab.\n")


def test_what_is_there_is_kept_unless_it_may_go(run, games, tmp_path):
    assert run("tw-extract", "entities", "game1.z8")[0] == 0
    there = "tw-extract: entities.txt exists already; -f replaces it, --merge adds to it.\n"
    assert run("tw-extract", "entities", "game0.z8") == (2, "", there)
    few = (tmp_path / "entities.txt").read_text()
    for force in (("-f", "entities"), ("entities", "--force")):
        assert run("tw-extract", *force, "game0.z8")[0] == 0
        assert (tmp_path / "entities.txt").read_text() != few


@pytest.mark.usefixtures("games")
def test_a_file_is_as_it_was_until_all_is_written(run, tmp_path, monkeypatch):
    (tmp_path / "vocab.txt").write_text("before\n")

    def interrupted(*arguments):
        raise KeyboardInterrupt

    for place in ("twbench.cli.verbs.extract._entries", "os.replace"):
        with monkeypatch.context() as patch:
            patch.setattr(place, interrupted)
            code, out, err = run("tw-extract", "vocab", *FILES, "-f")
        assert (code, out) == (130, "")
        assert err == "tw-extract: Interrupted. What was finished is kept.\n"
        assert (tmp_path / "vocab.txt").read_text() == "before\n"
        assert [path.name for path in tmp_path.glob(".*")] == []


def test_what_is_found_is_shown_or_nothing_is_told(run, games):
    code, out, _ = run("tw-extract", "-v", "walkthroughs", *FILES)
    assert code == 0
    head, _, rest = out.partition("\n")
    assert head == "Walkthroughs found:"
    found, _, told = rest.rpartition("\n-> ")
    assert ast.literal_eval(found) == games
    assert told == "Found 3 walkthroughs.\n"
    assert run("tw-extract", "walkthroughs", "--verbose", "-f", *FILES) == (0, out, "")
    assert run("tw-extract", "walkthroughs", "-f", "-q", *FILES) == (0, "", "")
    assert run("tw-extract", "--quiet", "walkthroughs", "-f", *FILES) == (0, "", "")
    code, _, err = run("tw-extract", "walkthroughs", "-q", "-v", *FILES)
    assert (code, "not allowed with argument" in err) == (2, True)


def test_what_is_missing_is_said_of_the_kind_that_is_asked_for(run):
    assert run("tw-extract", "vocab")[2] == (
        "tw-extract: tw-extract vocab needs games, or a dataset, or --theme.\n"
    )
    assert run("tw-extract", "commands")[2] == (
        "tw-extract: tw-extract commands needs games, or a dataset.\n"
    )


@pytest.mark.parametrize("command", ["tw-make", "tw-play", "tw-extract"])
def test_help_tells_how_the_command_is_called(run, command):
    code, out, _ = run(command, "--help")
    assert (code, out.startswith(f"usage: {command} ")) == (0, True)


def test_a_process_of_its_own(tmp_path):
    """What an installed command does: the function of the entry point decides the exit code."""
    module, name = SCRIPTS["tw-make"].split(":")
    code = f"import sys; from {module} import {name}; sys.exit({name}())"
    done = subprocess.run(
        [sys.executable, "-c", code, *COIN, "--output", "game.z8"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"Global seed: 1\nGame generated: {tmp_path / 'game.z8'}\n"
