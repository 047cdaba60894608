"""Which symbols of a theme tell an action, and which are words that share its name."""

import pytest

from twbench.generator import GameMaker, GameOptions, KnowledgeBase
from twbench.generator.grammar.grammar_file import parse_theme
from twbench.generator.grammar.instruction_symbols import is_instruction
from twbench.logic import GameLogic

THEME = parse_theme(
    "some",
    [
        (
            "some_all.twg",
            "light:dim;bright\nroom:The light is #light#.\npolish:rub #what#\n"
            "what:the (silver|o)\ndance:dance a little\nmatch:red;blue\nsing:sing #how#\n"
            "how:loudly",
        )
    ],
)
LAMP = """
type lamp : o {
    predicates { off(lamp); on(lamp); }
    rules { light/lamp :: $in(lamp, I) & off(lamp) -> on(lamp); }
    inform7 { commands { light/lamp :: "light {lamp}" :: "lighting the {lamp}"; } }
}
"""


@pytest.mark.parametrize(
    ("symbol", "types", "names_things", "tells"),
    [
        ("light", ("lamp", "o", "t"), True, False),
        ("light", ("P",), False, False),
        ("polish", ("silver", "o", "t"), True, True),
        ("polish", ("c", "t"), True, False),
        ("dance", ("r",), False, True),
        ("dance", ("r",), True, False),
        ("match", ("P",), False, False),
        ("sing", ("P",), False, True),
        ("how", ("P",), False, False),
    ],
)
def test_an_instruction_speaks_of_the_things_of_its_command(symbol, types, names_things, tells):
    assert is_instruction(THEME, symbol, types, names_things) is tells


def test_a_rule_that_shares_its_name_with_a_word_is_told_by_its_command(tmp_path):
    (tmp_path / "house_words.twg").write_text("light:dim;bright", encoding="utf-8")
    logic = GameLogic.parse(KnowledgeBase.default().logic.serialize() + LAMP)
    options = GameOptions()
    options.kb = KnowledgeBase(logic, tmp_path)
    maker = GameMaker(options)
    room = maker.new_room("cellar")
    lamp = maker.new("lamp", name="oil lamp")
    lamp.add_property("off")
    room.add(lamp)
    maker.set_player(room)
    maker.set_quest_from_commands(["take oil lamp", "light oil lamp"])
    objective = maker.build().objective
    assert "light the oil lamp" in objective
    assert "dim" not in objective
