"""Sets of facts as ints, and actions on them."""

from hand_made_games import WAY_TO_APPLE, actions, pantry

from twbench.generator.knowledge.fact_sets import GroundAction, Numbering, single_bits


def test_things_get_bits_in_the_order_they_come_up_and_keep_them():
    numbers = Numbering("ba")
    assert (numbers.bit("b"), numbers.bit("a"), numbers.bit("c")) == (1, 2, 4)
    assert numbers.mask("cbd") == 0b1101
    assert (list(numbers), len(numbers), numbers.everything) == (["b", "a", "c", "d"], 4, 0b1111)
    assert numbers.since(2) == ["c", "d"]


def test_asking_for_what_is_known_gives_no_bits():
    numbers = Numbering("ab")
    assert numbers.known("bxy") == 0b10
    assert "x" not in numbers
    assert len(numbers) == 2


def test_members_are_the_inverse_of_masks():
    numbers = Numbering("abcdef")
    for chosen in ("", "a", "bdf", "abcdef"):
        assert numbers.members(numbers.mask(chosen)) == list(chosen)


def test_more_may_come_up_while_one_looks_at_all():
    numbers = Numbering([1])
    for number in numbers:
        if number < 40:
            numbers.bit(2 * number)
    assert list(numbers) == [1, 2, 4, 8, 16, 32, 64]


def test_single_bits():
    assert list(single_bits(0)) == []
    assert list(single_bits(0b1011 << 70)) == [1 << 70, 1 << 71, 1 << 73]


def test_ground_actions_make_their_action_when_asked():
    world = pantry()
    take = actions(world, WAY_TO_APPLE)[0]
    rule = world.kb.rules["take"]
    mapping = rule.match(take)
    variables = tuple([mapping[placeholder] for placeholder in rule.placeholders])
    assert GroundAction(1, 1, 2, (rule, variables)).action == take
    assert GroundAction(1, 1, 2, take).action is take


def test_ground_actions_from_equal_actions_are_equal():
    world = pantry()
    take, go = actions(world, WAY_TO_APPLE[:2])
    one, same = GroundAction(1, 1, 2, take), GroundAction(1, 1, 2, take)
    assert one == same
    assert hash(one) == hash(same)
    assert one != GroundAction(1, 1, 2, go)
