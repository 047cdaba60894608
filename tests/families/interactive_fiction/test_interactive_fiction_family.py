"""The family of stories by other makers, as the rest of twbench knows it."""

from importlib.metadata import version

import pytest

from twbench.core import EnvInfos
from twbench.envs import IsolatedEnv, JerichoEnv, JerichoUnsupportedGameWarning
from twbench.envs.detection import EXHAUSTIVE_ACTIONS
from twbench.envs.valid_actions.search import SEARCH_VERSION
from twbench.errors import EnvInfoMissingError, GenerationError
from twbench.families import Files, get
from twbench.generator.knowledge.roles import DIRECTIONS

FAMILY = get("interactive_fiction")


@pytest.fixture(scope="module")
def lost_cellar(unsigned):
    return FAMILY.read(unsigned)


@pytest.mark.parametrize(
    ("name", "head", "is_story"),
    [
        ("story.z5", b"", True),
        ("story.dat", b"\x05", True),
        ("story.dat", b"\x08", True),
        ("story.dat", b"\x09", False),
        ("story.dat", b"\x00", False),
        ("story.dat", b"", False),
    ],
)
def test_whatever_may_be_a_story_is_one(tmp_path, name, head, is_story):
    assert FAMILY.recognises(tmp_path / name, head) == is_story


def test_stories_of_others_are_not_made():
    with pytest.raises(GenerationError, match="imported, not made"):
        FAMILY.make(None, None, 0, {})


def test_a_story_is_kept_as_it_is(lost_cellar, unsigned):
    files = FAMILY.seal(lost_cellar, "unscored")
    assert files == Files(files.game_id, unsigned.read_bytes(), None)
    assert files.game_id.startswith("if-lost_cellar-")
    assert FAMILY.identify(lost_cellar, "unscored") == files.game_id


def test_what_is_told_cannot_change_what_is_known(lost_cellar):
    FAMILY.describe(lost_cellar)["max_score"] = 7
    assert FAMILY.describe(lost_cellar)["max_score"] is None
    assert FAMILY.origin(lost_cellar) == "unscored"


def test_whether_the_walkthrough_wins_is_told_elsewhere(lost_cellar):
    files = FAMILY.seal(lost_cellar, "unscored")
    assert FAMILY.replay(files, {"walkthrough": [], "max_score": None}) is None


def begun(begin, path, **options):
    """Begin a story that Jericho does not know, which it says."""
    with pytest.warns(JerichoUnsupportedGameWarning, match="does not know Lost Cellar.z8"):
        return begin(path, **options)


def test_a_story_is_played_in_a_process_of_its_own(unsigned):
    assert FAMILY.is_harmless is False
    with begun(FAMILY.start, unsigned) as env:
        assert isinstance(env, IsolatedEnv)
    with begun(FAMILY.open, unsigned) as env:
        assert isinstance(env, JerichoEnv)
        assert "Cellar" in env.reset().feedback


def test_of_a_story_of_textworld_it_is_said_where_its_game_is(unsigned):
    unsigned.with_suffix(".json").write_text("{}")
    advice = "If TextWorld made it of Lost Cellar.json: twbench import makes a story of it"
    with pytest.warns(JerichoUnsupportedGameWarning, match=advice):
        env = FAMILY.open(unsigned, EnvInfos(facts=True))
    with env, pytest.raises(EnvInfoMissingError, match=advice):
        env.reset()


def test_where_nobody_watches_even_who_insists_gets_a_process(unsigned):
    """What a story saves has no place in the user's folder."""
    with begun(FAMILY.start, unsigned, isolated=False) as env:
        assert isinstance(env, IsolatedEnv)


def test_everything_can_be_extracted_from_a_story(lost_cellar):
    commands = FAMILY.extract("commands", lost_cellar)
    assert {"take coin", "put coin in cellar", "ask"} <= set(commands)
    assert not any("OBJ" in command or "/" in command for command in commands)
    assert "take OBJ" in FAMILY.extract("templates", lost_cellar)
    assert FAMILY.extract("objects", lost_cellar) == ["yourself", "cellar", "coin"]
    assert "coin" in FAMILY.extract("vocab", lost_cellar)
    assert FAMILY.extract("entities", lost_cellar) == ["yourself", "cellar", "coin", *DIRECTIONS]
    assert FAMILY.extract("walkthroughs", lost_cellar) == []


def test_of_words_that_mean_the_same_commands_have_the_first():
    row = {
        "command_templates": ["carry/get/take OBJ off OBJ", "wake/awake"],
        "entities": [{"name": "Sign"}, {"name": "nail"}],
    }
    assert FAMILY.extract_row("commands", row) == [
        *("carry nail off sign", "carry sign off nail", "wake"),
    ]


def test_too_many_commands_are_not_listed():
    row = {
        "command_templates": ["put OBJ in OBJ"],
        "entities": [{"name": f"thing {number}"} for number in range(1001)],
        "game_id": "if-big-abc",
    }
    with pytest.raises(GenerationError, match=r"of if-big-abc give .*: extract templates and obj"):
        FAMILY.extract_row("commands", row)


def test_jericho_plays_the_stories_and_valid_actions_are_found_by_a_search_with_a_version():
    player = f"jericho {version('jericho')}"
    assert FAMILY.runtime() == FAMILY.runtime(["score", "inventory"]) == player
    for info in ("admissible_commands", "valid_actions", EXHAUSTIVE_ACTIONS):
        assert FAMILY.runtime(["score", info]) == f"{player}, valid actions {SEARCH_VERSION}"
