"""Pictures of worlds."""

import webbrowser
from xml.dom import minidom

import pytest

from twbench import EnvInfos, GameMaker, GameOptions, GameState
from twbench.core import Environment
from twbench.errors import InputError
from twbench.generator import World, make_game
from twbench.logic import Proposition
from twbench.render import Picture, visualize
from twbench.render.layout import place_rooms


def texts(picture):
    """The lines of text of a picture, in the order they are drawn."""
    document = minidom.parseString(picture.svg)  # noqa: S318 - our own
    return [element.firstChild.data for element in document.getElementsByTagName("text")]


def lines(picture):
    document = minidom.parseString(picture.svg)  # noqa: S318 - our own
    return document.getElementsByTagName("line")


@pytest.fixture
def maker():
    made = GameMaker()
    kitchen, garden = made.new_room("kitchen"), made.new_room("garden & shed")
    door = made.new_door(made.connect(kitchen.east, garden.west), "screen door")
    door.add_property("locked")
    chest, ball = made.new("c", "chest"), made.new("o", "ball")
    chest.add_property("open")
    chest.add(ball)
    garden.add(chest)
    key = made.new("k", "rusty key")
    made.inventory.add(key)
    made.add_fact("match", key, door)
    made.set_player(kitchen)
    return made


def test_what_a_picture_says(maker):
    assert texts(maker.render()) == [
        "screen door (locked)",
        "kitchen",
        "you are here",
        "garden & shed",
        "chest (open)",
        "ball",
        "inventory",
        "rusty key (match screen door)",
    ]


def boxes(picture):
    """(left, top, right, bottom) of each rectangle but the background, in the order drawn."""
    document = minidom.parseString(picture.svg)  # noqa: S318 - our own
    found = []
    for element in document.getElementsByTagName("rect")[1:]:
        x, y, width, height = (
            float(element.getAttribute(name)) for name in ("x", "y", "width", "height")
        )
        found.append((x, y, x + width, y + height))
    return found


def test_the_label_of_a_door_covers_neither_its_way_nor_a_room(maker):
    label, kitchen, garden, _ = boxes(maker.render())
    (way,) = lines(maker.render())
    assert kitchen[2] < label[0]
    assert label[2] < garden[0]
    assert label[3] < float(way.getAttribute("y1"))


def test_pages_find_the_room_of_the_player_and_fit_the_picture(maker):
    svg = maker.render().svg
    assert svg.count('class="here"') == 1
    assert "max-width:100%" in svg


def test_a_way_that_is_not_free_is_dashed(maker):
    assert [line.getAttribute("stroke-dasharray") for line in lines(maker.render())] == ["6 4"]
    door = maker.find_by_name("screen door")
    door.remove_property("locked")
    door.add_property("open")
    assert [line.getAttribute("stroke-dasharray") for line in lines(maker.render())] == [""]


def test_everything_that_has_a_state_can_be_shown(maker):
    game = maker.build()
    state = GameState(facts=list(game.world.facts), game=game.serialize())
    assert visualize(game) == visualize(state) == maker.render()
    assert "rusty key (match screen door)" in texts(visualize(game))
    unnamed = visualize(game.world)
    assert unnamed == visualize(game.world.state) == visualize(GameState(facts=game.world.facts))
    assert "k_0 (match d_0)" in texts(unnamed)


def test_what_cannot_be_shown():
    with pytest.raises(InputError, match=r"EnvInfos\(facts=True, game=True\)"):
        visualize(GameState())
    with pytest.raises(InputError, match="no picture of Environment"):
        visualize(Environment(EnvInfos()))


def test_things_out_of_the_world_are_shown_apart(maker):
    maker.nowhere.append(apple := maker.new("f", "apple"))
    apple.add_property("eaten")
    assert texts(maker.render())[-2:] == ["nowhere", "apple (eaten)"]


def test_an_empty_world():
    assert texts(GameMaker().render()) == ["inventory", "nothing"]


def test_pictures_are_saved(maker, tmp_path):
    picture = maker.render()
    picture.save(tmp_path / "world.svg")
    assert (tmp_path / "world.svg").read_text(encoding="utf-8") == picture.svg
    picture.save(tmp_path / "world.html")
    assert picture.svg in (tmp_path / "world.html").read_text(encoding="utf-8")
    assert picture._repr_svg_() == picture.svg
    with pytest.raises(InputError, match=r"not as '\.gif'"):
        picture.save(tmp_path / "world.gif")


def test_interactive_opens_the_browser(maker, monkeypatch, tmp_path):
    opened = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    picture = maker.render(interactive=True)
    assert isinstance(picture, Picture)
    (page,) = tmp_path.iterdir()
    assert opened == [page.as_uri()]
    assert picture.svg in page.read_text(encoding="utf-8")


@pytest.mark.parametrize("seed", range(5))
def test_rooms_of_generated_maps_lie_in_their_directions(seed):
    options = GameOptions()
    options.seeds, options.nb_rooms, options.nb_objects = seed, 12, 0
    rooms = make_game(options).world.rooms
    cells = place_rooms(rooms)
    steps = {"north": (0, -1), "south": (0, 1), "east": (1, 0), "west": (-1, 0)}
    for room in rooms:
        for way, other in room.exits.items():
            (x, y), (dx, dy) = cells[room.id], steps[way]
            assert cells[other.id] == (x + dx, y + dy)


def test_rooms_that_fit_no_grid_have_cells_of_their_own():
    world = World.from_facts(
        map(
            Proposition.parse,
            [
                "north_of(r_1: r, r_0: r)",
                "east_of(r_2: r, r_1: r)",
                "south_of(r_3: r, r_2: r)",
                "west_of(r_4: r, r_3: r)",
                "at(o_0: o, r_5: r)",
            ],
        )
    )
    cells = place_rooms(world.rooms)
    assert len(set(cells.values())) == 6
    assert cells["r_4"] == (0, 1)
    assert cells["r_5"][0] == 1 + max(cells[f"r_{number}"][0] for number in range(5))


def test_only_the_rooms_seen_are_drawn(maker):
    world, names = maker.state, {"r_0": "kitchen", "r_1": "garden", "c_0": "chest", "d_0": "door"}
    whole = texts(visualize(world, names=names))
    assert texts(visualize(world, names=names, seen={"r_0", "r_1"})) == whole
    assert texts(visualize(world, names=names, seen={"r_0"})) == [
        "kitchen",
        "you are here",
        "inventory",
        "k_0 (match door)",
    ]
