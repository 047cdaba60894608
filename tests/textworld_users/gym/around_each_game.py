"""Wrappers of one's own around each game of a pool: a class, and one that is given itself."""

from pathlib import Path

import textworld
import textworld.gym
from textworld.core import Wrapper


class WhichFile(Wrapper):
    """Tells which file is played, as an extra that no game has."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self._path = None

    def load(self, *args, **kwargs):
        super().load(*args, **kwargs)
        self._path = args[0]

    def reset(self, *args, **kwargs):
        state = super().reset(*args, **kwargs)
        state["extra.gamefile"] = self._path
        return state


class Shouting(Wrapper):
    def __init__(self, *args, mark="!", **kwargs):
        super().__init__(*args, **kwargs)
        self.mark = mark

    def step(self, command):
        state, score, done = super().step(command)
        state.feedback = self.mark + state.feedback
        return state, score, done


games, walkthroughs = [], {}
for seed in (1, 2):
    options = textworld.GameOptions()
    options.seeds = seed
    options.quest_length = 2
    options.path = f"games/game{seed}.z8"
    path, game = textworld.make(options)
    games.append(path)
    walkthroughs[Path(path).name] = game.metadata["walkthrough"]

infos = textworld.EnvInfos(won=True, admissible_commands=True, extras=["gamefile"])
env_id = textworld.gym.register_games(
    games,
    infos,
    batch_size=1,
    asynchronous=False,
    max_episode_steps=20,
    wrappers=[Shouting(mark="#"), WhichFile],
)
env = textworld.gym.make(env_id)
played = []
for _ in range(6):
    obs, info = env.reset()
    name = Path(info["extra.gamefile"][0]).name
    played.append(name)
    for command in walkthroughs[name]:
        assert command in info["admissible_commands"][0]
        obs, scores, dones, info = env.step([command])
        assert obs[0].startswith("#")
    assert dones[0]
    assert info["won"][0], name
assert {played.count(name) for name in walkthroughs} == {3}
env.close()
