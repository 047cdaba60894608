"""An agent that takes the commands out of the walkthrough, one after the other."""

import textworld
import textworld.gym

options = textworld.GameOptions()
options.seeds = 11
options.nb_rooms = 2
options.nb_objects = 4
options.quest_length = 3
options.path = "./emptied.z8"
path, game = textworld.make(options)

infos = textworld.EnvInfos(entities=True, extras=["walkthrough"])
env = textworld.gym.make(textworld.gym.register_game(path, infos, name="emptied"))
for _ in range(3):
    obs, info = env.reset()
    todo = info["extra.walkthrough"]
    assert len(todo) == 3
    info["entities"].append("nothing of the kind")
    assert info["entities"].count("nothing of the kind") == 1
    done = False
    while todo:
        obs, score, done, info = env.step(todo.pop(0))
    assert done
    assert score == 1
env.close()
