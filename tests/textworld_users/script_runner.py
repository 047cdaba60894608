"""Runs scripts, each in a process of its own that is forked from this one.

It reads lines of a path and a folder, runs the script there with its import renamed, and answers
with the exit code; what the script wrote is in the folder, in `OUTPUT`. What most scripts import is
imported before, and the logic read, so that none of them has to wait for it.
"""

import os
import sys
import traceback
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import NoReturn

from user_scripts import renamed

OUTPUT = "script.out"
WARM = ("numpy.random", "twbench.agents", "twbench.envs", "twbench.generator", "twbench.story")


def run(path: Path, folder: Path) -> NoReturn:
    """Run the script at ``path`` in ``folder``, and end this process."""
    os.chdir(folder)
    output = os.open(OUTPUT, os.O_WRONLY | os.O_CREAT)
    for stream in (1, 2):
        os.dup2(output, stream)
    code = 0
    try:
        compiled = compile(renamed(path.read_text(encoding="utf-8")), str(path), "exec")
        exec(compiled, {"__name__": "__main__"})
    except BaseException:
        traceback.print_exc()
        code = 1
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def main() -> None:
    for module in WARM:
        import_module(module)
    if find_spec("gymnasium"):
        import_module("twbench.gym")
    import_module("twbench.generator.data").KnowledgeBase.default()
    for line in sys.stdin:
        path, folder = map(Path, line.rstrip("\n").split("\t"))
        child = os.fork()
        if child == 0:
            run(path, folder)
        _, status = os.waitpid(child, 0)
        sys.stdout.write(f"{os.waitstatus_to_exitcode(status)}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
