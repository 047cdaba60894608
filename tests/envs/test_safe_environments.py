"""What environments leave behind, on the disk, in memory and among processes: nothing."""

import copy
import errno
import os
import pickle
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest
from bare_stories import story_of
from processes_seen import gone
from sample_games import STORIES, coin_collector, lamps, write

from twbench.core import EnvInfos
from twbench.envs import Filter, IsolatedEnv, JerichoEnv, StoryEnv, own_folder
from twbench.envs.frotz import library
from twbench.envs.frotz import session as sessions
from twbench.errors import NotCopiedError, StoryFileError
from twbench.families import start

needs_stories = pytest.mark.skipif(
    not STORIES.is_dir(), reason="the stories of other makers are not here"
)


def test_stories_that_could_do_harm_have_a_process_of_their_own(tmp_path: Path) -> None:
    ours, other = write(coin_collector(1), tmp_path), write(lamps(), tmp_path, "tw-lamps")
    with start(ours) as plain, start(other, EnvInfos(inventory=True)) as isolated:
        assert isinstance(plain, StoryEnv)
        assert isinstance(isolated, IsolatedEnv)
        assert "lamp" in isolated.reset().inventory
        with pytest.raises(StoryFileError, match=r"tw-lamps\.z8 cannot be played in this process"):
            plain.load(other)
    with start(other, isolated=False) as trusted:
        assert isinstance(trusted, StoryEnv)
        assert trusted.reset().feedback


@needs_stories
@pytest.mark.filterwarnings("ignore::twbench.envs.JerichoUnsupportedGameWarning")
def test_what_a_story_saves_stays_in_its_episode(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with start(STORIES / "zork1.z3") as env:
        env.reset()
        for command in ("open mailbox", "save", "script", "take leaflet"):
            env.step(command)
        with env.copy() as twin:
            assert "Ok." in twin.step("restore")[0].feedback
            assert "Taken" in twin.step("take leaflet")[0].feedback
        assert "leaflet" in env.step("inventory")[0].feedback
        env.reset()
        assert "Failed." in env.step("restore")[0].feedback
    with start(STORIES / "zork1.z3", isolated=False) as env:
        assert isinstance(env, IsolatedEnv)
    with own_folder() as folder, start(STORIES / "zork1.z3", isolated=False) as env:
        assert isinstance(env, JerichoEnv)
        env.reset()
        env.step("save")
        assert [*folder.iterdir()]
    assert not folder.exists()
    assert Path.cwd() == tmp_path
    assert not [*tmp_path.iterdir()]


def test_a_running_game_is_copied_and_not_pickled(tmp_path: Path) -> None:
    path = write(coin_collector(1), tmp_path)
    for isolated in (False, True):
        with Filter(start(path, isolated=isolated)) as env:
            env.reset()
            with pytest.raises(
                NotCopiedError, match="A running game cannot be pickled: "
            ) as raised:
                pickle.dumps(env)
            assert str(raised.value).endswith(".")
            inner = env.unwrapped
            for twin in (copy.copy(inner), copy.deepcopy(inner)):
                assert twin.step("take coin")[1:] == (1, True)
                twin.close()
            assert inner.step("look")[1:] == (0, False)


def test_a_full_temporary_disk_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(coin_collector(1), tmp_path)

    def copy_to_full_disk(source: str, target: str) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), source, None, target)

    # None of which needs a new copy.
    monkeypatch.setattr(sessions, "_IDLE", {})
    monkeypatch.setattr(library, "_OF_THREAD", library._OfThread())
    monkeypatch.setattr(shutil, "copyfile", copy_to_full_disk)
    with pytest.raises(OSError, match="No space left on device") as failed:
        start(path)
    assert failed.value.filename == tempfile.gettempdir()
    assert failed.value.filename2 is None


MANY = """
import sys
from twbench.envs import StoryEnv

def used():
    status = dict(line.split(":", 1) for line in open("/proc/self/status"))
    return int(status["VmRSS"].split()[0]) / 1024, sum(1 for _ in open("/proc/self/maps"))

def play(count):
    envs = [StoryEnv() for _ in range(count)]
    for env in envs:
        env.load(sys.argv[1])
        env.reset()
        env.step("look")
    most = used()
    for env in envs:
        env.close()
    return most

play(3)
print(*used(), *play(int(sys.argv[2])), *used())
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="/proc tells what is used")
def test_memory_of_closed_environments_is_given_back(tmp_path: Path) -> None:
    path = write(coin_collector(5), tmp_path)
    command = [sys.executable, "-c", MANY, str(path), "300"]
    result = subprocess.run(command, capture_output=True, text=True, check=True)
    before, maps, most, most_maps, after, maps_after = map(float, result.stdout.split())
    assert most > before + 25
    assert after < before + 15
    # All are played in one copy of the library.
    assert most_maps < maps + 100
    assert maps_after < maps + 100


HANGING = """
import sys
from twbench.envs import IsolatedEnv
env = IsolatedEnv(timeout=60)
env.load(sys.argv[1])
"""


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::twbench.envs.JerichoUnsupportedGameWarning")
def test_the_process_of_a_story_that_hangs_ends_with_its_parent(tmp_path: Path) -> None:
    path = tmp_path / "hangs.z5"
    path.write_bytes(story_of(bytes([0x8C, 0xFF, 0xFF])))
    parent = subprocess.Popen([sys.executable, "-c", HANGING, str(path)])
    children: list[str] = []
    while not children:
        time.sleep(0.1)
        listed = Path(f"/proc/{parent.pid}/task/{parent.pid}/children").read_text()
        children = listed.split()
    time.sleep(3)
    parent.send_signal(signal.SIGKILL)
    parent.wait()
    assert gone(children[0], seconds=10)
