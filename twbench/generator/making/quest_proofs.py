"""Proofs that chains have no shortcut, as a search for quests asks for them: one after the other.

Chains with the same actions in another order begin in the same state, so a proof for one of them is
one for all. And if the last actions of a chain have a shortcut, so has every chain that ends with
them. So once a chain is refused, shorter and shorter ends of it are tried too, with the plans that
are known already.
"""

__all__ = ["PROOF_NODES", "QuestProofs", "branch_quests", "proves_length"]

from collections.abc import Callable, Sequence

from twbench.bounded_cache import BoundedCache
from twbench.generator.chains.chain import ChainNode, branch_ends
from twbench.generator.chains.chain_levels import Situation
from twbench.generator.data import KnowledgeBase
from twbench.generator.knowledge.event import Event
from twbench.generator.knowledge.quest import Quest
from twbench.generator.planning.shortcuts import Shortcuts
from twbench.generator.planning.solver import has_shortcut, takes
from twbench.logic import State

PROOF_NODES = 20_000
"""How many states a proof may look at; quests that take more are not made."""
_PROOF_PERIOD = 3  # a proof for each action would cost more than it saves
_FIRST_PROOF = 6  # what is shorter and without a detour hardly ever has a shortcut
_MOST_PROOFS = 4096
"""A search looks at some thousands of chains; an answer is kept with the facts it is about."""


def proves_length(
    state: State,
    kb: KnowledgeBase,
    nodes: Sequence[ChainNode],
    shortcuts: Shortcuts | None = None,
) -> bool:
    """Return whether no shorter sequence of commands than a chain completes its quests.

    What ``shortcuts`` remember of chains before is tried first. That is not proven if it takes more
    than `PROOF_NODES` states.
    """
    return takes(len(nodes), state, kb, branch_quests(nodes), PROOF_NODES, shortcuts)


def branch_quests(nodes: Sequence[ChainNode], commands: Sequence[str] = ()) -> list[Quest]:
    """Return a quest for the end of each branch, with as many of the ``commands`` as of actions."""
    actions = [node.action for node in nodes]
    return [Quest([Event(actions[:end], commands=commands[:end])]) for end in branch_ends(nodes)]


class QuestProofs:
    """What a search for quests of some ``length`` has found out about its chains.

    It is ``backward`` if chains grow from their ends; only then does a proof for a part of a chain
    help. ``note`` is called for each proof. ``longest`` is the length of the longest chain that
    passed.
    """

    def __init__(self, kb: KnowledgeBase, length: int, backward: bool, note: Callable[[], None]):
        self.longest = 0
        self.note = note
        self._kb = kb
        self._length = length
        self._backward = backward
        self._shortcuts = Shortcuts()
        self._known: BoundedCache[Situation, bool] = BoundedCache(_MOST_PROOFS)

    def are_due(self, length: int) -> bool:
        """Return whether chains of a length are to be proven."""
        if not self._backward or length == self._length:
            return self._backward
        return length >= _FIRST_PROOF and length % _PROOF_PERIOD == 0

    def hold(self, situation: Situation, state: State, nodes: Sequence[ChainNode]) -> bool:
        """Return whether the search may go on with a chain.

        If it is due, it has to be proven that the chain has no shortcut.
        """
        if self.are_due(len(nodes)):
            known = self._known.get(situation)
            if known is None:
                self.note()
                known = proves_length(state, self._kb, nodes, self._shortcuts)
                self._known.keep(situation, known)
            if not known:
                return False
        self.longest = max(self.longest, len(nodes))
        return True

    def have_failed(self, situation: Situation) -> bool:
        """Return whether there was no proof for a chain from the same state, with the same quests.

        They need not go the same way: most often they walk around a block on the one side or on
        the other.
        """
        return self._known.get(situation) is False

    def are_in_vain(self, state: State, nodes: Sequence[ChainNode]) -> bool:
        """Return whether a chain is known to have a shortcut, and so all that grows from it."""
        return has_shortcut(len(nodes), state, branch_quests(nodes), self._shortcuts)
