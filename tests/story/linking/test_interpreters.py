"""Stories in interpreters other than the one inside this process."""

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from sample_games import (
    HAND_MADE,
    bare_rooms,
    coin_collector,
    cottage,
    curios,
    shed,
    write,
)

from twbench.generator.games.game import Game

DFROTZ = shutil.which("dfrotz") or shutil.which("dfrotz", path="/usr/games")
GAMES = [*HAND_MADE, lambda: coin_collector(40), lambda: coin_collector(300)]


@pytest.mark.skipif(DFROTZ is None, reason="dfrotz (Debian's frotz) is not installed")
@pytest.mark.parametrize("make", GAMES)
def test_walkthrough_typed_into_dfrotz_wins(make: Callable[[], Game], tmp_path: Path) -> None:
    game = make()
    story = write(game, tmp_path)
    typed = "".join(f"{command}\n" for command in [*game.walkthrough, "quit"])
    result = subprocess.run(
        [DFROTZ, "-m", "-Z", "2", "-w", "255", str(story)],
        input=typed,
        capture_output=True,
        text=True,
        encoding="latin-1",
        timeout=20,
        check=False,
    )
    assert result.stdout.count("*** The End ***") >= 1
    assert "Warning" not in result.stdout
    assert result.stderr == ""


def typed_into_dfrotz(story: Path, commands: list[str]) -> list[str]:
    """What a person sees after each command, without the status line."""
    result = subprocess.run(
        [DFROTZ, "-m", "-q", "-w", "255", str(story)],
        input="".join(f"{command}\n" for command in [*commands, "quit"]),
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=20,
        check=False,
    )
    answers = result.stdout.split("\n>")[1:]
    return [answer.partition("\n\n")[2].strip() or answer.strip() for answer in answers]


@pytest.mark.skipif(DFROTZ is None, reason="dfrotz (Debian's frotz) is not installed")
def test_a_person_takes_turns_back_and_begins_anew(tmp_path: Path) -> None:
    story = write(cottage(), tmp_path)
    commands = ["take lamp", "i", "undo", "undo", "undo", "x lamp", "e", "restart", "score"]
    seen = typed_into_dfrotz(story, commands)
    back = "[The last turn is taken back.]"
    assert "lamp" in seen[1]
    assert [answer.startswith(back) for answer in seen[2:4]] == [True, True]
    assert "There is a lamp on the floor." in seen[3]
    assert seen[4] == "There is nothing left to take back."
    assert "-= Garden =-" in seen[6]
    assert "-= Kitchen =-" in seen[7]
    assert "in 0 turns" in seen[8]


@pytest.mark.skipif(DFROTZ is None, reason="dfrotz (Debian's frotz) is not installed")
def test_an_empty_line_is_no_turn_to_take_back(tmp_path: Path) -> None:
    seen = typed_into_dfrotz(write(cottage(), tmp_path), ["take lamp", "", "undo", "undo"])
    assert seen[1] == "I beg your pardon?"
    assert "There is a lamp on the floor." in seen[2]
    assert seen[3] == "There is nothing left to take back."


@pytest.mark.skipif(DFROTZ is None, reason="dfrotz (Debian's frotz) is not installed")
def test_a_person_takes_back_the_end(tmp_path: Path) -> None:
    seen = typed_into_dfrotz(write(bare_rooms(), tmp_path), ["w", "look", "undo", "look"])
    assert all("*** The End ***" in answer for answer in seen[:2])
    assert seen[0].endswith("You may undo, restore, restart or quit.")
    assert all("*** The End ***" not in answer for answer in seen[2:])
    assert "-= Cellar =-" in seen[3]


@pytest.mark.skipif(DFROTZ is None, reason="dfrotz (Debian's frotz) is not installed")
def test_a_person_saves_and_restores(tmp_path: Path) -> None:
    story = write(cottage(), tmp_path)
    saved = str(tmp_path / "cottage.qzl")
    commands = ["take lamp", "save", saved, "e", "restore", saved, "i", "go back"]
    seen = " ".join(typed_into_dfrotz(story, commands))
    assert "Saved." in seen
    restored = seen.partition("Restored.")[2]
    assert "-= Garden =-" not in restored
    assert restored.index("-= Kitchen =-") < restored.index("a lamp")
    assert "You have only just arrived." in restored


@pytest.mark.skipif(DFROTZ is None, reason="dfrotz (Debian's frotz) is not installed")
def test_a_person_has_a_transcript_written(tmp_path: Path) -> None:
    transcript = tmp_path / "cottage.txt"
    commands = ["x me", "script", str(transcript), "x lamp", "script off", "i"]
    typed_into_dfrotz(write(cottage(), tmp_path), commands)
    written = transcript.read_text()
    assert "A brass lamp." in written
    assert "as you always do" not in written
    assert "carrying" not in written


@pytest.mark.skipif(DFROTZ is None, reason="dfrotz (Debian's frotz) is not installed")
def test_accents_may_be_typed(tmp_path: Path) -> None:
    seen = typed_into_dfrotz(write(curios(), tmp_path), ["open trap door. n", "x éclair"])
    assert seen[-2].endswith("It looks délicieux.")


def fernz_answers(path: Path, commands: list[str]) -> list[str]:
    fernz = pytest.importorskip("fernz", reason="fernz, a strict interpreter, is not installed")
    env = fernz.FernzEnv(str(path))
    answers = [env.reset()[0].stream]
    for command in commands:
        answers.append(env.step(command)[0].stream)
    return answers


@pytest.mark.parametrize("make", [*HAND_MADE, lambda: coin_collector(40)])
def test_walkthrough_wins_in_a_strict_interpreter(make: Callable[[], Game], tmp_path: Path) -> None:
    game = make()
    answers = fernz_answers(write(game, tmp_path), game.walkthrough)
    assert "*** The End ***" in answers[-1]
    assert not any("*** The End ***" in answer for answer in answers[:-1])


@pytest.mark.parametrize(
    ("make", "commands"),
    [
        (
            cottage,
            "x chest|take all|drop all|open chest then take key|red|put lamp on table|take it|g"
            "|unlock door|red key|unlock door with blue key|eat umbrella|foo|score|help|n|s|e"
            "|take pear. eat it. x box|put all in box|inventory|look in box|unlock box with blue",
        ),
        (
            cottage,
            "x smoke|take corners|back|e|please x the wall|go back|open dor|x garden|x kitchen"
            "|take lamp. e. w. x passage|save|restore|script|wear lamp|open chest with lamp",
        ),
        (
            shed,
            "take ball|small|x sign|take scissors and orange|put all in bucket|close bucket"
            "|look|take café|open cupboard|read sign|put excalibur on workbench|i|lock cupboard"
            "|with the small key|take all from workbench|take everything|,|.|..|take ,,, and",
        ),
    ],
)
def test_both_interpreters_agree(
    make: Callable[[], Game],
    commands: str,
    tmp_path: Path,
    open_story: Callable[..., object],
) -> None:
    lines = [line.replace("é", "e") for line in commands.split("|")]
    strict = fernz_answers(write(make(), tmp_path), lines)
    env = open_story(make())
    frotz = [env.reset().feedback]
    for line in lines:
        frotz.append(env.step(line)[0].feedback)
    for mine, other in zip(frotz, strict, strict=True):
        assert " ".join(mine.split()) in " ".join(other.split())
