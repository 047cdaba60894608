"""Playing stories by other makers: the seed, what is shown at the keyboard, and what cannot be."""

import io

import pytest
from stories_at_hand import STORIES, needs_stories

ZORK = STORIES / "zork1.z3"
pytestmark = pytest.mark.filterwarnings("always::twbench.envs.JerichoUnsupportedGameWarning")


@needs_stories
@pytest.mark.parametrize(("given", "seeds"), [(["--seed", "7"], [7]), ([], [])])
def test_the_story_is_given_the_seed_that_was_asked_for(cli, given, seeds, monkeypatch):
    from twbench.envs import isolated

    seen = []
    original = isolated.IsolatedEnv.seed

    def seed(self, value=None):
        seen.append(value)
        return original(self, value)

    monkeypatch.setattr(isolated.IsolatedEnv, "seed", seed)
    code, _, err = cli("play", str(ZORK), "--mode", "random", "-q", "--max-steps", "1", *given)
    assert (code, seen) == (0, seeds)
    expected = (
        "twbench: warning: Jericho does not know zork1.z3."
        " What stays unknown: maximum score, ending.\n"
    )
    assert err == expected


@needs_stories
def test_a_person_sees_a_narrow_status_line(cli, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("open mailbox\n"))
    _, out, _ = cli("play", str(ZORK))
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


def test_a_game_that_has_its_own_seed_is_given_no_other(cli, tmp_path):
    (tmp_path / "level.json").write_text('{"family": "minihack", "seed": 7}')
    for mode in ("human", "walkthrough"):
        assert cli("play", "level.json", "--mode", mode, "--seed", "3") == (
            2,
            "",
            "twbench: level.json says itself which random numbers it has, and would be another game"
            " with others: here --seed is for the random modes alone.\n",
        )
