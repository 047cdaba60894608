"""What is new of what commands change, and which of several names of a thing are left out."""

from pathlib import Path

import pytest

from twbench.envs import own_folder
from twbench.envs.frotz.known import walkthrough_of
from twbench.envs.frotz.session import Session
from twbench.envs.frotz.story_file import read_story
from twbench.envs.objects.dictionary import Dictionary
from twbench.envs.objects.world import World
from twbench.envs.valid_actions.limits import Limits
from twbench.envs.valid_actions.naming import names_of_things
from twbench.envs.valid_actions.news import News
from twbench.envs.valid_actions.search import _that_can_be_had
from twbench.envs.valid_actions.trials import Outcome, Trials

STORIES = Path(__file__).resolve().parents[4] / "shared" / "data" / "stories"
COIN_NAMED, RING_NAMED, COIN_HELD, COIN_THROWN = (1, 1), (2, 1), (10, 7), (10, 8)


class _Trials:
    def __init__(self, **changes):
        self.tried = {}
        self.type(**changes)

    def type(self, **changes):
        self.tried |= {command: Outcome("Done.", of) for command, of in changes.items()}

    def certain_changes(self, command):
        return self.tried[command].certain

    def is_place(self, at):
        return at >= 10

    def moves(self, command):
        return any(self.is_place(at) for at, _ in self.tried[command].certain)


@pytest.mark.parametrize(
    ("changes", "is_new"),
    [
        ((), False),
        ((COIN_NAMED,), False),
        ((COIN_NAMED, RING_NAMED), False),
        ((COIN_NAMED, COIN_HELD), False),
        ((RING_NAMED, COIN_HELD), True),
        ((COIN_THROWN,), True),
    ],
)
def test_news_is_what_no_other_has_changed_and_what_is_moved_together(changes, is_new):
    trials = _Trials(coin=(COIN_NAMED,), ring=(RING_NAMED,), take=(COIN_NAMED, COIN_HELD))
    news = News(trials)
    news.learn()
    trials.type(now=changes)
    assert news.is_new("now") is is_new
    assert not news.is_new("never typed")
    news.learn()
    assert not news.is_new("now"), "it is known from then on"


def test_what_falls_down_whatever_is_to_be_taken_can_be_had_by_one_name_alone():
    names = ("chair", "couch", "moon", "coin")
    trials = _Trials(**{f"take {name}": ((20, 3),) for name in names})
    trials.type(**{"take coin": (COIN_HELD, (20, 3)), "take lamp": ((30, 5),)})
    assert _that_can_be_had(trials, (*names, "lamp")) == ["coin", "lamp"]


@pytest.mark.skipif(not STORIES.is_dir(), reason="the stories are not beside this checkout")
def test_a_word_that_the_story_takes_for_a_thing_with_another_name_is_no_name():
    story = read_story(STORIES / "yomomma.z5")
    dictionary = Dictionary(story.data)
    world = World(story.data, dictionary)
    with own_folder():
        session = Session(story)
        session.reset()
        for command in walkthrough_of(session.frotz)[:66]:
            session.step(command)
        trials = Trials(session, world.table, story.data, Limits())
        names = names_of_things(trials, world, dictionary).things
        assert trials.try_out("examine other").reply.startswith("(the lens)")
        assert "lens" in names
        assert "other" not in names
        trials.close()
        session.close()
