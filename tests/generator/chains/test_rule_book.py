"""What chaining knows of rules beforehand: their variants, achievers and candidates."""

import pytest

from twbench.generator import KnowledgeBase, World, make_map
from twbench.generator.chains.rule_book import CandidateFinder, RuleBook
from twbench.generator.knowledge.moves import Moves
from twbench.logic import GameLogic, Proposition, State
from twbench.seeding import Rng

KB = KnowledgeBase(
    GameLogic.parse(
        """
        type r {
            predicates { next(r, r'); }
        }
        type P {
            predicates { at(P, r); }
            rules { walk :: at(P, r) & $next(r, r') -> at(P, r'); }
        }
        type key {
            predicates { have(key); }
        }
        type chest {
            predicates { stands(chest, r); fits(key, chest); locked(chest); open(chest); }
            rules {
                open :: $at(P, r) & $stands(chest, r) & $have(key) & $fits(key, chest)
                        & locked(chest) -> open(chest);
            }
        }
        """
    )
)
HERE, THERE = map(Proposition.parse, ["at(P, r_0: r)", "at(P, r_1: r)"])
STANDS = Proposition.parse("stands(chest_0: chest, r_0: r)")
FITS = Proposition.parse("fits(key_0: key, chest_0: chest)")
IS_OPEN = Proposition.parse("open(chest_0: chest)")
HAVE = Proposition.parse("have(key_0: key)")


def book_of(*names: str, backward: bool, creatable: str = "", loose: bool = False) -> RuleBook:
    rules = [KB.rules[name] for name in names]
    types = frozenset(creatable.split())
    return RuleBook.of(KB.logic, rules, backward, types, loose, {}, Moves.of(KB))


def created(book: RuleBook) -> list[str]:
    """Return the new facts of each variant."""
    found = []
    for variant in book.variants:
        rule = variant.rule
        conditions = rule.postconditions if variant.backward else rule.preconditions
        found.append(" & ".join(conditions[number].name for number in variant.created))
    return found


def achieving(book: RuleBook, fact: Proposition) -> list[str]:
    return [achiever.variant.rule.name for achiever in book.achievers(fact.signature).all]


def test_a_variant_for_each_choice_of_new_variables() -> None:
    assert created(book_of("open", backward=False)) == [""]
    assert created(book_of("open", backward=False, creatable="key")) == ["", "have & fits"]
    # Without a new key or chest no fact is new, so the loose variants may make up any of all five.
    assert len(created(book_of("open", backward=False, loose=True))) == 2**5


def test_backwards_a_fact_is_achieved_by_what_adds_it() -> None:
    book = book_of("open", backward=True)
    assert achieving(book, IS_OPEN) == ["open"]
    assert achieving(book, HAVE) == []


def test_forwards_a_fact_was_achieved_for_what_needs_it() -> None:
    book = book_of("open", backward=False)
    assert achieving(book, HAVE) == ["open"]
    assert achieving(book, IS_OPEN) == []


def test_moves_are_left_to_the_graph_of_the_map() -> None:
    book = book_of("walk", "open", backward=True)
    assert [variant.rule.name for variant in book.variants] == ["walk", "open"]
    assert achieving(book, THERE) == []


def test_candidates_are_what_unchanging_facts_do_not_rule_out() -> None:
    book = book_of("walk", "open", backward=True)
    state = State(KB.logic, [HERE, HAVE, IS_OPEN, STANDS, FITS])
    ((achiever, fact, where),) = CandidateFinder().of(book, [HAVE, IS_OPEN], state)
    assert (achiever.variant.rule.name, fact, where) == ("open", IS_OPEN, {HERE})
    # Nothing moves a chest, or makes another key fit.
    without = [fact for fact in state.facts if fact != FITS]
    assert CandidateFinder().of(book, [IS_OPEN], State(KB.logic, without)) == []


def test_a_candidate_remains_one_wherever_the_player_is() -> None:
    book, candidates = book_of("walk", "open", backward=True), CandidateFinder()
    facts = [HAVE, IS_OPEN, STANDS, FITS]
    here = candidates.of(book, [IS_OPEN], State(KB.logic, [HERE, *facts]))
    there = candidates.of(book, [IS_OPEN], State(KB.logic, [THERE, *facts]))
    assert [(fact, where) for _, fact, where in here] == [(IS_OPEN, {HERE})]
    assert there == here


@pytest.mark.parametrize("creatable", [(), ("k",)])
def test_where_all_facts_are_achieved_is_where_each_of_them_is(creatable: tuple[str, ...]) -> None:
    kb = KnowledgeBase.default()
    rules = list(kb.rules.values())
    types = frozenset(creatable)
    book = RuleBook.of(kb.logic, rules, True, types, False, {}, Moves.of(kb))
    asked = 0
    for seed in range(6):
        rng = Rng(seed)
        world = World.from_map(make_map(8, rng=rng, possible_door_states=["open", "locked"]), kb)
        world.set_player_room(rng.choice(world.room_variables))
        world.populate(12, rng)
        state = world.state
        for kind in state.signatures:
            for achiever in book.achievers(kind).all:
                facts = state.facts_with_signature(kind)
                each = [where for fact in facts if (where := achiever.locations(fact, state))]
                anywhere = frozenset() in [achiever.locations(fact, state) for fact in facts]
                expected = frozenset() if anywhere else frozenset().union(*each) or None
                assert achiever.all_locations([kind], state) == expected
                asked += bool(expected)
    assert asked > 50


def test_facts_of_other_kinds_are_not_asked_about() -> None:
    book = book_of("open", backward=True)
    (achiever,) = book.achievers(IS_OPEN.signature).all
    state = State(KB.logic, [HERE, HAVE, IS_OPEN, STANDS, FITS])
    assert achiever.all_locations([IS_OPEN.signature], state) == {HERE}
    assert achiever.all_locations([HAVE.signature], state) is None


def test_a_book_is_shared() -> None:
    assert book_of("open", backward=True) is book_of("open", backward=True)
    assert book_of("open", backward=True) is not book_of("open", backward=False)
