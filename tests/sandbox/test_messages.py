"""Messages of a process that is not trusted: too long, unfinished, never read."""

import os
import time

import pytest

from twbench.sandbox import Confinement
from twbench.system.processes import Child


@pytest.fixture
def child(tmp_path, monkeypatch):
    """Start a child that does something with the descriptor of its connection."""
    monkeypatch.syspath_prepend(str(tmp_path))
    started = []

    def begin(code):
        head = "import os, time\nfrom twbench.system.processes import connect\nparent = connect()\n"
        (tmp_path / "of_a_stranger.py").write_text(f"{head}{code}\ntime.sleep(60)\n")
        started.append(Child("of_a_stranger"))
        return started[-1]

    yield begin
    for each in started:
        each.end()


def test_bytes_go_both_ways(child):
    echo = child("while True: parent.send_bytes(parent.recv_bytes())")
    for message in (b"", b"one", bytes(1 << 17)):
        echo.send_bytes(message, seconds=20)
        assert echo.receive_bytes(1 << 17, seconds=20) == message


def test_a_long_message_is_refused_unread(child):
    with pytest.raises(OSError, match="a message of 101 bytes, where at most 100 are allowed"):
        child("parent.send_bytes(bytes(101))").receive_bytes(100, seconds=20)


def test_a_negative_length_is_refused(child):
    with pytest.raises(OSError, match="a message of -1 bytes"):
        child("os.write(parent.fileno(), b'\\xff' * 12)").receive_bytes(100, seconds=20)


def test_half_a_message_is_not_waited_for(child):
    stranger = child("os.write(parent.fileno(), b'\\0\\0\\0\\5half')")
    with pytest.raises(TimeoutError):
        stranger.receive_bytes(100, seconds=1)


def test_a_message_in_drops_is_not_waited_for(child):
    drops = "os.write(parent.fileno(), b'\\0\\0\\1\\0')\n"
    drops += "while True: time.sleep(0.05); os.write(parent.fileno(), b'x')"
    begun = time.monotonic()
    with pytest.raises(TimeoutError):
        child(drops).receive_bytes(1000, seconds=1)
    assert time.monotonic() - begun < 5


def test_nobody_is_waited_for_who_does_not_listen(child):
    stranger = child("")
    with pytest.raises(TimeoutError):
        stranger.send_bytes(bytes(1 << 24), seconds=1)


def test_the_end_is_noticed_in_the_midst_of_a_message(child):
    stranger = child("os.write(parent.fileno(), b'\\0\\0\\0\\5half'); os._exit(0)")
    with pytest.raises((EOFError, OSError)):
        stranger.receive_bytes(100, seconds=20)


def test_what_cannot_be_shut_in_does_not_run(child, tmp_path, monkeypatch, capfd):
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "with_threads.py").write_text(
        "import os, threading\n"
        "threading.Thread(target=threading.Event().wait, daemon=True).start()\n"
        "from twbench.system.processes import connect\n"
        "connect()\n"
        "print('it runs', flush=True)\n"
    )
    monkeypatch.setattr("twbench.sandbox.sandbox_kind", lambda: "landlock-7")
    started = Child("with_threads", confinement=Confinement((os.sep,)))
    with pytest.raises((EOFError, OSError)):
        started.receive_bytes(100, seconds=20)
    assert started.end(patience=5) == 1
    told = capfd.readouterr().err
    assert "it runs" not in told
    assert "shut" in told
    assert "Traceback" not in told
