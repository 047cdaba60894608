#!/usr/bin/env python3
"""Writes what twbench's own logics are compiled to, beside the story runtime.

``compiled_programs.json`` has the programs, ``programs.json`` has by what stories with them are
known again. Needed after a change of words, rules, the runtime's source, or of how logics
are compiled; stories that are not of these programs count as those of strangers.

python tools/update_known_programs.py
"""

import argparse
import json

from twbench.challenges import coin_collector
from twbench.challenges.cooking.world import knowledge_base
from twbench.generator.data import KnowledgeBase
from twbench.story.linking.program_compiler import compiled_program
from twbench.story.linking.stored_programs import program_key, program_record
from twbench.story.reading.known_programs import describe
from twbench.story.zcode.template import RUNTIME


def logics() -> list[KnowledgeBase]:
    """Return the knowledge bases that ship with twbench."""
    return [
        KnowledgeBase.default(),
        coin_collector.knowledge_base(),
        knowledge_base(is_limited=False),
        knowledge_base(is_limited=True),
    ]


def programs() -> str:
    """Return the content of ``runtime/programs.json``."""
    records = [
        {"key": program_key(program.identity), **describe(program)}
        for program in map(compiled_program, logics())
    ]
    return "[\n" + ",\n".join(json.dumps(record) for record in records) + "\n]\n"


def compiled_programs() -> str:
    """Return the content of ``runtime/compiled_programs.json``."""
    programs = map(compiled_program, logics())
    found = {program_key(program.identity): program_record(program) for program in programs}
    lines = [
        f'"{key}":{json.dumps(record, separators=(",", ":"))}'
        for key, record in sorted(found.items())
    ]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def main() -> None:
    """Write the file."""
    argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    ).parse_args()
    (RUNTIME / "programs.json").write_text(programs())
    (RUNTIME / "compiled_programs.json").write_text(compiled_programs())


if __name__ == "__main__":
    main()
