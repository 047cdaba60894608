"""A child that does what it is told, as an agent might: the tests' stranger."""

import json

from twbench.system.processes import connect

parent = connect()

import ctypes  # noqa: E402 - nothing is imported before the process is shut in
import os  # noqa: E402
import socket  # noqa: E402
import subprocess  # noqa: E402
import sys  # noqa: E402
from pathlib import Path  # noqa: E402

libc = ctypes.CDLL(None, use_errno=True)


def checked(result):
    """Return the result of a function of the C library, or raise what it means."""
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


def run(*command):
    return subprocess.run(command, capture_output=True, check=True, text=True).stdout


def attempt(code, given):
    """Run a function body and say what it returned, or what it was refused with."""
    names = {"checked": checked, "ctypes": ctypes, "libc": libc, "os": os, "run": run}
    names |= {"Path": Path, "socket": socket, "subprocess": subprocess, "sys": sys, **given}
    body = "\n".join(f"    {line}" for line in code.splitlines())
    try:
        exec(f"def act():\n{body}", names)
        return {"got": repr(names["act"]())}
    except Exception as error:
        return {"refused": f"{type(error).__name__}: {error}"}


if __name__ == "__main__":
    while True:
        try:
            told = json.loads(parent.recv_bytes())
        except EOFError:
            break
        parent.send_bytes(json.dumps(attempt(**told)).encode())
