"""The examples of TextWorld's documentation that make and play games, with twbench instead.

Those in the form of a Python session are taken from its text, where that lies beside the checkout,
and run as they are printed but for the names of imports. The others below are written anew.
"""

import doctest
import importlib
import re
import runpy
import shutil
from pathlib import Path

import pytest

import twbench
from twbench.generator import KnowledgeBase
from twbench.generator.grammar.grammar_file import parse_theme

ROOT = Path(__file__).resolve().parents[1]
TOOL = runpy.run_path(str(ROOT / "tools" / "extract_documented_names.py"))
SEEDS = TOOL["SEEDS"]

MADE_GAME = """
import twbench
from twbench.generator import make_game, compile_game
options = twbench.GameOptions()
options.seeds = 1234
game = make_game(options)
game.extras["more"] = "This is extra information."
gamefile = compile_game(game)
"""
"""What the example of `register_game` begins with, and others take for granted."""
REGISTERED = """
from twbench import EnvInfos, gym
env_id = gym.register_game(gamefile, EnvInfos(description=True, inventory=True))
"""
BEFORE = {
    "twbench.core.Environment": "",
    "twbench.gym.utils.register_game": "import twbench",
    "twbench.gym.utils.register_games": "import twbench",
    "twbench.gym.core.Agent.infos_to_request": MADE_GAME + REGISTERED,
    "twbench.gym.spaces.text_spaces.Word": MADE_GAME + "import twbench.gym",
    "twbench.envs.wrappers.filter.Filter": MADE_GAME,
    "twbench.generator.maker.WorldEntity.has_property": "",
}
"""The sessions, by the name that they explain, and what has to be done before each."""
NO_SESSION = {
    "twbench.utils.unique_product": "a loop whose lines are all first lines: Python reads no such",
}
"""What looks like a session and is none."""
OF_OTHER_VERSIONS = [
    "from textworld.envs import FrotzEnvironment",
    "import textworld",  # text_utils, GameState.previous_state, _env.send
    "from textworld.envs.frotz.zork1 import Zork1Environment",
]
"""Listings of the page on custom environments: of before TextWorld 1.0, whose documented names,
those of this very text, have none of what they use."""
RENAMED = [
    (r"\btextworld\b", "twbench"),
    (r"^import gym$", "from twbench import gym"),  # gym itself is no more
    (r'\["/path/to/game.ulx", "/path/to/another/game.z8"\]', "[gamefile]"),
]


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def sessions(text):
    """Return the sessions in a page, by the name whose documentation they stand in."""
    lines = text.split("\n")
    named = TOOL["located_entries"](lines)
    found = {}
    for example in doctest.DocTestParser().get_examples(text):
        _, entry = max((place for place in named if place[0] < example.lineno), key=first)
        found.setdefault(str(entry), []).append(example)
    return found


def first(pair):
    return pair[0]


def has_gym():
    try:
        importlib.import_module("twbench.gym")
    except ImportError:
        return False
    return True


def as_twbench(example):
    """Return an example with names that are ours; the words of games may be any."""
    source = example.source
    for old, new in RENAMED:
        source = re.sub(old, new, source, flags=re.MULTILINE)
    shows_game = source.startswith("env.render") or (not example.want and "print(" in source)
    options = {doctest.ELLIPSIS: True}
    return doctest.Example(source, "...\n" if shows_game else example.want, options=options)


def page(number):
    if not SEEDS.is_dir():
        pytest.skip(f"the documentation is not beside the checkout, in {SEEDS}")
    [path] = SEEDS.glob(f"{number}_*.txt")
    return path.read_text(encoding="utf-8")


def test_all_sessions_are_known():
    assert sessions(page("000")).keys() == BEFORE.keys() | NO_SESSION.keys()
    assert doctest.DocTestParser().get_examples(page("001")) == []


@pytest.mark.parametrize("name", BEFORE)
def test_session(name):
    examples = [as_twbench(example) for example in sessions(page("000"))[name]]
    before = BEFORE[name]
    if "gym" in before + "".join(example.source for example in examples) and not has_gym():
        pytest.skip("there is no twbench.gym, or not what it needs")
    values = {}
    exec(before, values)
    report = []
    test = doctest.DocTest(examples, values, name, None, None, None)
    outcome = doctest.DocTestRunner(verbose=False).run(test, out=report.append)
    assert (outcome.failed, outcome.attempted) == (0, len(examples)), "".join(report)


def test_all_listings_are_known():
    listings = re.findall(
        r"^(?:from textworld.* import|import textworld).*$", page("000"), flags=re.MULTILINE
    )
    assert listings == OF_OTHER_VERSIONS
    names = {entry.name for entry in TOOL["read_table"]()["000"]}
    assert not {"FrotzEnvironment", "Zork1Environment", "previous_state"} & names


LINE_OF_GRAMMAR = re.compile(r"# |[\w()]+:\s?\S")
COMMENTED = ("# Containers", "# Supporters")
"""Blocks of the page on grammars that show what becomes of texts, and are no rules."""


def test_the_grammars_are_read():
    """Each block of lines on the page on grammars is a grammar as it stands."""
    text = page("000").partition("Context-Free Grammars")[2].partition("\nCustom Environment\n")[0]
    blocks = [
        block for block in re.split(r"\n\s*\n", text) if LINE_OF_GRAMMAR.match(block.lstrip("\n"))
    ]
    blocks = [block for block in blocks if not block.strip().startswith(COMMENTED)]
    assert len(blocks) == 27
    for block in blocks:
        theme = parse_theme("documented", [("documented.twg", block.strip("\n") + "\n")])
        assert len(theme.options) >= sum(":" in line for line in block.splitlines())


def test_a_description_of_what_is_open_tells_its_state(tmp_path):
    """From the page on grammars, which leaves out the end of the condition, as Inform 7 allows."""
    line = "openable_desc:[if open]It is open.[else if locked]It is locked.[otherwise]It is closed."
    shutil.copytree(Path(KnowledgeBase.default().text_grammars_path), tmp_path / "grammars")
    file = tmp_path / "grammars" / "basic_room.twg"
    text = re.sub(r"(?m)^openable_desc:.*", line, file.read_text(encoding="utf-8"))
    text = re.sub(r"(?m)^\(c\)_desc:.*", "(c)_desc:A box. #openable_desc# It is wide.", text)
    file.write_text(text, encoding="utf-8")
    options = twbench.GameOptions()
    options.kb = KnowledgeBase(KnowledgeBase.default().logic, str(tmp_path / "grammars"))
    options.grammar.theme = "basic"
    M = twbench.GameMaker(options)  # noqa: N806 - as documented
    kitchen = M.new_room("kitchen")
    M.set_player(kitchen)
    chest = M.new(type="c", name="chest")
    chest.add_property("closed")
    kitchen.add(chest)
    with twbench.start(M.compile("game.z8")) as env:
        env.reset()
        assert "A box. It is closed. It is wide." in env.step("examine chest")[0].feedback
        env.step("open chest")
        assert "A box. It is open. It is wide." in env.step("examine chest")[0].feedback


def test_environment():
    """From the class textworld.core.Environment."""
    options = twbench.GameOptions()
    options.seeds = 1234
    options.nb_objects = 5
    options.quest_length = 2
    game_file, game = twbench.make(options, path="./")
    env = twbench.start(game_file)
    state = env.reset()
    assert state.feedback.startswith(game.objective[:20])
    done = False
    for command in game.walkthrough:
        assert not done
        state, reward, done = env.step(command)
    assert (reward, done) == (1, True)


def test_extra_information():
    """From the functions textworld.gym.utils.register_game and the class Filter."""
    from twbench import EnvInfos
    from twbench.envs.wrappers import Filter
    from twbench.generator import compile_game, make_game

    options = twbench.GameOptions()
    options.seeds = 1234
    game = make_game(options)
    game.extras["more"] = "This is extra information."
    gamefile = compile_game(game)
    request_infos = EnvInfos(description=True, inventory=True, extras=["more"])
    env = Filter(twbench.start(gamefile, request_infos))
    ob, infos = env.reset()
    assert infos["description"] in ob
    assert infos["inventory"].strip() == "You are carrying nothing."
    assert infos["extra.more"] == "This is extra information."


def test_properties_of_an_entity():
    """From the method textworld.generator.maker.WorldEntity.has_property."""
    from twbench import GameMaker

    M = GameMaker()  # noqa: N806 - as documented
    chest = M.new(type="c", name="chest")
    assert not chest.has_property("closed")
    chest.add_property("closed")
    assert chest.has_property("closed")


def test_options_of_the_generation():
    """From the classes GameOptions, GrammarOptions and ChainingOptions."""
    from twbench.generator import ChainingOptions, GrammarOptions, KnowledgeBase, make_game

    options = twbench.GameOptions()
    options.seeds = {"map": 1, "objects": 2, "quest": 3, "grammar": 4}
    options.nb_rooms, options.nb_objects, options.quest_length = 3, 6, 3
    options.kb = KnowledgeBase.default()
    options.grammar = GrammarOptions(theme="basic", include_adj=True, only_last_action=True)
    options.chaining = ChainingOptions()
    game = make_game(options)
    assert make_game(options.copy()) == game
    assert len(game.world.rooms) == 3
    assert len(game.walkthrough) == 3
    assert options.seeds == {"map": 1, "objects": 2, "quest": 3, "grammar": 4}


def test_an_event_of_conditions():
    """From the classes Event and Quest: won by a condition, lost by another one."""
    from twbench import GameMaker
    from twbench.generator import Event, GameProgression, Quest

    M = GameMaker()  # noqa: N806 - as documented
    kitchen, garden = M.new_room("kitchen"), M.new_room("garden")
    M.connect(kitchen.north, garden.south)
    M.set_player(kitchen)
    apple = M.new(type="f", name="apple")
    M.inventory.add(apple)
    there = Event(conditions=[M.new_fact("at", apple, garden)])
    eaten = Event(conditions=[M.new_fact("eaten", apple)])
    M.quests = [Quest(win_events=[there], fail_events=[eaten])]
    M.set_walkthrough(["go north", "drop apple"])
    game = M.build()
    assert (game.max_score, game.walkthrough) == (1, ["go north", "drop apple"])
    for rule, ended in (("drop", (False, False, False)), ("eat", (True, False, True))):
        progression = GameProgression(game)
        (action,) = [action for action in progression.valid_actions if action.name == rule]
        progression.update(action)
        assert (progression.done, progression.completed, progression.failed) == ended
    progression = GameProgression(game)
    for rule in ("go/north", "drop"):
        (action,) = [action for action in progression.valid_actions if action.name == rule]
        progression.update(action)
    assert (progression.done, progression.completed, progression.score) == (True, True, 1)
