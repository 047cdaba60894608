"""Articles before the names of things and zones, and where a story of crafting has them."""

import pytest

from twbench.core import EnvInfos
from twbench.envs.craft_env import CraftEnv
from twbench.envs.frotz.story_file import StoryFile
from twbench.story.crafts.articles import definite, indefinite
from twbench.story.crafts.layout import LARGEST
from twbench.story.crafts.linker import compile_tables
from twbench.story.crafts.tables import Change, CraftTables, Deed, Group, Task


@pytest.mark.parametrize(
    ("name", "article"),
    [
        *(("stick", "a "), ("iron pickaxe", "an "), ("wood plank", "a "), ("hourglass", "an ")),
        *(("iron ore", ""), ("flint and steel", ""), ("reeds", ""), ("glass", "a ")),
        *(("key 2", ""), ("7", "")),
    ],
)
def test_what_can_be_counted_and_is_one_has_an_article(name: str, article: str) -> None:
    assert indefinite(name) == article


def test_zones_have_articles_unless_they_are_numbered() -> None:
    assert [definite(name) for name in ("dark cave", "nether", "zone 3")] == ["the ", "the ", ""]


def test_sentences_have_articles_where_lists_of_names_have_none() -> None:
    tables = CraftTables(
        items=("axe", "log", "wood", "tool 2"),
        zones=("old barn", "zone 2"),
        lying=("axe",),
        start=(0, 0, 1, 2, 1, 1, 0),
        phrases=("take axe", "walk off", "split log", "rest"),
        deeds=(
            Deed(
                0,
                (0,),
                None,
                (Change(1, False, 0, LARGEST - 1, 1), Change(0, True, 1, LARGEST, -1)),
            ),
            Deed(1, (0,), 1, ()),
            Deed(
                2, None, None, (Change(1, False, 1, LARGEST, 0), Change(2, False, 1, LARGEST, -1))
            ),
            Deed(3, (1,), None, ()),
        ),
        tasks=(Task((1,), 9, 1),),
        groups=(Group((0,), True),),
        objective="",
        max_score=1,
    )
    told = (
        ("look", "-= Old Barn =-\nYou see an axe here."),
        ("i", "You have a log, wood (2) and tool 2."),
        ("x axe", "axe: you have none; there is 1 here."),
        ("split log", "You need an axe, but have none."),
        ("rest", "That can be done only in zone 2."),
        ("take axe", "You get an axe. No longer here: the axe."),
        ("split", "(split log)\nYou use up a log."),
        ("recipe axe", "take axe: in old barn; takes axe here; gives axe."),
        ("walk off", "You go to zone 2.\n\n-= Zone 2 =-\nYou see nothing here."),
        ("split log", "You need a log, but have none."),
    )
    with CraftEnv(EnvInfos()) as env:
        env.open(StoryFile("barn.z8", compile_tables(tables).data))
        env.reset()
        for line, answer in told:
            assert env.step(line)[0].feedback.strip() == answer
