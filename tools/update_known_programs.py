#!/usr/bin/env python3
"""Writes programs.json of the story runtime: what twbench's own logics are linked to.

Needed after a change of words, rules or the runtime's source; stories that are not of these
programs count as those of strangers.

python tools/update_known_programs.py
"""

import argparse
import json
from collections.abc import Sequence
from typing import Any

from twbench.challenges import coin_collector
from twbench.challenges.cooking.world import knowledge_base
from twbench.generator.data import KnowledgeBase
from twbench.story.linking.program import logic_program
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
    records: Sequence[Any] = [describe(logic_program(kb)) for kb in logics()]
    return "[\n" + ",\n".join(json.dumps(record) for record in records) + "\n]\n"


def main() -> None:
    """Write the file."""
    argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    ).parse_args()
    (RUNTIME / "programs.json").write_text(programs())


if __name__ == "__main__":
    main()
