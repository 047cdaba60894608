"""A hash of the shape of a map: how rooms lie to each other, whatever they are called.

Two maps have the same hash exactly if they are equal (SHA-256 collisions aside) up to the names of
rooms and a symmetry of the compass: a map that is turned by a quarter or mirrored is the same map.
Rooms are numbered by walks (see `twbench.generator.hashes.walks`) from those that are rarest by
their surroundings; maps in several parts, and what a walk does not see, get a canonical form.
"""

__all__ = ["map_hash"]

from collections import Counter
from collections.abc import Iterable

from twbench.generator.hashes.compass import SYMMETRIES
from twbench.generator.hashes.turnings import least_form
from twbench.generator.hashes.walks import Survey
from twbench.logic import Proposition


def map_hash(facts: Iterable[Proposition], survey: Survey | None = None) -> str:
    """Return 26 characters that are equal exactly for games whose rooms lie to each other alike.

    Doors, and whether they are open, do not count; nor does what is in the rooms. Whoever makes
    several hashes of the game has a ``survey`` of its facts. Raises GenerationError if the rooms
    are too much alike to tell.
    """
    survey = survey or Survey(facts)
    world_map, rooms = survey.map, survey.rooms
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
    return least_form(walks, code, rests, rooms)
