"""Dependency trees of actions: what has to be done before what."""

from itertools import permutations

import pytest
from hand_made_games import WAY_TO_APPLE, actions, pantry

from twbench.generator import GameOptions, KnowledgeBase, make_game
from twbench.generator.knowledge.action_tree import (
    ActionDependencyTree,
    ActionDependencyTreeElement,
)
from twbench.logic import Action, GameLogic

TAKE = Action.parse("take :: $at(P, r_0: r) & at(k_0: k, r_0: r) -> in(k_0: k, I)")
UNLOCK = Action.parse(
    "unlock/c :: $at(P, r_0: r) & $at(c_0: c, r_0: r) & $in(k_0: k, I) & $match(k_0: k, c_0: c)"
    " & locked(c_0: c) -> closed(c_0: c)"
)
OPEN = Action.parse(
    "open/c :: $at(P, r_0: r) & $at(c_0: c, r_0: r) & closed(c_0: c) -> open(c_0: c)"
)
EXAMINE = Action.parse("examine/t :: $at(P, r_0: r) & $at(k_0: k, r_0: r) -> at(P, r_0: r)")
EAT = Action.parse("eat :: in(k_0: k, I) -> eaten(k_0: k)")


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
    assert not take < ActionDependencyTreeElement(TAKE)  # it takes away what itself needs


def test_actions_are_flattened_in_their_order():
    tree = ActionDependencyTree(element_type=ActionDependencyTreeElement)
    assert [tree.push(action) for action in (OPEN, UNLOCK, TAKE)] == [True, True, True]
    assert list(tree.flatten()) == [TAKE, UNLOCK, OPEN]
    assert tree.leaves_values == [TAKE]
    assert list(tree.flatten()) == [TAKE, UNLOCK, OPEN]  # the tree is as it was


def test_what_undoes_an_action_is_told_when_its_leaf_is_removed():
    tree = ActionDependencyTree(trees=[OPEN, UNLOCK, TAKE])
    changed, reverse = tree.remove(TAKE)
    assert changed
    assert reverse == KnowledgeBase.default().get_reverse_action(TAKE)
    assert (reverse.name, reverse.added) == ("drop", TAKE.removed)
    assert tree.remove(OPEN) == (False, None)  # it is no leaf
    assert list(tree.flatten()) == [UNLOCK, OPEN]


def test_some_actions_are_removed_and_nothing_undoes_them():
    assert ActionDependencyTree(trees=[EAT]).remove(EAT) == (True, None)


@pytest.mark.parametrize("is_copied", [False, True])
def test_which_actions_undo_which_is_for_the_knowledge_base_to_say(is_copied):
    silent = KnowledgeBase(GameLogic.parse("type P {}"))
    tree = ActionDependencyTree(trees=[TAKE], kb=silent)
    if is_copied:
        tree = tree.copy()
    assert tree.remove(TAKE) == (True, None)


def test_copies_are_changed_on_their_own():
    tree = ActionDependencyTree(trees=[OPEN, UNLOCK, TAKE])
    copy = tree.copy()
    tree.remove(TAKE)
    assert list(copy.flatten()) == [TAKE, UNLOCK, OPEN]


@pytest.mark.parametrize("order", [(EXAMINE, TAKE), (TAKE, EXAMINE)])
def test_a_leaf_that_spoils_another_one_is_taken_later(order):
    """Neither depends on the other, but a key that was taken is not there to be examined."""
    tree = ActionDependencyTree()
    for action in order:
        assert tree.push(action, allow_multi_root=True)
    assert sorted(tree.leaves_values, key=str) == sorted(order, key=str)
    assert list(tree.flatten()) == [EXAMINE, TAKE]


def test_a_walkthrough_comes_out_in_an_order_that_works():
    world = pantry()
    walkthrough = actions(world, WAY_TO_APPLE)
    tree = ActionDependencyTree(trees=walkthrough[::-1])
    assert world.state.is_sequence_applicable(list(tree.flatten()))
    assert sorted(map(str, tree.values)) == sorted(map(str, walkthrough))


def test_the_actions_of_a_generated_quest_come_out_in_an_order_that_works():
    options = GameOptions()
    options.seeds, options.nb_rooms, options.nb_objects, options.quest_length = 7, 5, 10, 5
    game = make_game(options)
    (event,) = game.quests[0].win_events
    tree = ActionDependencyTree(trees=event.actions[::-1], kb=game.kb)
    assert game.world.state.is_sequence_applicable(list(tree.flatten()))
    assert sorted(map(str, tree.values)) == sorted(map(str, event.actions))


@pytest.mark.parametrize("seed", [25, 42, 55, 144])
def test_a_quest_that_goes_somewhere_twice_comes_out_with_both_ways(seed):
    options = GameOptions()
    options.seeds, options.nb_rooms = seed, 3 + seed % 8
    options.nb_objects, options.quest_length = 12 + seed % 9, 2 + seed % 15
    game = make_game(options)
    (event,) = game.quests[0].win_events
    assert len(set(event.actions)) < len(event.actions)
    order = list(ActionDependencyTree(trees=event.actions[::-1], kb=game.kb).flatten())
    assert game.world.state.is_sequence_applicable(order)
    assert sorted(map(str, order)) == sorted(map(str, event.actions))


CLOSE = Action.parse(
    "close/c :: $at(P, r_0: r) & $at(c_0: c, r_0: r) & open(c_0: c) -> closed(c_0: c)"
)
LOCK = Action.parse(
    "lock/c :: $at(P, r_0: r) & $at(c_0: c, r_0: r) & $in(k_0: k, I) & $match(k_0: k, c_0: c)"
    " & closed(c_0: c) -> locked(c_0: c)"
)
TAKE_COIN = Action.parse("take :: $at(P, r_0: r) & at(o_0: o, r_0: r) -> in(o_0: o, I)")
INSERT = Action.parse(
    "insert :: $at(P, r_0: r) & $at(c_0: c, r_0: r) & $open(c_0: c) & in(o_0: o, I)"
    " -> in(o_0: o, c_0: c)"
)


@pytest.mark.parametrize("pushed", list(permutations([LOCK, CLOSE, INSERT, TAKE_COIN]))[::5])
def test_a_chest_is_locked_after_something_was_put_into_it(pushed):
    """Whatever comes first in the tree: closing it is a leaf, and so is taking what goes in."""
    tree = ActionDependencyTree()
    for action in pushed:
        tree.push(action, allow_multi_root=True)
    order = list(tree.flatten())
    assert order.index(INSERT) < order.index(CLOSE)
    assert sorted(map(str, order)) == sorted(map(str, tree.values))


def test_actions_that_exclude_each_other_come_out_as_they_are():
    eat, drop = (
        Action.parse(f"{name} :: $at(P, r_0: r) & in(f_0: f, I) -> {name}n(f_0: f)")
        for name in ("eat", "drop")
    )
    tree = ActionDependencyTree(trees=[eat, drop])
    assert sorted(map(str, tree.flatten())) == sorted(map(str, [eat, drop]))


def test_a_hundred_actions_without_an_order_are_given_up_soon():
    trees = [
        Action.parse(f"use_{n} :: $at(P, r_0: r) & in(f_0: f, I) -> done_{n}(f_0: f)")
        for n in range(100)
    ]
    assert len(list(ActionDependencyTree(trees=trees).flatten())) == 100


def test_a_tree_of_actions_is_printed_with_what_they_are_about():
    tree = ActionDependencyTree(trees=[OPEN, UNLOCK])
    assert str(tree) == "\n".join(
        f"{indent}{action.name}({', '.join(map(str, action.variables))})"
        for indent, action in (("", OPEN), ("  ", UNLOCK))
    )


def test_action_trees_are_flattened_to_policies():
    world = pantry()
    done = actions(world, WAY_TO_APPLE)
    tree = ActionDependencyTree(kb=world.kb)
    for one in reversed(done):
        tree.push(one)
    assert list(tree.flatten()) == done
    assert tree.values[0].format_command() == "take f_0 from c_0"
    changed, reverse = tree.copy().remove(done[0])
    assert (changed, reverse.format_command()) == (True, "drop k_0")
    assert tree.remove(done[-1]) == (False, None)
    first, second = ActionDependencyTreeElement(done[0]), ActionDependencyTreeElement(done[1])
    assert first < second
    assert not second < first
