"""Trees of values that depend on one another (seeds: textworld.generator.dependency_tree)."""

__all__ = ["DependencyTree", "DependencyTreeElement"]

from collections.abc import Iterator, Sequence
from typing import Any, Self


class DependencyTreeElement:
    """A value of a dependency tree; subclasses define what depends on what, and an order."""

    def __init__(self, value: Any):
        self.value = value

    def depends_on(self, other: "DependencyTreeElement") -> bool:
        """Return whether this element depends on the other."""
        raise NotImplementedError

    def is_distinct_from(self, others: Sequence["DependencyTreeElement"]) -> bool:
        """Return whether this element brings anything that ``others`` do not."""
        raise NotImplementedError

    def __lt__(self, other: "DependencyTreeElement") -> bool:
        """Return whether this element comes before the other."""
        raise NotImplementedError

    def __str__(self) -> str:
        return str(self.value)


class _Node:
    """An element with the nodes it depends on below it."""

    __slots__ = ("children", "element")

    def __init__(self, element: DependencyTreeElement):
        self.element = element
        self.children: list[_Node] = []

    def walk(self) -> Iterator["_Node"]:
        yield self
        for child in self.children:
            yield from child.walk()

    def copy(self) -> "_Node":
        node = _Node(self.element)
        node.children = [child.copy() for child in self.children]
        return node


class DependencyTree:
    """Trees with what is done last at the roots and what can be done now at the leaves.

    ``trees`` are values to push, in order, each of which may start a tree of its own.
    """

    def __init__(
        self,
        element_type: type[DependencyTreeElement] = DependencyTreeElement,
        trees: Sequence[Any] = (),
    ):
        self.element_type = element_type
        self._roots: list[_Node] = []
        for value in trees:
            self.push(value, allow_multi_root=True)

    def _nodes(self) -> Iterator[_Node]:
        for root in self._roots:
            yield from root.walk()

    @property
    def empty(self) -> bool:
        """Whether there is nothing in the tree."""
        return not self._roots

    @property
    def values(self) -> list[Any]:
        """All values, from the roots to the leaves, each once."""
        return _distinct([node.element.value for node in self._nodes()])

    @property
    def leaves_elements(self) -> list[DependencyTreeElement]:
        """The elements of the leaves."""
        return [node.element for node in self._nodes() if not node.children]

    @property
    def leaves_values(self) -> list[Any]:
        """The values of the leaves, each once."""
        return _distinct([element.value for element in self.leaves_elements])

    def push(self, value: Any, allow_multi_root: bool = False) -> bool:
        """Add a value below all values that depend on it; return whether the tree has changed.

        A value that nothing depends on becomes the first root, or a further one if
        ``allow_multi_root``. A value already present changes nothing.
        """
        element = self.element_type(value)
        if value in self.values:
            return False
        # Listed before any of them changes: nodes are walked lazily, and would meet the new ones.
        parents = [
            node
            for node in self._nodes()
            if node.element.depends_on(element)
            and element.is_distinct_from([child.element for child in node.children])
        ]
        for parent in parents:
            parent.children.append(_Node(element))
        if parents:
            return True
        if self.empty or allow_multi_root:
            self._roots.append(_Node(element))
            return True
        return False

    def remove(self, value: Any) -> Any:
        """Remove all leaves that have this value; return whether there were any."""
        return self._remove_leaves(value)

    def _remove_leaves(self, value: Any) -> bool:
        def keep(node: _Node) -> bool:
            return bool(node.children) or node.element.value != value

        if value not in self.leaves_values:
            return False
        for node in list(self._nodes()):
            node.children = [child for child in node.children if keep(child)]
        self._roots = [root for root in self._roots if keep(root)]
        return True

    def copy(self) -> Self:
        """Return a tree that can be changed without changing this one."""
        tree = type(self)(self.element_type)
        tree._roots = [root.copy() for root in self._roots]
        return tree


def _distinct(values: Sequence[Any]) -> list[Any]:
    found: list[Any] = []
    for value in values:
        if value not in found:
            found.append(value)
    return found
