"""Levels of a distribution: what is drawn depends on the seed, and can be walked."""

import pytest

from twbench.errors import ConfigError, GenerationError
from twbench.minihack.levels.distributions import maze, room
from twbench.minihack.levels.plan import find_way
from twbench.minihack.levels.specification import LevelSpecification
from twbench.minihack.levels.structure import structure_hash


def parts(level: LevelSpecification) -> tuple[list[str], tuple[int, int], tuple[int, int]]:
    start, goal = (call.positional[0] for call in level.calls)
    return level.generator().get_map_str().splitlines(), start, goal


@pytest.mark.parametrize(("width", "height"), [(5, 5), (21, 11), (75, 21)])
def test_a_maze_has_one_way_between_any_two_squares(width: int, height: int) -> None:
    rows, start, goal = parts(maze(width, height, 4))
    assert (len(rows[0]), len(rows)) == (width, height)
    floor = {(x, y) for y, row in enumerate(rows) for x, at in enumerate(row) if at == "."}
    joined = sum((x + dx, y + dy) in floor for x, y in floor for dx, dy in ((1, 0), (0, 1)))
    assert joined == len(floor) - 1, "a tree"
    assert len(floor) == 2 * (width // 2) * (height // 2) - 1, "all of it"
    assert find_way(rows, start, goal)


def test_the_same_seed_draws_the_same_and_others_draw_others() -> None:
    assert maze(21, 11, 1) == maze(21, 11, 1)
    assert len({structure_hash(maze(21, 11, seed)) for seed in range(50)}) == 50
    assert room(5, 5, 1, lava=0.2) == room(5, 5, 1, lava=0.2) != room(5, 5, 2, lava=0.2)


def test_a_room_with_lava_has_a_way() -> None:
    shares = []
    for seed in range(40):
        rows, start, goal = parts(room(9, 7, seed, lava=0.3))
        assert start != goal
        assert find_way(rows, start, goal)
        shares.append("".join(rows).count("L") / 63)
    assert 0.2 < sum(shares) / len(shares) < 0.35


def test_what_cannot_be_drawn_is_said() -> None:
    with pytest.raises(ConfigError, match="odd numbers"):
        maze(20, 11, 1)
    with pytest.raises(ConfigError, match="5 to 76 columns"):
        maze(3, 5, 1)
    with pytest.raises(ConfigError, match="share of lava"):
        room(5, 5, 1, lava=1)
    with pytest.raises(GenerationError, match="lava left no way"):
        room(76, 21, 3, lava=0.97)
