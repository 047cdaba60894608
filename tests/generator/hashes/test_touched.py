"""What the quests of a game touch: their entities, and what is handled on the way to them."""

import pytest
from hand_made_games import WAY_TO_APPLE, actions, apple_game, facts, pantry
from small_puzzles import FREE, MAP, PARAMETERS, START, game, made

from twbench.generator import KnowledgeBase
from twbench.generator.hashes import touched as touched_module
from twbench.generator.hashes import ways
from twbench.generator.hashes.questions import Questions
from twbench.generator.hashes.touched import _Trail, touched
from twbench.logic import GameLogic


def found_in(one):
    return touched(one.world.state, one.quests, one.world.facts)


def roles_in(one):
    """Return the roles of all that is touched, by name."""
    return {variable.name: set(roles) for variable, roles in found_in(one).roles.items()}


def what_is_touched(one):
    """Return the names of things, which rooms, the player and the inventory are not."""
    return {v.name for v in found_in(one).roles if v.type not in ("P", "I", "r")}


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (["at(o_0: o, r_1: r)", "at(c_0: c, r_1: r)", "open(c_0: c)"], {"o_0"}),
        (["on(o_0: o, s_0: s)", "at(s_0: s, r_1: r)", "at(s_1: s, r_1: r)"], {"o_0", "s_0"}),
        (
            [
                *("in(o_0: o, c_0: c)", "at(c_0: c, r_1: r)", "locked(c_0: c)"),
                *("match(k_0: k, c_0: c)", "in(k_0: k, c_1: c)", "at(c_1: c, r_0: r)"),
                *("closed(c_1: c)", "in(o_1: o, c_1: c)", "at(k_1: k, r_0: r)"),
            ],
            {"o_0", "c_0", "k_0", "c_1"},
        ),
        (
            [
                *("at(o_0: o, r_1: r)", "link(r_0: r, d_0: d, r_1: r)", "locked(d_0: d)"),
                *("link(r_1: r, d_0: d, r_0: r)", "match(k_0: k, d_0: d)", "at(k_0: k, r_0: r)"),
            ],
            {"o_0", "d_0", "k_0"},
        ),
    ],
)
def test_what_must_be_handled_is_touched(texts, expected):
    free = () if any("d_0" in text for text in texts) else FREE
    assert what_is_touched(game(*MAP, *free, START, *texts)) == expected


@pytest.mark.parametrize(("challenge", "parameters"), PARAMETERS)
def test_all_that_a_walkthrough_handles_is_touched(challenge, parameters):
    one = made(challenge, parameters)
    handled = {
        variable.name
        for quest in one.quests
        for event in quest.win_events
        for action in event.actions
        if not action.name.startswith("go/")
        for variable in action.variables
        if variable.type not in ("P", "I", "r")
    }
    assert handled <= what_is_touched(one)


def test_a_role_is_the_type_under_which_a_rule_takes_a_thing():
    """Food that is only to be fetched is an object; what is eaten is food as well."""
    food = (*MAP, *FREE, START, "at(f_0: f, r_1: r)")
    assert roles_in(game(*food, wins=["in(f_0: f, I)"]))["f_0"] == {"o"}
    assert roles_in(game(*food, wins=["eaten(f_0: f)"]))["f_0"] == {"f", "o"}


def test_what_is_in_conditions_alone_has_no_role():
    wins = ["at(o_0: o, r_0: r)"]
    roles = roles_in(game(*MAP, *FREE, START, "at(o_0: o, r_0: r)", wins=wins))
    assert roles == {"o_0": set(), "r_0": set()}


def test_what_is_true_from_the_beginning_is_used_and_not_brought_about():
    """The chest is open: nobody has to unlock it, and its key is a bystander."""
    chest = ("at(c_0: c, r_1: r)", "in(o_0: o, c_0: c)", "match(k_0: k, c_0: c)")
    key = "at(k_0: k, r_0: r)"
    opened = game(*MAP, *FREE, START, *chest, key, "open(c_0: c)")
    locked = game(*MAP, *FREE, START, *chest, key, "locked(c_0: c)")
    assert "k_0" not in roles_in(opened)
    assert "k_0" in roles_in(locked)


def test_failing_counts_as_winning_does():
    texts = (*MAP, *FREE, START, "at(o_0: o, r_1: r)", "at(f_0: f, r_1: r)")
    assert "f_0" not in roles_in(game(*texts))
    assert roles_in(game(*texts, fails=["eaten(f_0: f)"]))["f_0"] == {"f", "o"}


def test_the_facts_are_those_that_are_used():
    """How an apple is to be eaten is told where somebody eats it, and bystanders are not."""
    others = ["edible(f_0: f)", "at(o_7: o, r_0: r)", "at(s_0: s, r_1: r)"]
    texts = [*MAP, *FREE, START, "on(f_0: f, s_0: s)", *others]
    about = facts(START, "on(f_0: f, s_0: s)", *others)
    one = game(*texts, wins=["in(f_0: f, I)"])
    used = touched(one.world.state, one.quests, about).facts
    assert set(used) == set(facts(START, "on(f_0: f, s_0: s)", "at(s_0: s, r_1: r)"))
    assert list(used) == [fact for fact in about if fact in used]  # in the order given


def test_all_on_the_way_to_the_apple_is_touched():
    handled = {v.name for one in actions(pantry(), WAY_TO_APPLE) for v in one.variables}
    assert handled == set(roles_in(apple_game())) | {"P"}


TOKENS = """
type P { }
type I { predicates { in(o, I); } }
type r { predicates { at(P, r); at(o, r); } }
type slot { predicates { carrying(slot); next(slot, slot); } }
type o {
    rules { take :: $at(P, r) & at(o, r) & carrying(slot) & $next(slot, slot')
                 -> in(o, I) & carrying(slot'); }
}
"""


def test_where_a_token_stands_is_never_wanted():
    """It gets wherever it is to be, so that no thing is touched because it would move it."""
    kb = KnowledgeBase(GameLogic.parse(TOKENS))
    things = ("at(o_0: o, r_0: r)", "at(o_1: o, r_0: r)")
    slots = ("carrying(s_0: slot)", "next(s_0: slot, s_1: slot)", "next(s_1: slot, s_2: slot)")
    one = game(START, *things, *slots, kb=kb)
    assert "o_1" not in roles_in(one)
    asked = game(START, *things, *slots, wins=["carrying(s_2: slot)"], kb=kb)
    assert not {"o_0", "o_1"} & set(roles_in(asked))


class Forgetful(dict):
    """A dictionary that nothing can be looked up in."""

    def get(self, key, default=None):
        return default


@pytest.mark.parametrize(("challenge", "parameters"), PARAMETERS)
def test_what_was_followed_once_gives_nothing_new(challenge, parameters, monkeypatch):
    """A rule that adds several wanted facts about the same things is followed for one of them."""
    one = made(challenge, parameters)
    found = found_in(one)
    begin = _Trail.__init__

    def forgetting(search, *arguments):
        begin(search, *arguments)
        search._answers = Forgetful()

    monkeypatch.setattr(_Trail, "__init__", forgetting)
    assert found_in(one) == found


@pytest.mark.parametrize(("challenge", "parameters"), PARAMETERS)
def test_what_is_found_in_parts_is_what_is_found_together(challenge, parameters, monkeypatch):
    one = made(challenge, parameters)
    found = found_in(one)

    def all_together(_questions, rule, _conditions):
        return {each: set(rule.placeholders) for each in rule.placeholders}

    monkeypatch.setattr(Questions, "joined", all_together)
    monkeypatch.setattr(touched_module, "ways_of", ways.ways_of.__wrapped__)
    assert found_in(one) == found


COLOURS = """
type P { predicates { glad(P); } }
type r { predicates { at(P, r); } }
type o {
    predicates { red(o); blue(o); }
    rules { admire :: $red(o) & $blue(o') -> glad(P); }
}
"""


def test_things_that_a_rule_takes_are_different():
    """Also where no condition is about both of them: one that is red and blue is not two."""
    kb = KnowledgeBase(GameLogic.parse(COLOURS))
    both = (START, "red(o_0: o)", "blue(o_0: o)")
    assert what_is_touched(game(*both, wins=["glad(P)"], kb=kb)) == set()
    another = game(*both, "blue(o_1: o)", wins=["glad(P)"], kb=kb)
    assert what_is_touched(another) == {"o_0", "o_1"}


def test_each_thing_is_followed_by_itself():
    food = ["at(f_0: f, r_1: r)", "at(f_1: f, r_0: r)", "edible(f_0: f)", "edible(f_1: f)"]
    wins = ["eaten(f_0: f)", "eaten(f_1: f)"]
    roles = roles_in(game(*MAP, *FREE, START, *food, wins=wins))
    assert roles["f_0"] == roles["f_1"] == {"f", "o"}


@pytest.mark.parametrize("order", [1, -1])
def test_another_constant_is_no_answer(order):
    """No rule puts anything into a bag, and that is not what is asked of the inventory."""
    texts = (*MAP, *FREE, START, "at(o_0: o, r_1: r)")
    asked = ["in(o_0: o, I)", "in(o_0: o, bag: I)"][::order]
    roles = roles_in(game(*texts, wins=asked))
    assert roles["o_0"] == {"o"}
    assert roles["bag"] == set()
    assert roles_in(game(*texts, wins=["in(o_0: o, bag: I)"]))["o_0"] == set()
