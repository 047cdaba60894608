"""``twbench list stories`` and ``twbench build dataset=jericho``: no story is shipped."""

import shutil

import pytest
from stories_at_hand import needs_stories, story

from twbench.cli.verbs.build import made_datasets


def test_each_story_is_told_and_what_is_missing(cli, tmp_path):
    (tmp_path / "half.z5").write_bytes(b"\5 no story")
    code, out, _ = cli("list", "stories", str(tmp_path))
    assert code == 0
    assert out.startswith("half.z5  half.z5 is no sound story file: ")
    assert "0 of the 57 games of the Jericho suite are here; missing: 905, acorncourt," in out
    assert out.endswith("suite.csv.\n")


def test_json_that_is_no_game_is_not_told_to_be_one(cli, tmp_path):
    assert cli("make", "coin_collector", "--level", "1", "--output", "game.z8")[0] == 0
    (tmp_path / "other.json").write_text('{"name": "a dataset"}')
    code, out, _ = cli("list", "stories", str(tmp_path))
    assert code == 0
    game, other = out.splitlines()
    assert game == "game.json   a game of the family textworld"
    assert other.startswith("other.json  It is no game: it has none of the keys world, quests,")


def test_stories_that_are_not_played_are_told_of_too(cli, tmp_path):
    glulx, blorb = tmp_path / "maze.ulx", tmp_path / "maze.blorb"
    glulx.write_bytes(b"Glul\0\3\1\3")
    blorb.write_bytes(b"FORM\0\0\0\4IFRS")
    code, _, err = cli("list", "stories", str(tmp_path))
    assert code == 2
    assert "There is no game and no story (" in err
    assert " maze.ulx is a Glulx story, which is not played here (docs/design/glulx.md" in err
    (tmp_path / "half.z5").write_bytes(b"\5 no story")
    code, out, _ = cli("list", "stories", str(tmp_path))
    assert code == 0
    assert out.startswith("half.z5     half.z5 is no sound story file: ")
    assert "\nmaze.blorb  a Blorb archive, which has a story among pictures" in out
    assert "\nmaze.ulx    a Glulx story, which is not played here" in out


@needs_stories
def test_a_story_of_the_suite_is_known_by_its_content(cli):
    _, out, _ = cli("list", "stories", str(story("library.z5")))
    assert "library of the Jericho suite (freeware-explicit)" in out


@needs_stories
def test_a_binding_file_is_told_of_and_so_is_what_is_wrong_with_it(cli, tmp_path):
    (tmp_path / "bound.z5").write_bytes(story("godot.z5").read_bytes())
    binding = tmp_path / "bound.z5.toml"
    binding.write_text('max_score = 7\nwon = ["*** You have won ***"]\n')
    _, out, _ = cli("list", "stories", str(tmp_path))
    assert "not known to Jericho; its binding file tells max_score, won\n" in out
    binding.write_text("score_adress = 320\n")
    _, out, _ = cli("list", "stories", str(tmp_path))
    assert "has no use for 'score_adress'" in out
    assert "Did you mean 'score_address'?" in out


def test_a_list_of_stories_needs_a_folder_and_no_other_takes_one(cli, tmp_path):
    code, _, err = cli("list")
    assert (code, err.partition(" a")[0]) == (2, "twbench: Say what to list:")
    code, _, err = cli("list", "stories")
    assert (code, err) == (
        2,
        "twbench: twbench list stories needs the folder that they are in.\n",
    )
    code, _, err = cli("list", "agents", str(tmp_path))
    assert code == 2
    assert "twbench list agents takes no folder" in err
    code, _, err = cli("list", "storys")
    assert "Did you mean 'stories'" in err


def test_without_stories_the_build_says_where_to_get_them(cli):
    code, _, err = cli("build", "dataset=jericho")
    assert code == 2
    assert "dataset.stories is missing: dataset.stories=FOLDER" in err
    assert "docs/jericho.md" in err


@needs_stories
def test_a_build_says_which_files_it_refuses_and_why(cli, tmp_path):
    folder = tmp_path / "stories"
    folder.mkdir()
    shutil.copy(story("godot.z5"), folder)
    (folder / "half.z5").write_bytes(b"\5 no story")
    out = tmp_path / "out"
    code, told, _ = cli("build", "dataset=jericho", f"dataset.stories={folder}", f"out={out}")
    assert code == 0
    assert "; 1 candidate rejected.\n  1 unreadable: half.z5 is no sound story file: " in told


def test_the_suite_is_not_among_the_datasets_whose_games_are_made(cli):
    assert "jericho" not in made_datasets()
    assert "demo" in made_datasets()
    _, out, _ = cli("list", "datasets")
    assert "\njericho " in out


@pytest.mark.filterwarnings("default::twbench.errors.InputWarning")
@needs_stories
def test_of_a_folder_what_can_be_read_is_extracted_and_the_rest_is_told(cli, tmp_path):
    folder, output = tmp_path / "stories", tmp_path / "words.txt"
    folder.mkdir()
    (folder / "half.z5").write_bytes(b"\5 no story")
    code, _, err = cli("extract", "vocab", str(folder), "--output", str(output))
    assert (code, output.exists()) == (1, False)
    assert "half.z5 is no sound story file" in err
    shutil.copy(story("godot.z5"), folder)
    code, _, err = cli("extract", "vocab", str(folder), "--output", str(output))
    assert (code, err.count("warning: ")) == (0, 1)
    assert err.startswith("twbench: warning: half.z5 is no sound story file: ")
    assert len(output.read_text().splitlines()) == 378
