"""Dependency trees of actions: what has to be done before what (seeds: ActionDependencyTree)."""

__all__ = ["ActionDependencyTree", "ActionDependencyTreeElement"]

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from twbench.generator.data import KnowledgeBase
from twbench.generator.knowledge.dependency_tree import DependencyTree, DependencyTreeElement
from twbench.logic import Action


class ActionDependencyTreeElement(DependencyTreeElement):
    """An action in a dependency tree."""

    @property
    def action(self) -> Action:
        """The action."""
        action: Action = self.value
        return action

    def depends_on(self, other: DependencyTreeElement) -> bool:
        """Return whether this action needs a fact that the other one adds."""
        return not set(other.value.added).isdisjoint(self.action.preconditions)

    def is_distinct_from(self, others: Sequence[DependencyTreeElement]) -> bool:
        """Return whether this action adds a fact that none of the others adds."""
        known = {fact for other in others for fact in other.value.added}
        return not set(self.action.added) <= known

    def __lt__(self, other: DependencyTreeElement) -> bool:
        """Return whether the other action removes a fact that this one needs."""
        return not set(other.value.removed).isdisjoint(self.action.preconditions)


class ActionDependencyTree(DependencyTree):
    """A dependency tree of actions; push the last action first.

    ``kb`` knows which actions undo which; the default one if None.
    """

    def __init__(
        self,
        element_type: type[DependencyTreeElement] = ActionDependencyTreeElement,
        trees: Sequence[Action] = (),
        kb: KnowledgeBase | None = None,
    ):
        self._kb = kb
        super().__init__(element_type, trees)

    def copy(self) -> "ActionDependencyTree":
        """Return a tree that can be changed without changing this one."""
        tree = super().copy()
        tree._kb = self._kb
        return tree

    def remove(self, action: Action) -> tuple[bool, Action | None]:
        """Remove all leaves that have this action.

        Returns whether there were any, and, if so, the action that undoes it, if there is one.
        """
        if not self._remove_leaves(action):
            return False, None
        return True, (self._kb or KnowledgeBase.default()).get_reverse_action(action)

    def flatten(self) -> Iterable[Action]:
        """Yield the actions in an order in which each leaf comes before what depends on it.

        Among leaves, one that no other has to precede is taken first.
        """
        tree = self.copy()
        while not tree.empty:
            leaves = tree.leaves_elements
            chosen = next(_unpreceded(leaves), leaves[0])
            yield chosen.value
            tree._remove_leaves(chosen.value)


def _unpreceded(leaves: Sequence[Any]) -> Iterator[Any]:
    for leaf in leaves:
        if not any(other < leaf for other in leaves if other.value != leaf.value):
            yield leaf
