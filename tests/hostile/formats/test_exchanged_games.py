"""Games and stories that stand in for those of a recipe, with all hashes made anew."""

import dataclasses
import shutil

import pyarrow.parquet as pq
import pytest
from forging import forge

from twbench import families
from twbench.cli.main import main
from twbench.dataset import load_dataset, verify_dataset
from twbench.dataset.config.plan import Plan, Slot
from twbench.dataset.config.recipe import parse_recipe
from twbench.dataset.files.index import read_index
from twbench.dataset.items.item import build_item, planned_columns
from twbench.dataset.verifying import verify
from twbench.dataset.verifying.check_work import Checked, GameCheck
from twbench.families.textworld.family import TextWorld
from twbench.generator.games.game import Game
from twbench.hashing import sha256_hex
from twbench.story import link
from twbench.story.linking.identity import game_identity

OTHER = "compiling its game anew gives other bytes"


def verified(folder, rebuild=0):
    return verify_dataset(folder, rebuild=rebuild, n_jobs=1, progress=False)


def problems(folder, rebuild=0):
    return [str(problem) for problem in verified(folder, rebuild).problems]


@pytest.fixture(params=["drawn", "not drawn"])
def drawn(request, monkeypatch):
    """Whether the stories of all games are compiled anew, or none."""
    monkeypatch.setattr("twbench.dataset.verifying.drawn.ONE_OF", 1)
    if request.param == "not drawn":
        monkeypatch.setattr(verify, "drawn_places", lambda sizes: {})
    return request.param == "drawn"


def first_row(folder):
    return pq.read_table(folder / read_index(folder).shards("test")[0]).to_pylist()[0]


def exchange_story(folder, row, story):
    """Put a story in the place of that of a row, with its length and checksum made true."""
    size = int.from_bytes(story[0x1A:0x1C]) * 8
    checksum = sum(story[0x40:size]) & 0xFFFF
    story = story[:0x1C] + checksum.to_bytes(2) + story[0x1E:]
    (folder / row["story"]).write_bytes(story)
    forge(folder, manifest=lambda rows: rows[0].update(story_sha256=sha256_hex(story)))


def test_a_story_that_says_that_it_is_that_of_its_game(dataset, drawn):
    """Its bytes alone show that it is another one's: with the solution in its texts."""
    row = first_row(dataset)
    game = Game.load(dataset / row["game"])
    identity = game_identity(game)
    game.objective += f" Type {', '.join(row['walkthrough'])}."
    exchange_story(
        dataset, row, link(game).replace(game_identity(game).encode(), identity.encode())
    )
    told = [text for text in problems(dataset) if row["story"] in text]
    assert told == [f"{row['story']}: {OTHER}"] * drawn
    assert f"{row['story']}: rebuilding gives other bytes" in problems(dataset, None)


@pytest.fixture(scope="module")
def worlds(tmp_path_factory):
    out = tmp_path_factory.mktemp("worlds") / "worlds"
    sizes = [f"dataset.splits.{size}" for size in ("train=2", "valid=1", "test=1")]
    line = ["dataset=hierarchycraft_easy", f"out={out}", "compute=serial", *sizes]
    assert main(["build", *line]) == 0
    return out


def test_a_world_that_has_the_tables_of_another(worlds, tmp_path, drawn):
    """What its directory tells, and what is played, are two things."""
    folder = shutil.copytree(worlds, tmp_path / "worlds")
    row = first_row(folder)
    story = bytearray((folder / row["story"]).read_bytes())
    story[int.from_bytes(story[0x0E:0x10]) - 1] ^= 1  # at the end of what changes in the story
    exchange_story(folder, row, bytes(story))
    told = [text for text in problems(folder) if row["story"] in text]
    assert told == [f"{row['story']}: {OTHER}"] * drawn


def test_an_easier_game_than_that_of_the_recipe(dataset):
    """It is what its row says, and its story is its own: that it is another shows when rebuilt."""
    index, row = read_index(dataset), first_row(dataset)
    spec = Plan(parse_recipe(index.config)).spec(Slot("test", 0), row["attempt"])
    made = build_item(dataclasses.replace(spec, params={**spec.params, "level": 2}))
    easier = {**made.row, **planned_columns(spec, made.row["game_id"], families.get("textworld"))}
    for kind in ("story", "game"):
        (dataset / row[kind]).unlink()
        (dataset / easier[kind]).write_bytes(getattr(made, kind))
    forge(dataset, manifest=lambda rows: rows[0].update(easier))
    assert not any(easier["game_id"] in text for text in problems(dataset))
    assert f"{easier['game']}: rebuilding gives another walkthrough" in problems(dataset, None)


def looked_at(folder, compiled):
    """Check the first three games of the train split in this process."""
    rows = list(load_dataset(folder)["train"].manifest())[:3]
    index = read_index(folder)
    work = GameCheck(folder, index if index.packed else None, None, compiled=compiled)
    return work.do([(row, False) for row in rows], lambda number: None)


@pytest.mark.parametrize("storage", ["files", "packed"])
def test_the_stories_of_games_that_were_drawn_are_compiled_anew(sound_datasets, storage):
    compiled = {"train": {0, 2, 99}, "test": {1}}
    assert looked_at(sound_datasets[storage], compiled) == Checked(3, [], compiled=2)


def test_stories_that_do_not_tell_whose_they_are_are_not_compiled(sound_datasets, monkeypatch):
    monkeypatch.setattr(TextWorld, "mark", lambda self, game: None)
    monkeypatch.setattr(TextWorld, "read_mark", lambda self, files: None)
    assert looked_at(sound_datasets["files"], {"train": {0, 2}}) == Checked(3, [])


def test_what_is_built_anew_is_not_compiled_once_more(sound_datasets, monkeypatch):
    monkeypatch.setattr("twbench.dataset.verifying.drawn.ONE_OF", 1)
    folder = sound_datasets["files"]
    for rebuild, compiled in ((0, 8), (1, 7), (None, 0)):
        found = verified(folder, rebuild)
        assert (found.problems, found.compiled) == ((), compiled)


def test_stories_of_another_version_are_not_compiled(sound_datasets, monkeypatch):
    monkeypatch.setattr(verify, "__version__", "0.2.0")
    assert verified(sound_datasets["files"]).compiled == 0
