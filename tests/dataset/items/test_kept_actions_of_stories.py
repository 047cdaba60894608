"""Valid actions that are found once: the file that is written, and that it changes no answer."""

import subprocess
import sys

import pytest
from stories_at_hand import needs_stories, story

from twbench.cli import main
from twbench.core import EnvInfos
from twbench.dataset.items.kept_actions import Keeping, _KeepWork, keep_actions
from twbench.dataset.workers.work import Loss
from twbench.envs import detection, own_folder
from twbench.envs.detection import Detection
from twbench.envs.frotz.known import walkthrough_of
from twbench.envs.frotz.session import Session
from twbench.envs.frotz.story_file import read_story
from twbench.envs.valid_actions.kept import file_beside
from twbench.envs.valid_actions.limits import Limits
from twbench.envs.valid_actions.search import FAST
from twbench.errors import GameFileError
from twbench.families import start

pytestmark = needs_stories
STATES = 6
LONGEST_WALKTHROUGH = 1264


def _answers(path, make):
    """What is told in the first states of a walkthrough, by a detection for each of them."""
    data = read_story(path)
    told = []
    with own_folder():
        session = Session(data)
        session.reset()
        for command in walkthrough_of(session.frotz)[:STATES]:
            told.append(make(data.data, session).valid(session).to_json())
            session.step(command)
        session.close()
    return told


def test_answers_are_equal_whatever_was_remembered(tmp_path):
    path = tmp_path / "short.z5"
    path.write_bytes(story("library.z5").read_bytes())
    cold = _answers(path, Detection)
    warm = []

    def same(data, session):
        warm[:] = warm or [Detection(data, session)]
        return warm[0]

    assert _answers(path, same) == cold
    assert _answers(path, same) == cold  # all of it is remembered now
    assert any(one["commands"] for one in cold)


@pytest.mark.parametrize("seconds", [2.0, 60.0, 3600.0])
def test_a_long_walkthrough_has_time_for_all_its_searches(tmp_path, seconds):
    work, keeping = _KeepWork(), Keeping(tmp_path / "a.z5", tmp_path, FAST, seconds=seconds)
    given = work.seconds(keeping)
    assert given > LONGEST_WALKTHROUGH * Limits.lasting(seconds).until_answered
    assert work.give_up(keeping, Loss.HUNG)[1] == f"a.z5 was given up after {given:g} seconds."


@pytest.mark.slow
def test_a_file_is_written_that_answers_without_a_search(tmp_path, monkeypatch):
    path = tmp_path / "mine.z5"
    path.write_bytes(story("library.z5").read_bytes())
    cold = _answers(path, Detection)
    assert main(["extract", "valid_actions", str(path), "--quiet"]) == 0
    kept = file_beside(path)
    before = kept.read_bytes()

    def search(*arguments):
        raise AssertionError("a state was searched that is in the file")

    monkeypatch.setattr(detection, "find_apart", search)
    assert _answers(path, lambda data, session: Detection(data, session, kept)) == cold
    with start(path, EnvInfos(valid_actions=True), isolated=False) as env:
        assert env.reset().valid_actions == cold[0]
    assert main(["extract", "valid_actions", str(path), "--quiet"]) == 2  # it is there already
    assert main(["extract", "valid_actions", str(path), "--merge", "--quiet"]) == 0
    assert kept.read_bytes() == before


def test_a_story_without_a_walkthrough_has_its_beginning_kept(tmp_path, capsys):
    path = tmp_path / "mine.z5"
    path.write_bytes(story("godot.z5").read_bytes())
    output = tmp_path / "kept.jsonl"
    assert main(["extract", "valid_actions", str(path), "--output", str(output)]) == 0
    assert capsys.readouterr().out == f"{output}: valid actions of 1 state\n"
    assert len(output.read_text().splitlines()) == 2


def test_the_standard_output_is_no_place_for_them():
    line = ["extract", "valid_actions", str(story("godot.z5")), "--output", "/dev/stdout"]
    done = subprocess.run(
        [sys.executable, "-m", "twbench", *line], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "twbench: Valid actions are for a file, which /dev/stdout is not.\n"


def test_what_is_no_story_is_told(tmp_path):
    (tmp_path / "mine.z5").write_bytes(b"\x05" + bytes(10))
    with pytest.raises(GameFileError):
        keep_actions(Keeping(tmp_path / "mine.z5", tmp_path / "kept.jsonl", "fast"))
    assert not (tmp_path / "kept.jsonl").exists()
