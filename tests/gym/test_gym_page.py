"""What docs/gym.md says is run, and the examples of the documentation of TextWorld."""

import re
import sys
from pathlib import Path

import pytest

import twbench
import twbench.gym
import twbench.vocab

PAGE = Path(__file__).resolve().parents[2] / "docs" / "gym.md"
REGISTER = """
from textworld.generator import make_game, compile_game
options = textworld.GameOptions()
options.seeds = 1234
game = make_game(options)
game.extras["more"] = "This is extra information."
gamefile = compile_game(game)

import gym
import textworld.gym
from textworld import EnvInfos
request_infos = EnvInfos(description=True, inventory=True, extras=["more"])
env_id = textworld.gym.register_game(gamefile, request_infos)
env = gym.make(env_id)
ob, infos = env.reset()
print(infos["extra.more"])
"""
REQUEST = """
from textworld import EnvInfos
request_infos = EnvInfos(description=True, inventory=True)
env = gym.make(env_id)
ob, infos = env.reset()
print(infos["description"])
print(infos["inventory"])
"""
WORDS = """
import textworld
gamefiles = ["/path/to/game.ulx", "/path/to/another/game.z8"]
vocab = textworld.vocab.extract_from(gamefiles)
vocab = sorted(vocab)
action_space = textworld.gym.text_spaces.Word(max_length=8, vocab=vocab)
"""


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    # The Gym that the examples import, whose ``make`` was that of all environments.
    monkeypatch.setitem(sys.modules, "gym", twbench.gym)


def run(code, **names):
    """Run what was printed for textworld."""
    names.setdefault("twbench", twbench)
    exec(code.replace("textworld", "twbench"), names)
    return names


@pytest.mark.parametrize(
    "code",
    [
        REGISTER,
        REGISTER.replace("register_game(gamefile,", "register_games([gamefile],"),
    ],
    ids=["register_game", "register_games"],
)
def test_registering(code, capsys):
    """From the functions textworld.gym.utils.register_game and register_games."""
    run(code)
    assert capsys.readouterr().out == "This is extra information.\n"


def test_what_an_agent_requests(pool, capsys):
    """From the property textworld.gym.core.Agent.infos_to_request."""
    infos = twbench.EnvInfos(description=True, inventory=True)
    env_id = twbench.gym.register_game(pool[0], infos, name="requested")
    run(REQUEST, gym=twbench.gym, env_id=env_id)
    told = capsys.readouterr().out
    assert "-= Attic =-" in told
    assert "You are carrying nothing." in told


def test_a_space_of_words(pool):
    """From the class textworld.gym.spaces.text_spaces.Word, for games that there are."""
    code = WORDS.replace("/path/to/game.ulx", pool[0]).replace("/path/to/another/game.z8", pool[1])
    names = run(code)
    assert {"attic", "cellar", "coin"} <= set(names["vocab"])
    assert list(names["action_space"].nvec) == [len(names["vocab"]) + 4] * 8


def test_the_page_runs(capsys):
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert len(blocks) == 4
    names = {}
    for block in blocks:
        exec(block, names)
    assert names["done"]
    assert "You are carrying nothing." in capsys.readouterr().out
    assert names["command"] in names["infos"]["admissible_commands"]
    assert names["words"][:6] == ["<S>", "go", "to", "the", "north", "</S>"]
