"""Ctrl-C and time limits in the midst of changes: Frotz trusts what others have left there.

Where it must not, the process ends. So games are played on after each interrupt.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from interrupts import interrupts as interrupts_in
from sample_games import coin_collector, write
from stories_at_hand import story as story_at_hand

from twbench.envs.frotz import session as sessions
from twbench.envs.frotz.interpreter import Interpreter, Snapshot
from twbench.envs.frotz.session import Session
from twbench.envs.frotz.story_file import StoryFile, read_story

FOLDER = Path(sessions.__file__).parent


def interrupts(act: Callable[[], object]) -> Iterator[int]:
    return interrupts_in(act, FOLDER)


@pytest.fixture(autouse=True)
def nothing_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "_IDLE", {})


@pytest.fixture
def ours(tmp_path: Path) -> list[StoryFile]:
    return [read_story(write(coin_collector(n), tmp_path, f"level{n}")) for n in (2, 5)]


@pytest.fixture(params=["ours", "theirs"])
def story(request: pytest.FixtureRequest, ours: list[StoryFile]) -> StoryFile:
    return ours[0] if request.param == "ours" else read_story(story_at_hand("zork1.z3"))


def played(interpreter: Interpreter) -> list[str]:
    return [interpreter.reset(), *map(interpreter.step, ("look", "go north", "inventory"))]


def is_closed(interpreter: Interpreter) -> bool:
    try:
        return not interpreter.reset()
    except ValueError:  # says so
        return True


def begun(story: StoryFile) -> tuple[Interpreter, Snapshot]:
    interpreter = Interpreter(story)
    interpreter.seed(1)
    interpreter.reset()
    interpreter.step("go north")
    return interpreter, interpreter.save()


def test_a_game_that_was_interrupted_when_it_began_begins(story: StoryFile) -> None:
    interpreter, there = begun(story)
    expected = played(interpreter)
    opening = interpreter.reset() and interpreter.memory()
    interpreter.restore(there)
    places = []
    for place in interrupts(interpreter.reset):
        places.append(place)
        assert interpreter.memory() in (there.memory, opening)
        interpreter.step("look")
        interpreter.restore(there)
    assert len(places) > 5
    assert played(interpreter) == expected
    interpreter.close()


def test_a_game_that_was_interrupted_when_it_went_back_is_there_or_here(story: StoryFile) -> None:
    interpreter, there = begun(story)
    answer = interpreter.step("look")
    interpreter.reset()
    here = interpreter.save()
    states = [(state.registers, state.memory) for state in (here, there)]
    for _ in interrupts(lambda: interpreter.restore(there)):
        now = interpreter.save()
        assert (now.registers, now.memory) in states
        interpreter.restore(here)
    assert interpreter.step("look") == answer
    interpreter.close()


def test_a_command_from_elsewhere_that_was_interrupted_leaves_a_whole_game(
    story: StoryFile,
) -> None:
    interpreter, there = begun(story)
    expected = interpreter.step_from(there, "look"), interpreter.step("inventory")
    for _ in interrupts(lambda: interpreter.step_from(there, "look")):
        interpreter.step("wait")
        assert interpreter.step_from(there, "look") == expected[0]
        assert interpreter.step("inventory") == expected[1]
    interpreter.close()


@pytest.mark.parametrize("following", ["ours", pytest.param("theirs", marks=pytest.mark.slow)])
def test_a_story_whose_loading_was_interrupted_is_loaded_anew(
    story: StoryFile, following: str, ours: list[StoryFile]
) -> None:
    other = ours[1] if following == "ours" else read_story(story_at_hand("library.z5"))
    expected = {id(known): played(Interpreter(known)) for known in (story, other)}
    neighbour = Interpreter(ours[0])
    beside = played(neighbour)
    interpreter = Interpreter(story)
    closed = 0
    for _ in interrupts(lambda: interpreter.load(other)):
        if is_closed(interpreter):
            closed += 1
            interpreter.load(story)
        assert played(interpreter) == expected[id(story)]
        assert played(neighbour) == beside
    assert closed > 5
    assert played(interpreter) == expected[id(other)]
    interpreter.close()
    neighbour.close()


def test_a_game_that_was_interrupted_when_it_left_its_library_goes_on(
    ours: list[StoryFile],
) -> None:
    def begin() -> None:
        nonlocal interpreter
        interpreter = Interpreter(ours[0])
        interpreter.reset()

    neighbour = Interpreter(ours[1])
    beside = played(neighbour)
    interpreter = Interpreter(ours[0])
    expected = played(interpreter)
    for _ in interrupts(lambda: interpreter.frotz):
        assert played(interpreter) == expected
        assert played(neighbour) == beside
        begin()
    assert played(interpreter) == expected


def test_a_game_that_was_interrupted_when_it_closed_can_be_closed(
    story: StoryFile, ours: list[StoryFile]
) -> None:
    def close() -> None:  # another one each time
        interpreter.close()

    neighbour = Interpreter(ours[1])
    beside = played(neighbour)
    interpreter, _ = begun(story)
    for _ in interrupts(close):
        interpreter.close()
        assert played(neighbour) == beside
        interpreter, _ = begun(story)
    neighbour.close()


def test_copies_that_were_interrupted_by_turns_are_the_games_they_were(story: StoryFile) -> None:
    one = Session(story)
    one.seed(1)
    one.reset()
    other = one.fork()
    other.step("go north")
    memories = one.memory(), other.memory()
    for _ in interrupts(lambda: (one.memory(), other.memory())):
        assert (one.memory(), other.memory()) == memories
    one.close()
    other.close()


def test_a_game_that_was_interrupted_when_instructions_were_counted_is_as_before(
    ours: list[StoryFile],
) -> None:
    session = Session(ours[0])
    session.reset()
    there = session.save()
    expected = session.step("inventory"), session.memory()
    session.restore(there)
    for _ in interrupts(lambda: session.count_instructions("look")):
        assert session.memory() == there.memory
        assert (session.step("inventory"), session.memory()) == expected
        session.restore(there)
    session.close()
