"""Trees of values, and of actions, that depend on one another."""

from twbench.generator import GameOptions, KnowledgeBase, make_game
from twbench.generator.games.game import ActionDependencyTree, ActionDependencyTreeElement
from twbench.generator.knowledge.dependency_tree import DependencyTree, DependencyTreeElement
from twbench.logic import Action

TAKE = Action.parse("take :: $at(P, r_0: r) & at(k_0: k, r_0: r) -> in(k_0: k, I)")
UNLOCK = Action.parse(
    "unlock/c :: $at(P, r_0: r) & $at(c_0: c, r_0: r) & $in(k_0: k, I) & $match(k_0: k, c_0: c)"
    " & locked(c_0: c) -> closed(c_0: c)"
)
OPEN = Action.parse(
    "open/c :: $at(P, r_0: r) & $at(c_0: c, r_0: r) & closed(c_0: c) -> open(c_0: c)"
)

EXAMINE = Action.parse("examine/t :: $at(P, r_0: r) & $at(k_0: k, r_0: r) -> at(P, r_0: r)")


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


def test_elements_of_actions():
    take, unlock, open_ = map(ActionDependencyTreeElement, (TAKE, UNLOCK, OPEN))
    assert unlock.action == UNLOCK
    assert unlock.depends_on(take)
    assert open_.depends_on(unlock)
    assert not open_.depends_on(take)
    assert open_.is_distinct_from([unlock])
    assert not open_.is_distinct_from([take, open_])
    examine = ActionDependencyTreeElement(EXAMINE)
    assert examine < take  # which takes away what examining needs
    assert not take < examine


def test_actions_are_flattened_in_their_order():
    tree = ActionDependencyTree(element_type=ActionDependencyTreeElement)
    assert [tree.push(action) for action in (OPEN, UNLOCK, TAKE)] == [True, True, True]
    assert list(tree.flatten()) == [TAKE, UNLOCK, OPEN]
    assert tree.leaves_values == [TAKE]
    copy = tree.copy()
    changed, reverse = tree.remove(TAKE)
    assert changed
    assert reverse.name == "drop"
    assert tree.remove(OPEN) == (False, None)
    assert list(tree.flatten()) == [UNLOCK, OPEN]
    assert list(copy.flatten()) == [TAKE, UNLOCK, OPEN]


def test_the_actions_of_a_generated_quest_come_out_in_an_order_that_works():
    options = GameOptions()
    options.seeds, options.nb_rooms, options.nb_objects, options.quest_length = 7, 5, 10, 5
    game = make_game(options)
    (event,) = game.quests[0].win_events
    tree = ActionDependencyTree(
        kb=KnowledgeBase.default(), element_type=ActionDependencyTreeElement
    )
    for action in reversed(event.actions):
        tree.push(action)
    assert game.world.state.is_sequence_applicable(list(tree.flatten()))
    assert sorted(map(str, tree.values)) == sorted(map(str, event.actions))
