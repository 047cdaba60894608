"""A game registered, made and played."""

import textworld
import textworld.gym
from textworld import EnvInfos, GameMaker
from textworld.gym.envs.textworld import TextworldGymEnv

M = GameMaker()
room = M.new_room("Observatory")
M.set_player(room)
lens = M.new(type="o", name="lens")
room.add(lens)
M.set_quest_from_commands(["take lens"])
game_file = M.compile("./lens.z8")

request = EnvInfos(admissible_commands=True, score=True, won=True, extras=["walkthrough"])
env_id = textworld.gym.register_game(game_file, request, max_episode_steps=50)
assert env_id.startswith("tw-")
env = textworld.gym.make(env_id)
assert isinstance(env, TextworldGymEnv)
obs, infos = env.reset()
assert "Observatory" in obs
assert set(infos) == {"admissible_commands", "score", "won", "extra.walkthrough"}
assert set(infos["admissible_commands"]) == {"examine lens", "inventory", "look", "take lens"}
assert list(infos["extra.walkthrough"]) == ["take lens"]
obs, score, done, infos = env.step("look")
assert (score, done, infos["won"]) == (0, False, False)
obs, score, done, infos = env.step("take lens")
assert (score, done, infos["won"]) == (1, True, True)
assert "*** The End ***" in obs
assert "Observatory" in env.reset()[0]
assert "Observatory" in env.render(mode="ansi").getvalue()
env.close()
