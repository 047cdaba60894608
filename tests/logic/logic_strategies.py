"""Hypothesis strategies for values of the logic, and a small logic for worlds made of them."""

from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st

import twbench
from twbench.logic import (
    Action,
    GameLogic,
    Placeholder,
    Predicate,
    Proposition,
    Rule,
    Signature,
    State,
    Type,
    TypeHierarchy,
    Variable,
)

fewer_examples = settings(max_examples=40)

PACKAGE = Path(twbench.__file__).parent
LOGIC_FILES = sorted((PACKAGE / "generator" / "data" / "logic").glob("*.twl"))
SHARED = Path(__file__).resolve().parents[2].parent / "shared"
STORED_GAMES = sorted((SHARED / "data" / "textworld").glob("*/*.json"))

# k and f are objects, m is both an object and a container.
SMALL = GameLogic.parse(
    """
    type t { predicates { at(t, r); near(t, t); } }
    type r { predicates { way(r, r); back(r, r') = way(r', r); } }
    type o : t { predicates { in(o, c); small(o); } }
    type c : t { predicates { open(c); } }
    type k : o { }
    type f : o { }
    type m : o, c { }
    """
)
CONCRETE = {"t": "tokcfm", "o": "okfm", "c": "cm", "r": "r"}
PARAMETERS = {"at": "tr", "near": "tt", "way": "rr", "in": "oc", "small": "o", "open": "c"}

words = st.from_regex(r"[A-Za-z_][A-Za-z0-9_]{0,5}", fullmatch=True)
paths = st.lists(words, min_size=1, max_size=3).map("/".join)
ids = st.from_regex(r"[a-z0-9_]{1,4}", fullmatch=True)
variables = st.builds(Variable, ids, st.none() | words)
placeholders = st.builds(
    Placeholder, st.builds(lambda w, n: w + "'" * n, words, st.integers(0, 3)), st.none() | words
)
signatures = st.builds(Signature, paths, st.lists(words, max_size=3))
propositions = st.builds(Proposition, paths, st.lists(variables, max_size=3))
predicates = st.builds(Predicate, paths, st.lists(placeholders, max_size=3))
templates = st.none() | st.just("do it")


def has_one_type_for_each_name(change: Action | Rule) -> bool:
    """Return whether the language can say it: a name has one type throughout an expression."""
    slots: dict[str, str] = {}
    for condition in change.preconditions + change.postconditions:
        given = condition.arguments if isinstance(change, Action) else condition.parameters
        if any(slots.setdefault(slot.name, slot.type) != slot.type for slot in given):
            return False
    return True


actions = st.builds(
    Action,
    paths,
    st.lists(propositions, min_size=1, max_size=4),
    st.lists(propositions, min_size=1, max_size=4),
    templates,
    st.none() | paths,
    templates,
).filter(has_one_type_for_each_name)
rules = st.builds(
    Rule,
    paths,
    st.lists(predicates, min_size=1, max_size=4),
    st.lists(predicates, min_size=1, max_size=4),
).filter(has_one_type_for_each_name)


@st.composite
def hierarchies(draw: st.DrawFn) -> TypeHierarchy:
    """Return a hierarchy without cycles, with several parents here and there."""
    hierarchy = TypeHierarchy()
    for index in range(draw(st.integers(1, 6))):
        known = [type_.name for type_ in hierarchy]
        parents = (
            st.lists(st.sampled_from(known), unique=True, max_size=3) if known else st.just([])
        )
        hierarchy.add(Type(f"t{index}", draw(parents)))
    return hierarchy


small_variables = st.builds(
    lambda kind, number: Variable(f"{kind}_{number}", kind),
    st.sampled_from("tokcfmr"),
    st.integers(0, 1),
)


@st.composite
def small_facts(draw: st.DrawFn) -> Proposition:
    """Return a fact that `SMALL` declares."""
    name = draw(st.sampled_from(sorted(PARAMETERS)))
    arguments = []
    for parameter in PARAMETERS[name]:
        kind = draw(st.sampled_from(CONCRETE[parameter]))
        arguments.append(Variable(f"{kind}_{draw(st.integers(0, 1))}", kind))
    return Proposition(name, arguments)


@st.composite
def small_predicates(draw: st.DrawFn) -> Predicate:
    """Return a pattern for facts that `SMALL` declares, with few different placeholders."""
    name = draw(st.sampled_from(sorted(PARAMETERS)))
    parameters = []
    for parameter in PARAMETERS[name]:
        kind = draw(st.sampled_from(CONCRETE[parameter]))
        parameters.append(Placeholder(kind + "'" * draw(st.integers(0, 1))))
    return Predicate(name, parameters)


small_states = st.builds(State, st.just(SMALL), st.lists(small_facts(), max_size=14))
small_rules = st.builds(
    Rule,
    st.just("rule"),
    st.lists(small_predicates(), min_size=1, max_size=3),
    st.lists(small_predicates(), min_size=1, max_size=2),
)
small_actions = st.builds(
    Action,
    st.just("action"),
    st.lists(small_facts(), max_size=3),
    st.lists(small_facts(), max_size=3),
)
