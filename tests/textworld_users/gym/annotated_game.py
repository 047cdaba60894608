"""Notes that are written into the game of an episode, and what it says of things, changed."""

import textworld
import textworld.gym

options = textworld.GameOptions()
options.seeds = 5
options.nb_rooms = 2
options.nb_objects = 4
options.quest_length = 2
options.path = "./annotated.z8"
path, game = textworld.make(options)
commands = list(game.metadata["walkthrough"])

infos = textworld.EnvInfos(game=True)
for batch_size in (1, 2):
    name = f"annotated-{batch_size}"
    env_id = textworld.gym.register_games([path], infos, name=name, batch_size=batch_size)
    env = textworld.gym.make(env_id)
    for _ in range(3):
        obs, info = env.reset()
        told = info["game"][0] if batch_size > 1 else info["game"]
        told = told[0] if isinstance(told, (list, tuple)) else told
        assert "visits" not in told.metadata
        assert list(told.metadata["walkthrough"]) == commands
        assert told.infos["r_0"].name == game.infos["r_0"].name
        told.metadata["visits"] = 1
        told.metadata["walkthrough"] = []
        told.infos["r_0"].name = "the dark room"
        assert told.metadata["visits"] == 1
    env.close()
