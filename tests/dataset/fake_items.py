"""Items without a game: rows and bytes made of the specification alone, in no time."""

import hashlib

from twbench import families
from twbench.dataset.config.plan import ItemSpec
from twbench.dataset.items import item
from twbench.hashing import sha256_hex
from twbench.seeding import Rng
from twbench.system.parts import Parts

FAILURE_RATE = 0.1


def build_fake(spec: ItemSpec) -> item.Made:
    """Stand in for `item.build_item`: some structures and games come twice, some fail."""
    rng = Rng(spec.seed)
    level = spec.params["level"]
    shape = [rng.integer(4) for _ in range(min(level, 6))]
    structure = hashlib.sha256(repr(shape).encode()).hexdigest()
    name = rng.integer(3)
    digest = hashlib.sha256(f"{structure}{name}".encode()).hexdigest()
    if rng.chance(FAILURE_RATE):
        return item.Rejection(spec, "not_generated", "Bad luck.")
    game_id = f"tw-coin_collector-{digest[:16]}"
    story, game = (game_id * 20).encode(), f'{{"id":"{game_id}"}}\n'.encode()
    row = {
        **item.planned_columns(spec, game_id, families.get("textworld")),
        "objective": f"Take the coin of level {level}.",
        "guidance": "full" if level == 1 else "last",
        "max_score": 1,
        "walkthrough": ["go east"] * (level - 1) + ["take coin"],
        "optimal_length": None if level % 2 else level,
        "quest_length": level,
        "n_rooms": level,
        "n_doors": 0,
        "n_objects": 1,
        "entities": [{"id": "r_0", "name": f"room {name}", "type": "r"}],
        "vocab": ["coin", "take", f"word{name}"],
        "verbs": ["go", "take"],
        "command_templates": ["go east", "take {o}"],
        "structure_hash": structure,
        "puzzle_hash": structure[:4],
        "map_hash": structure[:2],
        "story_sha256": sha256_hex(story),
        "game_sha256": sha256_hex(game),
    }
    return item.Item(row, story, game)


def build_fake_in_one_part(spec: ItemSpec) -> Parts[item.Made]:
    """Stand in for `item.build_in_parts`."""
    yield from ()
    return build_fake(spec)
