"""What is in a story is read in a process that may hang or die."""

import pytest
from hostile_stories import CRASHING, HARMLESS
from stories_at_hand import needs_stories, story

from twbench.cli import main
from twbench.dataset.items.extraction import ExtractWork, extracted_apart
from twbench.dataset.workers.work import Loss
from twbench.errors import GameFileError


def test_what_is_in_a_story_is_told_whatever_it_would_do(tmp_path):
    path = tmp_path / "cellar.z5"
    path.write_bytes(HARMLESS)
    assert extracted_apart(path, "vocab") == []
    assert "take OBJ" not in extracted_apart(path, "objects")


def test_a_story_that_breaks_what_reads_it_is_told(tmp_path):
    path = tmp_path / "crash.z5"
    path.write_bytes(CRASHING)
    with pytest.raises(GameFileError, match=r"crash\.z5 ended the process that read it, twice"):
        extracted_apart(path, "vocab")


def test_a_story_that_does_not_answer_is_given_up(tmp_path):
    found, problem = ExtractWork("vocab").give_up(tmp_path / "slow.z5", Loss.HUNG)
    assert (found, problem) == ([], "slow.z5 was given up after 60 seconds: it does not answer.")


@pytest.mark.parametrize("kind", ["objects", "templates"])
def test_a_folder_of_stories_that_is_no_dataset(tmp_path, kind):
    (tmp_path / "cellar.z5").write_bytes(HARMLESS)
    output = tmp_path / "found.txt"
    assert main(["extract", kind, str(tmp_path), "--output", str(output), "-q"]) == 0
    assert (output.read_text() == "") == (kind == "objects")


def test_a_folder_without_games_is_no_dataset(tmp_path, capsys):
    assert main(["extract", "vocab", str(tmp_path), "--output", str(tmp_path / "x")]) == 1
    assert "is no dataset" in capsys.readouterr().err


@needs_stories
@pytest.mark.parametrize(
    ("kind", "number", "example"),
    [
        ("objects", 75, "card catalog"),
        ("templates", 172, "burn/light OBJ with OBJ"),
        ("vocab", 510, "catalog"),
        ("walkthroughs", 1, None),
    ],
)
def test_a_story_gives_what_it_has(tmp_path, kind, number, example):
    output = tmp_path / "found.txt"
    path = str(story("library.z5"))
    assert main(["extract", kind, path, "--output", str(output), "-q"]) == 0
    lines = output.read_text().splitlines()
    assert len(lines) == number
    assert example is None or example in lines
