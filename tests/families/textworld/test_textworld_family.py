"""The family of TextWorld's games, as the rest of twbench knows it."""

import json

import pytest

from twbench.challenges import Challenge
from twbench.challenges import get as challenge_of
from twbench.core import EnvInfos
from twbench.errors import GameFileError
from twbench.families import Files, get, replay
from twbench.generator import Game
from twbench.generator.knowledge.roles import DIRECTIONS
from twbench.story import read_memory_map, runtime_version
from twbench.story.contents import directory
from twbench.story.zcode.signature import SIGNATURE, SIGNATURE_AT
from twbench.story.zcode.standing import own_standing
from twbench.system.parts import completed

FAMILY = get("textworld")
CHALLENGE = challenge_of("coin_collector")


def made(seed=3, level=2, theme="house"):
    return FAMILY.make(CHALLENGE, CHALLENGE.settings(level=level), seed, {"theme": theme})


@pytest.mark.parametrize(
    ("name", "head", "is_ours"),
    [
        ("game.z8", bytes(SIGNATURE_AT) + SIGNATURE, True),
        ("game", bytes(SIGNATURE_AT) + SIGNATURE, True),
        ("game.z8", bytes(99), False),
        ("game.json", b'{"version": 1', True),
        ("game.json", b'  {"family": "guessing"', False),
    ],
)
def test_stories_are_known_by_their_signature_and_json_by_having_no_mark(
    tmp_path, name, head, is_ours
):
    assert FAMILY.recognises(tmp_path / name, head) == is_ours


def test_a_game_is_read_from_its_json_or_from_beside_its_story(cellar, tmp_path):
    game = FAMILY.read(cellar)
    assert (
        game == FAMILY.read(cellar.with_suffix(".json")) == Game.load(cellar.with_suffix(".json"))
    )
    alone = tmp_path / "alone.z8"
    alone.write_bytes(cellar.read_bytes())
    with pytest.raises(GameFileError, match=r"alone\.json is missing"):
        FAMILY.read(alone)


def test_a_challenge_of_another_family_makes_no_game():
    other = Challenge("other", "Other.", object, lambda settings, options: {"most": 9})
    with pytest.raises(TypeError, match="challenge other made no game but dict"):
        FAMILY.make(other, None, 0, {})


def test_the_same_arguments_make_the_same_files():
    one, same, other = made(), made(), made(seed=4)
    files = FAMILY.seal(one, "coin_collector")
    assert files == FAMILY.seal(same, "coin_collector")
    assert files.game_id != FAMILY.seal(other, "coin_collector").game_id
    assert files.game_id == FAMILY.identify(one, "coin_collector") == one.metadata["uuid"]
    assert json.loads(files.game) == one.serialize()


def test_traits_are_what_the_files_and_the_description_say():
    game = made()
    traits = FAMILY.traits(game, "coin_collector")
    files = FAMILY.seal(game, "coin_collector")
    row = FAMILY.describe(game, files, 1000)
    assert traits.game_id == files.game_id
    assert (traits.structure_hash, traits.puzzle_hash, traits.map_hash) == (
        *(row["structure_hash"], row["puzzle_hash"], row["map_hash"]),
    )
    assert list(traits.names) == [entity["name"] for entity in row["entities"]]


def test_the_description_is_the_same_with_files_or_without():
    game = made()
    assert FAMILY.describe(game) == FAMILY.describe(game, FAMILY.seal(game, "coin_collector"))


def test_files_and_descriptions_are_the_same_in_parts():
    files = completed(FAMILY.seal_in_parts(made(), "coin_collector"))
    assert files == FAMILY.seal(made(), "coin_collector")
    assert list(FAMILY.seal_in_parts(made(), "coin_collector")) == [len(files.game), *6 * [0]]
    columns = completed(FAMILY.describe_in_parts(made(), files, 1000))
    assert columns == FAMILY.describe(made(), files, 1000)
    assert len(list(FAMILY.describe_in_parts(made(), files, 1000))) > 1


def test_a_game_is_proven_in_its_story():
    game = made()
    files = FAMILY.seal(game, "coin_collector")
    row = FAMILY.describe(game, files)
    assert FAMILY.replay(files, row) is None
    assert "instead of 7" in FAMILY.replay(files, {**row, "max_score": 7})
    longer = FAMILY.seal(made(level=3), "coin_collector")
    assert "not won" in FAMILY.replay(Files("x", longer.story, None), row)


def test_a_story_that_was_just_linked_is_not_asked_where_score_and_ending_are(monkeypatch):
    game = made()
    files = FAMILY.seal(game, "coin_collector")
    row = FAMILY.describe(game, files)
    told = read_memory_map(files.story).variables
    known = own_standing().variables
    assert {name: known[name] for name in told} == told
    monkeypatch.setattr(replay, "Standing", None)
    assert FAMILY.replay(files, row) is None
    with pytest.raises(TypeError):  # what was read from a disk has to say it itself
        FAMILY.replay(Files(files.game_id, files.story, files.game), row)


def test_what_a_checked_story_tells_is_read_once(monkeypatch):
    game = made()
    sealed = FAMILY.seal(game, "coin_collector")
    files = Files(sealed.game_id, sealed.story, sealed.game)
    FAMILY.check(files)
    assert FAMILY.read_mark(files) == FAMILY.mark(game)
    monkeypatch.setattr(directory, "read_directory", None)
    assert FAMILY.replay(files, FAMILY.describe(game, files)) is None
    with pytest.raises(TypeError):  # another story is another one, whatever it is called
        FAMILY.read_mark(Files(files.game_id, bytes([*files.story]), files.game))


@pytest.mark.parametrize(
    ("uuid", "origin"),
    [
        ("tw-coin_collector-abc", "coin_collector"),
        ("tw-simple-a1-b2", "simple"),
        ("tw-2020-x", "custom"),
        ("if-simple-x", "custom"),
        (None, "custom"),
    ],
)
def test_the_id_of_a_game_names_its_challenge(uuid, origin):
    game = made()
    game.metadata["uuid"] = uuid
    assert FAMILY.origin(game) == origin


def test_environments_tell_whatever_can_be_told(cellar):
    assert FAMILY.informations == set(EnvInfos.NAMES)
    with FAMILY.open(cellar, EnvInfos(**dict.fromkeys(EnvInfos.NAMES, True))) as env:
        state = env.reset()
        assert all(
            getattr(state, name) is not None for name in ("facts", "game", "policy_commands")
        )


def test_directions_are_entities_of_every_game():
    row = {"entities": [{"name": "coin"}], "vocab": ["coin"]}
    assert FAMILY.extract_row("entities", row) == ["coin", *DIRECTIONS]
    assert FAMILY.extract_row("vocab", row) == ["coin"]
    game = made()
    assert sorted(FAMILY.extract("entities", game)) == sorted(
        FAMILY.extract_row("entities", FAMILY.describe(game))
    )


def test_runs_of_another_runtime_do_not_compare():
    assert FAMILY.runtime() == runtime_version()
