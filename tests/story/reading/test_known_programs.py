"""The programs of logics of ours are known again in a story."""

import runpy
from pathlib import Path

import pytest
from sample_games import lamps

from twbench.story import link
from twbench.story.contents.directory import read_directory
from twbench.story.reading.known_programs import known_program
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
