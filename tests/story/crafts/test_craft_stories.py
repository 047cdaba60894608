"""A story of crafting as a player meets it."""

import re
from dataclasses import replace

import pytest
from smithy import MOST, SMITHY, STORY, said

from twbench.core import EnvInfos
from twbench.envs.craft_env import CraftEnv
from twbench.envs.frotz.story_file import StoryFile
from twbench.errors import GameNotRunningError
from twbench.story.crafts.linker import compile_tables
from twbench.story.crafts.tables import Change, CraftTables, Deed, Group, Task


def test_it_begins_with_the_goal_and_the_place(env: CraftEnv) -> None:
    assert env.state.feedback == (
        "Your goal: have iron bar (2).\n\n-= Smithy =-\nYou see a furnace here.\n"
    )
    assert env.state.admissible_commands == ["go to cave", "inventory", "look"]


def test_it_is_won_by_its_walkthrough(env: CraftEnv) -> None:
    for command in env.state["extra.walkthrough"]:
        state, score, done = env.step(command)
    assert (score, done, state.won, state.lost, state.moves) == (6, True, True, False, 7)
    assert state.max_score == 6
    assert "*** The End ***\nYou scored 6 out of a possible 6, in 7 turns." in state.feedback
    assert env.counts == (0, 0, 2, 1, 0)
    with pytest.raises(GameNotRunningError):
        env.step("look")


def test_what_is_missing_is_told_with_amounts(env: CraftEnv) -> None:
    assert said(env, "smelt iron bar") == "You need iron ore (3), but have none.\n"
    assert said(env, "mine ore") == "That can be done only in the dark cave.\n"
    assert said(env, "go to cave", "mine ore", "smelt iron bar") == (
        "You need iron ore (3), but have 2.\nThat needs a furnace here, but there is none.\n"
    )
    assert said(env, "go to cave") == "You are there already.\n"
    assert env.state.moves == 2


def test_what_is_too_much_is_told_as_well() -> None:
    ample = replace(SMITHY, start=(0, MOST, 2, 1, 0), groups=(SMITHY.groups[0],))
    with CraftEnv() as env:
        env.open(StoryFile("ample.z8", compile_tables(ample).data))
        env.reset()
        assert said(env, "smelt iron bar") == "You have iron bar (2), but that allows at most 1.\n"
        env.step("go to cave")  # which is an action: then the task is found done
        assert env.state.won
    rich = replace(SMITHY, start=(1, MOST - 1, 0, 1, 0))
    with CraftEnv() as env:
        env.open(StoryFile("rich.z8", compile_tables(rich).data))
        env.reset()
        assert said(env, "mine ore") == "Nobody can count more than 32767 of iron ore.\n"


@pytest.mark.parametrize(
    ("low", "high", "have", "own", "lying"),
    [
        (1, MOST, 0, "You need coal, but have none.", "That needs coal {}, but there is none."),
        (4, MOST, 1, "You need coal (4), but have 1.", "That needs coal (4) {}, but there is 1."),
        (4, MOST, 3, "You need coal (4), but have 3.", "That needs coal (4) {}, but there are 3."),
        (
            0,
            0,
            1,
            "You have coal, but that allows none.",
            "There is coal {}, but that allows none.",
        ),
        (
            *(0, 0, 3, "You have coal (3), but that allows none."),
            "There is coal (3) {}, but that allows none.",
        ),
        (
            *(0, 1, 2, "You have coal (2), but that allows at most 1."),
            "There is coal (2) {}, but that allows at most 1.",
        ),
    ],
)
def test_a_refusal_reads_well_for_every_amount_and_place(
    low: int, high: int, have: int, own: str, lying: str
) -> None:
    places = ((1, False), (0, True), (3, False))
    tables = CraftTables(
        items=("coal",),
        zones=("hall", "old mine"),
        lying=("coal",),
        start=(0, have, have, have),
        phrases=("light a fire",),
        deeds=(Deed(0, (0,), None, tuple(Change(*place, low, high, 0) for place in places)),),
        tasks=(Task((), 1, 1),),
        groups=(Group((0,), True),),
        objective="",
        max_score=1,
    )
    with CraftEnv() as env:
        env.open(StoryFile("fire.z8", compile_tables(tables).data))
        env.reset()
        lines = [own, lying.format("here"), lying.format("in the old mine")]
        assert said(env, "light a fire").splitlines() == lines


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("i", "You have nothing."),
        ("look around", "You see a furnace here."),
        ("what can I make?", "You can go to cave."),
        ("help", "Other commands: look, inventory"),
        (
            "recipes",
            "smelt iron bar: needs furnace here; allows iron bar \\(at most 1\\); takes iron ore",
        ),
        ("how do I make an iron bar?", "smelt iron bar: needs"),
        ("recipe for furnace", "Nothing makes that."),
        ("recipe for gold", "Nothing that one could have is called so|I don't know the word"),
        ("x furnace", "furnace: there is 1 here."),
        ("x bar", "iron bar: you have none."),
        ("x iron", "Say more: iron ore or iron bar."),
        ("examine", "Say what to examine."),
        ("how do I make bars or a bar?", "smelt iron bar: needs"),
        ("recipe for the bar", "smelt iron bar: needs"),
        ("recipe for iron", "Say more: iron ore or iron bar."),
        ("dig for ore", "That can be done only in the dark cave."),
        ("go to", "You can go to cave."),
        ("examine iron bar", "iron bar: you have none."),
        ("make a bar", r"\(smelt iron bar\)\nYou need iron ore"),
        ("walk to the cave", "You go to the dark cave."),
        ("go", "You can go to cave."),
        ("smelt", r"\(smelt iron bar\)\nYou need iron ore"),
        ("dance wildly", 'I don\'t know the word "dance".'),
        ("", "I beg your pardon?"),
        ("the", "I beg your pardon?"),
        ("g", "There is nothing to do again yet."),
        ("let me repeat", "There is nothing to do again yet."),
        ("score", "You have so far scored 0 out of a possible 6, in 0 turns."),
        ("goal", "Your goal: have iron bar"),
        ("undo", "What is done is done."),
        ("save", "This story keeps no saved games."),
        ("restart", "To begin anew, start the story again from outside."),
        ("quit", "Goodbye."),
        ("tw-print max_score", "6"),
        ("take a look", "^-= Smithy =-"),
        ("have a look", "^-= Smithy =-"),
        ("mine ore; look", "dark cave.\n\nOne command at a time."),
        ("dance look", 'I don\'t know the word "dance".'),
        ("then", "I beg your pardon?"),
        ("mine ore look", "That is nothing that can be done"),
        ("\\x" * 300, "Nothing that one could have is called so"),
        ("x me", "^You look as you always do.\n$"),
        ("look at myself", "^You look as you always do.\n$"),
        ("who am I?", "^You look as you always do.\n$"),
        ("x smithy", "^-= Smithy =-"),
        ("x cave", "You are not in the dark cave."),
        ("x dark", "Nothing that one could have is called so"),
        ("look at the bar", "iron bar: you have none."),
        ("what is an iron bar?", "iron bar: you have none."),
        ("what is iron?", "Say more: iron ore or iron bar."),
        ("what do I have", "You have nothing."),
        ("what is here?", "You see a furnace here."),
        ("where am i", "You see a furnace here."),
        ("where is the bar?", "smelt iron bar: needs"),
        ("smelt bar", r"\(smelt iron bar\)\nYou need iron ore"),
        ("smelt bar iron", "That is nothing that can be done"),
        ("back", "You have only just arrived."),
        ("about", "Other commands: look, inventory"),
        ("recipes?", "smelt iron bar: needs"),
        ("look!", "You see a furnace here."),
        ('"look"', "You see a furnace here."),
        ("check inventory", "You have nothing."),
        ("get ore", "That can be done only in the dark cave."),
        ("make ore", r"\(mine ore\)\nThat can be done only in the dark cave."),
        ("get iron ores", r"\(mine ore\)"),
        ("get iron", "Say more: iron ore or iron bar."),
        ("get furnace", "There is no way to get that."),
        ("get all", "One thing at a time."),
        ("get 2 bars", 'One at a time: "again" does that once.'),
        ("wait 3", 'One at a time: "again" does that once.'),
        ("verify", "A twbench story of crafting, release 2."),
        ("version", "A twbench story of crafting, release 2."),
        ("damn", "There is no need for such words."),
        ("smelt the damn bar", "There is no need for such words."),
        ("use ore", r"\(smelt iron bar\)"),
        ("use bar", "That is of no use."),
        ("use", "Say what to use."),
        ("melt a bar", r"\(smelt iron bar\)"),
        ("n", "You can go to cave."),
        ("go north", "You can go to cave."),
        ("exits", "You can go to cave."),
        ("where can I go?", "You can go to cave."),
        ("what do I need for a bar?", "smelt iron bar: needs"),
        ("I'd like to smelt a bar, please", "You need iron ore"),
        ("let me look", "You see a furnace here."),
        ("I want", "That is nothing that can be done"),
        ("smlet bar", 'I don\'t know the word "smlet". Did you mean "smelt"?'),
        ("smellt bar", 'I don\'t know the word "smellt". Did you mean "smelt"?'),
        ("smet bar", 'I don\'t know the word "smet". Did you mean "smelt"?'),
        ("smalt bar", 'I don\'t know the word "smalt". Did you mean "smelt"?'),
        ("make bar from ore", r"\(smelt iron bar\)\nYou need iron ore"),
        ("get a bar using iron ores", r"\(smelt iron bar\)\nYou need iron ore"),
        ("get a bar by iron", "Say more: iron ore or iron bar."),
        ("make a bar from bars", "That is not made so."),
        ("make anything", "That is nothing that can be done"),
        ("make it", "That is nothing that can be done"),
        ("it", "It is not clear what you mean by that."),
        ("smelt iron ore", r"\(smelt iron bar\)\nYou need iron ore"),
        ("show inventory", "You have nothing."),
        ("inspect bar", "iron bar: you have none."),
        ("smelt iron bar with ore", "That is nothing that can be done"),
        ("smelt iron bar with iron ore", r"^\(smelt iron bar\)\nYou need iron ore"),
        ("go to cave with iron ore", "You can go to cave."),
        ("smelt the furnace", r"\(smelt iron bar\)\nYou need iron ore"),
        ("go to cave again", "You go to the dark cave."),
        ("what is my goal?", "Your goal: have iron bar"),
        ("how do I win?", "Your goal: have iron bar"),
        ("show me the recipes", "smelt iron bar: needs"),
        ("leave the smithy", "You can go to cave."),
        ("return to the cave", r"\(go to cave\)\nYou go to the dark cave."),
        ("go back into the cave", r"\(go to cave\)\nYou go to the dark cave."),
        ("z9" * 90, "I don't know the word \"z9z9"),
    ],
)
def test_a_player_is_answered(env: CraftEnv, typed: str, answer: str) -> None:
    assert re.search(answer, said(env, typed))


def test_the_release_that_is_told_is_that_of_the_header(env: CraftEnv) -> None:
    release = int.from_bytes(STORY.data[2:4], "big")
    assert said(env, "version") == f"A twbench story of crafting, release {release}.\n"


def test_of_several_at_once_again_does_one(env: CraftEnv) -> None:
    assert said(env, "go to cave", "mine 12 ore").startswith("One at a time")
    assert said(env, "again") == said(env, "mine ore")
    assert said(env, "wait 20").startswith("One at a time")
    assert said(env, "g") == said(env, "wait")


@pytest.mark.parametrize(
    "rest", [". mine ore", ", mine ore", " then mine ore", ", and then mine ore. look", ". . back"]
)
def test_the_first_command_of_a_line_is_done_and_the_rest_refused(rest: str, env: CraftEnv) -> None:
    alone = said(env, "go to cave")
    assert (env.state.moves, env.state.location) == (1, "dark cave")
    env.reset()
    assert said(env, f"go to cave{rest}") == f"{alone}\nOne command at a time.\n"
    assert (env.state.moves, env.state.location) == (1, "dark cave")


@pytest.mark.parametrize("line", ["go to cave.", "go to cave, please", ". and then go to cave..."])
def test_a_line_with_signs_is_one_command(line: str, env: CraftEnv) -> None:
    alone = said(env, "go to cave")
    env.reset()
    assert said(env, line) == alone


def test_no_rest_is_refused_when_the_game_is_over(env: CraftEnv) -> None:
    for command in env.state["extra.walkthrough"][:-1]:
        env.step(command)
    assert said(env, env.state["extra.walkthrough"][-1] + ". look").endswith("in 7 turns.\n")


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ("torch", "torches"),
        ("berry", "berries"),
        ("torches", "torch"),
        ("reeds", "reed"),
        ("log", "logs"),
        ("glass", "glass"),
    ],
)
def test_plurals_are_read_for_one_and_one_for_plurals(name: str, typed: str) -> None:
    named = replace(SMITHY, items=("iron ore", name))
    with CraftEnv() as env:
        env.open(StoryFile("named.z8", compile_tables(named).data))
        env.reset()
        assert said(env, f"x {typed}") == f"{name}: you have none.\n"


def test_it_alone_is_the_name_alone(env: CraftEnv) -> None:
    assert said(env, "examine iron ore", "it") == said(env, "iron ore")
    assert "mine ore" in env.state.feedback
    assert env.state.moves == 0


@pytest.mark.parametrize("line", ["go go", "go walk", "use go"])
def test_to_go_and_not_say_where_goes_nowhere(line: str, env: CraftEnv) -> None:
    said(env, line)
    assert (env.state.moves, env.state.location) == (0, "smithy")


def test_it_is_what_was_spoken_of_or_got_last(env: CraftEnv) -> None:
    assert said(env, "x bar", "make it") == (
        "(smelt iron bar)\nYou need iron ore (3), but have none.\n"
    )
    assert said(env, "go to cave", "mine ore", "x it") == "iron ore: you have 2.\n"
    assert said(env, "where is the bar?", "what are they?", "x it") == "iron bar: you have none.\n"
    assert said(env, "get ore", "smelt it").startswith("(smelt iron bar)\nThat needs a furnace")
    assert said(env, "use it").startswith("(smelt iron bar)")


def test_every_word_has_an_answer(env: CraftEnv) -> None:
    for word in STORY.vocabulary:
        for line in (word, f"want {word}", f"{word} again"):
            env.reset()
            assert said(env, line).strip(), line


@pytest.mark.parametrize("yes", ["yes", "y", "Yes."])
def test_the_word_that_was_nearly_typed_may_be_meant(yes: str, env: CraftEnv) -> None:
    expected = said(env, "inventory")
    assert said(env, "inventroy").endswith('Did you mean "inventory"?\n')
    assert said(env, "inventroy", yes) == expected
    assert said(env, "go to cve", yes).startswith("You go to the dark cave.")
    assert said(env, yes) == "Nobody has asked you anything.\n"
    assert said(env, "inventroy", "no") == "Very well.\n"
    assert said(env, "no") == "Nobody has asked you anything.\n"
    assert said(env, "inventroy", "look", yes) == "Nobody has asked you anything.\n"


def test_oops_corrects_the_word_that_nobody_knew(env: CraftEnv) -> None:
    nothing = "There is nothing to correct.\n"
    assert said(env, "oops") == said(env, "oops look") == nothing
    assert said(env, "look", "oops inventory") == nothing
    answer = "iron bar: you have none.\n"
    assert said(env, "examine the zorkmid bar", "oops iron") == answer
    assert said(env, "oops iron") == nothing
    assert said(env, "zorkmid", "oops", "oops x iron bar.") == answer
    assert said(env, "zorkmid", "oops oops oops") == nothing
    assert said(env, "q" * 9 + " z" * 80, "oops " + "iron" * 45) == "That is too long for me.\n"
    assert said(env, "look", "zorkmid bar", "oops look. go to cave", "again")


def test_goals_may_be_things() -> None:
    with CraftEnv() as env:
        env.open(StoryFile("g.z8", compile_tables(replace(SMITHY, items=("ore", "goal"))).data))
        env.reset()
        assert said(env, "x goal") == said(env, "what is a goal?") == "goal: you have none.\n"
        assert said(env, "goal") == "Your goal: have iron bar (2).\n"


def test_a_way_that_is_closed_is_told_apart() -> None:
    closed = SMITHY.deeds[2]._replace(changes=(Change(2, False, 1, MOST, 0),))
    tables = replace(SMITHY, deeds=(*SMITHY.deeds[:2], closed, SMITHY.deeds[3]))
    with CraftEnv() as env:
        env.open(StoryFile("closed.z8", compile_tables(tables).data))
        env.reset()
        assert said(env, "north") == "Closed to you as yet: go to cave.\n"
    island = replace(SMITHY, deeds=SMITHY.deeds[:2])
    with CraftEnv() as env:
        env.open(StoryFile("island.z8", compile_tables(island).data))
        env.reset()
        assert said(env, "north") == "There is no way from here.\n"


def test_words_that_wish_may_be_names() -> None:
    """Every command is understood as it is written, whatever its words mean elsewhere."""
    named = replace(
        SMITHY,
        items=("north", "need"),
        phrases=("take stone and use", "want all", "go n", "leave"),
        walkthrough=(),
    )
    with CraftEnv(EnvInfos(admissible_commands=True)) as env:
        env.open(StoryFile("odd.z8", compile_tables(named).data))
        assert "go n" in env.reset().admissible_commands
        assert "-= Dark Cave =-" in said(env, "go n")
        assert said(env, "take stone and use") == "You get north (2).\n"
        assert "-= Smithy =-" in said(env, "leave")
        assert said(env, "want all").startswith("You need north (3)")


def test_things_that_are_listed_are_no_commands(env: CraftEnv) -> None:
    assert said(env, "examine ore and bar").startswith("Nothing that one could have is called so")


def test_back_leads_to_where_one_was(env: CraftEnv) -> None:
    said(env, "go to cave", "mine ore")
    assert "-= Smithy =-" in said(env, "go back")
    assert "-= Dark Cave =-" in said(env, "back")
    assert env.state.moves == 4


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("x back", "Nothing that one could have is called so"),
        ("mine back", "That is nothing that can be done"),
        ("recipe for ore back", "Nothing that one could have is called so"),
        ("go to cave and go back", "You are there already."),
        ("hold back", 'I don\'t know the word "hold"'),
    ],
)
def test_not_all_that_ends_in_back_leads_there(env: CraftEnv, typed: str, answer: str) -> None:
    said(env, "go to cave")
    assert answer in said(env, typed)
    assert (env.state.location, env.state.moves) == ("dark cave", 1)


def test_things_may_be_called_back() -> None:
    named = replace(SMITHY, items=("iron ore", "horse back"))
    with CraftEnv() as env:
        env.open(StoryFile("back.z8", compile_tables(named).data))
        env.reset()
        assert said(env, "go to cave", "x horse back") == "horse back: you have none.\n"
        assert "-= Smithy =-" in said(env, "go back")


def test_back_is_refused_as_the_way_is() -> None:
    one_way = SMITHY.deeds[:3]
    closed = (*one_way, SMITHY.deeds[3]._replace(changes=(Change(2, False, 1, MOST, 0),)))
    answers = {
        one_way: "There is no way back from here.\n",
        closed: "You need an iron bar, but have none.\n",
    }
    for deeds, answer in answers.items():
        with CraftEnv() as env:
            env.open(StoryFile("cave.z8", compile_tables(replace(SMITHY, deeds=deeds)).data))
            env.reset()
            assert said(env, "go to cave", "back") == answer
            assert env.state.moves == 1


def test_again_repeats(env: CraftEnv) -> None:
    env.step("go to cave")
    env.step("mine ore")
    assert said(env, "g") == "You get iron ore (2).\n"
    assert env.counts[1] == 4
