import pytest
from hypothesis import given
from hypothesis import strategies as st

from twbench.errors import GenerationError
from twbench.generator import make_map, make_small_map
from twbench.generator.worlds.graph_networks import (
    DIRECTIONS,
    Map,
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
    step,
    xy_diff,
)
from twbench.seeding import Rng


def reachable(graph, start):
    found = [start]
    for node in found:
        found.extend(other for other in graph[node] if other not in found)
    return found


def without(graph, removed):
    kept = Map()
    for node in graph:
        if node != removed:
            kept.add_node(node)
    for node, other in graph.edges():
        if removed not in (node, other):
            kept.add_edge(node, other)
    return kept


def line(*cells):
    graph = Map()
    for index, cell in enumerate(cells):
        graph.add_node(cell, name=f"r_{index}")
    for index in range(len(cells) - 1):
        graph.add_edge(cells[index], cells[index + 1])
    return graph


@st.composite
def layouts(draw):
    height, width = draw(st.integers(1, 7)), draw(st.integers(1, 7))
    rooms = draw(st.integers(1, height * width))
    return draw(st.integers(0, 10**6)), rooms, height, width


@given(layouts())
def test_every_map_is_connected_and_lies_on_its_grid(layout):
    seed, rooms, height, width = layout
    graph = create_map(Rng(seed), rooms, height, width)
    nodes = list(graph)
    assert len(nodes) == rooms
    assert sorted(reachable(graph, nodes[0])) == sorted(nodes)
    assert min(x for x, _ in nodes) == min(y for _, y in nodes) == 0
    assert max(x for x, _ in nodes) < width
    assert max(y for _, y in nodes) < height
    for node, other in graph.edges():
        assert abs(node[0] - other[0]) + abs(node[1] - other[1]) == 1
    assert [graph.nodes[node]["name"] for node in nodes] == [f"r_{i}" for i in range(rooms)]


@given(layouts())
def test_doors_are_exactly_between_articulation_points(layout):
    seed, rooms, height, width = layout
    graph = create_map(Rng(seed), rooms, height, width)
    points = set()
    for node in graph:
        rest = without(graph, node)
        if len(rest) and len(reachable(rest, next(iter(rest)))) < len(rest):
            points.add(node)
    doors = []
    for node, other, attributes in graph.edges(data=True):
        assert attributes["has_door"] == (node in points and other in points)
        if attributes["has_door"]:
            assert attributes["door_state"] in ("open", "closed", "locked")
            doors.append(attributes["door_name"])
        else:
            assert attributes["door_state"] is attributes["door_name"] is None
    assert doors == [f"d_{number}" for number in range(len(doors))]


@pytest.mark.parametrize(("rooms", "side"), [(300, 18), (324, 18), (100, 10)])
def test_large_and_full_grids_are_no_trouble(rooms, side):
    graph = gen_layout(Rng(1), rooms, side, side)
    assert len(reachable(graph, next(iter(graph)))) == rooms


def test_same_seed_same_map_and_other_seed_other_map():
    assert create_map(Rng(4), 12, 5, 5).edges(data=True) == create_map(4, 12, 5, 5).edges(data=True)
    assert create_map(Rng(4), 12, 5, 5).edges() != create_map(Rng(5), 12, 5, 5).edges()


def test_too_many_rooms_are_refused_with_both_numbers():
    with pytest.raises(GenerationError, match=r"10 rooms do not fit a grid of 3 x 3 cells\."):
        gen_layout(Rng(0), 10, 3, 3)
    with pytest.raises(GenerationError, match="at least 1 room, not 0"):
        make_map(0)


@pytest.mark.parametrize("rooms", [1, 2, 3, 4, 5])
def test_small_maps_are_stars(rooms):
    graph = make_small_map(rooms, rng=Rng(7))
    assert len(graph) == rooms
    assert [set(edge[:2]) - {(0, 0)} for edge in graph.edges()] == [
        {node} for node in graph if node != (0, 0)
    ]


def test_a_small_map_has_at_most_five_rooms():
    with pytest.raises(GenerationError, match="between 1 and 5 rooms, not 6"):
        create_small_map(Rng(0), 6)


def test_doors_of_a_line_are_inside_it():
    graph = mark_doors(line((0, 0), (1, 0), (2, 0), (3, 0)), Rng(0), ["closed"])
    assert [edge[2]["door_state"] for edge in graph.edges(data=True)] == [None, "closed", None]


def test_paths_are_shortest():
    graph = line((0, 0), (1, 0), (1, 1), (0, 1), (0, 2))
    assert shortest_path(graph, (0, 0), (0, 2)) == ["east", "north", "west", "north"]
    graph.add_edge((0, 0), (0, 1))
    assert shortest_path(graph, (0, 0), (0, 2)) == ["north", "north"]
    assert get_path(graph, (0, 0), (0, 2)) == [((0, 0), (0, 1)), ((0, 1), (0, 2))]
    assert get_path(graph, (0, 0), (0, 0)) == []


def test_no_path_is_an_error():
    graph = line((0, 0))
    graph.add_node((5, 5), name="r_1")
    with pytest.raises(GenerationError, match=r"no path from \(0, 0\) to \(5, 5\)"):
        get_path(graph, (0, 0), (5, 5))


def test_directions_lead_to_neighbours_and_back():
    assert [direction((1, 1), step((1, 1), way)) for way in DIRECTIONS] == DIRECTIONS
    assert [reverse_direction(way) for way in DIRECTIONS] == ["south", "north", "west", "east"]
    assert xy_diff((1, 2), (1, 3)) == (0, 1)
    assert direction((1, 2), (1, 3)) == "north"
    with pytest.raises(ValueError, match="not neighbours"):
        direction((0, 0), (1, 1))


def test_relabel_and_extremes():
    graph = relabel(line((-2, 5), (-1, 5), (-1, 4)))
    assert list(graph.nodes(data=True)) == [
        ((0, 1), {"name": "r_0"}),
        ((1, 1), {"name": "r_1"}),
        ((1, 0), {"name": "r_2"}),
    ]
    assert graph.has_edge((0, 1), (1, 1))
    assert not graph.has_edge((0, 1), (1, 0))
    assert extremes(graph) == ((0, 1), (1, 0))


def test_edges_are_seen_as_those_of_networkx():
    graph = create_map(3, 5, 4, 4)
    edges = graph.edges
    assert list(edges) == edges()
    assert len(edges) == len(edges())
    node, other, attributes = edges(data=True)[0]
    assert edges[other, node] is attributes
    assert (other, node) in edges
    assert (node, node) not in edges


def test_what_is_no_direction_has_no_reverse():
    assert reverse_direction("north") == "south"
    with pytest.raises(ValueError, match="one of north, south, east, west, not 'up'"):
        reverse_direction("up")
