"""Playing stories by other makers at the keyboard: what is shown, and what cannot be."""

import io

import pytest
from stories_at_hand import STORIES, needs_stories

from twbench.envs import JerichoUnsupportedGameWarning

pytestmark = pytest.mark.filterwarnings(
    f"ignore::{JerichoUnsupportedGameWarning.__module__}.{JerichoUnsupportedGameWarning.__name__}"
)


@needs_stories
def test_a_person_sees_a_narrow_status_line(cli, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("open mailbox\n"))
    _, out, _ = cli("play", str(STORIES / "zork1.z3"))
    (line,) = [line for line in out.splitlines() if "Moves" in line]
    assert line.endswith("[West of House   Score: 0   Moves: 0]")


@needs_stories
@pytest.mark.parametrize(
    ("story", "option", "unknown"),
    [
        ("library.z5", "--hints", "what wins from here (of games made by twbench it is)"),
        ("zork1.z3", "--mode=walkthrough", "how it is won"),
    ],
)
def test_what_is_not_known_of_a_story_is_told_with_the_option(cli, story, option, unknown):
    code, _, err = cli("play", str(STORIES / story), option)
    asked = option.replace("=", " ")
    assert code == 1
    assert f"twbench: {asked} needs what is not known of {story}: {unknown}.\n" in err


def test_a_folder_is_no_game(cli, tmp_path):
    assert cli("play", str(tmp_path)) == (
        1,
        "",
        f"twbench: {tmp_path} is a folder, and no game: name a file in it.\n",
    )
