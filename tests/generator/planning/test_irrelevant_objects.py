"""What a search for shortest solutions may leave out of a world."""

from twbench.generator import KnowledgeBase
from twbench.generator.games.game import Event, Quest
from twbench.generator.planning.irrelevant_objects import without_irrelevant_objects
from twbench.logic import Proposition, State

ROOM = ("at(P, r_0: r)", "at(s_0: s, r_0: r)", "at(c_0: c, r_0: r)", "closed(c_0: c)")
APPLE = ("on(f_0: f, s_0: s)", "edible(f_0: f)")
KEY = ("on(k_0: k, s_0: s)", "match(k_0: k, c_0: c)")


def quest(goal: str, failure: str = "") -> Quest:
    events = [
        [Event(conditions=[Proposition.parse(fact)])] if fact else [] for fact in (goal, failure)
    ]
    return Quest(*events)


def kept(facts: tuple[str, ...], quest: Quest) -> set[str]:
    """Return which of ``facts`` remain."""
    logic = KnowledgeBase.default().logic
    parsed = {Proposition.parse(fact): fact for fact in facts}
    return {parsed[fact] for fact in without_irrelevant_objects(State(logic, parsed), [quest])}


def test_what_no_quest_asks_for_is_left_out_with_all_facts_about_it() -> None:
    assert kept((*ROOM, *APPLE), quest("open(c_0: c)")) == set(ROOM)


def test_what_wins_or_loses_is_relevant() -> None:
    assert kept((*ROOM, *APPLE), quest("in(f_0: f, I)")) == {*ROOM, *APPLE}
    assert kept((*ROOM, *APPLE), quest("open(c_0: c)", "eaten(f_0: f)")) == {*ROOM, *APPLE}


def test_what_changes_other_things_is_relevant() -> None:
    """A key unlocks; a chest and a table hold something else."""
    assert kept((*ROOM, *KEY), quest("at(P, r_0: r)")) == {*ROOM, *KEY}
