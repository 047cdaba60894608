"""Questions of stories: what answers them, and what is done of the rest of the line."""

from collections.abc import Callable

import pytest
from sample_games import curios

from twbench.envs import StoryEnv

ASKED = "Which do you mean, the 2 pence coin or the 10 pence coin?"
TAKEN = "You take the 10 pence coin from the box."
Opener = Callable[..., StoryEnv]


@pytest.fixture
def asked(open_story: Opener) -> StoryEnv:
    """A story that has just asked which of two coins is to be taken."""
    env = open_story(curios(), moves=True)
    env.reset()
    state, _, _ = env.step("take coin")
    assert (state.feedback.strip(), state.moves) == (ASKED, 0)
    return env


@pytest.mark.parametrize(
    "answer",
    [
        "10",
        "the 10 pence one",
        "10 one please",
        "10, please",
        "the 10 one, please",
        "please, the 10 one",
        "please 10",
        "10 pence coin now please.",
        "and 10",
        "yes, the 10 one",
        "no, 10",
        "sure 10",
    ],
)
def test_an_answer_may_be_polite(asked: StoryEnv, answer: str) -> None:
    state, _, _ = asked.step(answer)
    assert (state.feedback.strip(), state.moves) == (TAKEN, 1)


@pytest.mark.parametrize("joint", [". ", " then ", " and ", ", please. ", ", then "])
def test_what_comes_behind_an_answer_is_done_too(asked: StoryEnv, joint: str) -> None:
    state, _, _ = asked.step(f"the 10 one{joint}drop it")
    assert state.feedback.split("\n\n")[0] == TAKEN
    assert "You drop the 10 pence coin" in state.feedback
    assert state.moves == 2


@pytest.mark.parametrize("line", ["please look", "look please", "please", "one", "please, look"])
def test_what_is_no_answer_is_a_command(asked: StoryEnv, line: str) -> None:
    state, _, _ = asked.step(line)
    assert "pence coin from the box" not in state.feedback
    assert ASKED not in state.feedback


@pytest.mark.parametrize("answer", ["yes", "y", "ok", "okay", "sure"])
def test_what_says_nothing_is_asked_again(asked: StoryEnv, answer: str) -> None:
    for _ in range(2):
        state, _, _ = asked.step(answer)
        assert (state.feedback.strip(), state.moves) == (ASKED, 0)
    assert asked.step("10")[0].feedback.strip() == TAKEN


@pytest.mark.parametrize("answer", ["no", "none", "nothing", "never mind"])
def test_a_question_may_be_dropped(asked: StoryEnv, answer: str) -> None:
    state, _, _ = asked.step(answer)
    assert (state.feedback, state.moves) == ("Very well.\n", 0)
    assert "pence coin from the box" not in asked.step("10")[0].feedback


@pytest.mark.parametrize("answer", ["yes", "y", "no"])
def test_whoever_answers_no_question_is_told_so(asked: StoryEnv, answer: str) -> None:
    asked.step("look")
    assert asked.step(answer)[0].feedback == "Nobody has asked you anything.\n"


@pytest.mark.parametrize("command", ["put switch", "put switch into", "open", "look at"])
def test_what_was_left_out_is_asked_again(command: str, open_story: Opener) -> None:
    env = open_story(curios(), moves=True)
    env.reset()
    question = env.step(command)[0].feedback
    assert question.startswith("What do you want to ")
    state, _, _ = env.step("ok")
    assert (state.feedback, state.moves) == (question, 0)


@pytest.mark.parametrize(
    ("command", "question"),
    [
        ("turn off", "What do you want to turn off?\n"),
        ("put switch", "What do you want to put the on switch on?\n"),
        ("put switch inside", "What do you want to put the on switch inside?\n"),
    ],
)
def test_questions_are_asked_in_the_words_that_were_typed(
    command: str, question: str, open_story: Opener
) -> None:
    env = open_story(curios())
    env.reset()
    assert env.step(command)[0].feedback == question


@pytest.mark.parametrize("line", ["who are you", "hi there", "what's left to do"])
def test_chatter_is_no_question_about_the_place(line: str, open_story: Opener) -> None:
    game = curios().copy()
    for info in game.infos.values():
        if info.type == "r":
            info.desc = "Two windows are left over there."
    env = open_story(game)
    env.reset()
    told = "There is no more to that than you have read.\n"
    assert env.step("examine windows")[0].feedback == told
    assert env.step(line)[0].feedback != told


def test_an_answer_may_come_behind_other_questions(open_story: Opener) -> None:
    """Whether an answer is waited for does not outlast the next line."""
    env = open_story(curios())
    env.reset()
    for rest in ("look", "inventory", "take the table"):
        env.step("take coin")
        env.step(rest)
        assert env.step("10")[0].feedback == "Say what to do with it.\n"


def test_an_empty_line_is_no_answer(asked: StoryEnv) -> None:
    for line in ("", "  "):
        state, _, _ = asked.step(line)
        assert (state.feedback, state.moves) == ("I beg your pardon?\n", 0)
    assert asked.step("10")[0].feedback.strip() == TAKEN


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        ("put all", "in the box"),
        ("put hat and flag", "in the box"),
        ("put them", "in a box, please"),
    ],
)
def test_of_several_things_it_is_asked_as_of_those(
    command: str, answer: str, open_story: Opener
) -> None:
    env = open_story(curios())
    env.reset()
    env.step("take hat and flag")
    assert env.step(command)[0].feedback == "What do you want to put those things on?\n"
    assert env.step(answer)[0].feedback.splitlines()[:2] == [
        "Mr. Smith's hat: You put Mr. Smith's hat into the box.",
        "red, white and blue flag: You put the red, white and blue flag into the box.",
    ]


def test_an_answer_that_is_too_long_is_refused(asked: StoryEnv) -> None:
    state, _, _ = asked.step("10 " * 63 + "coin")
    assert (state.feedback.strip(), state.moves) == ("That is too long for me.", 0)


def test_a_correction_may_be_polite(open_story: Opener) -> None:
    env = open_story(curios(), moves=True)
    env.reset()
    env.step("take 10 pence koin. drop it")
    state, _, _ = env.step("oops coin, please")
    assert state.feedback.split("\n\n")[0] == TAKEN
    assert state.moves == 2


@pytest.mark.parametrize("walk", ["go", "walk", "run"])
def test_to_go_and_do_something_is_to_do_it(walk: str, open_story: Opener) -> None:
    env = open_story(curios(), moves=True)
    env.reset()
    expected = env.step("inventory")[0]
    env.reset()
    state, _, _ = env.step(f"{walk} inventory")
    assert (state.feedback, state.moves) == (expected.feedback, expected.moves)


def test_ways_that_there_are_not_are_told_still(open_story: Opener) -> None:
    env = open_story(curios(), moves=True)
    env.reset()
    for turns, command in enumerate(["go up", "walk ne", "go outside"], 1):
        state, _, _ = env.step(command)
        assert (state.feedback, state.moves) == ("You can't go that way.\n", turns)


@pytest.mark.parametrize(
    ("line", "same"),
    [
        ("go take the 10 pence coin", "take the 10 pence coin"),
        ("go and take the 10 pence coin", "take the 10 pence coin"),
        ("walk, look", "look"),
        ("go open the trap door", "open the trap door"),
        ("go take", "take"),
        ("take all of them from box", "take all from box"),
        ("take all of the coins", "take all coins"),
        ("take both of the coins", "take both coins"),
        ("unlock all of them", "unlock all"),
        ("open the door to the north", "open trap door"),
        ("open the trap door north", "open trap door"),
        ("open the box to the north", "look to the north"),
        ("go open box", "open box"),
        ("go and open box", "open box"),
        ("take a look", "look"),
        ("have a look", "look"),
        ("have a look around", "look around"),
        ("let me take a look at the box", "look at the box"),
        ("can i have a look at the box", "look at the box"),
        ("take look", "look"),
        ("look; inventory", "look. inventory"),
        ("look;inventory;", "look. inventory"),
        ("look ; inventory", "look. inventory"),
        ("the look", "look"),
        ("check inventory", "inventory"),
        ("take my inventory", "inventory"),
        ("'open box'", "open box"),
        ("open box,", "open box"),
        ("open box and", "open box"),
        ("look at the box, please!", "look at the box"),
        ("l box", "look at box"),
        ("take out the 10 pence coin", "take the 10 pence coin"),
    ],
)
def test_longer_ways_to_say_a_command(line: str, same: str, open_story: Opener) -> None:
    env = open_story(curios(), moves=True)
    env.reset()
    expected = env.step(same)[0]
    env.reset()
    state, _, _ = env.step(line)
    assert (state.feedback, state.moves) == (expected.feedback, expected.moves)


def test_to_go_by_itself_is_asked_where(open_story: Opener) -> None:
    env = open_story(curios())
    env.reset()
    for line in ("go", "go. look", "go then look"):
        assert env.step(line)[0].feedback.startswith("Say a direction")


def test_all_of_them_answers_which(asked: StoryEnv) -> None:
    state, _, _ = asked.step("all of them")
    assert "10 pence coin: You take" in state.feedback
    assert "2 pence coin: You take" in state.feedback


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("the table", "You put the on switch on the table on wheels."),
        ("on the table", "You put the on switch on the table on wheels."),
        ("the table, please", "You put the on switch on the table on wheels."),
        ("in the box", "You put the on switch into the box."),
        ("please, into box. look", "You put the on switch into the box."),
        ("in it", "You put the on switch into the box."),
        ("in", "You can't go that way."),
        ("in. look", "You can't go that way."),
    ],
)
def test_where_to_may_be_answered_in_other_words(
    answer: str, told: str, open_story: Opener
) -> None:
    env = open_story(curios())
    env.reset()
    env.step("examine box")
    assert env.step("put switch")[0].feedback == "What do you want to put the on switch on?\n"
    state, _, _ = env.step(answer)
    assert state.feedback.split("\n")[0] == told


def test_a_name_that_says_yes_answers_which(open_story: Opener) -> None:
    game = curios().copy()
    coins = [info for info in game.infos.values() if (info.name or "").endswith("pence coin")]
    for info, name in zip(coins, ("ok coin", "sure coin"), strict=True):
        info.name = name
    env = open_story(game)
    env.reset()
    for name in ("ok", "sure"):
        assert env.step("take coin")[0].feedback.startswith("Which do you mean")
        assert f"You take the {name} coin" in env.step(name)[0].feedback
        env.step(f"put {name} coin in box")
