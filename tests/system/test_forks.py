"""Children that are forked. Who runs the tests has threads, so each is run in a new process."""

import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from processes_seen import gone

pytestmark = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="where threads count")

START = """
import gc, os, signal, sys, tempfile, threading, time
from twbench.system.forks import can_fork
from twbench.system.processes import Child

def forked():
    assert can_fork()
    return Child("of_a_fork", forked=True)
"""


@pytest.fixture
def run(tmp_path):
    """Run code that forks, and a module for the fork: what it does with its connection."""

    def run(code: str, of_fork: str) -> subprocess.CompletedProcess[str]:
        start = "import os, sys, time\nfrom twbench.system.processes import connect\n"
        (tmp_path / "of_a_fork.py").write_text(f"{start}parent = connect()\n{of_fork}")
        return subprocess.run(
            [sys.executable, "-c", START + textwrap.dedent(code)],
            env={**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path])},
            capture_output=True,
            text=True,
            timeout=30,
        )

    return run


def test_it_answers_and_ends_with_what_its_parent_has_loaded(run):
    code = """
        import wave
        child = forked()
        child.send(1)
        assert child.receive(20) == (2, True, child.number)
        try:
            child.receive()
        except EOFError:
            print(child.end(patience=5))
    """
    of_fork = "parent.send((parent.recv() + 1, 'wave' in sys.modules, os.getsid(0)))"
    done = run(code, of_fork)
    assert (done.stdout, done.stderr) == ("0\n", "")


def test_it_has_its_own_descriptors_signals_and_folder(run):
    code = """
        signal.signal(signal.SIGTERM, lambda *_: print("not here"))
        kept = [tempfile.TemporaryFile() for _ in range(3)], tempfile.gettempdir()
        gc.disable()
        first, child = forked(), forked()
        descriptors, folder, main, collects = child.receive(20)
        assert descriptors == 5, descriptors
        assert (folder, main) == (str(child.folder), "of_a_fork"), (folder, main)
        assert collects
        os.kill(child.number, signal.SIGTERM)
        print(child.end(patience=5), first.end() is None)
    """
    of_fork = """
import gc, tempfile
descriptors = len(os.listdir('/proc/self/fd')) - 1  # but for the folder that is looked at
main = sys.modules['__main__'].__spec__.name
parent.send((descriptors, tempfile.gettempdir(), main, gc.isenabled()))
time.sleep(60)
"""
    done = run(code, of_fork)
    assert (done.stdout, done.stderr) == ("-15 True\n", "")


def test_what_is_printed_is_printed_once_and_no_output_of_the_parent(run):
    code = """
        sys.stdout.write("held back\\n")
        child = forked()
        child.receive(20)
        child.end(patience=5)
    """
    done = run(code, "print('printed'); os.write(1, b'written\\n'); parent.send(0)")
    assert done.stdout == "held back\n"
    assert sorted(done.stderr.splitlines()) == ["printed", "written"]


def test_an_error_is_told_and_its_code_is_1(run):
    done = run("print(forked().end(patience=20))", "raise ZeroDivisionError('in the fork')")
    assert done.stdout == "1\n"
    assert done.stderr.endswith("ZeroDivisionError: in the fork\n")


def test_one_that_hangs_ends_with_its_parent(run):
    code = "print(forked().receive(20), flush=True); os.kill(os.getpid(), 9)"
    hang = "import re; parent.send(os.getpid()); re.match('(a+)+$', 'a' * 60 + 'b')"
    assert gone(int(run(code, hang).stdout))


def test_a_process_with_another_thread_is_not_forked(run):
    code = """
        print(can_fork())
        threading.Thread(target=time.sleep, args=[60], daemon=True).start()
        print(can_fork())
    """
    assert run(code, "").stdout == "True\nFalse\n"


def test_that_its_end_is_not_told_is_no_failure(run):
    code = """
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)
        print(forked().end(patience=5))
    """
    assert run(code, "").stdout == "0\n"
