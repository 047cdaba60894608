"""Which family a file is of, and what datasets of before call one."""

import shutil
from pathlib import Path

import pytest

from twbench import families
from twbench.dataset import load_dataset, verify_dataset
from twbench.errors import ConfigError, GenerationError, StoryFileError
from twbench.families import family_of, get, names, register
from twbench.generator import GameMaker

FORMER = Path(__file__).parents[1] / "dataset" / "former" / "third_party"


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    maker = GameMaker()
    room = maker.new_room("cellar")
    maker.set_player(room)
    return Path(maker.compile(str(tmp_path_factory.mktemp("made") / "cellar.z8")))


def test_families_are_known_by_name():
    assert names() == ["interactive_fiction", "textworld"]
    with pytest.raises(ConfigError, match=r"no family 'textwold'.*Did you mean 'textworld'"):
        get("textwold")


def test_a_file_is_known_by_its_content(made, tmp_path):
    renamed = tmp_path / "game.dat"
    shutil.copy(made, renamed)
    assert family_of(made) is family_of(renamed) is get("textworld")
    assert family_of(made.with_suffix(".json")) is get("textworld")
    other = tmp_path / "other.z5"
    other.write_bytes(b"\x05" + bytes(99))
    assert family_of(other) is get("interactive_fiction")


@pytest.mark.parametrize("content", [b"", b"\x00" * 99, b"PK\x03\x04" * 99])
def test_a_file_of_no_family_is_told_so(tmp_path, content):
    path = tmp_path / "game.bin"
    path.write_bytes(content)
    with pytest.raises(StoryFileError, match=r"game.bin is no sound story file"):
        family_of(path)


def test_a_marked_json_file_is_of_another_family(tmp_path):
    path = tmp_path / "game.json"
    path.write_text('{"family": "unheard_of"}')
    with pytest.raises(StoryFileError, match="none of a known family"):
        family_of(path)


def test_names_are_taken_once():
    class Impostor(type(get("textworld"))):
        name = "third_party"

    with pytest.raises(ConfigError, match="former name of 'interactive_fiction'"):
        register(Impostor())


def test_stories_of_others_are_not_made():
    with pytest.raises(GenerationError, match="imported, not made"):
        get("interactive_fiction").make(None, None, 0, {})


def test_a_dataset_of_the_former_name_is_read_verified_and_played():
    (row,) = load_dataset(FORMER)["test"]
    assert row["family"] == "third_party"
    assert get(row["family"]) is get("interactive_fiction")
    result = verify_dataset(FORMER, rebuild=None, n_jobs=1, progress=False)
    assert (result.problems, result.games, result.rebuilt) == ((), 1, 1)
    with families.start(row["story"]) as env:
        assert "coin" in env.reset().feedback.lower()
