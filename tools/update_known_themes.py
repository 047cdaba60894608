#!/usr/bin/env python3
"""Writes known_themes.json of the text grammars: what the themes that ship are known by.

Needed after a change of text grammars, or of how they are checked; a theme that is not found there
is checked in each process.

python tools/update_known_themes.py
"""

import argparse
import json
from pathlib import Path
from unittest.mock import patch

from twbench.errors import GrammarError
from twbench.generator.grammar import grammar_file
from twbench.generator.grammar.text_grammar import Grammar
from twbench.generator.grammar.theme_folders import PACKAGED_THEMES, theme_files, theme_names

THEMES = Path(grammar_file.__file__).with_name("known_themes.json")


def known_themes() -> str:
    """Return the content of ``known_themes.json``; raises GrammarError for a theme with faults."""
    found = {}
    with patch.object(grammar_file, "known_themes", frozenset):
        grammar_file.load_theme.cache_clear()
        for name in theme_names([PACKAGED_THEMES]):
            if not Grammar({"theme": name}).check():
                raise GrammarError(name)
            files = theme_files(PACKAGED_THEMES, name)
            found[name] = grammar_file.digest_of([(f.name, f.read_text()) for f in files])
        grammar_file.load_theme.cache_clear()
    return json.dumps(found, indent=2) + "\n"


def main() -> None:
    """Write the file."""
    argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    ).parse_args()
    THEMES.write_text(known_themes())


if __name__ == "__main__":
    main()
