"""A challenge of one's own that draws with the generators of its options."""

from itertools import pairwise

import textworld


def make(settings, options):
    """Put as many things into a row of rooms as are asked for, wherever they fall."""
    rng_map, rng_objects, rng_quest = (options.rngs[name] for name in ("map", "objects", "quest"))
    M = textworld.GameMaker(options)
    names = ["Shed", "Barn", "Loft"]
    rng_map.shuffle(names)
    rooms = [M.new_room(name) for name in names]
    for one, next_one in pairwise(rooms):
        M.connect(one.east, next_one.west)
    M.set_player(rng_quest.choice(rooms))
    count = max(1, int(rng_objects.randn(1)[0]) + settings["things"])
    for number in rng_objects.permutation(count):
        room = rooms[rng_objects.randint(0, len(rooms))]
        room.add(M.new(type="o", name=f"thing {'abcdefghijklmnop'[number]}"))
    kinds = rng_objects.choice(["basket", "crate", "drum"], size=2, replace=False)
    assert len(set(kinds)) == len(kinds) == 2
    assert set(rng_objects.choice(["f", "o"], size=20, p=[0.0, 1.0])) == {"o"}
    assert rng_objects.choice(["f", "o"], p=[1.0, 0.0]) == "f"
    for kind in kinds:
        box = M.new(type="c", name=str(kind))
        box.add_property("open")
        rooms[0].add(box)
    assert 0 <= rng_quest.rand() < 1
    assert 3 <= rng_quest.uniform(3, 4) < 4
    assert 1 <= rng_quest.randint(1, 3) < 3
    assert -100 < rng_quest.normal(0, 1) < 100
    return M.build()


def facts(seed):
    options = textworld.GameOptions()
    options.seeds = seed
    return sorted(str(fact) for fact in make({"things": 4}, options).world.facts)


assert facts(3) == facts(3)
assert len({tuple(facts(seed)) for seed in range(5)}) > 1
