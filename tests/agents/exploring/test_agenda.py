"""What an explorer plans, carries and fears."""

from twbench.agents.exploring.agenda import Agenda, Round, split
from twbench.agents.exploring.belongings import Belongings
from twbench.agents.exploring.dangers import Dangers


def test_a_command_is_what_is_done_and_to_what():
    assert split("look under rug") == ("look under", "rug")
    assert split("examine brass lantern") == ("examine", "brass lantern")
    assert split("north") == ("north", "")


def test_nothing_is_done_twice_in_a_room_unless_it_is_forgotten():
    agenda = Agenda()
    agenda.plan("hall", Round.FIRST, ["open box", "open box"])
    assert [agenda.next("hall", Round.FIRST) for _ in range(2)] == ["open box", None]
    agenda.forget("hall", "open box")
    agenda.plan("hall", Round.FIRST, ["open box"])
    assert agenda.has("hall", Round.FIRST)
    assert agenda.next("hall", Round.FIRST) == "open box"


def test_what_is_in_vain_with_other_things_waits_for_the_last_round():
    agenda = Agenda()
    for thing in "abcde":
        agenda.learn(f"pull {thing}", is_in_vain=True)
    agenda.plan("hall", Round.THEN, ["pull wall", "pull lever"])
    assert agenda.next("hall", Round.THEN) == "pull lever"  # as people do
    assert not agenda.has("hall", Round.THEN)
    assert agenda.next("hall", Round.LAST) == "pull wall"


def test_unknown_words_and_things_that_are_gone_are_left_out():
    agenda = Agenda()
    agenda.learn_unknown("plugh")
    agenda.learn_unknown_doing("wave")
    agenda.forget_thing("hall", "cat")
    agenda.plan("hall", Round.FIRST, ["take plugh", "wave hat", "take cat", "take hat"])
    assert agenda.next("hall", Round.FIRST) == "take hat"


def test_uses_of_something_can_be_dropped():
    agenda = Agenda()
    agenda.plan("hall", Round.USE, ["give key to statue", "give key to man"])
    agenda.drop("hall", " to statue")
    assert agenda.next("hall", Round.USE) == "give key to man"


def test_what_is_carried_is_used_on_what_was_met_before_and_after():
    belongings = Belongings()
    assert belongings.add("key") == []
    assert belongings.meet("hall", "unlock {0} with {1}", "door") == ["unlock door with key"]
    assert belongings.meet("hall", "unlock {0} with {1}", "door") == []
    assert belongings.add("card") == [("hall", "unlock door with card")]


def test_lights_and_weapons_are_kept_and_what_gave_points_longest():
    belongings = Belongings()
    for thing in ("brass lantern", "egg", "sack", "knife", "sword"):
        belongings.add(thing)
    belongings.value("egg", 5)
    assert belongings.meet("hall", "put {1} in {0}", "case") == [
        "put egg in case",
        "put sack in case",
    ]
    assert belongings.make_room_for("rope") == ["drop sack", "take rope"]
    assert belongings.weapons == ["sword", "knife"]
    assert belongings.lights == ["brass lantern"]


def test_things_get_worse_if_answers_end_in_lines_that_go_on_otherwise():
    dangers = Dangers()
    ends = ["ankles", "knees", "hips"]
    told = [dangers.grows("hall", f"Done.\nThe water level is up to your {end}.") for end in ends]
    assert told == [False, False, True]
    same = ["Done.\nA bird sings in a tree."] * 5
    assert not any(dangers.grows("hall", text) for text in same)


def test_blows_have_an_end():
    dangers = Dangers()
    assert sum(dangers.fights("The troll swings his axe.") for _ in range(30)) == 12
    assert not Dangers().fights("The troll sleeps.")
