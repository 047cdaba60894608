"""Samples stand for things that a story treats alike: what they once stood for, and must not."""

import pytest
from stories_at_hand import needs_stories, played

from twbench.envs.frotz.known import bindings_of
from twbench.envs.objects.dictionary import Dictionary
from twbench.envs.objects.world import World
from twbench.envs.valid_actions.candidates import Form
from twbench.envs.valid_actions.limits import Limits
from twbench.envs.valid_actions.search import ActionFinder
from twbench.envs.valid_actions.trials import Trials
from twbench.envs.valid_actions.understanding import Understanding

pytestmark = needs_stories


@pytest.mark.parametrize(
    ("name", "step", "command"),
    [
        # The paper has rules of its own, and of oneself, the only sample, nothing can be dropped.
        ("temple.z5", 24, "put statue down"),
        # Of all that holds something the baking pan alone cannot be emptied.
        ("spirit.z5", 746, "empty bag"),
        # Nobody has taken the robe and the bottle before; what is held is put there as elsewhere.
        ("awaken.z5", 23, "push robe to desk"),
        ("awaken.z5", 54, "push blue to sofa"),
        # What is worn is taken off, whatever is said of chairs and tables.
        ("yomomma.z5", 40, "take off track"),
    ],
)
def test_what_one_thing_is_answered_is_not_held_against_another(name, step, command):
    with played(name, step) as (story, session):
        world = World(story.data, Dictionary(story.data), session.frotz.player_obj_num)
        finder = ActionFinder(story.data, world, bindings_of(session.frotz), limits=Limits())
        found = finder.find(session)
    assert any(command in group for group in found.groups)


def test_things_that_are_moved_are_known_by_their_objects():
    with played("awaken.z5", 21) as (story, session):
        world = World(story.data, Dictionary(story.data), session.frotz.player_obj_num)
        trials = Trials(session, world.table, story.data, Limits())
        trials.try_out("take ash")
        trials.try_out("drop stopper")
        moved = {
            command: {
                world.table.name(trials.memory, world.table.object_at(at))
                for at, _ in trials.tried[command].certain
                if trials.is_place(at)
            }
            for command in ("take ash", "drop stopper")
        }
        trials.close()
    assert moved == {"take ash": {"handful of ashes"}, "drop stopper": {"heavy stopper"}}


def test_a_name_fits_where_it_was_understood():
    parser = Understanding()
    cast = Form("cast OBJ at OBJ", ("cast OBJ at OBJ",), ("noun", "noun"), None, None)
    parser.note(cast, ("lamp", "troll"), understood=False)
    parser.note(cast, ("spell", "troll"), understood=True)
    assert [parser.fits(cast, 0, name) for name in ("lamp", "spell", "troll")] == [
        False,
        True,
        False,
    ]
    assert parser.fits(cast, 1, "troll")


def test_the_last_turn_has_valid_actions_though_the_story_ends_whatever_is_typed():
    with played("snacktime.z8", 0) as (story, session):
        while not session.frotz.game_over():
            before = session.save()
            session.step("wait")
        session.restore(before)
        world = World(story.data, Dictionary(story.data), session.frotz.player_obj_num)
        trials = Trials(session, world.table, story.data, Limits())
        left = trials.try_out("west").certain, trials.try_out("bark").certain
        trials.close()
    assert [any(trials.is_place(at) for at, _ in changes) for changes in left] == [True, False]
