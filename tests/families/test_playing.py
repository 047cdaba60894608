"""Starting a game of any family, and letting an agent play it."""

import io
import itertools
import json
import os
from pathlib import Path

import pytest

from twbench.agents import HumanAgent, WalkthroughAgent
from twbench.core import Agent, EnvInfos
from twbench.envs import IsolatedEnv, JerichoUnsupportedGameWarning, StoryEnv
from twbench.errors import StoryFileError
from twbench.families import play, start
from twbench.families.playing import open_here
from twbench.modules import read_modules, use_modules


class Looking(Agent):
    """Looks around for ever, and keeps what it was told."""

    def __init__(self):
        self.seen, self.finished = [], None

    def reset(self, env):
        self.env = env

    def act(self, state, reward, done):
        self.seen.append((state.feedback, reward, done))
        return "look"

    def finish(self, state, reward, done):
        self.finished = (reward, done)


class Closing:
    """Wraps an environment and counts how often it is closed."""

    def __init__(self, env):
        self.env, self.closed = env, 0

    def __getattr__(self, name):
        return getattr(self.env, name)

    def close(self):
        self.closed += 1
        self.env.close()


def test_a_game_is_started_by_its_file_whatever_its_family(cellar, unsigned):
    with start(str(cellar), EnvInfos(max_score=True)) as env:
        assert isinstance(env, StoryEnv)
        assert env.reset().max_score == 1
    with pytest.warns(JerichoUnsupportedGameWarning):
        env = start(unsigned)
    with env:
        assert isinstance(env, IsolatedEnv)  # nobody knows what it may do
        assert "cellar" in env.reset().feedback.lower()


@pytest.mark.parametrize(("isolated", "kind"), [(True, IsolatedEnv), (False, StoryEnv)])
def test_where_it_is_played_may_be_said(cellar, isolated, kind):
    with start(cellar, isolated=isolated) as env:
        assert isinstance(env, kind)


def test_open_here_plays_in_this_process(cellar):
    with open_here(str(cellar), EnvInfos(won=True)) as env:
        env.reset()
        state, score, done = env.step("take coin")
    assert (state.won, score, done) == (True, 1, True)


@pytest.mark.parametrize("begin", [start, lambda path: open_here(path, None)])
def test_files_that_cannot_be_played_are_refused(begin, tmp_path):
    with pytest.raises(StoryFileError, match=r"nothing\.z8: No such file"):
        begin(tmp_path / "nothing.z8")


def test_an_agent_plays_to_the_end(cellar, capsys):
    play(cellar, WalkthroughAgent())
    shown = capsys.readouterr().out
    assert "-= Cellar =-" in shown
    assert "> take coin" in shown
    assert shown.endswith("Done after 1 step. Score 1/1.\n")


def test_a_person_leaves_whoever_named_them(cellar, capsys, monkeypatch):
    for typed, agent in itertools.product(("look\nquit\n", "look\n"), (None, HumanAgent())):
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        play(cellar, agent)
        assert capsys.readouterr().out.endswith("\n> \nDone after 1 step. Score 0/1.\n")


@pytest.fixture
def terminal(monkeypatch):
    """Lets a test type lines at what passes for a terminal, 30 letters wide."""

    class Keyboard(io.StringIO):
        def isatty(self):
            return True

    def type_lines(*lines):
        monkeypatch.setattr("sys.stdin", Keyboard("".join(f"{line}\n" for line in lines)))

    monkeypatch.setenv("COLUMNS", "30")
    return type_lines


def test_a_person_at_a_terminal_takes_the_end_back_or_begins_anew(cellar, capsys, terminal):
    terminal("take coin", "look", "UNDO", "inventory", "take coin", "restart", "take coin", "q")
    play(cellar, HumanAgent())
    shown = capsys.readouterr().out
    question = "\nThe game is over: undo, restart, restore or quit?\n> "
    assert shown.count(question) == 4  # asked again after what is no answer
    _, _, taken_back, begun_anew, end = shown.split(question)
    assert taken_back.startswith("[The last turn is taken back.]\n\n-= Cellar =-")
    assert "You are carrying nothing." in taken_back
    assert "-= Cellar =-" in begun_anew
    assert end == "Done after 6 steps. Score 1/1.\n"


def test_the_end_is_the_end_where_nobody_sits_at_a_terminal(cellar, capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("take coin\nundo\n"))
    play(cellar, HumanAgent())
    assert "The game is over" not in capsys.readouterr().out


def test_whoever_leaves_at_the_end_has_played_to_it(cellar, capsys, terminal):
    terminal("take coin")  # and then control-D
    play(cellar, HumanAgent())
    assert capsys.readouterr().out.endswith("\n> \nDone after 1 step. Score 1/1.\n")


def test_lines_are_broken_between_words_on_a_terminal_alone(cellar, capsys, monkeypatch, terminal):
    with start(cellar) as env:
        text = env.reset().feedback
        env.render()
        assert capsys.readouterr().out == f"{text.rstrip()}\n"
        monkeypatch.setattr("sys.stdout.isatty", lambda: True)
        env.render()
    shown = capsys.readouterr().out
    assert max(map(len, text.splitlines())) > 30 >= max(map(len, shown.splitlines()))
    assert shown.split() == text.split()


@pytest.mark.filterwarnings("ignore:Jericho does not know Lost Cellar")
def test_a_score_that_nobody_knows_is_not_zero(unsigned, capsys):
    play(unsigned, Looking(), max_nb_steps=1)
    assert capsys.readouterr().out.endswith("Done after 1 step. The score is unknown.\n")


def test_only_an_agent_leaves_by_an_error(cellar, capsys):
    class Leaving(Looking):
        def act(self, state, reward, done):
            if len(self.seen) == 2:
                raise EOFError
            return super().act(state, reward, done)

        def reset(self, env):
            if self.seen:
                raise EOFError

    agent = Leaving()
    play(cellar, agent, silent=True)
    assert (len(agent.seen), capsys.readouterr().out) == (2, "")
    with pytest.raises(EOFError):
        play(cellar, agent)


def test_silence_shows_nothing(cellar, capsys):
    play(cellar, WalkthroughAgent(), silent=True)
    assert capsys.readouterr().out == ""


def test_an_agent_that_never_ends_is_stopped_and_told(cellar, capsys):
    agent = Looking()
    play(cellar, agent, max_nb_steps=3)
    assert capsys.readouterr().out.endswith("Done after 3 steps. Score 0/1.\n")
    assert [(reward, done) for _, reward, done in agent.seen] == [(0, False)] * 3
    assert agent.finished == (0, False)


def test_no_limit_is_zero(cellar):
    class Slow(Looking):
        def act(self, state, reward, done):
            return "take coin" if len(self.seen) == 1200 else super().act(state, reward, done)

    agent = Slow()
    play(cellar, agent, max_nb_steps=0, silent=True)
    assert agent.finished == (1, True)


def test_wrappers_of_the_caller_come_before_those_of_the_agent(cellar):
    order = []

    def wrapper(name):
        def wrap(env):
            order.append(name)
            return Closing(env)

        return wrap

    class Wrapping(Looking):
        wrappers = (wrapper("first of the agent"), wrapper("second of the agent"))

    agent = Wrapping()
    play(cellar, agent, 1, wrapper("of the caller"), silent=True)
    assert order == ["of the caller", "first of the agent", "second of the agent"]
    assert isinstance(agent.env.env.env, Closing)  # the agent is reset with what it plays in
    assert agent.env.closed == 1


def test_the_game_is_closed_whatever_the_agent_does(cellar):
    class Failing(Looking):
        def act(self, state, reward, done):
            raise RuntimeError("I do not like this game.")

    agent = Failing()
    with pytest.raises(RuntimeError, match="do not like"):
        play(cellar, agent, wrappers=Closing, silent=True)
    assert agent.env.closed == 1


WILD = """\
from guessing import GuessEnv, Guessing
from twbench.families import register


class WildEnv(GuessEnv):
    def load(self, path):
        self.game = WILD.read(path)


class Wild(Guessing):
    name, is_harmless = "wild", False

    def open(self, path, infos=None):
        env = WildEnv(infos)
        env.load(path)
        return env


WILD = register(Wild())  # caf\xe9
"""


@pytest.fixture
def wild(tmp_path, monkeypatch):
    """A game of a family that a file registers, and that nobody vouches for."""
    here = Path(__file__).parent
    monkeypatch.syspath_prepend(here)
    monkeypatch.setenv("PYTHONPATH", str(here), prepend=os.pathsep)
    (tmp_path / "wild.py").write_bytes(b"# coding: latin-1\n" + WILD.encode("latin-1"))
    read_modules([tmp_path / "wild.py"])
    game = tmp_path / "wild.guess"
    game.write_text(json.dumps({"family": "wild", "most": 9, "secret": 3}))
    yield game
    use_modules(())


def test_a_glulx_story_is_refused_with_a_way_out(tmp_path):
    (tmp_path / "game.ulx").write_bytes(b"Glul\x00\x03\x01\x02" + bytes(56))
    with pytest.raises(StoryFileError, match=r"Glulx story, .* import makes a \.z8 story"):
        start(tmp_path / "game.ulx")


def test_a_blorb_archive_is_told_as_one(tmp_path):
    (tmp_path / "game.zblorb").write_bytes(b"FORM\0\0\0\x08IFRSRIdx" + bytes(64))
    with pytest.raises(StoryFileError, match=r"game\.zblorb is a Blorb archive"):
        start(tmp_path / "game.zblorb")


def test_the_process_of_a_game_knows_the_family_that_a_file_registers(wild):
    with start(wild, EnvInfos(won=True)) as env:
        assert isinstance(env, IsolatedEnv)
        assert env.reset().feedback == "I think of a number from 1 to 9."
        assert env.step("3")[0].won
    use_modules(())
    with pytest.raises(StoryFileError, match=r"none of a known family .* \(--module FILE\)\."):
        start(wild)


def test_a_process_says_what_the_environment_of_a_family_cannot_do(wild):
    with start(wild) as env:
        env.reset()
        with pytest.raises(NotImplementedError):
            env.save()
        assert env.step("1")[0].feedback == "Too low."
