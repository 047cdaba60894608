"""Grammars as the documentation prints them, and as TextWorld's own themes are written."""

import json
import os
import re
import shutil
import subprocess
import warnings
from pathlib import Path
from typing import ClassVar

import pytest
from text_games import house, theme_with

from twbench import GameMaker, start
from twbench.generator import GameOptions, KnowledgeBase, compile_game, make_game
from twbench.generator.grammar.grammar_file import GrammarWarning, parse_theme
from twbench.generator.texts.text_generation import generate_text_from_grammar
from twbench.logic import LogicWarning

SEEDS = Path(__file__).resolve().parents[4] / "shared" / "seeds"
TEXTWORLD = os.environ.get("TWBENCH_TEXTWORLD_PYTHON")
WHERE_THEMES_ARE = """
import json, os, textworld
top = os.path.dirname(textworld.__file__)
found = [path for path, _, files in os.walk(top) if any(f.endswith(".twg") for f in files)]
print(json.dumps(sorted(found)))
"""


def stored(game, folder):
    options = GameOptions()
    options.path, options.force_recompile = str(folder / "game.z8"), True
    return compile_game(game, options)


def printed_grammars():
    """Return the grammars that the documentation prints: paragraphs of rules."""
    page = next(SEEDS.glob("000*")).read_text(encoding="utf-8")
    page = page[page.index("Context-Free Grammars\n\nThe following") :]
    rule = re.compile(r"(?:[\w()]+:[^\n]*\S;?[^\n]*|#[^\n]*)")
    known = re.compile(r"food: |\w*\(\w\)\w*:|introduction:|match:|openable_desc:|room_\w+:|# This")
    blocks = []
    for paragraph in re.split(r"\n\n+", page):
        lines = [line for line in paragraph.splitlines() if line]
        if lines and known.match(lines[0]) and all(map(rule.fullmatch, lines)):
            blocks.append("\n".join(lines))
    return blocks


@pytest.mark.skipif(not SEEDS.is_dir(), reason="the documentation of TextWorld is not here")
def test_every_grammar_that_the_documentation_prints_is_read():
    blocks = printed_grammars()
    assert len(blocks) > 12
    symbols = set()
    for block in blocks:
        symbols |= set(parse_theme("printed", [("printed.twf", block)]).options)
    assert {"food", "greet_how", "room_type", "openable_desc", "on_desc"} <= symbols
    assert {"room_desc_group", "room_exit_desc", "room_(d)_exit_desc", "(s)_desc"} <= symbols


class TestConditionsWithoutAnEnd:
    """``[if open]...[else if locked]...[otherwise]...``, of the thing that is described."""

    OPEN = "[if open]Open.[else if locked]Locked.[otherwise]Closed."

    def test_tell_the_state_of_what_is_looked_at(self, tmp_path):
        game = generate_text_from_grammar(
            house(), theme_with(tmp_path, {"openable_desc": self.OPEN})
        )
        chest = game.infos["c_0"].name
        with start(stored(game, tmp_path)) as env:
            env.reset()
            closed, _, opened = (
                env.step(f"{verb} {chest}")[0].feedback for verb in ("examine", "open", "examine")
            )
        assert ("Closed." in closed, "Open." in closed) == (True, False)
        assert ("Closed." in opened, "Open." in opened) == (False, True)


class TestInTheMannerOfTextWorld:
    """Symbols that its own themes have, some of them instead of the documented ones."""

    RULES: ClassVar[dict[str, str | None]] = {
        "match": None,
        "(k<->c)_match": "#hue# | key <-> #hue# | box",
        "hue": "red;blue;green;grey",
        "(c)_desc": "(name-indefinite) of the (name-adj) kind, number (obj)",
        "(s)_desc": "None",
        "on_desc": "holds [list of things on the (obj)]",
        "(d)_desc": "look at the (name-n), so (name-adj) it is",
        "ordinary_adj": "usual",
        "room_desc_(s)": "See (name-definite):[if there is something on the (obj)] [list of things"
        " on the (obj)].[end if]",
        "room_exit_desc": None,
        "room_(d)_exit_desc": None,
        "room_(d)_exit_desc_alt": None,
        "room_desc_(d)": "A[if (obj) is open]n open[otherwise] closed[end if] (name) is (dir).",
        "room_desc_exits": "[A way leads|Ways lead] (dir).",
        "quest": "You have a task: (list_of_actions) The end.",
        "quest_one_action": "You have to (action)",
        "action_separator": "Next, ;",
        "action_separator_open": "Once the (c|d) is open, ;",
    }

    def game(self, tmp_path, **options):
        return generate_text_from_grammar(house(), theme_with(tmp_path, self.RULES, **options))

    def test_a_key_and_its_lock_are_named_as_a_pair(self, tmp_path):
        game = self.game(tmp_path)
        key, box = game.infos["k_1"], game.infos["c_1"]
        assert (key.noun, box.noun) == ("key", "box")
        assert key.adj == box.adj
        assert key.adj in ("red", "blue", "green", "grey")

    def test_a_pair_without_names_shares_none(self, tmp_path):
        infos = self.game(tmp_path).infos
        assert infos["d_0"].adj is None
        assert infos["k_0"].name != infos["d_0"].name

    def test_articles_identifiers_and_a_word_for_no_adjective(self, tmp_path):
        game = self.game(tmp_path)
        box, door = game.infos["c_0"], game.infos["d_0"]
        assert box.desc.startswith(f"A {box.name} of the usual kind, number c_0. [if")
        assert door.desc.startswith(f"Look at the {door.name}, so usual it is. [if")

    def test_nothing_is_said_of_what_is_to_be_none(self, tmp_path):
        assert self.game(tmp_path).infos["s_0"].desc == "Holds [list of things on the s_0]."

    def test_exits_and_doors(self, tmp_path):
        infos = self.game(tmp_path).infos
        doors = {id_: infos[id_].name for id_ in ("d_0", "d_1")}
        assert infos["r_0"].desc.endswith(
            f"A way leads east. A[if d_0 is open]n open[otherwise] closed[end if] {doors['d_0']}"
            " is north."
        )
        assert infos["r_2"].desc.split("\n\n")[1].startswith("Ways lead south, east and west. A[if")

    def test_steps_with_what_separates_them(self, tmp_path):
        game = self.game(tmp_path)
        name = {id_: info.name for id_, info in game.infos.items()}
        assert game.objective == (
            f"You have a task: open the {name['c_0']}. Once the {name['c_0']} is open, take the"
            f" {name['k_0']} from the {name['c_0']}. Next, unlock the {name['d_0']} with the"
            f" {name['k_0']}. Next, open the {name['d_0']}. Once the {name['d_0']} is open, go"
            " north. The end."
        )
        assert game.quests[0].desc in game.objective.replace("task: open", "task: Open")

    def test_a_quest_that_has_no_place_for_steps_is_a_word(self, tmp_path):
        rules = {"quest": "adventure;errand", "prologue": "Your #quest#:"}
        game = generate_text_from_grammar(house(), theme_with(tmp_path, rules))
        assert game.objective.startswith(("Your adventure: ", "Your errand: "))
        assert game.quests[0].desc in game.objective

    def test_of_one_step_the_last_action_is_told(self, tmp_path):
        assert self.game(tmp_path, only_last_action=True).objective == "You have to go north."


def copied_from_textworld(part, folder):
    """Copy the first folder of data of TextWorld with ``part`` in its path; returns the copy."""
    found = subprocess.run(
        [str(TEXTWORLD), "-c", WHERE_THEMES_ARE], check=True, capture_output=True, text=True
    )
    themes = next(Path(path) for path in json.loads(found.stdout) if part in path)
    return shutil.copytree(themes.parent, folder / "theirs")


def won(game, folder):
    with start(stored(game, folder)) as env:
        state = env.reset()
        for command in game.walkthrough:
            state, _, _ = env.step(command)
        return state.won


@pytest.mark.slow
@pytest.mark.skipif(not TEXTWORLD, reason="TWBENCH_TEXTWORLD_PYTHON names no Python with TextWorld")
@pytest.mark.parametrize("theme", ["basic", "house"])
def test_games_with_the_themes_of_textworld_are_made_and_won(theme, tmp_path):
    own = copied_from_textworld("generator", tmp_path) / "text_grammars"
    for seed in range(60):
        options = GameOptions()
        options.kb = KnowledgeBase(KnowledgeBase.default().logic, own)
        options.seeds = seed
        options.nb_rooms, options.nb_objects = 3 + seed % 6, 6 + seed % 12
        options.chaining.max_length = 4 + seed % 6
        options.grammar.theme = theme
        options.grammar.include_adj = bool(seed % 3)
        options.grammar.blend_descriptions = seed % 4 == 1
        options.grammar.blend_instructions = seed % 5 == 1
        options.grammar.ambiguous_instructions = seed % 7 == 1
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", GrammarWarning)
            game = make_game(options)
        assert won(game, tmp_path), seed


@pytest.mark.slow
@pytest.mark.skipif(not TEXTWORLD, reason="TWBENCH_TEXTWORLD_PYTHON names no Python with TextWorld")
@pytest.mark.filterwarnings("ignore::twbench.generator.GrammarWarning")
def test_a_game_with_the_cooking_of_textworld_is_made_and_won(tmp_path):
    with pytest.warns(LogicWarning, match=r"inventory\.twl:19:22: there is no predicate"):
        kb = KnowledgeBase.load(copied_from_textworld("tw_cooking", tmp_path))
    options = GameOptions()
    options.kb = kb
    maker = GameMaker(options)
    kitchen = maker.new_room("kitchen")
    maker.set_player(kitchen)
    knife, carrot = maker.new("o", name="knife"), maker.new("f", name="carrot")
    knife.add_property("sharp")
    for state in ("raw", "uncut", "edible"):
        carrot.add_property(state)
    kitchen.add(maker.new("stove", name="range"), knife, carrot)
    commands = ("take knife", "take carrot", "slice carrot with knife", "cook carrot with range")
    maker.set_quest_from_commands([*commands, "eat carrot"])
    game = maker.build()
    assert "slice the carrot" in game.objective
    assert won(game, tmp_path)
