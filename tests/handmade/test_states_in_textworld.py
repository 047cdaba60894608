"""At each step of random play, TextWorld's logic says of our games what their stories say."""

import json
import os
import subprocess

import pytest
from challenge_games import challenge_game
from games_by_hand import GAMES

from twbench import EnvInfos, start
from twbench.generator import GameOptions
from twbench.generator.making.compile import compile_game
from twbench.seeding import Rng

TEXTWORLD = os.environ.get("TWBENCH_TEXTWORLD_PYTHON")
SCRIPT = """
import json, sys
from textworld.generator import Game
from textworld.generator.inform7 import Inform7Game

class Play:
    def __init__(self, path):
        self.game = Game.load(path)
        self.words = Inform7Game(self.game)
        self.state = self.game.world.state.copy()
        self.open = list(self.game.quests)
        self.score, self.lost = 0, False

    def told(self):
        for quest in list(self.open):
            if quest.is_failing(self.state):
                self.open.remove(quest)
                self.lost |= not quest.optional
            elif quest.win_events and quest.is_winning(self.state):
                self.open.remove(quest)
                self.score += quest.reward
        asked = any(quest.win_events and not quest.optional for quest in self.open)
        rules, constants = self.game.kb.rules.values(), self.game.kb.types.constants_mapping
        actions = list(self.state.all_applicable_actions(rules, constants))
        self.known = dict(zip(self.words.gen_commands_from_actions(actions), actions))
        ends = [not asked and not self.lost, self.lost]
        return [sorted(map(str, self.state.facts)), sorted(self.known), self.score, *ends]

def turns(path, commands):
    play = Play(path)
    yield play.told()
    for command in commands:
        play.state.apply(play.known[command])
        yield play.told()

print(json.dumps([list(turns(*given)) for given in json.load(sys.stdin)]))
"""
# Its worlds take no fact of three things but links, and a repeatable quest gives at every turn.
OTHERWISE = ("a_predicate_of_three_and_one_of_none", "a_repeatable_reward")
MADE = {
    "simple": {"rewards": "balanced", "goal": "brief"},
    "cooking": {"recipe": 2, "take": 1, "go": 6, "open": True, "cook": True, "drop": True},
    "coin_collector": {"level": 105},
    "treasure_hunter": {"level": 22},
    "custom": {"world_size": 4, "quest_length": 4},
}


@pytest.fixture(scope="module")
def stories(tmp_path_factory):
    """The stories of games made by hand, and of one game of each challenge."""
    folder = tmp_path_factory.mktemp("stories")
    made = [game.make().build() for game in GAMES if game.name not in OTHERWISE]
    made += [challenge_game(name, 7, **settings) for name, settings in MADE.items()]
    paths = []
    for number, game in enumerate(made):
        options = GameOptions()
        options.path = folder / f"{number}.z8"
        paths.append(compile_game(game, options))
    return paths


def walk(path, length):
    """Play at random; return the commands, and what the story says before and after each."""
    rng = Rng(7)
    commands, turns = [], []
    with start(path, EnvInfos(admissible_commands=True, facts=True, last_action=True)) as env:
        state, done = env.reset(), False
        while True:
            known = sorted(map(str, state.facts)), state.admissible_commands
            turns.append([*known, state.score, state.won, state.lost])
            if done or len(commands) == length:
                return commands, turns
            commands.append(rng.choice(state.admissible_commands))
            state, _, done = env.step(commands[-1])
            assert state.last_action is not None, (commands[-1], state.feedback)


@pytest.mark.slow
@pytest.mark.skipif(not TEXTWORLD, reason="TWBENCH_TEXTWORLD_PYTHON names no Python with TextWorld")
def test_its_logic_has_the_same_facts_commands_scores_and_ends(stories):
    walks = [walk(path, 40) for path in stories]
    asked = [
        (path.replace(".z8", ".json"), commands)
        for path, (commands, _) in zip(stories, walks, strict=True)
    ]
    told = subprocess.run(
        [TEXTWORLD, "-c", SCRIPT],
        input=json.dumps(asked),
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert sum(len(turns) for _, turns in walks) > 500
    for path, (commands, ours), theirs in zip(stories, walks, json.loads(told), strict=True):
        for number, (one, other) in enumerate(zip(ours, theirs, strict=True)):
            assert one == other, (path, commands[:number])
