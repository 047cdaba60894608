"""Stories by other makers: what Jericho knows of them.

A story of unknown origin may hang or end the process that looks at it, and write files: that must
be a worker (`twbench.dataset.workers.pool`). It is looked at in a folder of its own.
"""

__all__ = ["KnownStory", "commands_of", "content_of", "look_at", "note_of", "published", "story_id"]

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from twbench.envs import own_folder
from twbench.envs.frotz.interpreter import Interpreter
from twbench.envs.frotz.known import bindings_of, known_as, walkthrough_of
from twbench.envs.frotz.story_file import LARGEST, loaded_part, read_story
from twbench.envs.objects.bindings import Binding, binding_beside, check_unbound
from twbench.envs.objects.dictionary import Dictionary
from twbench.envs.objects.grammar import read_grammar
from twbench.envs.objects.templates import TemplateActions, templates_of
from twbench.envs.objects.world import World
from twbench.errors import GenerationError
from twbench.families.family import FileNote, unknown_columns
from twbench.families.interactive_fiction.suite import suite, suite_release, suite_story
from twbench.hashing import content_id, sha256_hex, text_id
from twbench.untrusted import beginning

KNOWN, UNKNOWN = "jericho", "unscored"
MOST_COMMANDS = 1_000_000
"""Commands of one story that are listed."""


@dataclass(frozen=True, slots=True)
class KnownStory:
    """A story: the name of its file, its bytes, and the ``columns`` of the manifest.

    ``ending`` is what Jericho's walkthrough came to, empty where there is none: the score, and
    whether the story was won, or lost, after the last command. ``binding`` is what a file of the
    user's says of a story that Jericho does not know.
    """

    name: str
    data: bytes
    columns: Mapping[str, Any]
    ending: Mapping[str, Any] = field(default_factory=dict)
    binding: Binding | None = None


def look_at(path: Path) -> KnownStory:
    """Return the story at ``path``, with the columns of the manifest that can be known of it.

    Of a story that Jericho does not know that is what its file tells: the words of its dictionary,
    its objects, and commands by its grammar. ``verified`` says whether the walkthrough won with the
    maximum score. Raises StoryFileError for a file that cannot be played.
    """
    story = read_story(path)
    # By a name such as tw-game.z8 Jericho takes it for TextWorld's; in a dataset it has another.
    unnamed = replace(story, name=f"story.z{story.version}")
    with own_folder():
        interpreter = Interpreter(unnamed)
        try:
            ending = _ending(interpreter)
            columns = _knowledge(interpreter, story.data)
        finally:
            interpreter.close()
    structure = content_id(sha256_hex(story.data), 26)  # nobody knows what is equal up to names
    won = bool(ending) and ending["won"] and ending["score"] == columns["max_score"]
    columns = {**columns, "structure_hash": structure, "verified": won}
    binding = None
    if columns["challenge"] == KNOWN:
        check_unbound(path)
    else:
        binding = binding_beside(path, story.data)
        columns["max_score"] = None if binding is None else binding.max_score
    return KnownStory(path.stem, story.data, columns, ending, binding)


def note_of(path: Path) -> FileNote:
    """Say what the story at ``path`` is, which is not played; raises StoryFileError.

    So it does for a binding file beside it that cannot be used.
    """
    story = read_story(path)
    known, entry = known_as(story.data), suite_story(story.data)
    release, serial = int.from_bytes(story.data[2:4]), story.data[0x12:0x18]
    letters = "".join(chr(byte) if 0x20 <= byte < 0x7F else "?" for byte in serial)
    told = [f"Z-machine {story.version}, release {release} / {letters}"]
    if entry is not None:
        told.append(f"{entry.name} of the Jericho suite ({entry.licence})")
        if entry.max_score is not None:
            told.append(f"maximum score {entry.max_score}")
    if known is None:
        likely = suite_release(story.version, f"{release}/{letters}")
        if entry is None and likely is not None:
            told.append(
                f"of the same release as {likely.name} of the Jericho suite, but other bytes"
            )
        told.append("not known to Jericho")
        binding = binding_beside(path, story.data)
        if binding is not None:
            told.append(f"its binding file tells {', '.join(binding.to_json()) or 'nothing'}")
    else:
        check_unbound(path)
        told.append("known to Jericho" if entry is not None else f"known to Jericho as {known}")
    name = None if entry is None else entry.name
    return FileNote(UNKNOWN if known is None else KNOWN, "; ".join(told), name)


def commands_of(row: Mapping[str, Any]) -> list[str]:
    """Return the commands that the templates in a row of a manifest give with the objects' names.

    Of words that mean the same the first is taken. Raises GenerationError for more than can be
    listed.
    """
    first = [re.sub(r"(\S+?)/\S+", r"\1", form) for form in row["command_templates"]]
    actions = TemplateActions(tuple(dict.fromkeys(first)))
    names = sorted({entity["name"].lower() for entity in row["entities"]})
    if actions.size(len(names)) > MOST_COMMANDS:
        raise GenerationError(
            f"The {len(actions.templates)} templates and {len(names)} names of objects of"
            f" {row['game_id']} give more than {MOST_COMMANDS} commands: extract templates and"
            " objects."
        )
    return list(actions.commands(names))


def published(game_id: str, challenge: str) -> dict[str, float]:
    """Return the paper's scores in the game of an id, if Jericho knows it and they are known."""
    found = re.fullmatch(r"if-([a-z0-9_]+)-[a-z0-9]+", game_id)
    if found is None or challenge != KNOWN:
        return {}
    entry = next((story for story in suite().values() if story.name == found[1]), None)
    if entry is None or entry.published_max_score is None:
        return {}
    return {**entry.published, "max_score": entry.published_max_score}


def content_of(path: Path) -> str:
    """Return the end of the id of what is loaded of a story, "" if that is all of the file."""
    data = beginning(path, LARGEST)
    loaded = loaded_part(data)
    return "" if len(loaded) == len(data) else text_id(sha256_hex(loaded))


def story_id(name: str, data: bytes) -> str:
    """Return the id of a story, from the ``name`` of its file, and its content.

    A file that has been given an id keeps it. Otherwise the name is the one by which Jericho knows
    the story, if it does. An id does not begin with ``tw-``: by such a name Jericho knows the
    stories of TextWorld.
    """
    digest = text_id(sha256_hex(data))
    if re.fullmatch(rf"if-[a-z0-9_]+-{digest}", name):
        return name
    stem = re.sub(r"[^a-z0-9]+", "_", (known_as(data) or name).lower()).strip("_")
    return f"if-{stem or 'story'}-{digest}"


def _knowledge(interpreter: Interpreter, data: bytes) -> dict[str, Any]:
    frotz = interpreter.frotz
    known = bool(frotz.is_fully_supported)
    bindings = bindings_of(frotz)
    walkthrough = walkthrough_of(frotz)
    templates = sorted({form.strip() for form in bindings.get("grammar", "").split(";")} - {""})
    dictionary = Dictionary(data)
    if not known:
        templates = sorted(templates_of({}, read_grammar(data, dictionary), dictionary))
    return {
        **unknown_columns(),
        "challenge": KNOWN if known else UNKNOWN,
        "seed": bindings.get("seed"),
        "max_score": frotz.get_max_score() if known else None,
        "walkthrough": walkthrough,
        "quest_length": len(walkthrough) if walkthrough else None,
        "entities": _entities(data, dictionary, interpreter),
        "vocab": sorted({str(word.word) for word in frotz.get_dictionary()}),
        "verbs": sorted({verb for form in templates for verb in form.split()[0].split("/")}),
        "command_templates": templates,
    }


def _entities(
    data: bytes, dictionary: Dictionary, interpreter: Interpreter
) -> list[dict[str, str]]:
    """Return the named objects of the story; of what type they are, it does not say.

    Names have no line breaks here. Jericho leaves out what is abbreviated in them, cuts long ones
    off, and counts fewer objects in some stories.
    """
    interpreter.reset()
    things = World(data, dictionary).tree(interpreter.memory())
    named = ((thing.number, " ".join(thing.name.split())) for thing in things)
    return [
        {"id": f"object_{number}", "name": name, "type": "object"} for number, name in named if name
    ]


def _ending(interpreter: Interpreter) -> dict[str, Any]:
    """Play the walkthrough; return what it came to."""
    frotz = interpreter.frotz
    walkthrough = walkthrough_of(frotz)
    if not walkthrough:
        return {}
    interpreter.reset()
    for command in walkthrough:
        interpreter.step(command)
    won = bool(frotz.victory())
    lost = bool(frotz.game_over()) and not won  # Jericho may say both
    return {"score": int(frotz.get_score()), "won": won, "lost": lost}
