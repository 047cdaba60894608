"""Maps of letters in colours: as a picture, and in a text."""

from xml.etree import ElementTree

import pytest

from twbench.render.letters import TERMINAL_COLORS, LetterMap

DATA = {"rows": ["--", "|.@<&", ""], "colors": ["77", "77f1c", ""], "cursor": [2, 1]}


def test_a_picture_has_each_letter_at_its_place_in_its_colour() -> None:
    svg = LetterMap.from_data(DATA).svg()
    root = ElementTree.fromstring(svg)  # noqa: S314  (our own)
    texts = [each for each in root if each.tag.endswith("text")]
    assert [(each.text, each.get("fill")) for each in texts] == [
        ("--", "#c0c0c0"),
        ("|.", "#c0c0c0"),
        ("@", "#ffffff"),
        ("<", "#d04040"),
        ("&", "#80a0ff"),
    ]
    assert [each.get("x") for each in texts] == ["8 17", "8 17", "26", "35", "44"]
    [here] = [each for each in root if each.get("class") == "here"]
    assert (here.get("x"), here.get("y")) == ("26", "26")


def test_a_text_is_coloured_where_it_has_the_map() -> None:
    drawn = LetterMap.from_data(DATA)
    text = "-- is no map.\n  --\n  |.@<&\n\nTurn 1"
    pieces = [piece for piece in drawn.spans(text) if piece[0]]
    assert "".join(piece for piece, _ in pieces) == text
    assert [piece for piece in pieces if piece[1] not in (7, 8)] == [("@", 15), ("<", 1), ("&", 12)]


@pytest.mark.parametrize("text", ["", "no map", "--\n|.@<\n", "|.@<&\n--\n"])
def test_a_text_without_the_map_is_left_alone(text: str) -> None:
    assert "".join(piece for piece, _ in LetterMap.from_data(DATA).spans(text)) == text
    assert {color for _, color in LetterMap.from_data(DATA).spans(text)} <= {7}


def test_a_map_of_nothing_is_drawn() -> None:
    nothing = LetterMap.from_data({"rows": [], "colors": [], "cursor": None})
    assert nothing.svg().startswith("<svg ")
    assert list(nothing.spans("text")) == [("text", 7)]


def test_what_is_no_map_is_refused() -> None:
    with pytest.raises(ValueError, match="a colour for each"):
        LetterMap.from_data({**DATA, "colors": ["7", "77f1c", ""]})


def test_every_colour_but_the_plain_ones_has_an_order() -> None:
    assert sorted({*range(16)} - {*TERMINAL_COLORS}) == [7, 8]
    assert len(set(TERMINAL_COLORS.values())) == 14
