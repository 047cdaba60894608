"""A game that is over, and one that has not begun, is not played."""

import textworld
from textworld import EnvInfos, GameMaker
from textworld.core import EnvInfoMissingError, GameNotRunningError

M = GameMaker()
room = M.new_room("Cave")
M.set_player(room)
torch = M.new(type="o", name="torch")
room.add(torch)
M.set_quest_from_commands(["take torch"])
env = textworld.start(M.compile("./cave.z8"))


def raised(exception, function, *arguments):
    try:
        function(*arguments)
    except exception:
        return True
    return False


assert raised(GameNotRunningError, env.step, "look")
env.reset()
state, score, done = env.step("take torch")
assert done
assert raised(GameNotRunningError, env.step, "look")
env.reset()
assert not env.step("look")[2]
env.close()

assert issubclass(GameNotRunningError, RuntimeError)
assert issubclass(EnvInfoMissingError, NameError)
assert raised(ValueError, lambda: EnvInfos(nonsense=True))
