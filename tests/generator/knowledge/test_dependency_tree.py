"""Trees of values that depend on one another."""

from twbench.generator.knowledge.dependency_tree import DependencyTree, DependencyTreeElement


class Number(DependencyTreeElement):
    """Depends on all smaller numbers."""

    def depends_on(self, other):
        return self.value > other.value

    def is_distinct_from(self, others):
        return self.value not in [other.value for other in others]


def test_values_are_pushed_below_what_depends_on_them():
    tree = DependencyTree(element_type=Number)
    assert tree.empty
    assert [tree.push(value) for value in (5, 3, 9, 3, 1)] == [True, True, False, False, True]
    assert tree.values == [5, 3, 1]
    assert tree.leaves_values == [1]
    assert {str(element) for element in tree.leaves_elements} == {"1"}
    assert not tree.push(20)
    assert tree.push(20, allow_multi_root=True)
    assert tree.leaves_values == [1, 20]


def test_leaves_are_removed():
    tree = DependencyTree(element_type=Number, trees=[5, 3])
    copy = tree.copy()
    assert not tree.remove(5)
    assert not tree.remove(7)
    assert tree.remove(3)
    assert tree.remove(5)
    assert tree.empty
    assert copy.values == [5, 3]


def test_a_tree_is_made_of_trees():
    first, second = DependencyTree(Number, trees=[5, 3]), DependencyTree(Number, trees=[9])
    both = DependencyTree(Number, trees=[first, second])
    first.remove(3)
    assert str(both) == "5\n  3\n9"


class Errand(DependencyTreeElement):
    """Depends on the errands that its letters name."""

    def depends_on(self, other):
        return other.value in self.value.lower()


def test_elements_are_told_apart_by_their_values_unless_a_subclass_knows_better():
    tree = DependencyTree(Errand)
    assert [tree.push(errand) for errand in ("AB", "a", "b", "a")] == [True, True, True, False]
    assert tree.leaves_values == ["a", "b"]


NEEDED = {"eat": ("cook", "wash up"), "cook": ("go south",), "wash up": ("go south",)}


class Step(DependencyTreeElement):
    """Depends on the steps that are listed for it."""

    def depends_on(self, other):
        return other.value in NEEDED.get(self.value, ())


def test_a_value_that_is_needed_once_more_is_in_the_tree_twice():
    tree = DependencyTree(Step, trees=["eat", "cook", "go south", "wash up"])
    assert not tree.push("cook")
    assert tree.push("go south")
    assert str(tree) == "eat\n  cook\n    go south\n  wash up\n    go south"
    assert not tree.push("go south", allow_multi_root=True)


def test_a_tree_has_roots_and_its_nodes_have_children():
    tree = DependencyTree(Number, trees=[5, 3, 9])
    assert [root.element.value for root in tree.roots] == [5, 9]
    (below,) = tree.roots[0].children
    assert (below.element.value, below.children) == (3, [])
    assert [node.element.value for node in tree] == [5, 3, 9]
    assert str(tree) == "5\n  3\n9"
    assert (list(DependencyTree(Number)), str(DependencyTree(Number))) == ([], "")


class Divided(DependencyTreeElement):
    """A number depends on its divisors."""

    def depends_on(self, other):
        return self.value % other.value == 0

    def is_distinct_from(self, others):
        return self.value not in [other.value for other in others]

    def __lt__(self, other):
        return self.value < other.value


def test_values_have_several_roots_and_leaves():
    tree = DependencyTree(Divided)
    assert tree.empty
    assert [tree.push(value) for value in (12, 6, 4, 2, 12, 5)] == [
        *(True, True, True, True, False, False)
    ]
    assert tree.push(5, allow_multi_root=True)
    assert sorted(tree.values) == [2, 4, 5, 6, 12]
    assert sorted(tree.leaves_values) == [2, 5]
    copy = tree.copy()
    assert not tree.remove(6)
    assert tree.remove(2)
    assert tree.remove(6)
    assert tree.remove(4)
    assert sorted(tree.leaves_values) == [5, 12]
    assert sorted(copy.leaves_values) == [2, 5]
