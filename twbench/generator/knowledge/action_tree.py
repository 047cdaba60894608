"""Dependency trees of actions: what has to be done before what (docs: ActionDependencyTree)."""

__all__ = ["ActionDependencyTree", "ActionDependencyTreeElement"]

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from twbench.generator.data import KnowledgeBase
from twbench.generator.knowledge.dependency_tree import DependencyTree, DependencyTreeElement
from twbench.logic import Action, Proposition


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

    def __str__(self) -> str:
        return f"{self.action.name}({', '.join(map(str, self.action.variables))})"

    def __lt__(self, other: DependencyTreeElement) -> bool:
        """Return whether the other action, if it is another one, removes a fact this one needs."""
        if other.value == self.action:
            return False
        return not set(other.value.removed).isdisjoint(self.action.preconditions)


class ActionDependencyTree(DependencyTree):
    """A dependency tree of actions; push the last action first.

    ``kb`` knows which actions undo which; the default one if None.
    """

    def __init__(
        self,
        element_type: type[DependencyTreeElement] = ActionDependencyTreeElement,
        trees: Sequence[DependencyTree | Action] = (),
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
        """Yield the actions in an order that can be done: each leaf before what depends on it.

        No action needs what one before it has ended. Among leaves, one that no other has to precede
        is taken first. If no such order is found, the leaves come as they are.
        """
        yield from _Orders(self).first()


class _Orders:
    """A search, depth first, for an order in which the actions of a tree can be done."""

    MOST = 2_000
    """Actions that are tried: a hundred times the longest quests, a fraction of a second."""

    def __init__(self, tree: ActionDependencyTree):
        self._tree = tree
        self._tried: set[tuple[tuple[tuple[Action, int], ...], frozenset[Proposition]]] = set()
        self._left = self.MOST

    def first(self) -> list[Action]:
        """Return the first order found."""
        order: list[Action] = []
        if not self._complete(self._tree.copy(), frozenset(), order):
            order = _leaves_first(self._tree.copy())
        return order

    def _complete(
        self, tree: ActionDependencyTree, ended: frozenset[Proposition], order: list[Action]
    ) -> bool:
        """Add what is in the tree to ``order``; return whether it could be done.

        ``ended`` are the facts that do not hold any more. What else is needed may have held from
        the beginning.
        """
        if tree.empty:
            return True
        for action in _choices(tree):
            if self._left == 0:
                return False
            if not ended.isdisjoint(action.preconditions):
                continue
            now_ended = (ended | frozenset(action.removed)).difference(action.added)
            rest = tree.copy()
            rest._remove_leaves(action)
            key = (tuple((node.element.value, len(node.children)) for node in rest), now_ended)
            if key in self._tried:
                continue
            self._tried.add(key)
            self._left -= 1
            order.append(action)
            if self._complete(rest, now_ended, order):
                return True
            order.pop()
        return False


def _leaves_first(tree: ActionDependencyTree) -> list[Action]:
    order: list[Action] = []
    while not tree.empty:
        order.append(_choices(tree)[0])
        tree._remove_leaves(order[-1])
    return order


def _choices(tree: ActionDependencyTree) -> list[Action]:
    """Return the actions of the leaves, that which is best done next first."""
    leaves = tree.leaves_elements
    first = next(_unpreceded(leaves), leaves[0])
    return list(dict.fromkeys([first.value, *(leaf.value for leaf in leaves)]))


def _unpreceded(leaves: Sequence[Any]) -> Iterator[Any]:
    for leaf in leaves:
        if not any(other < leaf for other in leaves):
            yield leaf
