"""What a kind of game is: what a family has without writing it, shown by one that guesses."""

import json
from pathlib import Path

import pytest
from guessing import FAMILY, GUESS, GuessEnv, Guessing

from twbench.core import EnvInfos
from twbench.envs import IsolatedEnv
from twbench.errors import ConfigError, GameFileError
from twbench.families import KINDS, Files, Traits, get, unknown_columns
from twbench.families.family import Family
from twbench.system.parts import completed

GAME = {"most": 9, "secret": 5}
ROW = {"walkthrough": ["5"], "max_score": 1}


class BesideIt(Guessing):
    """Has a game file that names the secret, and a story that does not."""

    def seal(self, game, challenge):
        files = super().seal(game, challenge)
        return Files(files.game_id, b"see the other file", files.story)

    def read(self, path):
        return super().read(path.with_suffix(".json"))

    def open(self, path, infos=None):
        assert path.read_text() == "see the other file"
        env = GuessEnv(infos)
        env.game = self.read(path)
        return env


@pytest.fixture
def story(tmp_path):
    files = FAMILY.seal(GAME, "guess")
    path = tmp_path / "five.guess"
    path.write_bytes(files.story)
    return path


def test_a_family_has_to_say_how_a_game_is_told_and_played():
    assert Family.__abstractmethods__ == {"describe", "open"}
    with pytest.raises(TypeError, match="abstract"):
        Family()


def test_games_that_are_plain_data_are_kept_as_json(tmp_path):
    files = FAMILY.seal(GAME, "guess")
    path = tmp_path / "game.json"
    path.write_bytes(files.story)
    assert FAMILY.recognises(path, files.story)
    assert FAMILY.read(path) == GAME
    assert FAMILY.seal(dict(reversed(GAME.items())), "guess") == files


def test_what_is_not_in_parts_is_one(story):
    files = FAMILY.seal(GAME, "guess")
    works = {
        lambda: FAMILY.seal_in_parts(GAME, "guess"): files,
        lambda: FAMILY.describe_in_parts(GAME, files): FAMILY.describe(GAME, files),
        lambda: FAMILY.inspect(files, story, "guess"): (GAME, files.game_id),
    }
    for work, result in works.items():
        assert list(work()) == []
        assert completed(work()) == result


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"family": "other"}', '{"family": '])
def test_a_file_of_another_kind_is_refused(tmp_path, content):
    path = tmp_path / "game.json"
    path.write_text(content)
    assert not FAMILY.recognises(path, content.encode())
    with pytest.raises(GameFileError, match="game"):
        FAMILY.read(path)


@pytest.mark.parametrize("indent", [None, 0, 1])
def test_a_game_is_known_however_its_json_is_spaced(tmp_path, indent):
    path = tmp_path / "game.json"
    data = {"family": FAMILY.name, **GAME}
    path.write_text(json.dumps(data, separators=(",", ":"), indent=indent))
    assert FAMILY.recognises(path, path.read_bytes())
    assert not get("textworld").recognises(path, path.read_bytes())
    assert FAMILY.read(path) == GAME


def test_what_a_family_does_not_say():
    assert FAMILY.identify(GAME, "guess") == FAMILY.seal(GAME, "guess").game_id
    assert FAMILY.runtime() == "guessing"
    assert FAMILY.origin(GAME) == "custom"
    assert FAMILY.picture(GAME) is None
    assert FAMILY.prepare() is None
    flags = ("has_game_file", "has_grammar", "has_chance", "has_commands", "tells_actions")
    assert not any(getattr(FAMILY, flag) for flag in flags)
    assert Family.informations == {"feedback", "last_command"}
    assert Family.is_harmless is False  # unless a family says that it is


def test_the_same_seed_makes_the_same_game_and_the_same_bytes():
    settings = GUESS.settings(most=1000)
    one, same, other = (FAMILY.make(GUESS, settings, seed, {}) for seed in (3, 3, 4))
    assert FAMILY.seal(one, "guess") == FAMILY.seal(same, "guess") != FAMILY.seal(other, "guess")


def test_traits_are_what_the_description_says():
    described = FAMILY.describe(GAME)
    assert FAMILY.traits(GAME, "guess") == Traits(
        FAMILY.seal(GAME, "guess").game_id, described["structure_hash"], None, None, ()
    )


@pytest.mark.parametrize(
    ("walkthrough", "max_score", "problem"),
    [
        (["5"], 1, None),
        (["1", "9", "5"], 1, None),
        ([], 1, "The game has no walkthrough."),
        (["4"], 1, "The game was not won after the last command, '4'."),
        (["5", "6"], 1, "The game ended at command 1 of 2, '5'."),
        (["5"], 2, "The game was won with a score of 1 instead of 2."),
    ],
)
@pytest.mark.parametrize("family", [FAMILY, BesideIt()], ids=["one file", "two files"])
def test_a_proof_wins_with_the_full_score_at_the_last_command(
    family, walkthrough, max_score, problem
):
    files = family.seal(GAME, "guess")
    row = {"walkthrough": walkthrough, "max_score": max_score}
    assert family.replay(files, row) == problem


def test_a_proof_leaves_nothing_behind():
    played = []

    class Noting(Guessing):
        def open(self, path, infos=None):
            played.append(path)
            return super().open(path, infos)

    files = FAMILY.seal(GAME, "guess")
    assert Noting().replay(files, ROW) is None
    (path,) = played
    assert path.name == f"{files.game_id}.guess"
    assert not path.parent.exists()


def test_what_is_harmless_is_played_in_this_process_and_all_else_is_not(story, cellar):
    with FAMILY.start(story) as env:
        assert isinstance(env, GuessEnv)
    infos = EnvInfos(max_score=True)
    with Family.start(get("textworld"), cellar, infos, isolated=True) as env:
        assert isinstance(env, IsolatedEnv)
        assert env.reset().max_score == 1


def test_on_a_stage_each_story_is_played_in_a_folder_of_its_own(story):
    before = Path.cwd()
    opener = FAMILY.stage()
    folders = []
    for _ in range(2):
        with opener(str(story), EnvInfos(won=True)) as env:
            assert "from 1 to 9" in env.reset().feedback
            assert env.step("5")[0].won
            folders.append(Path.cwd())
            assert list(Path.cwd().iterdir()) == []
    assert Path.cwd() == before
    assert len({before, *folders}) == 3
    assert not any(folder.exists() for folder in folders)


ROW_OF_A_GAME = {
    "entities": [{"id": "o_0", "name": "coin", "type": "o"}],
    "command_templates": ["take {o}"],
    "vocab": ["coin", "take"],
    "walkthrough": ["take coin", "go east"],
}


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("entities", ["coin"]),
        ("objects", ["coin"]),
        ("templates", ["take {o}"]),
        ("vocab", ["coin", "take"]),
        ("walkthroughs", ["take coin > go east"]),
    ],
)
def test_what_is_extracted_is_read_from_the_row(kind, expected):
    assert kind in KINDS
    assert FAMILY.extract_row(kind, ROW_OF_A_GAME) == expected
    assert FAMILY.extract(kind, GAME) == FAMILY.extract_row(kind, FAMILY.describe(GAME))


def test_without_a_walkthrough_there_is_none_to_extract():
    assert FAMILY.extract_row("walkthroughs", unknown_columns()) == []


def test_commands_are_for_a_family_to_list():
    with pytest.raises(ConfigError, match="family guessing have no commands to extract"):
        FAMILY.extract("commands", GAME)


def test_what_is_not_known_is_missing_rather_than_zero():
    columns = unknown_columns()
    assert {columns[name] for name in ("max_score", "n_rooms", "quest_length")} == {None}
    columns["vocab"].append("word")
    assert unknown_columns()["vocab"] == []
