"""The families by name, the family of a file by its content, and what former datasets call one."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from guessing import FAMILY

from twbench import families
from twbench.cli import main
from twbench.dataset import load_dataset, verify_dataset
from twbench.errors import ConfigError, StoryFileError
from twbench.families import family_of, get, names, read_head, register
from twbench.families.known import FAMILIES, HEAD

FORMER = Path(__file__).parents[1] / "dataset" / "former" / "third_party"


@pytest.fixture
def guessing():
    """A family that somebody has registered, for one test."""
    yield register(FAMILY)
    FAMILIES.forget([FAMILY])


def test_families_are_known_by_name():
    assert names() == ["hierarchycraft", "interactive_fiction", "minihack", "textworld"]
    with pytest.raises(ConfigError, match=r"no family 'textwold'.*Did you mean 'textworld'"):
        get("textwold")


def test_a_family_of_ones_own_is_known_by_its_name_and_by_its_files(guessing, tmp_path):
    assert names() == ["guessing", "hierarchycraft", "interactive_fiction", "minihack", "textworld"]
    assert get("guessing") is guessing
    path = tmp_path / "five.guess"
    path.write_text('{"family": "guessing", "most": 9, "secret": 5}')
    assert family_of(path) is guessing


def test_names_are_taken_once():
    class Impostor(type(get("textworld"))):
        name = "third_party"

    with pytest.raises(ConfigError, match="former name of 'interactive_fiction'"):
        register(Impostor())
    with pytest.raises(ConfigError, match="already a family called 'textworld'"):
        register(type(get("textworld"))())


def test_a_file_is_known_by_its_content(cellar, unsigned, tmp_path):
    renamed = tmp_path / "game.dat"
    shutil.copy(cellar, renamed)
    assert family_of(cellar) is family_of(renamed) is get("textworld")
    assert family_of(cellar.with_suffix(".json")) is get("textworld")
    assert family_of(unsigned) is get("interactive_fiction")
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


def test_the_beginning_of_a_file_is_read(tmp_path):
    path = tmp_path / "long.bin"
    path.write_bytes(bytes(range(256)) * 9)
    assert read_head(path) == path.read_bytes()[:HEAD]
    with pytest.raises(StoryFileError, match=r"Cannot read the story .*nothing.z8: No such file"):
        read_head(tmp_path / "nothing.z8")
    with pytest.raises(StoryFileError, match="Is a directory"):
        family_of(tmp_path)


def test_a_dataset_of_the_former_name_is_read_verified_and_played():
    (row,) = load_dataset(FORMER)["test"]
    assert row["family"] == "third_party"
    assert get(row["family"]) is get("interactive_fiction")
    result = verify_dataset(FORMER, rebuild=None, n_jobs=1, progress=False)
    assert (result.problems, result.games, result.rebuilt) == ((), 1, 1)
    with families.start(row["story"]) as env:
        assert "coin" in env.reset().feedback.lower()


def test_a_strangers_story_is_not_read_for_its_commands(tmp_path, monkeypatch):
    def read(family, path):
        raise AssertionError("a story of anybody was looked at in this process")

    monkeypatch.setattr(type(get("interactive_fiction")), "read", read)
    assert main(["extract", "commands", str(FORMER), "--output", str(tmp_path / "x")]) == 0
    assert (tmp_path / "x").read_text() == ""  # its row has no templates


def test_a_story_of_ours_is_opened_without_the_other_families_and_without_jericho(tmp_path):
    story = tmp_path / "coin.z8"
    assert (
        main(["make", "coin_collector", "--level", "1", "--seed", "1", "--output", str(story)]) == 0
    )
    code = (
        "import sys, twbench\n"
        "with twbench.start(sys.argv[1]) as env:\n    env.reset()\n    env.step('look')\n"
        "others = {f'twbench.families.{name}' for name in ('hierarchycraft', 'minihack')}\n"
        "print(*sorted(others & {*sys.modules}))\n"
        "print(*sorted({'jericho', 'numpy', 'pyarrow'} & {*sys.modules}))"
    )
    command = [sys.executable, "-c", code, str(story)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout == "\n\n"
