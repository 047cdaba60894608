"""What a parser refuses is not tried again, and nothing that changes the world is lost by it."""

import pytest
from stories_at_hand import needs_stories, played

from twbench.envs.frotz.known import bindings_of
from twbench.envs.objects.dictionary import ALL, Dictionary
from twbench.envs.objects.world import World
from twbench.envs.valid_actions.attempts import Attempts
from twbench.envs.valid_actions.candidates import Form
from twbench.envs.valid_actions.limits import Limits
from twbench.envs.valid_actions.search import EXHAUSTIVE, FAST, ActionFinder
from twbench.envs.valid_actions.trials import Trials
from twbench.envs.valid_actions.understanding import Understanding

NOUN, MULTI, CREATURE = 0, 2, 6
ELEMENTARY, ROUTINE = 1 << 16, 3 << 16


def _form(template: str, *tokens: int) -> Form:
    return Form(template, (template,), ("noun",) * len(tokens), None, tokens or None)


def test_a_name_that_some_forms_refuse_is_tried_with_no_other_of_the_same_token():
    parser = Understanding()
    forms = [_form(f"{verb} OBJ", NOUN) for verb in ("touch", "push", "pull", "turn")]
    for form in forms[:2]:
        parser.note(form, ("ghost",), understood=False)
        parser.note(form, ("lamp",), understood=True)
    assert not parser.refuses(forms[3], ("ghost",))
    parser.note(forms[2], ("ghost",), understood=False)
    assert not parser.refuses(forms[3], ("ghost",)), "this form may have refused everything"
    parser.note(forms[2], ("lamp",), understood=True)
    assert parser.refuses(forms[3], ("ghost",))
    assert not parser.refuses(_form("kiss OBJ", CREATURE), ("ghost",))
    assert not parser.refuses(_form("ponder OBJ"), ("ghost",))
    parser.note(forms[0], ("ghost",), understood=True)
    assert not parser.refuses(forms[3], ("ghost",))


def test_all_is_tried_where_the_grammar_takes_several_things():
    parser = Understanding()
    for several in (MULTI, ELEMENTARY + MULTI):
        assert not parser.refuses(_form("take OBJ", several), (ALL,))
        assert parser.refuses(_form("put OBJ in OBJ", several, NOUN), ("lamp", ALL))
    for one in (NOUN, CREATURE, ELEMENTARY + NOUN, ROUTINE + MULTI):
        assert parser.refuses(_form("touch OBJ", one), (ALL,))
    assert not parser.refuses(_form("ponder OBJ"), (ALL,)), "nobody knows what this one takes"


def test_one_of_two_things_is_at_fault_if_the_other_is_understood_beside_others():
    parser = Understanding()
    give = _form("give OBJ to OBJ", NOUN, CREATURE)
    for one in ("coin", "rose"):
        parser.note(give, (one, "stone"), understood=False)
        assert not parser.refuses(give, ("lamp", "stone"))
    assert not parser.takes(give)
    for one in ("coin", "rose"):
        parser.note(give, (one, "troll"), understood=True)
    assert parser.takes(give)
    assert parser.refuses(give, ("lamp", "stone"))
    assert not parser.refuses(give, ("lamp", "troll"))
    assert not parser.refuses(_form("show OBJ to OBJ", NOUN, CREATURE), ("lamp", "stone"))


@needs_stories
def test_a_command_is_understood_if_it_takes_a_turn():
    with played("temple.z5", 20) as (story, session):
        table = World(story.data, Dictionary(story.data)).table
        trials = Trials(session, table, story.data, Limits())
        understood = {
            command: trials.try_out(command).understood
            for command in ("touch me", "jump", "drop zork", "kiss lamp", "touch all", "give me")
        }
        trials.close()
    assert understood == {
        "touch me": True,
        "jump": True,
        "drop zork": False,
        "kiss lamp": False,
        "touch all": False,
        "give me": False,
    }


@needs_stories
@pytest.mark.parametrize(
    ("name", "step", "mode"),
    [("library.z5", 10, EXHAUSTIVE), ("spirit.z5", 158, FAST), ("snacktime.z8", 20, FAST)],
)
def test_what_is_not_tried_for_the_parser_would_have_changed_nothing(monkeypatch, name, step, mode):
    with played(name, step) as (story, session):
        world = World(story.data, Dictionary(story.data), session.frotz.player_obj_num)
        finder = ActionFinder(story.data, world, bindings_of(session.frotz), mode, Limits())
        found = finder.find(session)
        monkeypatch.setattr(Understanding, "refuses", lambda *_: False)
        everything = finder.find(session)
    assert found.tried < everything.tried
    # Where "all" is one thing alone, the parser notes which: else it is as if that had been named.
    first = {group[0] for group in everything.groups if ALL not in group[0].split()}
    assert first <= {command for group in found.groups for command in group}


@needs_stories
@pytest.mark.parametrize(("name", "step"), [("library.z5", 35), ("awaken.z5", 33)])
def test_words_for_several_things_would_have_changed_nothing_where_one_is_wanted(
    monkeypatch, name, step
):
    with played(name, step) as (story, session):
        world = World(story.data, Dictionary(story.data), session.frotz.player_obj_num)
        finder = ActionFinder(story.data, world, bindings_of(session.frotz), EXHAUSTIVE, Limits())
        found = finder.find(session)
        monkeypatch.setattr(Attempts, "_several", lambda self, *_: self._things.several)
        everything = finder.find(session)
    assert found.tried < everything.tried
    known = {command for group in found.groups for command in group}
    assert all(known.intersection(group) for group in everything.groups)


@needs_stories
def test_a_thing_with_rules_of_its_own_is_tried_with_all_others():
    with played("awaken.z5", 35) as (story, session):
        world = World(story.data, Dictionary(story.data), session.frotz.player_obj_num)
        found = ActionFinder(story.data, world, bindings_of(session.frotz), limits=Limits()).find(
            session
        )
    commands = {command for group in found.groups for command in group}
    assert any(command.startswith("tie rope to ") for command in commands)
