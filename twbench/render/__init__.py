"""Pictures of worlds: the map, what is in each room, and what the player carries.

>>> from twbench import GameMaker
>>> M = GameMaker()
>>> M.set_player(M.new_room("kitchen"))
>>> picture = M.render()
>>> picture.save("kitchen.svg")
"""

__all__ = ["Picture", "load_state", "load_state_from_game_state", "show_graph", "visualize"]

from twbench.render.facts import show_graph
from twbench.render.picture import Picture
from twbench.render.render import load_state, load_state_from_game_state, visualize
from twbench.system.public_names import loading

__getattr__, __dir__ = loading(__name__, {})  # which says what there is instead of a name
