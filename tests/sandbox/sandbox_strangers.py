"""A stranger's process in each kind of sandbox, and a dataset that it should not get at."""

import json
import os
import socket
import textwrap
from dataclasses import replace
from pathlib import Path

import pytest

import twbench.sandbox
from twbench.sandbox import confinement_for, visible_environment
from twbench.sandbox.bubblewrap import bubblewrap_works
from twbench.sandbox.landlock import landlock_version
from twbench.system.processes import Child

HERE = Path(__file__).parent
TEXT = "the walkthrough"


def require(kind):
    """Skip a test where this kind of sandbox cannot be had."""
    if kind == "landlock" and landlock_version() < 6:
        pytest.skip("the kernel has no Landlock of version 6 or later")
    if kind == "bubblewrap" and not bubblewrap_works():
        pytest.skip("bwrap is not installed, or may not make name spaces")
    return f"landlock-{landlock_version()}" if kind == "landlock" else kind


def disk():
    """Return the path of a device that is a disk, if there is one."""
    devices = sorted(Path("/dev").iterdir())
    return next((str(device) for device in devices if device.is_block_device()), None)


def listening(address, kind):
    """Return a local socket that somebody could talk to."""
    listener = socket.socket(socket.AF_UNIX, kind)
    listener.bind(address)
    if kind == socket.SOCK_STREAM:
        listener.listen()
    return listener


class Stranger:
    """A child process, and a dataset that it should not get at."""

    def __init__(self, folder, *, readable=(), names=(), network=True):
        self.home = folder
        self.dataset = folder / "checkout" / "datasets" / "demo"
        self.dataset.mkdir(parents=True)
        self.secret = self.dataset / "game.json"
        self.secret.write_text(TEXT)
        (folder / "checkout" / "helper.py").write_text("ANSWER = 42\n")
        (folder / "checkout" / "package").mkdir()
        (folder / "checkout" / "package" / "inner.py").write_text("ANSWER = 43\n")
        (folder / "names").mkdir()
        (folder / "names" / "dataset").symlink_to(self.dataset)
        self.confinement = confinement_for(
            [HERE / "sandbox_host.py", folder / "checkout", folder / "names", *readable],
            [self.dataset],
        )
        self.confinement = replace(self.confinement, network=network)
        self.child = Child(
            "sandbox_host",
            environment=visible_environment(names),
            confinement=self.confinement,
        )

        self.sockets = [
            listening(str(folder / "socket"), socket.SOCK_STREAM),
            listening(f"\0twbench-test-{os.getpid()}-{folder.name}", socket.SOCK_STREAM),
            listening(str(folder / "datagrams"), socket.SOCK_DGRAM),
        ]

    def end(self):
        for each in self.sockets:
            each.close()
        self.child.end()

    def does(self, code):
        """Return what came of a function body: ``got`` or ``refused``."""
        given = {
            "SECRET": str(self.secret),
            "DATASET": str(self.dataset),
            "HOME": str(self.home),
            "RECORDER": os.getpid(),
            "DISK": disk(),
        }
        message = {"code": textwrap.dedent(code).strip(), "given": given}
        self.child.send_bytes(json.dumps(message).encode(), seconds=20)
        return json.loads(self.child.receive_bytes(1 << 20, seconds=20))


def start(kind, folder, monkeypatch, **options):
    """Start a stranger in a sandbox of this kind."""
    found = require(kind)
    monkeypatch.setattr(twbench.sandbox, "sandbox_kind", lambda: found)
    monkeypatch.syspath_prepend(str(HERE))
    monkeypatch.syspath_prepend(str(folder / "checkout"))
    return Stranger(folder, **options)
