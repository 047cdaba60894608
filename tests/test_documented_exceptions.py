"""Every documented exception is raised where the documentation, or its name, says."""

import importlib
import runpy
from pathlib import Path

import pytest

import twbench
from twbench import EnvInfos, GameMaker
from twbench.agents import WalkthroughAgent
from twbench.generator import (
    ChainingOptions,
    Event,
    GameOptions,
    KnowledgeBase,
    Quest,
    World,
    make_game,
    make_small_map,
    sample_quest,
)
from twbench.generator.inform7.world2inform7 import compile_inform7_game
from twbench.generator.text_grammar import Grammar
from twbench.generator.vtypes import get_new
from twbench.logic import Proposition, State, Variable

ROOT = Path(__file__).resolve().parents[1]
TOOL = runpy.run_path(str(ROOT / "tools" / "extract_documented_names.py"))
EXCEPTIONS = [
    entry for page in TOOL["read_table"]().values() for entry in page if entry.kind == "exception"
]
NEVER = {
    "twbench.generator.inform7.world2inform7.TextworldInform7Warning": "there is no Inform 7",
    "twbench.render.render.WebdriverNotFoundError": "absent: there is no browser to drive",
}
"""What is documented as a class only, and nothing here gives or raises."""


def maker():
    """Return a maker with two rooms, the player in the first."""
    M = GameMaker()  # noqa: N806 - as documented
    kitchen, garden = M.new_room("kitchen"), M.new_room("garden")
    M.connect(kitchen.north, garden.south)
    M.set_player(kitchen)
    return M


def story(tmp_path):
    return maker().compile(str(tmp_path / "game.z8"))


def ask_for_what_nobody_knows(tmp_path):
    path = story(tmp_path)
    Path(path).with_suffix(".json").unlink()
    twbench.start(path, EnvInfos(description=True, policy_commands=True)).reset()


def step_without_reset(tmp_path):
    with twbench.start(story(tmp_path)) as env:
        env.step("look")


def follow_too_short_a_walkthrough(tmp_path):
    with twbench.start(story(tmp_path)) as env:
        agent = WalkthroughAgent(["look"])
        agent.reset(env)
        state = env.reset()
        assert agent.act(state, 0, False) == "look"
        agent.act(state, 0, False)


def ask_for_a_quest_in_an_empty_world(tmp_path):
    state = State(KnowledgeBase.default().logic, [Proposition.parse("at(P, r_0: r)")])
    options = ChainingOptions()
    options.min_length = options.max_length = options.max_depth = 2
    sample_quest(state, options)


def count_too_many_entities(tmp_path):
    get_new("c", {"c": 4}, {"c": 4})


def describe_an_event_by_nothing(tmp_path):
    Event()


def describe_a_quest_by_nothing(tmp_path):
    Quest()


def link_a_room_five_times(tmp_path):
    world = World()
    for number in range(1, 6):
        rooms = Variable("r_0", "r"), Variable(f"r_{number}", "r")
        world.add_fact(Proposition("link", (rooms[0], Variable(f"d_{number}", "d"), rooms[1])))


def connect_an_exit_twice(tmp_path):
    M = maker()  # noqa: N806 - as documented
    M.connect(M.rooms[0].north, M.new_room("attic").south)


def put_a_thing_into_two_places(tmp_path):
    M = maker()  # noqa: N806 - as documented
    coin = M.new(type="o", name="coin")
    M.rooms[0].add(coin)
    M.rooms[1].add(coin)
    M.validate()


def leave_out_the_player(tmp_path):
    M = GameMaker()  # noqa: N806 - as documented
    M.new_room("kitchen")
    M.build()


def set_the_player_twice(tmp_path):
    M = maker()  # noqa: N806 - as documented
    M.set_player(M.rooms[1])


def do_what_is_not_possible(tmp_path):
    maker().new_event_using_commands(["go north", "eat the moon"])


def ask_for_a_theme_that_is_not_there(tmp_path):
    Grammar({"theme": "moon"})


def compile_what_is_no_game(tmp_path):
    compile_inform7_game("The kitchen is a room.", str(tmp_path / "game.z8"))


def have_a_word_twice(tmp_path):
    text_spaces = importlib.import_module("twbench.gym.spaces.text_spaces")
    text_spaces.Word(max_length=8, vocab=["coin", "take", "coin"])


def play_a_story_that_jericho_does_not_know(tmp_path):
    jericho = importlib.import_module("twbench.envs.zmachine.jericho")
    zork = ROOT.parent / "shared" / "data" / "stories" / "zork1.z3"
    if not zork.exists():
        pytest.skip("the stories of other makers are not here")
    jericho.JerichoEnv().load(str(zork))


def ask_for_fewer_objects_than_a_quest_needs(tmp_path):
    options = GameOptions()
    options.quest_length = 5
    make_game(options)


RAISED = {
    "twbench.generator.GenerationWarning": ask_for_fewer_objects_than_a_quest_needs,
    "twbench.core.EnvInfoMissingError": ask_for_what_nobody_knows,
    "twbench.core.GameNotRunningError": step_without_reset,
    "twbench.gym.spaces.text_spaces.VocabularyHasDuplicateTokens": have_a_word_twice,
    "twbench.envs.zmachine.jericho.JerichoUnsupportedGameWarning": (
        play_a_story_that_jericho_does_not_know
    ),
    "twbench.agents.walkthrough.WalkthroughDone": follow_too_short_a_walkthrough,
    "twbench.generator.chaining.QuestGenerationError": ask_for_a_quest_in_an_empty_world,
    "twbench.generator.vtypes.NotEnoughNounsError": count_too_many_entities,
    "twbench.generator.game.UnderspecifiedEventError": describe_an_event_by_nothing,
    "twbench.generator.game.UnderspecifiedQuestError": describe_a_quest_by_nothing,
    "twbench.generator.world.NoFreeExitError": link_a_room_five_times,
    "twbench.generator.maker.ExitAlreadyUsedError": connect_an_exit_twice,
    "twbench.generator.maker.FailedConstraintsError": put_a_thing_into_two_places,
    "twbench.generator.maker.MissingPlayerError": leave_out_the_player,
    "twbench.generator.maker.PlayerAlreadySetError": set_the_player_twice,
    "twbench.generator.maker.QuestError": do_what_is_not_possible,
    "twbench.generator.text_grammar.MissingTextGrammar": ask_for_a_theme_that_is_not_there,
    "twbench.generator.inform7.world2inform7.CouldNotCompileGameError": compile_what_is_no_game,
}
"""How each comes about."""


def test_every_documented_exception_is_raised_or_said_not_to_be():
    assert {*map(str, EXCEPTIONS)} == RAISED.keys() | NEVER.keys()


@pytest.mark.parametrize("name", RAISED)
def test_raised(name, tmp_path):
    module, _, exception = name.rpartition(".")
    try:
        documented = getattr(importlib.import_module(module), exception)
    except ImportError as missing:
        pytest.skip(f"{missing}")
    with pytest.raises(documented) as raised:
        RAISED[name](tmp_path)
    assert raised.type is documented
    assert str(raised.value)


def test_what_cannot_be_generated_is_a_value_error():
    """So scripts expect it."""
    with pytest.raises(ValueError, match="has between 1 and 5 rooms, not 6"):
        make_small_map(6)
