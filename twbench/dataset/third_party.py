"""Stories by other makers: what Jericho knows of them, found out in a process of its own.

A story of unknown origin may hang or end its interpreter, so each is looked at by
``python -m twbench.dataset.third_party STORY SECONDS``, which prints what it found as JSON. It
works in a folder of its own, where the story may write what it likes, and ends after ``SECONDS``
even if nobody is left to end it.
"""

__all__ = ["FAMILY", "describe_story", "story_id"]

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from twbench.envs.interpreter import Interpreter
from twbench.envs.story_file import read_story
from twbench.errors import StoryFileError
from twbench.hashing import sha256_hex, text_id

FAMILY = "third_party"
KNOWN, UNKNOWN = "jericho", "unscored"
TIME_LIMIT = 60.0
"""Seconds that looking at a story may take, its walkthrough included."""


def describe_story(path: Path) -> dict[str, Any]:
    """Return the manifest columns that can be known of the story at ``path``.

    Of a story that Jericho does not know there are the words of its dictionary alone. ``verified``
    says whether the walkthrough won with the maximum score. Raises StoryFileError for a file that
    cannot be played.
    """
    read_story(path)
    module = "twbench.dataset.third_party"
    command = [sys.executable, "-m", module, str(path.absolute()), str(TIME_LIMIT)]
    with tempfile.TemporaryDirectory(prefix="twbench-") as folder:
        done = subprocess.run(  # noqa: S603 - this interpreter, and a module of ours
            command,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            check=False,
        )
    if done.returncode == -signal.SIGALRM:
        raise StoryFileError(
            f"{path.name} was given up after {TIME_LIMIT:g} seconds: it does not answer."
        )
    if done.returncode != 0:
        raise StoryFileError(f"{path.name} ended the interpreter that played it.")
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def story_id(path: Path) -> str:
    """Return the id of a story, from its name and its content.

    It does not begin with ``tw-``: by such a name Jericho knows the stories of TextWorld.
    """
    stem = re.sub(r"[^a-z0-9]+", "_", path.stem.lower()).strip("_")
    return f"if-{stem or 'story'}-{text_id(sha256_hex(path.read_bytes()))}"


def _look_at(path: Path) -> dict[str, Any]:
    interpreter = Interpreter(read_story(path))
    try:
        return _knowledge(interpreter)
    finally:
        interpreter.close()


def _knowledge(interpreter: Interpreter) -> dict[str, Any]:
    frotz = interpreter.frotz
    known = bool(frotz.is_fully_supported)
    bindings = frotz.bindings if known else {}
    walkthrough = list(frotz.get_walkthrough()) if known else []
    templates = sorted({form.strip() for form in bindings.get("grammar", "").split(";")} - {""})
    max_score = frotz.get_max_score() if known else None
    return {
        "challenge": KNOWN if known else UNKNOWN,
        "seed": bindings.get("seed"),
        "objective": "",
        "max_score": max_score,
        "walkthrough": walkthrough,
        "optimal_length": None,
        "quest_length": len(walkthrough) if walkthrough else None,
        "n_rooms": None,
        "n_doors": None,
        "n_objects": None,
        "entities": _entities(frotz) if known else [],
        "vocab": sorted({str(word.word) for word in frotz.get_dictionary()}),
        "verbs": sorted({verb for form in templates for verb in form.split()[0].split("/")}),
        "command_templates": templates,
        "verified": bool(walkthrough) and _wins(interpreter, bindings.get("seed"), max_score),
    }


def _entities(frotz: Any) -> list[dict[str, str]]:
    """Return the named objects of the story; of what type they are, it does not say."""
    return [
        {"id": f"object_{thing.num}", "name": str(thing.name), "type": "object"}
        for thing in frotz.get_world_objects()
        if thing.name
    ]


def _wins(interpreter: Interpreter, seed: int | None, max_score: int | None) -> bool:
    interpreter.seed(seed)
    interpreter.reset()
    for command in interpreter.frotz.get_walkthrough():
        interpreter.step(command)
    frotz = interpreter.frotz
    return bool(frotz.victory()) and frotz.get_score() == max_score


def _main(story: str, seconds: str) -> None:
    """Print what is known of ``story``; what the interpreter prints goes nowhere."""
    signal.setitimer(signal.ITIMER_REAL, float(seconds))  # its signal stops the process
    answer = os.fdopen(os.dup(1), "w", encoding="utf-8")
    with open(os.devnull, "w") as nowhere:  # noqa: PTH123 - no path of a file
        os.dup2(nowhere.fileno(), 1)
    with answer:
        json.dump(_look_at(Path(story)), answer)


if __name__ == "__main__":
    _main(*sys.argv[1:])
