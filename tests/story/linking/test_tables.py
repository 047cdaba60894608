"""The tables of one game: descriptions, quests, relations, words."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sample_games import bare_rooms, cottage, describe, facts, open_story, quest, shed, way

from twbench.errors import StoryLimitError
from twbench.generator import Game, KnowledgeBase, Quest, World
from twbench.story.contents.world import Relation, StoryWorld
from twbench.story.linking.programs import logic_program
from twbench.story.linking.tables import GameTables, place_relation
from twbench.story.zcode.block import Block, Pointer, TextWord
from twbench.story.zcode.layout import INFINITE_SCORE

PROGRAM = logic_program(KnowledgeBase.default())

BITS = 0x700

ROWS = st.integers(2, 3).flatmap(
    lambda arity: st.sets(st.tuples(*[st.integers(1, 9)] * arity), max_size=15)
)


def tables_of(game: Game) -> GameTables:
    return GameTables(StoryWorld(game, PROGRAM.representation), PROGRAM)


def looked_up(words: list[int], table: int, key: int) -> list[tuple[tuple[int, ...], int, int]]:
    """Read what `twbench.story.zcode.layout` says of tables: rows of a key, with byte and bit."""
    others, high = words[table - 1 : table + 1]
    way = words[table + key] if key <= high else 0
    if way < 0x8000:
        return [((way,), 0, 0)] if way else []
    start = table + (0x10000 - way) // 2
    width = others + 2
    rows = [words[start + n * width :][:width] for n in range(words[start - 1])]
    return [(tuple(row[:others]), row[others], row[others + 1]) for row in rows]


@given(ROWS, st.integers(0, 2), st.booleans())
def test_rows_are_found_by_each_of_their_columns(
    rows: set[tuple[int, ...]], column: int, changing: bool
) -> None:
    relation = Relation("near", tuple(sorted(rows)), frozenset(rows), changing)
    column = min(column, len(relation.rows[0]) - 1) if rows else 0
    block = Block()
    block.place([1, 2, 3])
    table = place_relation(relation, column, BITS if changing else 0, block)
    found = {
        (*others[:column], key, *others[column:]): (byte, bit)
        for key in range(1, 12)
        for others, byte, bit in looked_up(block.words, table, key)
    }
    assert found == {
        row: (BITS + number // 8, 1 << number % 8) if changing else (0, 0)
        for number, row in enumerate(relation.rows)
    }


def test_partners_for_good_stand_in_the_index() -> None:
    rows = ((1, 4), (3, 2))
    block = Block()
    assert place_relation(Relation("match", rows, frozenset(rows), False), 0, 0, block) == 1
    assert block.words == [1, 3, 4, 0, 2]


def test_more_rows_than_an_index_can_tell_of_are_refused() -> None:
    rows = tuple((1, other) for other in range(6000))
    with pytest.raises(StoryLimitError, match=r"6,000 facts that the predicate 'near' may state"):
        place_relation(Relation("near", rows, frozenset(rows), False), 0, 0, Block())


def test_globals_are_about_the_quests() -> None:
    found = tables_of(cottage()).globals
    assert found["quest_count"] == 6
    assert found["quests_left"] == 2, "neither optional ones nor what can only fail"
    assert found["maximum_score"] == INFINITE_SCORE, "one of its rewards is repeatable"
    assert found["objective"] == TextWord(cottage().objective)
    plain = tables_of(bare_rooms()).globals
    assert (plain["quests_left"], plain["objective"]) == (1, 0)


def with_door(*quests: Quest) -> Game:
    """Two rooms with a shut door between, a box in the first one."""
    world = World.from_facts(
        [
            *facts("at(P, r_0) closed(d_0) at(c_0, r_0) closed(c_0)"),
            *way("r_0", "north", "r_1", "d_0"),
        ]
    )
    texts = {"r_0": ("hall", ""), "r_1": ("den", ""), "d_0": ("gate", ""), "c_0": ("box", "")}
    return describe(Game(world, quests=list(quests)), texts)


def test_rows_of_tables_are_watched_only_if_an_event_is_about_one() -> None:
    box, gate = quest("open(c_0)"), quest(fail="free(r_0, r_1)")
    assert tables_of(with_door(box)).globals["rows_watched"] == 0
    assert tables_of(with_door(box, gate)).globals["rows_watched"] == 1


def test_an_event_may_be_about_a_row_of_a_table(tmp_path: Path) -> None:
    game = with_door(quest("open(c_0)", reward=1), quest("free(r_0, r_1)", reward=2))
    with open_story(game, tmp_path) as env:
        env.reset()
        assert [env.step(command)[1:] for command in ("open gate", "open box")] == [
            (2, False),
            (3, True),
        ]


@pytest.mark.parametrize("rewards", [[32767], [20000, 20000], [-32767], [-20000, -20000]])
def test_a_story_can_count_so_many_points(rewards: list[int]) -> None:
    quests = [quest("at(P, r_1)", reward=reward) for reward in rewards]
    with pytest.raises(StoryLimitError, match="a story counts less than 32,767"):
        tables_of(Game(bare_rooms().world, quests=quests))


def test_points_are_whole() -> None:
    halved = Game(bare_rooms().world, quests=[quest("at(P, r_1)", reward=0.5)])
    with pytest.raises(StoryLimitError, match=r"a whole number of points, not 0\.5"):
        tables_of(halved)


def test_what_cannot_be_won_is_never_won() -> None:
    world = bare_rooms().world
    for quests in ([], [quest("at(P, r_1)", optional=True)], [quest(fail="at(P, r_1)")]):
        assert tables_of(Game(world, quests=quests)).globals["quests_left"] == 0xFFFF


def test_quests_may_cost_points() -> None:
    game = Game(bare_rooms().world, quests=[quest("at(P, r_1)", reward=-2, repeatable=True)])
    tables = tables_of(game)
    place = tables.globals["quests"]
    assert isinstance(place, Pointer)
    assert tables.block.words[place.offset : place.offset + 2] == [2, 0xFFFE]


def test_words_are_those_of_things_and_of_commands() -> None:
    tables = tables_of(shed())
    words = {*tables.world.named, *tables.program.words.words}
    assert {"bucket", "textworld", "take", "it"} <= words
    assert "shed" not in words, "nobody calls a room by its name"


def test_paragraphs_that_would_be_empty_are_left_out() -> None:
    def strings(text: str) -> set[str]:
        world = World.from_facts(facts("at(P, r_0) at(o_0, r_0)"))
        game = describe(Game(world), {"r_0": ("attic", text), "o_0": ("cup", "  A cup.")})
        return set(tables_of(game).block.strings)

    assert "Dust.\n\nMore." in strings("\n\nDust.\n \n\n  More.\n\n")
    assert "Dust.\nMore." in strings("Dust.\nMore.")
    assert "  A cup." in strings("Dust."), "of things, texts are as they are"
