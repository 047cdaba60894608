"""Trees of values that depend on one another (docs: textworld.generator.dependency_tree)."""

__all__ = ["DependencyTree", "DependencyTreeElement", "DependencyTreeNode"]

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
        """Return whether this element brings what ``others`` do not: by default, its value."""
        return all(self.value != other.value for other in others)

    def __lt__(self, other: "DependencyTreeElement") -> bool:
        """Return whether this element comes before the other."""
        raise NotImplementedError

    def __str__(self) -> str:
        return str(self.value)


class DependencyTreeNode:
    """An element, and the nodes it depends on: its ``children``."""

    __slots__ = ("children", "element")

    def __init__(self, element: DependencyTreeElement):
        self.element = element
        self.children: list[DependencyTreeNode] = []

    def walk(self) -> Iterator["DependencyTreeNode"]:
        """Yield this node and all below it, each before its children."""
        yield self
        for child in self.children:
            yield from child.walk()

    def copy(self) -> "DependencyTreeNode":
        """Return a node of the same element with copies of the children."""
        node = DependencyTreeNode(self.element)
        node.children = [child.copy() for child in self.children]
        return node


class DependencyTree:
    """Trees with what is done last at the ``roots`` and what can be done now at the leaves.

    Iterating gives the nodes, each before those below it. Printed, each has a line, indented by how
    far down it is. ``trees`` are trees, which are copied, or values to push, in order, each of
    which may start a tree of its own.
    """

    def __init__(
        self,
        element_type: type[DependencyTreeElement] = DependencyTreeElement,
        trees: Sequence[Any] = (),
    ):
        self.element_type = element_type
        self.roots: list[DependencyTreeNode] = []
        for given in trees:
            if isinstance(given, DependencyTree):
                self.roots += given.copy().roots
            else:
                self.push(given, allow_multi_root=True)

    def __iter__(self) -> Iterator[DependencyTreeNode]:
        for root in self.roots:
            yield from root.walk()

    def __str__(self) -> str:
        return "\n".join(line for root in self.roots for line in _lines(root, ""))

    @property
    def empty(self) -> bool:
        """Whether there is nothing in the tree."""
        return not self.roots

    @property
    def values(self) -> list[Any]:
        """All values, from the roots to the leaves, each once."""
        return _distinct([node.element.value for node in self])

    @property
    def leaves_elements(self) -> list[DependencyTreeElement]:
        """The elements of the leaves."""
        return [node.element for node in self if not node.children]

    @property
    def leaves_values(self) -> list[Any]:
        """The values of the leaves, each once."""
        return _distinct([element.value for element in self.leaves_elements])

    def push(self, value: Any, allow_multi_root: bool = False) -> bool:
        """Add a value below all values that depend on it; return whether the tree has changed.

        A value that nothing depends on becomes the first root, or a further one if
        ``allow_multi_root``. A value already present changes nothing, unless it is needed once
        more: who goes to the kitchen twice has gone there before each of two actions.
        """
        element = self.element_type(value)
        # Listed before any of them changes: nodes are walked lazily, and would meet the new ones.
        parents = [
            node
            for node in self
            if node.element.value != value
            and node.element.depends_on(element)
            and element.is_distinct_from([child.element for child in node.children])
        ]
        for parent in parents:
            parent.children.append(DependencyTreeNode(element))
        if parents:
            return True
        if self.empty or (allow_multi_root and value not in self.values):
            self.roots.append(DependencyTreeNode(element))
            return True
        return False

    def remove(self, value: Any) -> Any:
        """Remove all leaves that have this value; return whether there were any."""
        return self._remove_leaves(value)

    def _remove_leaves(self, value: Any) -> bool:
        def keep(node: DependencyTreeNode) -> bool:
            return bool(node.children) or node.element.value != value

        if value not in self.leaves_values:
            return False
        for node in list(self):
            node.children = [child for child in node.children if keep(child)]
        self.roots = [root for root in self.roots if keep(root)]
        return True

    def copy(self) -> Self:
        """Return a tree that can be changed without changing this one."""
        tree = type(self)(self.element_type)
        tree.roots = [root.copy() for root in self.roots]
        return tree


def _lines(node: DependencyTreeNode, indent: str) -> Iterator[str]:
    yield f"{indent}{node.element}"
    for child in node.children:
        yield from _lines(child, indent + "  ")


def _distinct(values: Sequence[Any]) -> list[Any]:
    found: list[Any] = []
    for value in values:
        if value not in found:
            found.append(value)
    return found
