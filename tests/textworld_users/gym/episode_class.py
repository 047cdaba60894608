"""A class of one's own around a game, with the infos that a configuration asks for."""

import json

import textworld
import textworld.gym
from textworld.envs.wrappers import Filter
from textworld.gym import register_game

ASKED = {"objective": True, "description": True, "score": True, "max_score": True, "won": True}


class Episode:
    def __init__(self, gamefile, admissible_commands=False):
        self.infos = textworld.EnvInfos(
            score=True,
            max_score=True,
            won=True,
            lost=True,
            feedback=True,
            moves=True,
            admissible_commands=admissible_commands,
            extras=["walkthrough"],
        )
        self.gamefile = gamefile
        self.env = None

    def reset(self, seed=None):
        if self.env is None:
            self.env = textworld.start(self.gamefile, self.infos, wrappers=[Filter])
        self.env.seed(seed)
        obs, info = self.env.reset()
        for command in info["extra.walkthrough"]:
            _, _, _, last = self.env.step(command)
        info["valid_walkthrough"] = last["score"] == last["max_score"]
        self.env.reset()
        return obs, info


options = textworld.GameOptions()
options.seeds = 20
options.quest_length = 2
options.path = "./episode.z8"
path, _ = textworld.make(options)
episode = Episode(path, admissible_commands=True)
for seed in (None, 3):
    obs, info = episode.reset(seed)
    assert obs == info["feedback"]
    assert info["valid_walkthrough"]
    assert info["moves"] == 0
    assert json.loads(json.dumps(info)) == info
obs, score, done, info = episode.env.step("inventory")
assert (score, done, info["moves"]) == (0, False, 1)
episode.env.close()

env = textworld.gym.make(register_game(path, textworld.EnvInfos(**ASKED), max_episode_steps=3))
obs, info = env.reset()
assert sorted(info) == sorted(ASKED)
assert info["objective"]
scores = [env.step("inventory")[1:3] for _ in range(4)]
assert scores == [(0, False), (0, False), (0, True), (0, True)]
env.close()
