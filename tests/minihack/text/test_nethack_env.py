"""NetHack as a text-based game keeps the contract, and answers every command and question."""

import json
import random
import sys
from pathlib import Path
from typing import Any

import pytest

from twbench.agents.human import SecondThoughts
from twbench.core import EnvInfos, GameState, Wrapper
from twbench.errors import ConfigError, EnvInfoMissingError, MissingPackageError
from twbench.families import start
from twbench.minihack import LevelGenerator, engine
from twbench.minihack.text.commands import command_words
from twbench.minihack.text.env import NetHackEnv
from twbench.minihack.text.game import LevelGame
from twbench.minihack.text.given import INFORMATIONS
from twbench.testing import EnvironmentContract

nle = pytest.mark.nle
CALLS = [
    {"set_start_pos": [[2, 2]]},
    {"add_sink": [[1, 1]]},
    {"add_object": ["apple", "%", [3, 2]]},
    {"add_object": ["dagger", ")", [2, 3]]},
    {"add_object": ["robe", "[", [2, 3]]},
    {"add_stair_down": [[6, 4]]},
]
GAME = {
    "family": "minihack",
    "level": {"w": 7, "h": 5, "calls": CALLS},
    "seed": 1,
    "events": [{"eat": {"name": "apple"}}, {"wield": {"name": "dagger", "reward": 2}}],
    "objective": "Eat the apple and wield the dagger.",
    "walkthrough": ["east", "eat apple", "southwest", "pick up dagger", "wield dagger"],
}


def opened(game: dict[str, Any], infos: EnvInfos | None = None) -> NetHackEnv:
    env = NetHackEnv(infos)
    env.open(LevelGame.from_data(game))
    return env


@nle
class TestNetHack(EnvironmentContract):
    """The contract of all environments."""

    walkthrough = ("east", "eat apple", "southwest", "pick up dagger", "wield dagger")
    infos = tuple(INFORMATIONS)
    seed = 1

    def make_environment(self, infos: EnvInfos) -> NetHackEnv:
        return opened(GAME, infos)


@nle
def test_wrappers_may_add_extras() -> None:
    class Lucky(Wrapper):
        def reset(self) -> GameState:
            state = super().reset()
            state["extra.luck"] = 7
            return state

    infos = EnvInfos(extras=["luck", "walkthrough"])
    with opened(GAME, infos) as env, pytest.raises(EnvInfoMissingError, match="luck"):
        env.reset()
    with Lucky(opened(GAME, infos)) as env:
        state = env.reset()
        assert state["extra.luck"] == 7
        assert state["extra.walkthrough"] == GAME["walkthrough"]
    facts = EnvInfos(facts=True)
    with Lucky(opened(GAME, facts)) as env, pytest.raises(EnvInfoMissingError, match="facts"):
        env.reset()


@nle
def test_what_is_seen_is_told_in_words() -> None:
    with opened(GAME, EnvInfos(inventory=True, admissible_commands=True)) as env:
        state = env.reset()
        assert state.feedback.split("\n") == [
            "Eat the apple and wield the dagger.",
            "Hello Agent, welcome to NetHack!  You are a neutral human Caveman.",
            "You see sink 1 north 1 west, apple 1 east, robe 1 south, staircase down 2 south 4"
            " east.",
            *(".......", ".#.....", "..@%...", "..[....", "......>"),
            "Turn 1, health 16 of 16.",
        ]
        assert state.inventory.splitlines()[0] == "a: a +1 club (weapon in hand)"
        assert {"north", "southwest", "search"} < set(state.admissible_commands)


@nle
def test_questions_are_answered_by_the_command() -> None:
    with opened(GAME) as env:
        env.reset()
        said = []
        for command in ("east", "eat dagger", "eat the apple", "southwest", "pick up dagger"):
            state, score, done = env.step(command)
            said.append(state.feedback.partition("\n")[0])
        assert said[0] == "You see here an apple."
        assert said[1] == "You don't have anything to eat."
        assert score == 1
        assert "g - a dagger" in state.feedback or "f - a dagger" in state.feedback
        assert "robe" not in state.feedback.partition("\n")[0]
        state, score, done = env.step("wield the dagger")
        assert (score, done, state.won, state.lost) == (3, True, True, False)
        assert state.feedback.endswith("*** You have won ***")


@nle
@pytest.mark.parametrize(
    ("command", "answer"),
    [
        ("wield spoon", "You have no spoon. It may be a +1 club"),
        ("wield", "Say what. It may be a +1 club"),
        ("throw rock", "Say in which direction, too."),
        ("wear", "You don't have anything else to wear."),
    ],
)
def test_a_question_without_an_answer_is_escaped_and_told(command: str, answer: str) -> None:
    with opened(GAME) as env:
        env.reset()
        state, _, _ = env.step(command)
        assert answer in state.feedback
        assert state.moves == 1
        state, _, _ = env.step("east")
        assert state.moves == 2


@nle
@pytest.mark.parametrize("isolated", [False, True])
def test_undo_takes_back_what_something_has_come_of(tmp_path: Path, isolated: bool) -> None:
    """No refused line is a turn, nor is what only shows something."""
    path = tmp_path / "game.json"
    path.write_text(json.dumps(GAME))
    with SecondThoughts(Wrapper(start(path, EnvInfos(inventory=True), isolated=isolated))) as env:
        places = [env.reset().description]
        for command in ("east", "search", "wear robe", "southwest", "pick up dagger"):
            places.append(env.step(command)[0].description)
            for idle in ("fly", "wield spoon", "throw rock", "look", "i"):
                state, _, _ = env.step(idle)
        assert "dagger" in state.inventory
        assert len({*places}) == 5  # there was no robe to wear yet
        for place in (places[4], places[2], places[1], places[0]):
            assert env.step("undo")[0].description == place
        assert "dagger" not in env.state.inventory


@nle
def test_no_command_traps_the_player() -> None:
    """After whatever was typed, waiting passes a turn."""
    draw = random.Random(5)
    words = [*command_words(), "far north", "n", "se"]
    things = ["", "apple", "dagger", "robe", "rock", "club", "a", "z", "north", "sling west"]
    with opened({**GAME, "events": [{"message": {"msgs": ["no such message"]}}]}) as env:
        state = env.reset()
        for _ in range(400):
            state, _, done = env.step(f"{draw.choice(words)} {draw.choice(things)}")
            if done:
                state = env.reset()
            before = state.moves
            state, _, done = env.step("search")
            assert done or state.moves > before, state.feedback
            if done:
                state = env.reset()


@nle
def test_the_stairs_win_and_lava_loses() -> None:
    level = {"w": 3, "h": 1, "calls": [{"set_start_pos": [[1, 0]]}, {"add_stair_down": [[2, 0]]}]}
    lava = {**level, "calls": [*level["calls"], {"add_terrain": [[0, 0], "L"]}]}
    with opened({"family": "minihack", "level": lava}) as env:
        env.reset()
        state, score, done = env.step("east")
        assert (score, done, state.won) == (1, True, True)
        env.reset()
        state, score, done = env.step("west")
        assert (score, done, state.won, state.lost) == (0, True, False, True)
        assert state.feedback.endswith("*** You have died ***")


@nle
def test_a_game_is_loaded_from_its_file(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(json.dumps(GAME))
    with NetHackEnv(EnvInfos(extras=["walkthrough"])) as env:
        env.load(path)
        assert env.reset()["extra.walkthrough"] == GAME["walkthrough"]
    refused = {**GAME, "level": {"calls": [{"add_object": ["appple", "%"]}]}}
    with pytest.raises(ConfigError, match="Did you mean 'apple'"):
        opened(refused)


def test_without_nle_one_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "find_spec", lambda name: None)
    monkeypatch.setattr(engine, "_LAST_PYTHON", sys.version_info[:2])
    with pytest.raises(MissingPackageError, match=r"pip install 'twbench\[minihack\]'"):
        NetHackEnv()


@nle
def test_things_are_looked_up_where_the_game_has_an_encyclopedia() -> None:
    with opened({**GAME, "knowledge": "encyclopedia"}) as env:
        turn = env.reset().moves
        state, _, _ = env.step("Look up the apple")
        assert "apple" in state.feedback.split("\nYou see")[0].lower()
        assert state.moves == turn
        state, _, _ = env.step("look up a frobnitz")
        assert state.feedback.startswith("Nothing is known about frobnitz.")
    with opened(GAME) as env:
        env.reset()
        state, _, _ = env.step("look up the apple")
        assert state.feedback.startswith("There is nothing to look things up in.")


def test_knowledge_is_one_of_a_few() -> None:
    with pytest.raises(ConfigError, match=r"no knowledge 'encyclopaedia'.*Did you mean"):
        LevelGame.from_data({**GAME, "knowledge": "encyclopaedia"})
    told = LevelGame.from_data({**GAME, "knowledge": "encyclopedia"})
    assert LevelGame.from_data(told.data()) == told
    assert "knowledge" not in LevelGame.from_data(GAME).data()


@nle
def test_a_game_of_another_version_of_nle_is_refused(tmp_path: Path) -> None:
    game = LevelGame(LevelGenerator(w=3, h=3).get_des())
    assert game.data()["nle"] == engine.VERSION
    (tmp_path / "old.json").write_text(json.dumps({**game.data(), "nle": "1.2.0"}))
    with NetHackEnv() as env, pytest.raises(ConfigError, match=r"one of NLE 1\.2\.0; NLE 1\.3\.0"):
        env.load(tmp_path / "old.json")


@nle
@pytest.mark.parametrize(
    ("event", "meant"),
    [
        ({"location": {"location": "stairs down"}}, "staircase down"),
        ({"location": {"location": "Fontain"}}, "fountain"),
        ({"positional": {"place_name": "alta", "action_name": "pray"}}, "altar"),
    ],
)
def test_a_slip_in_the_name_of_a_place_is_told(event: dict[str, Any], meant: str) -> None:
    [(kind, given)] = event.items()
    name = str(next(iter(given.values())))
    with pytest.raises(ConfigError, match=rf"^events\[1\]\.{kind}: .*{name!r}.* {meant!r}\?$"):
        opened({**GAME, "events": [GAME["events"][0], event]})


@nle
@pytest.mark.parametrize("name", ["staircase", "Sink", "throne", "altar to Anu", "dagger"])
def test_what_is_part_of_a_name_or_more_is_a_place(name: str) -> None:
    opened({**GAME, "events": [{"location": {"location": name}}]}).close()
