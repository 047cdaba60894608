import pytest
from hand_made_games import WAY_TO_APPLE, actions, pantry

from twbench.errors import ConfigError, GameFileError, LogicError
from twbench.generator import KnowledgeBase, create_data_files
from twbench.logic import Action, GameLogic


def test_the_default_is_made_once():
    assert KnowledgeBase.default() is KnowledgeBase.default()
    assert KnowledgeBase.default().text_grammars_path.name == "text_grammars"


def test_the_documented_rules_types_and_commands_are_there():
    kb = KnowledgeBase.default()
    assert {"c", "d", "f", "I", "k", "o", "P", "r", "s", "t"} <= {*kb.types}
    assert kb.inform7_commands["take/c"] == "take {o} from {c}"
    assert kb.reverse_rules["open/d"].name == "close/d"
    assert kb.reverse_rules["close/d"].name == "open/d"
    assert "nav_rr1" in kb.constraints
    assert set(kb.inform7_commands) == set(kb.rules)


def test_reverse_actions_restore_the_state():
    world = pantry()
    state = world.state.copy()
    for action in actions(world, WAY_TO_APPLE):
        before = state.copy()
        assert state.apply(action)
        after = state.copy()
        assert after.apply(world.kb.get_reverse_action(action))
        assert after == before


def test_some_actions_cannot_be_undone():
    world = pantry()
    (*_, eat) = actions(world, [*WAY_TO_APPLE, "eat f_0"])
    assert world.kb.get_reverse_action(eat) is None


def test_only_what_its_reverse_rule_allows_is_undone():
    world = pantry()
    kb = world.kb
    undone = 0
    for step in actions(world, [*WAY_TO_APPLE, "eat f_0"]):
        others = [rule for rule in kb.rules.values() if rule.name != step.name]
        for name in [step.name, *(rule.name for rule in others)]:
            action = Action(name, step.preconditions, step.postconditions)
            reverse = kb.reverse_rules.get(name)
            undo = kb.get_reverse_action(action)
            undone += undo is not None
            if reverse is None:
                assert undo is None
            else:
                inverse = action.inverse(reverse.name)
                assert undo == (inverse if reverse.match(inverse) is not None else None)
    assert undone == len(WAY_TO_APPLE)


def test_serialisation_names_no_place():
    kb = KnowledgeBase.default()
    data = kb.serialize()
    assert list(data) == ["logic", "text_grammars_path"]
    assert data["text_grammars_path"] == "text_grammars"
    again = KnowledgeBase.deserialize(data)
    assert again.rules == kb.rules
    assert again.text_grammars_path == kb.text_grammars_path
    assert again.serialize() == data
    assert KnowledgeBase.deserialize(dict(data)) is again


@pytest.mark.parametrize("data", [{}, {"logic": "type P {}"}, {"logic": 3}])
def test_incomplete_data(data):
    with pytest.raises(GameFileError, match="lacks its text"):
        KnowledgeBase.deserialize(data)


def test_data_files_can_be_copied_changed_and_loaded(tmp_path, capsys):
    create_data_files(tmp_path)
    changed = tmp_path / "logic" / "extra.twl"
    changed.write_text("type pet : t {}\n")
    room = tmp_path / "logic" / "room.twl"
    original = room.read_text()
    room.write_text(original + "# mine\n")
    create_data_files(tmp_path, verbose=True)
    assert f"Keeping the existing {room}" in capsys.readouterr().out
    assert room.read_text().endswith("# mine\n")
    create_data_files(tmp_path, force=True)
    assert room.read_text() == original
    kb = KnowledgeBase.load(tmp_path)
    assert kb.types["pet"].parents == ("t",)
    assert kb.text_grammars_path == tmp_path / "text_grammars"
    assert kb.rules == KnowledgeBase.default().rules


def test_a_missing_folder_that_was_named_is_an_error(tmp_path):
    with pytest.raises(ConfigError, match="has no folder 'rules'"):
        KnowledgeBase.load(logic_path=tmp_path / "rules")
    with pytest.raises(ConfigError, match="has no folder 'texts'"):
        KnowledgeBase.load(grammar_path=tmp_path / "texts")


def test_missing_folders_are_errors(tmp_path):
    with pytest.raises(ConfigError, match="has no folder 'logic'"):
        KnowledgeBase.load(tmp_path)
    (tmp_path / "logic").mkdir()
    with pytest.raises(ConfigError, match="has no folder 'text_grammars'"):
        KnowledgeBase.load(tmp_path)
    (tmp_path / "text_grammars").mkdir()
    with pytest.raises(ConfigError, match=r"holds no logic file \(\*\.twl\)"):
        KnowledgeBase.load(tmp_path)
    (tmp_path / "logic" / "bad.twl").write_text("type {")
    with pytest.raises(LogicError, match=r"bad\.twl"):
        KnowledgeBase.load(tmp_path)


def test_packaged_grammars_serve_a_logic_of_ones_own():
    kb = KnowledgeBase(GameLogic.parse("type P {}"))
    assert kb.text_grammars_path == KnowledgeBase.default().text_grammars_path
