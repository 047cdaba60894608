"""Trees of values that depend on one another (docs: textworld.generator.dependency_tree)."""

__all__ = ["DependencyTree", "DependencyTreeElement"]

from twbench.generator.knowledge.dependency_tree import DependencyTree, DependencyTreeElement
