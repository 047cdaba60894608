"""Programs that were compiled before: those of the logics that ship with twbench.

To compile one takes as long as to make some games with it. So ``compiled_programs.json`` has what
comes of it (``tools/update_known_programs.py`` writes it), by the logic with its words, the words
that all stories have, and the runtime. A logic that is not there is compiled; after a change of how
that is done, the file has to be written anew, of which a test reminds.
"""

__all__ = ["program_key", "program_record", "stored_program"]

from collections.abc import Mapping
from functools import cache
from typing import Any

from twbench.generator.data import KnowledgeBase
from twbench.hashing import content_id, sha256_hex
from twbench.story.contents.dictionary import ProgramWord, ProgramWords
from twbench.story.linking.program import (
    STORED,
    LogicProgram,
    block_of,
    code_of,
    program_identity,
)
from twbench.story.state.representation import Representation
from twbench.story.words.meta_commands import HELP_WORDS, META_COMMANDS
from twbench.story.words.rule_phrases import RULES
from twbench.story.words.synonyms import (
    LONGER_WAYS,
    QUESTIONS,
    RARELY_MEANT,
    SPECIAL_WORDS,
    SYNONYMS,
    WAYS_TO_USE,
    WORDS,
)
from twbench.story.zcode.template import load_template
from twbench.system.stored import stored_value


def program_key(identity: str) -> str:
    """Return what the program of a logic with this identity is found by."""
    return content_id([identity, _common()])


@cache
def _common() -> str:
    """Return a hash of what all programs are made of."""
    words = (
        *(HELP_WORDS, META_COMMANDS, RULES),
        *(LONGER_WAYS, QUESTIONS, RARELY_MEANT, SPECIAL_WORDS, SYNONYMS, WAYS_TO_USE, WORDS),
    )
    return sha256_hex(repr(words).encode() + load_template().story)


def stored_program(kb: KnowledgeBase) -> LogicProgram | None:
    """Return the program of the logic of ``kb``, with its words; None if it is not stored."""
    identity = program_identity(kb)
    record = stored_value(STORED, program_key(identity))
    return None if record is None else _program(kb, identity, record)


def program_record(program: LogicProgram) -> dict[str, Any]:
    """Return a program as plain data, for `stored_program`."""
    block = program.block
    return {
        "rules": program.rules,
        "slots": program.slots,
        "literals": program.literals,
        "words": block.words,
        "addresses": block.addresses,
        "halves": block.halves,
        "texts": block.texts,
        "tables": block.tables,
        "strings": block.strings,
        "size": block.strings.size,
        "encoded": program.strings.hex(),
        "code": program.code.data.hex(),
        "moving": program.code.moving,
        "relations": program.relations,
        "entries": program.words.words,
        "spelled": {code.hex(): text for code, text in program.words.spelled.items()},
    }


def _program(kb: KnowledgeBase, identity: str, record: Mapping[str, Any]) -> LogicProgram:
    program = LogicProgram(
        Representation(kb.logic),
        identity,
        block_of(record),
        rules=record["rules"],
        slots={name: tuple(slots) for name, slots in record["slots"].items()},
        literals=record["literals"],
        strings=bytes.fromhex(record["encoded"]),
        relations=[tuple(key) for key in record["relations"]],
    )
    program.code = code_of(record)
    program.words = ProgramWords(
        {word: ProgramWord(*meaning) for word, meaning in record["entries"].items()},
        {bytes.fromhex(code): text for code, text in record["spelled"].items()},
    )
    program.complete()
    return program
