"""Programs that are stored are those that logics are compiled to."""

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from twbench.generator import KnowledgeBase, Phrasebook
from twbench.story.linking import stored_programs
from twbench.story.linking.program import LogicProgram
from twbench.story.linking.program_compiler import compiled_program
from twbench.story.linking.programs import logic_program
from twbench.story.linking.stored_programs import program_record, stored_program
from twbench.story.zcode.template import RUNTIME

TOOL = Path(__file__).parents[3] / "tools" / "update_known_programs.py"


def load_tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location(TOOL.stem, TOOL)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


LOGICS: list[KnowledgeBase] = load_tool().logics()


def placed(program: LogicProgram) -> tuple[object, ...]:
    """Return what stories get of a program."""
    tables = dict.fromkeys(program.image.tables, 0x1234)
    return (
        program.image.at(0x2000, tables, 0x300),
        program.texts_at(0x400),
        program.words.entries(0x2000),
        program.words.codes,
        program.literal_strings,
        program.literal_strings.encoded(),
        program.continued(),
        program.continued().size,
        program.directory,
        program.numbered_rules,
        program.identity,
    )


def test_the_file_is_what_the_tool_writes() -> None:
    written = load_tool().compiled_programs()
    assert (RUNTIME / "compiled_programs.json").read_text() == written


@pytest.mark.parametrize("number", range(len(LOGICS)))
def test_a_stored_program_is_the_compiled_one(number: int) -> None:
    stored, compiled = stored_program(LOGICS[number]), compiled_program(LOGICS[number])
    assert stored is not None
    assert program_record(stored) == program_record(compiled)
    assert placed(stored) == placed(compiled)
    for name in ("changes", "changing", "types", "attribute_predicates"):
        assert getattr(stored.representation, name) == getattr(compiled.representation, name)


def test_other_words_are_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    default = KnowledgeBase.default()
    own = KnowledgeBase(default.logic, default.text_grammars_path, Phrasebook(help="Dig."))
    assert stored_program(own) is None
    assert logic_program(own).identity != logic_program(default).identity
    monkeypatch.setattr(stored_programs, "HELP_WORDS", ("dig",))
    stored_programs._common.cache_clear()
    assert stored_program(default) is None
    monkeypatch.undo()
    stored_programs._common.cache_clear()


def test_linking_with_a_logic_that_ships_loads_no_compiler() -> None:
    code = (
        "import sys\n"
        "from twbench.generator import KnowledgeBase\n"
        "from twbench.story.linking.programs import logic_program\n"
        "logic_program(KnowledgeBase.default())\n"
        "assert 'twbench.story.linking.program_compiler' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
