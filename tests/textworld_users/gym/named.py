"""Names of environments: the one given, and another one for each registration."""

import textworld
import textworld.gym

options = textworld.GameOptions()
options.path, options.seeds = "./game.z8", 5
game_file, _ = textworld.make(options)

named = textworld.gym.register_game(game_file, name="mine")
assert "mine" in named
first = textworld.gym.register_games([game_file])
second = textworld.gym.register_games([game_file], max_episode_steps=2)
for env_id, limit in ((named, 50), (second, 2)):
    env = textworld.gym.make(env_id)
    env.reset()
    steps, done = 0, False
    while not done:
        _, score, done, _ = env.step("look")
        steps += 1
    assert (steps, score) == (limit, 0)
    env.close()
