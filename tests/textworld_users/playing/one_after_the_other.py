"""An environment that loads one game after the other, and what is imported for it."""

import textworld
from textworld import EnvInfos, GameMaker
from textworld.agents import WalkthroughAgent
from textworld.envs.wrappers import Filter, GenericEnvironment, Limit, TWInform7
from textworld.envs.wrappers.generic import GenericEnvironment as TheSame
from textworld.helpers import play, start
from textworld.render.graph import show_graph
from textworld.text_utils import (
    extract_vocab,
    extract_vocab_from_gamefile,
    extract_vocab_from_gamefiles,
)

assert TheSame is GenericEnvironment
assert TWInform7 is textworld.envs.TWInform7
assert callable(show_graph)


def compiled(room_name, thing):
    M = GameMaker()
    room = M.new_room(room_name)
    M.set_player(room)
    room.add(M.new(type="o", name=thing))
    M.set_quest_from_commands([f"take {thing}"])
    return M.compile(f"./{thing}.z8")


files = [compiled("Quay", "anchor"), compiled("Mill", "sieve")]

env = Filter(GenericEnvironment(EnvInfos(inventory=True, max_score=True)))
for game_file, thing in zip(files, ("anchor", "sieve"), strict=True):
    env.load(game_file)
    _, infos = env.reset()
    assert thing not in infos["inventory"]
    assert infos["max_score"] == 1
    _, score, done, infos = env.step(f"take {thing}")
    assert (score, done) == (1, True)
    assert thing in infos["inventory"]
env.close()

env = GenericEnvironment(EnvInfos(admissible_commands=True))
env.load("./sieve.json")
state = env.reset()
assert "take sieve" in state.admissible_commands
assert env.step("take sieve")[1:] == (1, True)
env.close()

env = Limit(GenericEnvironment(), 2)
env.load(files[0])
env.reset()
assert not env.step("look")[2]
assert env.step("look")[2]
env.close()

anchor, sieve = map(extract_vocab_from_gamefile, files)
assert {"anchor", "quay"} <= anchor
assert {"sieve", "mill"} <= sieve
assert set(extract_vocab_from_gamefiles(files)) == anchor | sieve
assert {"anchor", "quay"} <= extract_vocab(textworld.Game.load("./anchor.json"))

play(files[0], agent=WalkthroughAgent(), silent=True)
env = start(files[1])
assert "sieve" in env.reset().feedback
env.close()
