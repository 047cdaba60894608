"""What can be looked up: a wiki that is given, and NetHack's own encyclopedia."""

import json
from pathlib import Path

import pytest

from twbench.errors import ConfigError
from twbench.minihack import Encyclopedia, NetHackWiki
from twbench.minihack.knowledge import plain_name

APPLE = {
    "wikipedia_title": "Apple",
    "categories": "food,fruit",
    "text": ["Apple\n", "An apple is food.\n", "Section::::History.\n", "Old."],
    "anchors": [{"text": "pear", "href": "pear"}, {"text": "up", "href": "#top"}],
}


def wiki(folder: Path, *lines: str, **arguments: object) -> NetHackWiki:
    (folder / "raw.json").write_text("\n".join(lines))
    return NetHackWiki(str(folder / "raw.json"), str(folder / "processed.json"), **arguments)  # type: ignore[arg-type]


def test_pages_are_found_by_what_is_seen(tmp_path: Path) -> None:
    pages = wiki(tmp_path, json.dumps(APPLE))
    assert pages.get_page_text("an apple") == "Apple\nAn apple is food.\nHistory\nOld."
    assert pages.get_page_text("3 uncursed apples") == pages.get_page_text("Apple")
    assert pages.get_page_text("floor of a room") == pages.get_page_text("newt") == ""
    data = pages.get_page_data("apple")
    assert data["categories"] == ["food", "fruit"]
    assert list(data["unique_anchors"]) == ["pear"]
    assert pages.get_page_data("newt") == {}


def test_what_was_processed_is_read_again(tmp_path: Path) -> None:
    first = wiki(tmp_path, json.dumps(APPLE))
    (tmp_path / "raw.json").unlink()
    path = str(tmp_path / "processed.json")
    assert NetHackWiki("gone", path, preprocess_input=False).wiki == first.wiki


def test_names_may_be_excepted_and_links_within_a_page_kept(tmp_path: Path) -> None:
    pages = wiki(tmp_path, json.dumps(APPLE), exceptions=("rotten",), ignore_inpage_anchors=False)
    assert pages.get_page_text("rotten apple") == ""
    assert len(pages.get_page_data("apple")["anchors"]) == 2


def test_a_file_that_is_no_wiki_is_told_with_its_line(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"raw\.json:2: .*KeyError: 'text'"):
        wiki(tmp_path, json.dumps(APPLE), '{"wikipedia_title": "x"}')
    with pytest.raises(ConfigError, match="Cannot read the wiki"):
        NetHackWiki(str(tmp_path / "none"), str(tmp_path / "p"))
    (tmp_path / "p").write_text("[]")
    with pytest.raises(ConfigError, match="no processed wiki"):
        NetHackWiki("none", str(tmp_path / "p"), preprocess_input=False)


@pytest.mark.parametrize(
    ("seen", "name"),
    [
        ("an apple", "apple"),
        ("2 uncursed +1 daggers (in quiver)", "daggers"),
        ("peaceful dwarf called Bob", "dwarf"),
        ("tame little dog", "little dog"),
    ],
)
def test_names_without_what_is_around_them(seen: str, name: str) -> None:
    assert plain_name(seen) == name


@pytest.mark.nle
def test_the_encyclopedia_needs_no_network() -> None:
    pages = Encyclopedia()
    assert "lizard" in pages.get_page_text("newt")
    assert pages.get_page_text("an apple") != ""
    assert pages.get_page_text("2 cursed daggers") == pages.get_page_text("dagger") != ""
    # An orc mummy is a mummy: the entry of orcs says that it is not meant.
    assert pages.get_page_text("orc mummy") != pages.get_page_text("orc")
    assert pages.get_page_text("no such thing") == ""
