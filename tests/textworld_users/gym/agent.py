"""An agent of gym says itself what it wants to know."""

import random

import textworld
import textworld.gym
from textworld import EnvInfos


class RandomAgent(textworld.gym.Agent):
    """Draws one of the admissible commands."""

    def __init__(self, seed):
        self.rng = random.Random(seed)

    @property
    def infos_to_request(self):
        return EnvInfos(admissible_commands=True)

    def act(self, obs, score, done, infos):
        return self.rng.choice(sorted(infos["admissible_commands"]))


options = textworld.GameOptions()
options.path, options.seeds = "./game.z8", 21
options.nb_rooms, options.quest_length = 2, 2
game_file, game = textworld.make(options)
agent = RandomAgent(1)
env_id = textworld.gym.register_game(game_file, agent.infos_to_request, max_episode_steps=30)
env = textworld.gym.make(env_id)
totals = []
for _ in range(3):
    obs, infos = env.reset()
    score, done, steps = 0, False, 0
    while not done:
        obs, score, done, infos = env.step(agent.act(obs, score, done, infos))
        steps += 1
    assert steps <= 30
    totals.append(score)
assert all(0 <= total <= game.max_score for total in totals)
env.close()
