"""Pictures of facts."""

import webbrowser
from pathlib import Path
from xml.dom import minidom

import pytest

from twbench import GameOptions
from twbench.errors import InputError
from twbench.generator import make_game
from twbench.logic import Proposition
from twbench.render import Picture, show_graph

FACTS = [
    Proposition.parse(fact)
    for fact in (
        "at(P, r_0: r)",
        "at(c_0: c, r_0: r)",
        "closed(c_0: c)",
        "in(k_0: k, c_0: c)",
        "match(k_0: k, c_0: c)",
    )
]


def drawn(picture: Picture, tag: str) -> list[minidom.Element]:
    document = minidom.parseString(picture.svg)  # noqa: S318 - our own
    return list(document.getElementsByTagName(tag))


def texts(picture: Picture) -> list[str]:
    return [element.firstChild.data for element in drawn(picture, "text")]


def test_things_are_boxes_and_what_holds_of_two_is_an_arrow() -> None:
    picture = show_graph(FACTS, title="The cellar", names={"c_0": "oak chest", "k_0": "key & ring"})
    told = texts(picture)
    assert told[0] == "The cellar"
    assert told[told.index("oak chest") + 1] == "closed"
    assert {"P", "r_0", "key & ring"} <= set(told)
    assert sorted(told[-3:]) == ["at", "at", "in, match"]
    assert len(drawn(picture, "line")) == 3


def test_boxes_lie_in_the_picture_and_apart() -> None:
    options = GameOptions()
    options.nb_rooms, options.nb_objects, options.seeds = 5, 20, 1
    facts = make_game(options).world.facts
    picture = show_graph(facts)
    (page,) = drawn(picture, "svg")
    boxes = [
        [float(box.getAttribute(name)) for name in ("x", "y", "width", "height")]
        for box in drawn(picture, "rect")
        if box.getAttribute("rx")
    ]
    links = [fact for fact in facts if len(fact.names) > 2]
    assert len(boxes) == len({name for fact in facts for name in fact.names}) + len(links)
    for x, y, width, height in boxes:
        assert min(x, y) >= 0
        assert x + width <= float(page.getAttribute("width"))
        assert y + height <= float(page.getAttribute("height"))
    for number, (x, y, width, height) in enumerate(boxes):
        for x2, y2, width2, height2 in boxes[:number]:
            assert x + width < x2 or x2 + width2 < x or y + height < y2 or y2 + height2 < y


def test_facts_of_other_sizes() -> None:
    facts = [Proposition.parse(fact) for fact in ("raining()", "between(x: o, y: o, z: o)")]
    told = texts(show_graph([*facts, Proposition.parse("like(x: o, x: o)")]))
    assert {"raining", "between", "1", "2", "3"} <= set(told)
    assert told[told.index("x") + 1] == "like"
    assert texts(show_graph([])) == ["Knowledge Graph"]


def test_it_is_saved_and_shown_where_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    picture = show_graph(FACTS, save=tmp_path / "facts.svg")
    assert (tmp_path / "facts.svg").read_text("utf-8") == picture.svg
    assert opened == []
    show_graph(FACTS, renderer="browser")
    (address,) = opened
    Path(address.removeprefix("file://")).unlink()
    with pytest.raises(InputError, match=r"as \.svg, \.png or \.html"):
        show_graph(FACTS, save=tmp_path / "facts.jpeg")
