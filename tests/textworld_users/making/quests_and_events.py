"""Quests made of events: worth points, optional, and one way to lose."""

import textworld
from textworld import EnvInfos, GameMaker
from textworld.generator.game import Event, Quest

M = GameMaker()
shop = M.new_room("Shop")
M.set_player(shop)
box = M.new(type="c", name="box")
box.add_property("open")
shop.add(box)
pen, cup, cake = (
    M.new(type="o", name="pen"),
    M.new(type="o", name="cup"),
    M.new(type="f", name="cake"),
)
for thing in (pen, cup, cake):
    shop.add(thing)

into_box = Event(conditions={M.new_fact("in", pen, box)})
on_floor = Event(conditions={M.new_fact("in", cup, M.inventory)})
eaten = Event(conditions={M.new_fact("eaten", cake)})
M.quests = [
    Quest(win_events=[into_box], fail_events=[eaten], reward=3),
    Quest(win_events=[on_floor], reward=2, optional=True),
]
game = M.build()
game_file = M.compile("./shop.z8")
assert game.max_score == 5

infos = EnvInfos(score=True, max_score=True, won=True, lost=True, moves=True)
env = textworld.start(game_file, infos)


def play(*commands):
    state, score, done = env.reset(), 0, False
    assert (state.score, state.max_score, state.won, state.lost) == (0, 5, False, False)
    for command in commands:
        state, score, done = env.step(command)
    return score, done, state.won, state.lost


assert play("take cup", "take pen") == (2, False, False, False)
assert play("take cup", "take pen", "insert pen into box") == (5, True, True, False)
assert play("take pen", "insert pen into box") == (3, True, True, False)
assert play("take cake", "eat cake") == (0, True, False, True)
env.close()
