import xml.etree.ElementTree as ET

import pytest

from twbench.dataset.card.picture import difficulty_picture, nice_width

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize(
    ("longest", "width"),
    [(1, 1), (19, 1), (20, 2), (39, 2), (40, 5), (99, 5), (100, 10), (300, 20)],
)
def test_the_width_of_a_bar(longest, width):
    assert nice_width(longest) == width
    assert longest // width + 1 <= 20


def test_bars_count_the_games():
    text = difficulty_picture({"train": [1, 1, 1, 25], "test": [8]})
    root = ET.fromstring(text)  # noqa: S314 - our own picture
    titles = [bar.findtext(f"{SVG}title") for bar in root.iter(f"{SVG}rect")][1:]
    assert titles == ["0-1: 3", "24-25: 1", "8-9: 1"]
    heights = [int(bar.get("height")) for bar in root.iter(f"{SVG}rect")][1:]
    assert heights == [120, 40, 120]
    assert "train (4 games)" in text
    assert "75 %" in text


def test_the_bytes_are_always_the_same_and_an_empty_split_is_drawn():
    lengths = {"train": [3, 4], "test": []}
    assert difficulty_picture(lengths) == difficulty_picture(lengths)
    assert "test (0 games)" in difficulty_picture(lengths)
    assert ET.fromstring(difficulty_picture({"test": []})).tag == f"{SVG}svg"  # noqa: S314
