"""Stories of ours that are held to one command a line."""

import random
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from sample_games import cottage, curios, shed

from twbench.core import GameState
from twbench.envs import StoryEnv
from twbench.generator.games.game import Game
from twbench.story import compile_story

REFUSAL = "One command at a time: the rest of the line was not done."
JOINTS = [". ", " then ", ", then ", " and then ", "... ", " . then, and ", ", ", " and ", ".then "]
PLAIN_JOINTS = [". ", " then ", ", then ", " and then "]
NO_VERBS = ["again", "g", "oops lamp", "small", "sing"]
FUZZED = [joint for joint in JOINTS if joint != "... "]
INFOS = {"facts": True, "moves": True, "score": True, "admissible_commands": True}
Opener = Callable[..., StoryEnv]


def opened(open_story: Opener, game: Game, *, one_command: bool = True) -> StoryEnv:
    env = open_story(game, **INFOS)
    env.one_command = one_command
    env.reset()
    return env


def told(state: GameState) -> tuple[object, ...]:
    return {*state.facts}, state.score, state.moves, state.feedback


def alone(env: StoryEnv, command: str) -> GameState:
    """What a command leads to, which is not done in the end."""
    snapshot = env.save()
    state, _, _ = env.step(command)
    env.restore(snapshot)
    return state


@pytest.mark.parametrize("joint", JOINTS)
def test_the_first_command_is_done_and_the_rest_takes_a_turn(
    joint: str, open_story: Opener
) -> None:
    env = opened(open_story, cottage())
    first = alone(env, "take lamp")
    state, _, _ = env.step(f"take lamp{joint}go east")
    assert {*state.facts} == {*first.facts} != {*alone(env, "go east").facts}
    assert state.moves == first.moves + 1 == 2
    assert state.feedback == f"{first.feedback}\n{REFUSAL}\n"


@pytest.mark.parametrize(
    "line", ["take lamp.", "take lamp...", ". take lamp", "take lamp then", "take lamp. then.", "."]
)
def test_a_line_with_stops_at_its_ends_is_one_command(line: str, open_story: Opener) -> None:
    env = opened(open_story, cottage())
    expected = alone(env, "take lamp" if "lamp" in line else "")
    assert told(alone(env, line)) == told(expected)


@pytest.mark.parametrize("line", ["take lamp, please", "please, take lamp", "please. take lamp"])
def test_please_is_no_command_of_its_own(line: str, open_story: Opener) -> None:
    env = opened(open_story, cottage())
    assert told(alone(env, line)) == told(alone(env, "take lamp"))


def test_stops_in_names_end_no_command(open_story: Opener) -> None:
    env = opened(open_story, curios())
    taken = alone(env, "take Mr. Smith's hat")
    assert "You pick up Mr. Smith's hat" in taken.feedback
    assert taken.moves == 1
    both = alone(env, "take Mr. Smith's hat. look")
    assert {*both.facts} == {*taken.facts}
    assert both.feedback == f"{taken.feedback}\n{REFUSAL}\n"
    assert REFUSAL not in alone(env, "take red, white and blue flag").feedback


def test_what_is_named_in_a_list_or_as_all_is_one_command(open_story: Opener) -> None:
    free, held = (opened(open_story, cottage(), one_command=on) for on in (False, True))
    for line in ("take all", "drop lamp and umbrella", "take lamp, umbrella", "drop all but lamp"):
        (expected, _, _), (found, _, _) = free.step(line), held.step(line)
        assert told(found) == told(expected)
    assert found.moves > 4  # a turn for each thing
    assert REFUSAL in held.step("drop all and look")[0].feedback


def test_answers_are_commands_of_their_own(open_story: Opener) -> None:
    env = opened(open_story, shed())
    state, _, _ = env.step("take ball. look")
    assert state.feedback.startswith("Which do you mean, the small wooden ball")
    assert state.feedback.endswith(f"{REFUSAL}\n")
    assert state.moves == 1
    state, _, _ = env.step("small. look")
    assert state.feedback == f"You pick up the small wooden ball from the ground.\n\n{REFUSAL}\n"
    assert state.moves == 3
    env.step("take ball")
    assert "large wooden ball from the ground" in env.step("the large one.")[0].feedback


def test_nobody_has_to_answer(open_story: Opener) -> None:
    env = opened(open_story, shed())
    env.step("take ball")
    assert "Garden Shed" in env.step("look")[0].feedback


def test_again_repeats_one_command(open_story: Opener) -> None:
    env = opened(open_story, cottage())
    env.step("inventory. go east")
    for line in ("again", "g.", "again then go east"):
        state, _, _ = env.step(line)
        assert state.feedback.startswith("You are carrying an umbrella.")
    assert state.feedback.endswith(f"{REFUSAL}\n")
    assert state.moves == 6
    assert env.step("inventory then again")[0].feedback.count("umbrella") == 1


def test_oops_corrects_one_command(open_story: Opener) -> None:
    env = opened(open_story, cottage())
    env.step("take lmp. go east")
    state, _, _ = env.step("oops lamp")
    assert state.feedback == "You pick up the lamp from the ground.\n"
    env.step("drop lmp")
    state, _, _ = env.step("oops lamp. go east")
    assert state.feedback == f"You drop the lamp on the ground.\n\n{REFUSAL}\n"
    assert state.moves == 4


@pytest.mark.parametrize("line", ["undo", "restart", "restore", "save", "load", "undo. undo"])
def test_no_turn_is_taken_back(line: str, open_story: Opener) -> None:
    env = opened(open_story, cottage())
    env.step("take lamp")
    before = alone(env, "inventory")
    state, _, done = env.step(line)
    assert not done
    assert state.feedback.strip()
    after = alone(env, "inventory")
    assert (after.facts, after.feedback) == (before.facts, before.feedback)
    assert after.moves >= before.moves


def test_a_line_break_begins_no_second_line(open_story: Opener) -> None:
    env = opened(open_story, cottage())
    for line in ("take lamp\ngo east", "take lamp\r\ngo east", "look\ngo east"):
        assert {*alone(env, line).facts} == {*env.state.facts}
    assert told(alone(env, "take lamp\n")) == told(alone(env, "take lamp"))


def test_after_the_end_no_turn_is_counted(open_story: Opener) -> None:
    game = cottage()
    env = opened(open_story, game)
    *commands, last = game.walkthrough
    for command in commands:
        env.step(command)
    expected = alone(env, last)
    state, _, done = env.step(f"{last}. look")
    assert done
    assert told(state) == told(expected)


def test_nothing_is_refused_unless_asked_for(open_story: Opener) -> None:
    env = opened(open_story, cottage(), one_command=False)
    state, _, _ = env.step("take lamp. go east")
    assert REFUSAL not in state.feedback
    assert state.moves == 2
    env.one_command = True
    assert REFUSAL not in env.step("look. look")[0].feedback  # not before the next reset
    env.reset()
    assert REFUSAL in env.step("look. look")[0].feedback
    env.one_command = False
    env.reset()
    assert REFUSAL not in env.step("look. look")[0].feedback


def test_vocabulary_has_the_refusal() -> None:
    assert {"time", "rest", "done"} <= {*compile_story(cottage()).vocabulary}


@dataclass
class Twins:
    """One game twice: held to one command a line, and free, where nobody types more."""

    held: StoryEnv
    free: StoryEnv
    refused: int = 0

    def type(self, first: str, rest: str) -> None:
        """Type a line into the one, and its first command alone into the other."""
        (held, _, ended), (free, _, done) = self.held.step(first + rest), self.free.step(first)
        assert ended == done
        self.refused += REFUSAL in held.feedback
        assert {*held.facts} == {*free.facts}
        assert held.moves == free.moves + self.refused
        if not done:  # or it would tell the turns
            assert held.feedback.startswith(free.feedback.rstrip("\n"))
        else:
            self.held.reset()
            self.free.reset()
            self.refused = 0


@pytest.mark.parametrize("make", [cottage, curios, shed])
def test_no_line_does_more_than_its_first_command(
    make: Callable[[], Game], open_story: Opener
) -> None:
    rng = random.Random(11)
    twins = Twins(*(opened(open_story, make(), one_command=on) for on in (True, False)))
    odd = ["take all", "drop all", "take ball", "x it", "undo", "take lmp", "drop hat, flag and it"]
    odd += ["put it in", "n", *NO_VERBS]
    refusals = 0
    for _ in range(150):
        pool = [*twins.held.state.admissible_commands, *odd]
        first, *rest = rng.choices(pool, k=rng.randint(1, 4))
        # Behind a comma, what is no verb goes on with a list; several stops could be in a name.
        joints = [rng.choice(PLAIN_JOINTS if other in NO_VERBS else FUZZED) for other in rest]
        line = "".join(joint + other for joint, other in zip(joints, rest, strict=True))
        before = twins.refused
        twins.type(first, line + rng.choice(["", ".", " then"]))
        refusals += twins.refused > before
    assert refusals > 75


@pytest.mark.parametrize("make", [cottage, curios, shed])
def test_no_soup_of_words_does_more_than_one_thing(
    make: Callable[[], Game], open_story: Opener
) -> None:
    rng = random.Random(12)
    env = opened(open_story, make())
    many = {"all", "everything", "both", "every", "and", "them"}
    words = [word for word in compile_story(make()).vocabulary if word not in many]
    words += ["take", "drop", "go", "open", "close", "put", "examine", "eat", "oops", "g"] * 20
    ends = [".", "then", "?", "!", ""]
    changed = 0
    for _ in range(300):
        soup: list[str] = []
        for _ in range(rng.randint(1, 4)):
            soup += [rng.choice(env.state.admissible_commands), *rng.choices(ends, k=2)]
            soup += [*rng.choices(words, k=rng.randint(0, 2)), rng.choice(ends)]
        before, moves = {*env.state.facts}, env.state.moves
        state, _, done = env.step(" ".join(soup))
        changed += {*state.facts} != before
        assert state.moves - moves <= 2  # what was done, and what was refused
        if done or rng.random() < 0.1:
            env.reset()
    assert changed > 20
