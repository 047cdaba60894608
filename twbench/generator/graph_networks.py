"""Maps: undirected graphs of rooms on a grid, some of their edges doors."""

__all__ = [
    "DIRECTIONS",
    "create_map",
    "create_small_map",
    "direction",
    "extremes",
    "gen_layout",
    "get_path",
    "mark_doors",
    "plot_graph",
    "relabel",
    "reverse_direction",
    "shortest_path",
    "xy_diff",
]

from twbench.generator.making.plotting import plot_graph
from twbench.generator.worlds.graph_networks import (
    DIRECTIONS,
    create_map,
    create_small_map,
    direction,
    extremes,
    gen_layout,
    get_path,
    mark_doors,
    relabel,
    reverse_direction,
    shortest_path,
    xy_diff,
)
