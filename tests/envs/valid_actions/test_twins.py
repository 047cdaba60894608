"""Of things that a story treats alike one is tried first, and nothing is lost by it."""

import pytest
from stories_at_hand import STORIES, needs_stories, played

from twbench.envs import own_folder
from twbench.envs.frotz.known import bindings_of, walkthrough_of
from twbench.envs.frotz.session import Session
from twbench.envs.frotz.story_file import read_story
from twbench.envs.objects.dictionary import Dictionary
from twbench.envs.objects.grammar import read_grammar
from twbench.envs.objects.world import World
from twbench.envs.valid_actions.limits import Limits
from twbench.envs.valid_actions.search import ActionFinder
from twbench.envs.valid_actions.twins import Mentions, Twins

pytestmark = needs_stories


def test_routines_of_actions_test_attributes_where_inform_6_made_them():
    for name, is_known in (("library.z5", True), ("temple.z5", True), ("yomomma.z5", False)):
        data = (STORIES / name).read_bytes()
        grammar = read_grammar(data, Dictionary(data))
        assert grammar is not None
        actions = {line.action for line in grammar.lines}
        mentions = Mentions(data, actions, grammar.end)
        known = [mentions.attributes(action) for action in actions]
        assert any(known) is is_known, name


@pytest.mark.parametrize(("name", "step"), [("library.z5", 10), ("temple.z5", 10)])
def test_fewer_commands_find_the_same(monkeypatch, name, step):
    with played(name, step) as (story, session):
        world = World(story.data, Dictionary(story.data), session.frotz.player_obj_num)
        finder = ActionFinder(story.data, world, bindings_of(session.frotz), limits=Limits())
        found = finder.find(session)
        monkeypatch.setattr(Twins, "firsts", lambda _, names, action: {n: n for n in names})
        everything = finder.find(session)
    assert found.tried < everything.tried
    assert {group[0] for group in everything.groups} <= {c for g in found.groups for c in g}


@pytest.mark.parametrize(("name", "step"), [("library.z5", 10), ("yomomma.z5", 13)])
def test_samples_have_all_that_any_of_the_things_has(name, step):
    with played(name, step) as (story, session):
        memory = session.memory()
        dictionary = Dictionary(story.data)
        world = World(story.data, dictionary, session.frotz.player_obj_num)
    grammar = read_grammar(story.data, dictionary)
    assert grammar is not None
    actions = sorted({line.action for line in grammar.lines})
    called = {str(number): [number] for number in world.around(memory)} | {"nothing": []}
    twins = Twins(Mentions(story.data, actions, grammar.end), world, memory, called)
    for action in actions:
        samples = twins.samples(called, action)
        tried = {*samples.special, *samples.telling}
        assert tried.isdisjoint(samples.rest)
        assert tried.union(samples.rest) == set(called)
        assert "nothing" in tried
        shown = set().union(*(twins._features(one, action) for one in samples.telling))
        assert all(twins._features(one, action) <= shown for one in samples.rest)
    attributes = [set(world.table.attributes(memory, n)) for n in world.around(memory)]
    shown = [
        set(world.table.attributes(memory, int(n)))
        for n in twins.samples(called, None).tried
        if n != "nothing"
    ]
    assert set().union(*shown) == set().union(*attributes)


def test_what_is_found_along_a_walkthrough_is_the_same_in_any_order_and_with_nothing_remembered():
    story = read_story(STORIES / "library.z5")
    session = Session(story)
    limits = Limits(1_000_000)

    def finder():
        world = World(story.data, Dictionary(story.data), session.frotz.player_obj_num)
        return ActionFinder(story.data, world, bindings_of(session.frotz), limits=limits)

    with own_folder():
        session.reset()
        states, found, one = [], [], finder()
        for command in walkthrough_of(session.frotz):
            states.append(session.save())
            found.append(one.find(session))
            session.step(command)
        again = []
        for state in states[::-3]:
            session.restore(state)
            again.append(finder().find(session))
        session.close()
    assert len(found) > 20
    assert again == found[::-3]
