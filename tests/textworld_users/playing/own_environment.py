"""An environment made by hand, without ``start``."""

from textworld import EnvInfos, GameMaker
from textworld.envs.zmachine.jericho import JerichoEnv
from textworld.utils import check_flag

M = GameMaker()
hall = M.new_room("Hall")
M.set_player(hall)
coin = M.new(type="o", name="coin")
hall.add(coin)
M.set_quest_from_commands(["take coin"])
game_file = M.compile("./tw-hall.z8")

env = JerichoEnv(request_infos=EnvInfos(score=True, won=True))
env.load(game_file)
env.reset()
other = env.copy()
assert other.request_infos == env.request_infos
state, score, done = other.step("take coin")
assert (score, done, state.won) == (1, True, True)
state, score, done = env.step("look")
assert (score, done, state.won) == (0, False, False)
env.close()
other.close()

assert not check_flag("SOME_FLAG_THAT_NOBODY_SETS")
