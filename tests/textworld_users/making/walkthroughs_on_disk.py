"""Several games, each compiled into a folder, and their walkthroughs played and stored."""

import glob
import json
import os

import textworld
from textworld import EnvInfos, GameOptions

rows = []
for seed in range(2):
    options = GameOptions()
    options.seeds = seed
    options.nb_rooms, options.nb_objects, options.quest_length = 2, 4, 2
    options.path = "./games/"
    game_file, game = textworld.make(options)
    assert game_file.startswith("./games/")
    env = textworld.start(game_file, EnvInfos(won=True, moves=True, policy_commands=True))
    state = env.reset()
    left = [len(state.policy_commands)]
    for command in game.metadata["walkthrough"]:
        state, score, done = env.step(command)
        left.append(len(state.policy_commands))
    assert state.won
    assert done
    assert score == game.max_score
    assert left == sorted(left, reverse=True)
    assert left[-1] == 0
    assert state.moves == len(game.walkthrough)
    env.close()
    rows.append({"game": os.path.basename(game_file), "walkthrough": list(game.walkthrough)})
json.dump(rows, open("walkthroughs.json", "w"))
assert len(json.load(open("walkthroughs.json"))) == 2
assert len(glob.glob("./games/*.z8")) == len(glob.glob("./games/*.json")) == 2
