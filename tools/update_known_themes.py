#!/usr/bin/env python3
"""Writes known_themes.json of the text grammars: the options of the themes that ship.

Needed after a change of text grammars, or of how they are read or checked; a theme that is not
found there is read and checked in each process.

python tools/update_known_themes.py
"""

import argparse
import json
from unittest.mock import patch

from twbench.errors import GrammarError
from twbench.generator.grammar import grammar_file
from twbench.generator.grammar.text_grammar import Grammar
from twbench.generator.grammar.theme_folders import PACKAGED_THEMES, theme_files, theme_names


def known_themes() -> str:
    """Return the content of ``known_themes.json``; raises GrammarError for a theme with faults."""
    found = {}
    with patch.object(grammar_file, "known_texts", lambda _: None):
        grammar_file.load_theme.cache_clear()
        for name in theme_names([PACKAGED_THEMES]):
            if not Grammar({"theme": name}).check():
                raise GrammarError(name)
            files = theme_files(PACKAGED_THEMES, name)
            sources = [(file.name, file.read_text()) for file in files]
            found[grammar_file.digest_of(sources)] = grammar_file.texts_to_know(sources)
        grammar_file.load_theme.cache_clear()
    lines = [
        f'"{digest}":{json.dumps(texts, separators=(",", ":"))}'
        for digest, texts in sorted(found.items())
    ]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def main() -> None:
    """Write the file."""
    argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    ).parse_args()
    grammar_file.KNOWN_THEMES.write_text(known_themes())


if __name__ == "__main__":
    main()
