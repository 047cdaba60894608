"""A batch that begins anew by itself after the end of its games."""

import textworld
import textworld.gym
from textworld import EnvInfos, GameMaker

M = GameMaker()
room = M.new_room("Stable")
M.set_player(room)
room.add(M.new(type="o", name="saddle"))
M.set_quest_from_commands(["take saddle"])
game_file = M.compile("./stable.z8")

env_id = textworld.gym.register_games(
    [game_file, game_file], EnvInfos(score=True), batch_size=2, auto_reset=True,
    max_episode_steps=3, asynchronous=False,
)  # fmt: skip
env = textworld.gym.make(env_id)
env.reset()
assert list(env.step(["take saddle", "look"])[2]) == [True, False]
obs, scores, dones, infos = env.step(["look", "look"])
assert list(dones) == [False, False]
assert list(scores) == [0, 0]
assert "Stable" in obs[0]
assert list(env.step(["look", "look"])[2]) == [False, True]
env.close()
