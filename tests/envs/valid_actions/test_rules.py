"""Which things the rules about an action name, read from what routines compare."""

from pathlib import Path

import pytest

from twbench.envs.objects.code import Routine, routines_of
from twbench.envs.objects.dictionary import Dictionary
from twbench.envs.objects.grammar import read_grammar
from twbench.envs.objects.world import World
from twbench.envs.valid_actions.rules import Rules

STORIES = Path(__file__).resolve().parents[4] / "shared" / "data" / "stories"
ACTION, NOUN, PLACE = 57, 64, 49
EAT, OTHERS = 20, range(30, 45)


def _routine(address, *comparisons, calls=()):
    return Routine(address, frozenset(comparisons), frozenset(), frozenset(), calls, False)


LIBRARY = [_routine(100 + action, (ACTION, action)) for action in OTHERS]
ACTIONS = frozenset({EAT, *OTHERS})


def test_a_rule_names_what_it_compares_beside_the_action():
    cake = _routine(1, (ACTION, EAT), (NOUN, 7))
    kitchen = _routine(2, (NOUN, 8), (PLACE, 9))
    rules = Rules([*LIBRARY, cake, kitchen], ACTIONS)
    assert rules.named(EAT) == {7}
    assert rules.named(OTHERS[0]) == frozenset()


def test_a_rule_about_a_group_of_actions_calls_the_routine_that_knows_them():
    tasting = _routine(1, (ACTION, EAT), (ACTION, OTHERS[0]))
    rule = _routine(2, (NOUN, 8), calls=(1,))
    rules = Rules([*LIBRARY, tasting, rule], ACTIONS)
    assert rules.named(EAT) == rules.named(OTHERS[0]) == {8}


def test_a_routine_that_asks_for_nearly_all_actions_is_no_rule():
    many = range(100, 160)
    printing = _routine(1, *((ACTION, action) for action in many), (NOUN, 8))
    assert Rules([*LIBRARY, printing], frozenset({*ACTIONS, *many})).named(100) == frozenset()


def test_nothing_is_named_where_no_variable_has_the_action():
    mixed = [_routine(action, (ACTION, action), (ACTION, 500 + action)) for action in OTHERS]
    assert Rules([*mixed, _routine(1, (ACTION, EAT), (NOUN, 7))], ACTIONS).named(EAT) == frozenset()


@pytest.mark.skipif(not STORIES.is_dir(), reason="the stories are not beside this checkout")
def test_a_story_of_inform_7_has_a_rule_for_opening_its_fridge():
    story = (STORIES / "snacktime.z8").read_bytes()
    dictionary = Dictionary(story)
    grammar = read_grammar(story, dictionary)
    assert grammar is not None
    actions = frozenset(line.action for line in grammar.lines)
    opening = grammar.by_pattern["open", "OBJ"].action
    world = World(story, dictionary)
    named = Rules(routines_of(story), actions).named(opening)
    things = [number for number in named if 0 < number <= world.table.count]
    assert len(things) < world.table.count / 10
    assert any({"cold", "box"} <= world.words(story, number) for number in things)
