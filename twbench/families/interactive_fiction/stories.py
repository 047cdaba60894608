"""Stories by other makers: what Jericho knows of them.

A story of unknown origin may hang or end the process that looks at it, and write files: that must
be a worker (`twbench.dataset.workers.pool`). It is looked at in a folder of its own.
"""

__all__ = ["KnownStory", "look_at", "story_id"]

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from twbench.envs import own_folder
from twbench.envs.frotz.interpreter import Interpreter, bindings_of, walkthrough_of
from twbench.envs.frotz.story_file import read_story
from twbench.families.family import unknown_columns
from twbench.hashing import content_id, sha256_hex, text_id

KNOWN, UNKNOWN = "jericho", "unscored"


@dataclass(frozen=True, slots=True)
class KnownStory:
    """A story: the name of its file, its bytes, and the ``columns`` of the manifest."""

    name: str
    data: bytes
    columns: Mapping[str, Any]


def look_at(path: Path) -> KnownStory:
    """Return the story at ``path``, with the columns of the manifest that can be known of it.

    Of a story that Jericho does not know there are the words of its dictionary alone. ``verified``
    says whether the walkthrough won with the maximum score. Raises StoryFileError for a file that
    cannot be played.
    """
    story = read_story(path)
    with own_folder():
        interpreter = Interpreter(story)
        try:
            columns = _knowledge(interpreter)
        finally:
            interpreter.close()
    structure = content_id(sha256_hex(story.data), 26)  # nobody knows what is equal up to names
    return KnownStory(path.stem, story.data, {**columns, "structure_hash": structure})


def story_id(name: str, data: bytes) -> str:
    """Return the id of a story, from the name of its file, or its id, and its content.

    It does not begin with ``tw-``: by such a name Jericho knows the stories of TextWorld.
    """
    digest = text_id(sha256_hex(data))
    if re.fullmatch(rf"if-[a-z0-9_]+-{digest}", name):
        return name
    stem = re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")
    return f"if-{stem or 'story'}-{digest}"


def _knowledge(interpreter: Interpreter) -> dict[str, Any]:
    frotz = interpreter.frotz
    known = bool(frotz.is_fully_supported)
    bindings = bindings_of(frotz)
    walkthrough = walkthrough_of(frotz)
    templates = sorted({form.strip() for form in bindings.get("grammar", "").split(";")} - {""})
    max_score = frotz.get_max_score() if known else None
    return {
        **unknown_columns(),
        "challenge": KNOWN if known else UNKNOWN,
        "seed": bindings.get("seed"),
        "max_score": max_score,
        "walkthrough": walkthrough,
        "quest_length": len(walkthrough) if walkthrough else None,
        "entities": _entities(frotz) if known else [],
        "vocab": sorted({str(word.word) for word in frotz.get_dictionary()}),
        "verbs": sorted({verb for form in templates for verb in form.split()[0].split("/")}),
        "command_templates": templates,
        "verified": bool(walkthrough) and _wins(interpreter, max_score),
    }


def _entities(frotz: Any) -> list[dict[str, str]]:
    """Return the named objects of the story; of what type they are, it does not say."""
    return [
        {"id": f"object_{thing.num}", "name": str(thing.name), "type": "object"}
        for thing in frotz.get_world_objects()
        if thing.name
    ]


def _wins(interpreter: Interpreter, max_score: int | None) -> bool:
    interpreter.reset()
    for command in walkthrough_of(interpreter.frotz):
        interpreter.step(command)
    frotz = interpreter.frotz
    return bool(frotz.victory()) and frotz.get_score() == max_score
