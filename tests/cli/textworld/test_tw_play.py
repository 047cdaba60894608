"""``tw-play``: every option that TextWorld documents."""

import io
import sys

import pytest
from textworld_commands import COIN

from twbench.generator.games.game import Game


@pytest.fixture
def game(made):
    """The path of a game that is won in three steps."""
    made(*COIN)
    return "game.z8"


@pytest.mark.parametrize("mode", ["random", "random-cmd"])
def test_agents_play_unseen(run, game, mode):
    played = run("tw-play", "--max-steps", 2, "--mode", mode, game)
    assert played == (0, "Done after 2 steps. Score 0/1.\n", "")


def test_the_walkthrough_wins(run, game):
    assert run("tw-play", game, "--mode", "walkthrough") == (
        0,
        "Done after 3 steps. Score 1/1.\n",
        "",
    )


def test_agents_are_seen_on_request(run, game):
    code, out, err = run("tw-play", game, "--mode", "walkthrough", "-v")
    assert (code, err) == (0, "Using StoryEnv.\n")
    assert "*** The End ***" in out
    assert out.endswith("Done after 3 steps. Score 1/1.\n")
    assert run("tw-play", game, "--mode", "walkthrough", "--verbose") == (code, out, err)


def test_what_happens_behind_the_text_is_told(run, game):
    code, out, err = run("tw-play", game, "--mode", "walkthrough", "-vv")
    lines = err.splitlines()
    assert (code, "*** The End ***" in out, len(lines)) == (0, True, 5)
    assert lines[0] == "Using StoryEnv."
    assert lines[1].startswith("[start, score 0 of 1, moves 0: ")
    assert lines[4].startswith("[3: 'take coin', score 1 of 1, moves 3; take :: ")
    assert " +in(" in lines[4]
    assert " -at(" in lines[4]
    assert run("tw-play", game, "--mode", "walkthrough", "--very-verbose") == (code, out, err)


def test_the_seed_of_agents_that_draw(run, game):
    def played(seed):
        return run("tw-play", game, "--mode", "random", "--max-steps", 8, "-v", "--seed", seed)

    assert played(3) == played(3)
    assert played(3) != played(4)


def test_a_game_that_is_broken_off_is_not_said_to_be_kept(run, game, monkeypatch):
    def interrupted(prompt):
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupted)
    code, _, err = run("tw-play", game)
    assert (code, err) == (130, "\ntw-play: Interrupted.\n")


@pytest.mark.parametrize("hints", [(), ("--hints",), ("--hint",)])
def test_a_person_plays(run, game, monkeypatch, hints):
    """People see the game; hints are what wins (``--hint`` is how TextWorld 1.7 spells it)."""
    monkeypatch.setattr(sys, "stdin", io.StringIO("look\nquit\n"))
    code, out, err = run("tw-play", game, *hints)
    walkthrough = " > ".join(Game.load("game.json").walkthrough)
    assert (code, err) == (0, "")
    assert "-= " in out
    assert (f"[{walkthrough}]" in out) == bool(hints)


def test_the_viewer_is_opened_and_its_address_told(run, game, opened, monkeypatch):
    monkeypatch.setattr(sys.stdin, "isatty", lambda: False, raising=False)
    code, out, err = run("tw-play", game, "--mode", "walkthrough", "--viewer", "0")
    assert (code, out) == (0, "Done after 3 steps. Score 1/1.\n")
    assert err == f"The game is shown at {opened[0]}\n"


def test_a_missing_game_and_an_unknown_mode_are_told(run):
    assert run("tw-play", "none.z8") == (
        1,
        "",
        "tw-play: Cannot read the story none.z8: No such file or directory.\n",
    )
    code, _, err = run("tw-play", "none.z8", "--mode", "randm")
    assert (code, "invalid choice: 'randm'" in err) == (2, True)
    assert "Did you mean 'random'?" in err
