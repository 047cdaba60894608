"""Chains of actions that can be done one after the other."""

from textworld.generator import ChainingOptions
from textworld.generator.chaining import get_chains
from textworld.generator.data import KnowledgeBase
from textworld.logic import Proposition, State, Variable

kb = KnowledgeBase.default()
P, room, box, apple = (
    Variable("P"),
    Variable("room", "r"),
    Variable("box", "c"),
    Variable("apple", "f"),
)
coat, I = Variable("coat", "o"), Variable("I")
state = State(kb.logic, [
    Proposition("at", [P, room]),
    Proposition("at", [box, room]),
    Proposition("closed", [box]),
    Proposition("in", [apple, box]),
    Proposition("in", [coat, I]),
])  # fmt: skip

options = ChainingOptions()
options.kb = kb
options.max_depth = options.max_length = 3
options.rules_per_depth = [
    kb.rules.get_matching("open.*"),
    kb.rules.get_matching("take.*"),
    kb.rules.get_matching("eat.*"),
]
chains = list(get_chains(state, options))
longest = [chain for chain in chains if len(chain.actions) == 3]
assert [[action.name for action in chain.actions] for chain in longest] == [
    ["open/c", "take/c", "eat"]
]
(chain,) = longest
assert set(chain.initial_state.facts) == set(state.facts)
now = state.copy()
for action in chain.actions:
    assert now.is_applicable(action)
    now.apply(action)
assert now.is_fact(Proposition("eaten", [apple]))

options.backward = False
options.max_depth = 1
options.rules_per_depth = []
names = {chain.actions[0].name for chain in get_chains(state, options)}
assert "open/c" in names
assert "take/c" not in names
