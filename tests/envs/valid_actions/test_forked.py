"""Searches in forks, whatever signals come when they are made."""

import subprocess
import sys

import pytest

SEARCH = """
import os, signal, time
from twbench.envs.valid_actions import forked
from twbench.envs.valid_actions.limits import Limits
from twbench.envs.valid_actions.search import FoundActions

fork, parent = os.fork, os.getpid()
children = []

def fork_at_a_signal():
    number = fork()
    children.append(number)
    if TO_CHILD == (number == 0):
        os.kill(os.getpid(), signal.SIGINT)
    return number

os.fork = fork_at_a_signal
signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored where tests run in background
try:
    found = FoundActions(("look",), "fast", False, 1)
    print(forked._find_once(lambda tell: (found, None), "fast", Limits(None, None))[0].commands)
except KeyboardInterrupt:
    print("interrupted", os.getpid() == parent)
    try:
        os.waitpid(children[0], os.WNOHANG)
    except ChildProcessError:
        print("no child")
"""


@pytest.mark.parametrize(
    ("to_child", "told"), [(True, ["()"]), (False, ["interrupted True", "no child"])]
)
def test_a_fork_that_is_interrupted_when_it_is_made_ends(to_child: bool, told: list[str]) -> None:
    script = f"TO_CHILD = {to_child}\n{SEARCH}"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60)
    assert (run.stdout.splitlines(), run.stderr) == (told, "")
