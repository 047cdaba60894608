"""A hash of the shape of a map: how rooms lie to each other, whatever they are called.

Two maps have the same hash exactly if they are equal (SHA-256 collisions aside) up to the names of
rooms and a symmetry of the compass: a map that is turned by a quarter or mirrored is the same map.
Rooms are numbered by walks (see `twbench.generator.hashes.walks`) from those that are rarest by
their surroundings; maps in several parts, and what a walk does not see, get a canonical form.
"""

__all__ = ["map_hash"]

from collections import Counter
from collections.abc import Iterable
from itertools import chain

from twbench.generator.hashes.compass import SYMMETRIES
from twbench.generator.hashes.turnings import least_form
from twbench.generator.hashes.walks import PASSABLE, WorldMap, is_between_rooms
from twbench.generator.knowledge.roles import ROOM
from twbench.logic import Proposition


def map_hash(facts: Iterable[Proposition]) -> str:
    """Return 26 characters that are equal exactly for games whose rooms lie to each other alike.

    Doors, and whether they are open, do not count; nor does what is in the rooms. Raises
    GenerationError if the rooms are too much alike to tell.
    """
    known = list(facts)
    ways = [fact for fact in known if is_between_rooms(fact) and fact.name != PASSABLE]
    entities = dict.fromkeys(chain.from_iterable([fact.arguments for fact in known]))
    rooms = [entity for entity in entities if entity.type == ROOM]
    world_map = WorldMap(ways)
    shapes = world_map.shapes()
    counts = Counter(shapes.values())
    # Any shape would do as well, but each room that has it is the start of eight walks.
    rarest = min(((count, shape) for shape, count in counts.items()), default=(0, ()))[1]
    starts = [room for room, shape in shapes.items() if shape == rarest]
    walks, code = world_map.walks(starts, SYMMETRIES)
    if not walks or len(walks[0].rooms) < len(rooms):
        walks, code = world_map.walks([None], SYMMETRIES)
    rests = [
        [
            *world_map.left_over(walk),
            *(Proposition("room", (room,)) for room in rooms if room.name not in walk.numbers),
        ]
        for walk in walks
    ]
    return least_form(walks, code, rests)
