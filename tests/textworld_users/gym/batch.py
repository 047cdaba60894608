"""Two games side by side."""

import textworld
import textworld.gym
from textworld import EnvInfos, GameMaker

files = []
for name in ("plum", "pear"):
    M = GameMaker()
    room = M.new_room(f"Place of the {name}")
    M.set_player(room)
    room.add(M.new(type="f", name=name))
    M.set_quest_from_commands([f"take {name}"])
    files.append(M.compile(f"./{name}.z8"))

request = EnvInfos(inventory=True, won=True)
for asynchronous in (False, True):
    env_id = textworld.gym.register_games(files, request, batch_size=2, asynchronous=asynchronous)
    env = textworld.gym.make(env_id)
    obs, infos = env.reset()
    assert len(obs) == 2
    assert {name for name in ("plum", "pear") for text in obs if name in text} == {"plum", "pear"}
    assert list(infos["won"]) == [False, False]
    fruit = "plum" if "plum" in obs[0] else "pear"
    obs, scores, dones, infos = env.step([f"take {fruit}", "look"])
    assert list(scores) == [1, 0]
    assert list(dones) == [True, False]
    assert list(infos["won"]) == [True, False]
    assert fruit in infos["inventory"][0]
    assert "nothing" in infos["inventory"][1]
    env.close()
