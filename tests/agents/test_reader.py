"""The reader of ``benchmarks``: it wins what is told step by step, and shipped datasets do not."""

import importlib.util
import re
import sys
from dataclasses import replace
from pathlib import Path

import pytest
import yaml

from twbench.agents import registry
from twbench.cli.application import conf_directory
from twbench.cli.verbs.build import composed, made_datasets
from twbench.dataset import build_dataset, load_dataset
from twbench.dataset.config.plan import ItemSpec, Plan
from twbench.dataset.items.item import make_game
from twbench.generator.grammar.grammar_options import GrammarOptions
from twbench.generator.grammar.text_grammar import Grammar
from twbench.generator.texts.guidance import guidance_of
from twbench.story import compile_story

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"

if not BENCHMARKS.is_dir():
    pytest.skip("the benchmarks are not in this distribution", allow_module_level=True)


def load(name):
    spec = importlib.util.spec_from_file_location(name, BENCHMARKS / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


reader, reader_agent = load("reader"), load("reader_agent")
registry.AGENTS._entries.pop("reader")  # here it is no agent like others

READ = reader_agent.READ
"""The datasets of TextWorld's kind of games: what others tell, the reader does not understand."""

MEANING = {
    **{f"go/{way}": f"go {way}" for way in reader.OPPOSITES},
    **{f"go/{way}/d": f"go {way}" for way in reader.OPPOSITES},
    "take": "take red ball",
    "take/c": "take red ball from old chest",
    "take/s": "take red ball from shelf",
    "drop": "drop red ball",
    "insert": "insert red ball into old chest",
    "put": "put red ball on shelf",
    "eat": "eat plum",
    "open": "open old chest",
    "close": "close old chest",
    "unlock": "unlock old chest with key",
    "lock": "lock old chest with key",
    "examine": "examine red ball",
    "ig_unlock_open": "unlock old chest with key, open old chest",
    "ig_unlock_open_take": (
        "unlock old chest with key, open old chest, take red ball from old chest"
    ),
    "ig_open_take": "open old chest, take red ball from old chest",
    "ig_take_unlock": "take key, unlock old chest with key",
    "ig_take_unlock_open": "take key, unlock old chest with key, open old chest",
    "ig_open_insert": "open old chest, insert red ball into old chest",
    "ig_open_insert_close": "open old chest, insert red ball into old chest, close old chest",
    "ig_insert_close": "insert red ball into old chest, close old chest",
    "ig_close_lock": "close old chest, lock old chest with key",
    "ig_take_put": "take red ball, put red ball on shelf",
    "ig_take_insert": "take red ball, insert red ball into old chest",
    "ig_take_eat": "take plum, eat plum",
}
NAMES = {"o": "red ball", "f": "plum", "k": "key", "c": "old chest", "s": "shelf", "d": "gate"}
AROUND = ("only_step", "first_step", "next_step", "next_quest_step", "last_step")


def said(theme, tag):
    """All ways to say the instruction ``tag``, about things with names."""
    grammar = Grammar({"theme": theme})
    for text in grammar.get_all_expansions_for_tag(tag) if grammar.has_tag(tag) else ():
        yield re.sub(r"\((\w)(?:\|\w)*\)", lambda role: NAMES.get(role[1], "hall"), text)


@pytest.mark.parametrize("theme", ["basic", "house"])
def test_every_phrase_of_an_instruction_is_understood(theme):
    sentences = [text for tag in AROUND for text in said(theme, tag)]
    phrases = [(text, MEANING[tag]) for tag in MEANING for text in said(theme, tag)]
    assert len(sentences) >= 4
    assert len(phrases) > 20
    for number, (phrase, meaning) in enumerate(phrases):
        for sentence in (sentences[number % len(sentences)], "(step)."):
            text = sentence.replace("(step)", phrase)
            assert reader.instructions(text) == meaning.split(", "), text


def test_what_is_said_around_instructions_is_none():
    for tag in ("prologue", "epilogue", "next_quest"):
        for text in said("house", tag):
            assert reader.instructions(text) == [], text


def played(tmp_path, challenge, settings, grammar, seed):
    """A row of a game: what the comparison needs to play it."""
    spec = ItemSpec("test", 0, 0, seed, challenge, settings, GrammarOptions(grammar).serialize())
    game = make_game(spec)
    story = tmp_path / "tw-game.z8"
    story.write_bytes(compile_story(game).data)
    return {
        "game_id": "tw-game",
        "story": str(story),
        "objective": game.objective,
        "guidance": guidance_of(game),
    }


TALKATIVE = {"include_adj": True, "blend_descriptions": True, "blend_instructions": True}


@pytest.mark.parametrize(
    ("challenge", "settings"),
    [
        ("coin_collector", {"level": 115}),
        ("custom", {"quest_length": 6, "quest_breadth": 2}),
        ("custom", {"quest_length": 3, "nb_parallel_quests": 3, "world_size": 6}),
        ("simple", {"rewards": "sparse", "goal": "detailed"}),
        ("treasure_hunter", {"level": 28}),
    ],
)
def test_it_wins_every_game_whose_objective_tells_every_step(tmp_path, challenge, settings):
    row = played(tmp_path, challenge, settings, TALKATIVE, 1)
    assert row["guidance"] == "full"
    assert reader_agent.is_won(row, 0, "")


def test_the_sign_test_looks_at_the_games_that_one_of_the_two_won():
    both, neither, read, blind = (True, True), (False, False), (True, False), (False, True)
    assert reader_agent.Comparison({}, [both, neither]).p == 1
    assert reader_agent.Comparison({}, [both, neither] + [read] * 6).p == 1 / 64
    assert reader_agent.Comparison({}, [read] * 3 + [blind] * 2).p == 0.5
    assert reader_agent.Comparison({}, [read] * 7).helps
    assert not reader_agent.Comparison({}, [read] * 7 + [blind] * 2).helps


def test_the_script_fails_if_an_objective_helps_that_does_not_tell_every_step(monkeypatch, capsys):
    found = {
        "demo": reader_agent.Comparison({"goal": 3, "last": 4}, [(True, False)] * 7),
        "simple_guided": reader_agent.Comparison({"full": 7}, [(True, False)] * 7),
    }
    monkeypatch.setattr(reader_agent, "compare_shipped", lambda name, games: found[name])
    assert reader_agent.main(["simple_guided"]) == 0
    assert reader_agent.main(["simple_guided", "demo"]) == 1
    out = capsys.readouterr().out
    assert "| demo | goal 3, last 4 | 7 | 7 | 0 | 0.0078 |\n" in out
    assert out.endswith("\nThe objective gives away more than is said of demo.\n")
    monkeypatch.setattr(reader_agent, "READ", ["simple_guided"])
    assert reader_agent.main([]) == 0


def test_the_objective_must_be_in_the_opening_text(tmp_path):
    row = played(tmp_path, "coin_collector", {"level": 2}, {}, 1)
    with pytest.raises(ValueError, match="tw-game is without its objective"):
        reader_agent.is_won(row, 0, "Some other text.")


def compared(tmp_path, name, games):
    """What the reader won of a small rebuild of a shipped dataset."""
    config = replace(reader_agent.shrunk(name, games), out=tmp_path / "dataset")
    build_dataset(config, progress=False)
    return reader_agent.compare(load_dataset(tmp_path / "dataset")["test"])


def check(result, name):
    if name.endswith("_guided"):
        assert set(result.guidance) == {"full"}
        assert result.read == len(result.wins)
        assert result.helps
    else:
        assert "full" not in result.guidance
        assert not result.helps, result


@pytest.mark.parametrize(("name", "games"), [("simple_guided", 8), ("treasure_hunter_easy", 10)])
def test_the_objective_helps_where_it_is_said_to(tmp_path, name, games):
    check(compared(tmp_path, name, games), name)


@pytest.mark.slow
@pytest.mark.parametrize("name", READ)
def test_no_shipped_dataset_gives_more_away_than_it_says(tmp_path, name):
    check(compared(tmp_path, name, 30), name)


def band(spec):
    """The challenge of a game, and the mode of its level if it has any."""
    size = {"coin_collector": 100, "treasure_hunter": 10}.get(spec.challenge)
    return spec.challenge, (spec.params["level"] - 1) // size if size else 0


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", sorted({*made_datasets()} - {"demo", "hierarchycraft_mine", "minihack_demo"})
)
def test_each_mode_of_a_shipped_dataset_has_a_hundred_test_games(name):
    plan = Plan(composed([f"dataset={name}"]).recipe)
    bands = [band(plan.spec(slot, 0)) for slot in plan.slots() if slot.split == "test"]
    assert min(bands.count(one) for one in set(bands)) >= 100


@pytest.mark.parametrize("name", made_datasets())
def test_what_the_splits_of_a_shipped_dataset_share_is_what_their_page_says(name):
    """Intervals are about puzzles, so that it matters who has which; see docs/datasets.md."""
    settings = yaml.safe_load((conf_directory() / "dataset" / f"{name}.yaml").read_text())
    hygiene = settings["dataset"].get("hygiene", "structure")
    if name in ("simple", "simple_guided"):
        assert hygiene == "none"
    elif name.startswith(("coin_collector", "treasure_hunter", "custom")):
        assert hygiene in ("puzzle", "map")
    else:
        assert hygiene in ("structure", "puzzle", "map")


@pytest.mark.parametrize("name", made_datasets())
def test_shipped_datasets_state_their_licence(name):
    settings = yaml.safe_load((conf_directory() / "dataset" / f"{name}.yaml").read_text())
    assert settings["dataset"]["license"] == "MIT"


def test_the_table_of_datasets_is_complete():
    page = (BENCHMARKS.parent / "docs" / "datasets.md").read_text()
    listed = re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE)
    for name in made_datasets():
        assert listed.count(name) == 1 + 2 * (name in READ), name  # asked; won reading, or not
