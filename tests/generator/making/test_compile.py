"""From games to files: what is written where, and what is left alone."""

import json

import pytest
from made_games import options_for

from twbench.errors import ConfigError
from twbench.generator import (
    Game,
    compile_game,
    make_game,
)
from twbench.generator.making.compile import make


def test_compiled_files_lie_side_by_side(tmp_path):
    game_file, game = make(options_for(nb_rooms=2, nb_objects=4, quest_length=2), tmp_path)
    assert game_file == str(tmp_path / f"{game.metadata['uuid']}.z8")
    assert sorted(path.suffix for path in tmp_path.iterdir()) == [".json", ".z8"]
    assert Game.load(tmp_path / f"{game.metadata['uuid']}.json") == game


def test_existing_files_are_kept_unless_they_are_of_another_game(tmp_path):
    options = options_for(nb_rooms=2, nb_objects=4, quest_length=2, path=tmp_path / "game.z8")
    game = make_game(options)
    compile_game(game, options)
    (tmp_path / "game.z8").write_bytes(b"kept")
    assert compile_game(game, options) == str(tmp_path / "game.z8")
    assert (tmp_path / "game.z8").read_bytes() == b"kept"
    other = make_game(options_for(2, quest_length=1))
    with pytest.raises(ConfigError, match="is of another game; force_recompile replaces it"):
        compile_game(other, options)
    options.force_recompile = True
    compile_game(other, options)
    data = json.loads((tmp_path / "game.json").read_text(encoding="utf-8"))
    assert data["objective"] == other.objective
    assert (tmp_path / "game.z8").read_bytes() != b"kept"


def test_only_one_format_is_compiled(tmp_path):
    game = make_game(options_for())
    with pytest.raises(ConfigError, match=r"compiled to \.z8, not to \.ulx"):
        compile_game(game, options_for(path=tmp_path / "game.ulx"))
    with pytest.raises(ConfigError, match=r"compiled to \.z8, not to \.ulx"):
        compile_game(game, options_for(path=tmp_path, file_ext=".ulx"))
