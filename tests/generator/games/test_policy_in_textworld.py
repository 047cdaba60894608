"""TextWorld plays our games to their end by its own policy, though most events are shortened."""

import json
import os
import subprocess
from itertools import pairwise

import pytest
from challenge_games import challenge_game

from twbench.generator import Event, Game, GameMaker, GameOptions, Quest
from twbench.generator.games.first_actions import KEY
from twbench.generator.making.compile import compile_game

TEXTWORLD = os.environ.get("TWBENCH_TEXTWORLD_PYTHON")
SCRIPT = """
import json, random, sys, textworld

INFOS = textworld.EnvInfos(
    policy_commands=True, intermediate_reward=True, admissible_commands=True, score=True, won=True
)
SAFE = ("go", "open", "take", "drop", "put", "insert", "close", "look", "inventory")

def play(path, strayed):
    rng = random.Random(strayed)
    environment = textworld.start(path, INFOS)
    state = environment.reset()
    for _ in range(strayed):
        commands = sorted(state.admissible_commands)
        command = rng.choice([each for each in commands if each.split()[0] in SAFE])
        state, _, done = environment.step(command)
        if done:
            return []
    turns = []
    while not state.won and state.policy_commands and len(turns) < 100:
        command = state.policy_commands[0]
        turn = [command in state.admissible_commands]
        state, _, _ = environment.step(command)
        turns.append([*turn, state.score, state.intermediate_reward, state.won])
    return turns

print(json.dumps([[play(path, strayed) for strayed in (0, 7, 10)] for path in sys.argv[1:]]))
"""
MADE = {
    "simple": {"rewards": "dense", "goal": "detailed"},
    "cooking": {"recipe": 2, "take": 2, "go": 6, "open": True, "cook": True, "cut": True},
    "coin_collector": {"level": 12},
    "treasure_hunter": {"level": 12},
    "custom": {"world_size": 4, "quest_length": 4},
}


def made(name):
    return challenge_game(name, 7, **MADE[name])


def by_hand(commands, *goals):
    """Return a game of three rooms in a row, with facts that some first commands lead to."""
    maker = GameMaker()
    rooms = [maker.new_room(name) for name in ("hall", "kitchen", "garden")]
    for one, other in pairwise(rooms):
        maker.connect(one.east, other.west)
    shelf = maker.new(type="s", name="shelf")
    rooms[0].add(shelf)
    things = [maker.new(type="o", name=name) for name in ("nail", "saw", "coin")]
    for thing, room in zip(things, rooms, strict=True):
        room.add(thing)
    maker.set_player(rooms[0])
    known = {"shelf": shelf, "P": maker.player, "I": maker.inventory}
    known |= {entity.name: entity for entity in (*rooms, *things)}
    quests = []
    for count, *facts in goals:
        conditions = [
            maker.new_fact(name, *[known[each] for each in names]) for name, *names in facts
        ]
        event = maker.new_event_using_commands(commands[:count])
        quests.append(Quest([Event(event.actions, conditions, commands[:count])], reward=count))
    maker.quests = quests
    return maker.build()


GO = ["take nail", "go east", "take saw", "go east", "take coin", "go west", "go west"]
PUT = [f"put {name} on shelf" for name in ("nail", "saw", "coin")]
ALL = [("on", name, "shelf") for name in ("nail", "saw", "coin")]
BY_HAND = {
    "one thing after the other": (
        [GO + PUT, (5, ("in", "coin", "I")), (8, ALL[0]), (10, *ALL)],
        2,
    ),
    "things at once": (
        [GO + PUT, (5, ("in", "nail", "I"), ("in", "coin", "I")), (10, *ALL)],
        0,
    ),
    "a thing of no use": ([GO[:4], (3, ("in", "saw", "I")), (4, ("at", "P", "garden"))], 0),
    "there and back": (
        [["go east", "go east", "go west"],
         (2, ("at", "P", "garden")), (3, ("at", "P", "kitchen"))],
        0,
    ),
}  # fmt: skip


def shortened(game: Game) -> int:
    quests = game.serialize()["quests"]
    return sum(
        KEY in one for quest in quests for one in (*quest["win_events"], *quest["fail_events"])
    )


@pytest.mark.parametrize("kind", BY_HAND)
def test_events_are_shortened_where_textworld_gets_to_them(kind):
    arguments, expected = BY_HAND[kind]
    assert shortened(by_hand(*arguments)) == expected


@pytest.mark.slow
@pytest.mark.skipif(not TEXTWORLD, reason="TWBENCH_TEXTWORLD_PYTHON names no Python with TextWorld")
def test_its_policy_wins(tmp_path):
    games = [made(name) for name in MADE] + [by_hand(*given) for given, _ in BY_HAND.values()]
    assert sum(map(shortened, games)) > 10
    paths = []
    for number, game in enumerate(games):
        options = GameOptions()
        options.path = tmp_path / f"{number}.z8"
        paths.append(compile_game(game, options))
    script = tmp_path / "played.py"
    script.write_text(SCRIPT)
    command = [TEXTWORLD, str(script), *map(str, paths)]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    for game, plays in zip(games, json.loads(told), strict=True):
        assert plays[0]
        for turns in filter(None, plays):
            assert all(is_admissible for is_admissible, *_ in turns)
            assert turns[-1][1:] == [game.max_score, 1, True]
            assert all(reward in (0, 1) for _, _, reward, _ in turns)
