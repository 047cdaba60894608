#!/usr/bin/env python3
"""Writes known_trees.json of the logic language: the trees of what ships with twbench.

Needed after a change of logics, of phrasebooks or of the language; what is not found there is
parsed. A text counts as shipped if a game of one of twbench's challenges takes it to be made,
linked or read again.

python tools/update_known_trees.py
"""

import argparse
import json
from pathlib import Path
from typing import Any
from unittest.mock import patch

from twbench.logic import parse
from twbench.logic.syntax import Document, to_plain

SETTINGS: dict[str, list[dict[str, Any]]] = {
    "coin_collector": [{"level": 3}],
    "treasure_hunter": [{"level": 11}],
    "simple": [{"rewards": "dense", "goal": "brief"}],
    "custom": [{"world_size": 3, "nb_objects": 6, "quest_length": 2}],
    "cooking": [
        {"recipe": 1, "take": 1, "go": 6, "open": True, "cook": True, "cut": True, "drop": drop}
        for drop in (False, True)
    ],
}
TREES = Path(parse.__file__).with_name("known_trees.json")


def shipped_texts() -> list[tuple[str, str]]:
    """Return the kind and the text of all that is parsed for games of twbench's challenges.

    Nothing of twbench that parses may have been imported before.
    """
    found: dict[tuple[str, str], None] = {}

    def note(kind: str, text: str) -> None:
        found[kind, text] = None

    with patch.object(parse, "known_tree", note):
        from twbench import challenges, families
        from twbench.generator.games.game import Game
        from twbench.story.linking.program_compiler import compiled_program

        family = families.get("textworld")
        for name, choices in SETTINGS.items():
            challenge = challenges.get(name)
            for settings in choices:
                grammar = {"theme": "house"}
                game = family.make(challenge, challenge.settings(**settings), 1, grammar)
                compiled_program(game.kb)  # which is stored, unless something has changed
                files = family.seal(game, name)
                family.replay(files, family.describe(game, files))
                Game.deserialize(game.serialize())
    return sorted(found)


def tree(kind: str, text: str) -> Any:
    """Return the tree of a text as it is parsed."""
    with patch.object(parse, "known_tree", lambda kind, text: None):
        if kind == "document":
            document = parse.document(text)
            assert not document.faults  # noqa: S101
            return document.types
        return parse._expression.__wrapped__(kind, text)


def sound_documents(shipped: list[tuple[str, str]]) -> list[str]:
    """Return those texts that are documents in which there is no fault."""
    from twbench.logic.check import faults_of

    texts = [text for kind, text in shipped if kind == "document"]
    return [text for text in texts if not faults_of([Document("", text, tree("document", text))])]


def known_trees() -> str:
    """Return the content of ``known_trees.json``."""
    shipped = shipped_texts()
    trees = {parse.tree_key(*each): tree(*each) for each in shipped}
    trees |= {parse.tree_key(parse.SOUND, text): True for text in sound_documents(shipped)}
    lines = [
        f'"{key}":{json.dumps(to_plain(found), separators=(",", ":"))}'
        for key, found in sorted(trees.items())
    ]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def main() -> None:
    """Write the file."""
    argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    ).parse_args()
    TREES.write_text(known_trees())


if __name__ == "__main__":
    main()
