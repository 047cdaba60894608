"""The programs of logics of ours are known again in a story."""

import json
import runpy
from pathlib import Path

import pytest
from sample_games import cottage, lamps, shed

from twbench.generator import KnowledgeBase
from twbench.story import link
from twbench.story.contents.directory import read_directory
from twbench.story.linking.programs import logic_program
from twbench.story.reading.known_programs import KnownProgram, describe, known_program
from twbench.story.reading.soundness import doubt_about
from twbench.story.zcode.template import RUNTIME

TOOL = Path(__file__).parents[3] / "tools" / "update_known_programs.py"


@pytest.mark.slow
def test_programs_are_those_of_the_logics() -> None:
    written = runpy.run_path(str(TOOL))["programs"]()
    assert (RUNTIME / "programs.json").read_text() == written


def test_nothing_is_known_of_other_logics() -> None:
    story = link(lamps())
    assert known_program(read_directory(story)) is None
    assert doubt_about(story, read_directory(story)) == "its logic is none of twbench's own"


def default() -> KnownProgram:
    found = known_program(read_directory(link(cottage())))
    assert found is not None
    return found


def test_the_documented_logic_is_known_whatever_the_game() -> None:
    assert known_program(read_directory(link(shed()))) is default()


def test_a_record_is_what_describes_the_program_of_its_logic() -> None:
    """As JSON, and so with lists for tuples."""
    record = json.loads(json.dumps(describe(logic_program(KnowledgeBase.default()))))
    known = default()
    assert record == {name: getattr(known, name) for name in record}
    assert KnownProgram(known.key, **record).type_bits == known.type_bits


def test_a_known_program_is_that_of_the_story_byte_for_byte() -> None:
    program, known = logic_program(KnowledgeBase.default()), default()
    places = dict.fromkeys(program.image.tables, 0x3000)
    for base, first in ((0x1000, 0x100), (0x2468, 0x1FFF)):
        assert known.image.at(base, places, first) == program.image.at(base, places, first)
        assert known.texts_at(first) == program.texts_at(first)
    assert known.relations == program.relations
    assert known.words == {
        code: program.words.words[t] for code, t in program.words.spelled.items()
    }
    assert known.literals == len(program.literals)


def test_it_knows_what_may_be_where() -> None:
    known = default()
    assert known.rooms == ["r"]
    assert set(known.places["f"]) >= {"P", "c", "r", "s"}
    assert "d" not in known.places["d"]
    assert known.arguments(("relation", "match", "2", "0"))[0] == ["k"]
    assert known.arguments(("relation", "match", "2", "1")) == [["k"], ["c", "d"]]
    assert known.type_bits & known.types["k"] == known.types["k"] > known.types["o"]
    assert "match" not in known.changing
