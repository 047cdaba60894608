"""Which runtime a twbench has."""

import hashlib
import subprocess
import sys

from twbench.story import runtime_version
from twbench.story.zcode.template import RUNTIME

HEAVY = (
    "jericho",
    "tatsu",
    "numpy",
    "twbench.logic",
    "twbench.generator",
    "twbench.story.linking.linker",
)


def test_the_version_is_that_of_the_bytes() -> None:
    digest = hashlib.sha256((RUNTIME / "runtime.z8").read_bytes()).hexdigest()
    assert runtime_version() == digest[:12]


def test_the_version_costs_no_heavy_imports() -> None:
    program = "import sys, twbench.story; print(twbench.story.runtime_version(), *sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    version, *modules = done.stdout.split()
    assert version == runtime_version()
    assert not {*HEAVY} & {*modules}
