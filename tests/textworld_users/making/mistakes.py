"""What a GameMaker refuses, and with which exceptions."""

from textworld import GameMaker
from textworld.generator.maker import (
    ExitAlreadyUsedError,
    FailedConstraintsError,
    MissingPlayerError,
    PlayerAlreadySetError,
)


def raised(exception, function, *arguments):
    try:
        function(*arguments)
    except exception:
        return True
    return False


M = GameMaker()
first, second, third = M.new_room(), M.new_room(), M.new_room()
M.connect(first.east, second.west)
assert raised(MissingPlayerError, M.build)
assert raised(MissingPlayerError, M.test)
assert raised(ExitAlreadyUsedError, M.connect, first.east, third.west)

M.set_player(first)
assert raised(PlayerAlreadySetError, M.set_player, second)

chest = M.new(type="c", name="chest")
first.add(chest)
chest.add_property("open")
chest.add_property("closed")
assert raised(FailedConstraintsError, M.validate)
chest.remove_property("closed")
assert M.validate()
