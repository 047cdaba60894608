"""Stories of crafting in other interpreters than the one inside this process."""

import shutil
import subprocess
from pathlib import Path

import jericho
import pytest
from smithy import SMITHY

from twbench.envs.craft_env import CraftEnv
from twbench.story.crafts.linker import link_tables

DFROTZ = shutil.which("dfrotz") or shutil.which("dfrotz", path="/usr/games")
COMMANDS = (
    "look|i|recipes|recipe for bar|mine ore|go to cave|mine|g|x ore|smelt|help|dance|go to smithy"
    "|smelt|smelt iron bar|smelt a bar|what can I make|go to the cave|score"
)


@pytest.fixture
def story(tmp_path: Path) -> Path:
    """The story of the smithy, under a name by which Jericho asks for score and ending."""
    path = tmp_path / "tw-smithy.z8"
    path.write_bytes(link_tables(SMITHY))
    return path


def test_a_strict_interpreter_says_the_same(story: Path) -> None:
    fernz = pytest.importorskip("fernz", reason="fernz, a strict interpreter, is not installed")
    strict = fernz.FernzEnv(str(story))
    with CraftEnv() as env:
        env.load(story)
        answers = [(env.reset().feedback, strict.reset()[0].stream)]
        for line in COMMANDS.split("|"):
            answers.append((env.step(line)[0].feedback, strict.step(line)[0].stream))
    for mine, other in answers:
        assert " ".join(mine.split()) in " ".join(other.split())


def test_jericho_knows_score_ending_and_place(story: Path) -> None:
    env = jericho.FrotzEnv(str(story))
    env.reset()
    assert env.get_max_score() == SMITHY.max_score
    for number, command in enumerate(SMITHY.walkthrough, 1):
        _, _, done, info = env.step(command)
        assert info["moves"] == number
        if number == 1:
            assert env.get_player_location().name == "dark cave"
    assert (done, env.victory(), info["score"]) == (True, True, 6)
    assert {"smelt", "furnace"} <= {word.word for word in env.get_dictionary()}
    env.close()


def typed_into_dfrotz(story: Path, commands: list[str]) -> str:
    result = subprocess.run(
        [str(DFROTZ), "-m", "-q", "-w", "255", str(story)],
        input="".join(f"{command}\n" for command in [*commands, "quit"]),
        capture_output=True,
        text=True,
        timeout=20,
        check=False,
    )
    assert "Warning" not in result.stdout + result.stderr
    return result.stdout


@pytest.mark.skipif(DFROTZ is None, reason="dfrotz (Debian's frotz) is not installed")
def test_people_take_turns_back_save_and_restore(story: Path) -> None:
    saved = str(story.with_suffix(".qzl"))
    told = typed_into_dfrotz(
        story,
        ["go to cave", "mine", "undo", "i", "save", saved, "mine", "restore", saved, "i"],
    )
    _, back, rest = told.partition("[The last turn is taken back.]")
    assert back
    before, restored, after = rest.partition("Restored.")
    assert restored
    assert "You have nothing." in before
    assert "Saved." in before
    assert "You have nothing." in after


@pytest.mark.skipif(DFROTZ is None, reason="dfrotz (Debian's frotz) is not installed")
def test_people_begin_anew_when_it_is_over(story: Path) -> None:
    told = typed_into_dfrotz(story, [*SMITHY.walkthrough, "look", "restart", "score"])
    assert told.count("*** The End ***") == 2  # when it is won, and when it is asked
    assert "in 0 turns" in told
