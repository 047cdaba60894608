"""Facts and admissible commands kept up to date agree with those read and joined anew."""

import random
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
from sample_games import HAND_MADE, coin_collector, cottage, lamps, open_story, textworld_files
from sample_games import textworld_game as load

from twbench.envs.information import admissible, fact_reader
from twbench.envs.information.game_information import GameInformation
from twbench.generator.data import KnowledgeBase
from twbench.generator.games.game import Game
from twbench.generator.knowledge.fact_sets import Numbering
from twbench.generator.worlds.world import World
from twbench.logic import GameLogic, Proposition, Variable
from twbench.story import read_memory_map

GAMES = [
    *HAND_MADE,
    lambda: coin_collector(5),
    lambda: coin_collector(120),
    *(lambda path=path: load(path) for path in textworld_files()[::6]),
]
SPARE_COMMANDS = ("look", "inventory", "take all", "drop all", "sing", "take it. drop it")


def play_and_compare(game: Game, folder: Path, turns: int, seed: int) -> int:
    """Play at random, with resets and jumps back; return how many states were compared."""
    information = GameInformation(game)
    env = open_story(game, folder, facts=True, admissible_commands=True)
    memory_map = read_memory_map((folder / "tw-sample.z8").read_bytes())
    rng = random.Random(seed)
    state = env.reset()
    snapshots = [env.save()]
    compared = 0
    for _ in range(turns):
        facts = memory_map.facts(env.save().interpreter.memory)
        assert state.facts == facts
        assert state.admissible_commands == information.admissible_commands(facts)
        compared += 1
        chance = rng.random()
        if chance < 0.05:
            state = env.restore(rng.choice(snapshots))
            continue
        if chance < 0.15:
            snapshots.append(env.save())
        choices = state.admissible_commands if chance < 0.9 else SPARE_COMMANDS
        state, _, done = env.step(rng.choice(choices or SPARE_COMMANDS))
        if done:
            state = env.reset()
    env.close()
    return compared


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_facts_and_commands_agree_over_random_play(number: int, tmp_path: Path) -> None:
    assert play_and_compare(GAMES[number](), tmp_path, 60, number) == 60


@pytest.mark.parametrize("make", [cottage, lamps])
def test_caches_that_overflow_change_nothing(
    make: Callable[[], Game], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fact_reader, "_MAX_GROUPS", 3)
    monkeypatch.setattr(admissible, "_MAX_ACTIONS", 5)
    assert play_and_compare(make(), tmp_path, 80, 7) == 80


WISHES = """
type wish : o {
    rules {
        swap :: $at(P, r) & in(wish, I) -> on(wish, s);
        twin :: $at(P, r) & $in(o, I) & $in(o', I) -> in(o, I);
    }
    inform7 {
        commands {
            swap :: "swap {wish} for {s}" :: "swapping";
            twin :: "twin {o} with {o'}" :: "twinning";
        }
    }
}
"""


def test_rules_about_anything_that_exists() -> None:
    default = KnowledgeBase.default()
    logic = GameLogic.deserialize(default.logic.serialize() + WISHES)
    inventory = Variable("I")
    world = World.from_facts(
        [
            Proposition("at", [Variable("P"), Variable("r_0", "r")]),
            Proposition("at", [Variable("s_0", "s"), Variable("r_0", "r")]),
            Proposition("in", [Variable("wish_0", "wish"), inventory]),
            Proposition("in", [Variable("o_0", "o"), inventory]),
        ],
        KnowledgeBase(logic, default.text_grammars_path),
    )
    information = GameInformation(Game(world))

    facts = list(world.facts)
    reader = SimpleNamespace(
        numbers=Numbering(facts),
        now=(1 << len(facts)) - 1,
        facts=facts,
        update=lambda world: None,
        take_fresh=lambda: [(fact, 1 << number) for number, fact in enumerate(facts)],
    )
    commands = admissible.AdmissibleCommands(information, reader).commands(b"its facts")
    assert commands == information.admissible_commands(world.facts)
    assert "swap wish_0 for s_0" in commands
    assert "twin o_0 with wish_0" in commands


def test_what_is_done_to_commands_told_changes_none_that_are_told_later(tmp_path: Path) -> None:
    env = open_story(cottage(), tmp_path, admissible_commands=True)
    told = env.reset().admissible_commands
    known = told.copy()
    told.clear()
    assert env.step("look")[0].admissible_commands == known
    env.close()


def test_constant_information_is_made_once(tmp_path: Path) -> None:
    env = open_story(cottage(), tmp_path, game=True, possible_commands=True)
    first = env.reset()
    second, _, _ = env.step("look")
    assert first.game is second.game
    assert first.possible_commands is second.possible_commands
    env.close()
