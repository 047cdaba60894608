"""Children that hang, print, start children of their own, or lose their parent."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import textwrap
import time
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from twbench.system.processes import Child, describe_exit, send_whole

HANG = "import re; re.match('(a+)+$', 'a' * 60 + 'b')  # in C, and nothing else runs meanwhile"


@pytest.fixture
def module(tmp_path, monkeypatch):
    """Write a module for a child: what it does with its connection."""
    monkeypatch.syspath_prepend(str(tmp_path))

    def write(code: str) -> str:
        lines = ["import os, subprocess, sys, time", "from twbench.system.processes import connect"]
        lines += ["parent = connect()", textwrap.dedent(code)]
        (tmp_path / "of_a_child.py").write_text("\n".join(lines))
        return "of_a_child"

    return write


def ends(pid: int) -> bool:
    """Wait until a process is no more; a zombie is none."""
    deadline = time.monotonic() + 5
    while time.monotonic() < deadline:
        try:
            if Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z":
                return True
        except OSError:
            return True
        time.sleep(0.01)
    return False


def test_a_child_answers_and_ends(module):
    child = Child(module("parent.send(parent.recv() + 1)"))
    child.send(1)
    assert child.receive(20) == 2
    with pytest.raises(EOFError):
        child.receive()
    assert child.end(patience=5) == 0


def test_what_a_child_sends_whole_is_received(module):
    sizes = (1, 20_000, 3_000_000)
    body = f"""
        import pickle
        from twbench.system.processes import send_whole
        for size in {sizes}:
            send_whole(parent, pickle.dumps("x" * size))
    """
    child = Child(module(body))
    assert [child.receive(20) for _ in sizes] == ["x" * size for size in sizes]
    child.end(5)


def test_what_is_sent_whole_is_one_piece():
    """Each write to a socket of this kind is a message of its own."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with ours, Connection(theirs.detach()) as parent:
        send_whole(parent, b"x" * 20_000)
        assert ours.recv(1 << 16) == (20_000).to_bytes(4) + b"x" * 20_000


@pytest.mark.parametrize("at_once", [1, 3, 5])
def test_what_is_taken_bit_by_bit_arrives_whole(at_once, monkeypatch):
    def write_some(descriptor, parts):
        return os.write(descriptor, b"".join(parts)[:at_once])

    monkeypatch.setattr(os, "writev", write_some)
    ours, theirs = socket.socketpair()
    with ours, Connection(theirs.detach()) as parent:
        send_whole(parent, b"a message")
        assert ours.recv(1 << 16) == (9).to_bytes(4) + b"a message"


def test_a_hanging_child_is_not_waited_for(module):
    child = Child(module(f"parent.send(os.getpid()); {HANG}"))
    pid = child.receive(20)
    with pytest.raises(TimeoutError):
        child.receive(0.1)
    assert child.end() is None
    assert ends(pid)


def test_what_a_child_has_started_ends_with_it(module):
    child = Child(module("parent.send(subprocess.Popen(['sleep', '60']).pid)"))
    pid = child.receive(20)
    child.end(patience=5)
    assert ends(pid)


@pytest.mark.parametrize(
    "module", ["twbench.dataset.workers.process", "twbench.evaluation.playing.child"]
)
def test_a_child_whose_parent_is_gone_before_its_first_word_is_silent(module):
    """The lifeline is still held, so that no signal ends it before."""
    ours, theirs = socket.socketpair()
    lifeline, held = os.pipe()
    child = subprocess.Popen(
        [sys.executable, "-P", "-m", module, str(theirs.fileno()), str(lifeline)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        pass_fds=(theirs.fileno(), lifeline),
        stderr=subprocess.PIPE,
    )
    theirs.close()
    ours.close()
    assert child.communicate(timeout=60)[1] == b""
    for descriptor in (lifeline, held):
        os.close(descriptor)


def test_its_temporary_files_go_with_it(module):
    child = Child(module("import tempfile; parent.send(tempfile.mkdtemp()); time.sleep(60)"))
    folder = Path(child.receive(20))
    assert folder.is_dir()
    child.end()
    assert not folder.exists()


def test_what_it_prints_is_no_output_of_the_parent(module, capfd):
    child = Child(module("os.write(1, b'written'); print('printed', flush=True)"))
    with pytest.raises(EOFError):
        child.receive(20)
    child.end(patience=5)
    printed = capfd.readouterr()
    assert (printed.out, printed.err) == ("", "writtenprinted\n")


@pytest.mark.parametrize(
    "number", [signal.SIGKILL, pytest.param(signal.SIGTERM, marks=pytest.mark.slow)]
)
def test_a_child_that_hangs_ends_with_its_parent(module, tmp_path, number):
    name = module(f"parent.send(os.getpid()); {HANG}")
    code = f"""
        import time
        from twbench.system.processes import Child
        print(Child({name!r}).receive(), flush=True)
        time.sleep(60)
    """
    parent = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(code)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        stdout=subprocess.PIPE,
    )
    pid = int(parent.stdout.readline())
    parent.send_signal(number)
    assert ends(pid)
    parent.communicate(timeout=5)  # nobody holds its output open


def test_what_was_said_before_the_end_is_received_and_silence_after_it_is_the_end(module):
    code = """
        parent.send_bytes(b"0" * 10)
        parent.send("x" * 1_000_000)
        if os.fork():
            os._exit(0)  # while a child of its own holds the connection open
        time.sleep(60)
    """
    child = Child(module(code))
    assert child.receive_bytes(10, 20) == b"0" * 10
    assert child.receive(20) == "x" * 1_000_000
    with pytest.raises(EOFError):
        child.receive(20)
    child.end()


class _Interrupt(BaseException):
    """Stands for what the keyboard does."""


@contextlib.contextmanager
def _interrupted():
    def interrupt(number, frame):
        raise _Interrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, 1)
    try:
        with pytest.raises(_Interrupt):
            yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize("said", ["", "'!'", "'!i', 8", "'!i4s', 8, b'half'"])
def test_after_half_a_message_nothing_is_taken_for_the_next_one(module, said):
    sent = f"struct.pack({said})" if said else "b''"
    code = f"""
    import struct
    parent.recv()
    os.write(parent.fileno(), {sent})
    parent.recv()
    parent.send('next')
    """
    child = Child(module(code))
    child.send(0)
    with _interrupted():
        child.receive()
    child.send(0)
    if "i" in said:
        with pytest.raises(OSError, match="received in part"):
            child.receive(20)
    else:
        assert child.receive(20) == "next"
    child.end()


def test_behind_half_a_message_no_other_is_sent(module):
    child = Child(module("parent.send('there'); time.sleep(60)"))
    assert child.receive(20) == "there"
    with _interrupted():
        child.send(b"0" * 10_000_000)  # more than lies between the two
    with pytest.raises(OSError, match="sent in part"):
        child.send("next")
    child.end()


def test_every_exit_has_a_name() -> None:
    assert describe_exit(3) == "ended with exit code 3"
    assert describe_exit(-9) == "was ended by SIGKILL"
    assert [describe_exit(-code) for code in (40, 1000)] == [
        "was ended by signal 40",
        "was ended by signal 1000",
    ]
