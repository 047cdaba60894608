"""An environment of which everything is unusual, for the tests of vectors."""

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, Tuple


class Odd(gymnasium.Env):
    """Observations and actions of several parts, and infos of all kinds that come and go."""

    observation_space = Dict(
        {"where": Tuple((Discrete(9), Box(0, 9, (2,), np.float32))), "far": Discrete(9)}
    )
    action_space = Dict({"go": Discrete(9), "both": Tuple((Discrete(9), Discrete(9)))})

    def __init__(self, number):
        self.number = number

    def seen(self):
        return {
            "where": (self.turn, np.full(2, self.number, np.float32)),
            "far": np.int64(self.number),
        }

    def told(self):
        infos = {
            "turn": self.turn,
            "part": {"array": np.arange(self.number % 2 + 3)[:3], "none": None},
            "text": "a" * self.turn,
            "share": 0.5,
            "list": [1, 2],
        }
        odd = (self.number + self.turn) % 3
        return dict(list(infos.items())[odd:])

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.turn = 0
        return self.seen(), self.told()

    def step(self, action):
        self.turn += 1
        gained = float(action["go"] + 10 * action["both"][0] + 100 * action["both"][1])
        return self.seen(), gained, self.turn > self.number + 1, self.turn > 3, self.told()

    def render(self):
        return self.number


def odd_env(paths, number):
    return Odd(number)
