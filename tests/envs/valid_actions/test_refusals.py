"""What was refused earlier in an episode: when it holds, and what an episode finds by it."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from twbench.core import EnvInfos
from twbench.envs import detection, own_folder
from twbench.envs.frotz.known import bindings_of, walkthrough_of
from twbench.envs.frotz.session import Session
from twbench.envs.frotz.story_file import read_story
from twbench.envs.objects.dictionary import Dictionary
from twbench.envs.objects.world import World
from twbench.envs.valid_actions.forked import find_apart
from twbench.envs.valid_actions.limits import Limits
from twbench.envs.valid_actions.refusals import Lesson, Memory, Recall, Refusals
from twbench.envs.valid_actions.search import ActionFinder
from twbench.families import start

STORIES = Path(__file__).resolve().parents[4] / "shared" / "data" / "stories"
pytestmark = pytest.mark.skipif(
    not STORIES.is_dir(), reason="the stories are not beside this checkout"
)
MANNER = ("Time passes.", "That's not a verb I recognise.")
NOTHING = ("Nothing obvious happens.", True)


class Library:
    """The beginning of a story with a drawer to open, and what was refused there."""

    def __init__(self, session: Session):
        self.session = session
        story = read_story(STORIES / "library.z5").data
        dictionary = Dictionary(story)
        world = World(story, dictionary, session.frotz.player_obj_num)
        self.memory = Memory(story, world, dictionary, ("push", "pull", "sing", "to"))
        self.refusals = Refusals()

    def learn(self, refused: dict[str, tuple[str, bool]], is_all_scratch: bool = True) -> None:
        """Learn what is refused in this state, where all but objects may be written at any time."""
        now = self.session.memory()
        lesson = Lesson(refused, tuple(range(len(now))) if is_all_scratch else (), (), MANNER)
        self.refusals = self.memory.learned(self.refusals, now, lesson)

    def after(self, *commands: str, manner: tuple[str, ...] = MANNER) -> Recall:
        """Return what holds after some commands."""
        for command in commands:
            self.session.step(command)
        recall = self.memory.recall(self.refusals, self.session.memory())
        recall.manner = manner
        return recall


@pytest.fixture
def library() -> Iterator[Library]:
    with own_folder():
        session = Session(read_story(STORIES / "library.z5"))
        session.reset()
        yield Library(session)
        session.close()


@pytest.fixture(autouse=True)
def _patience(search_with: Callable[..., None]) -> None:
    search_with()


def test_a_refusal_holds_until_what_it_names_has_changed(library):
    in_the_way = ("You can't, since the drawer is in the way.", True)
    library.learn({"push drawer": NOTHING, "push attendant": NOTHING, "pull attendant": in_the_way})
    assert library.after().refused("pull attendant") == in_the_way
    recall = library.after("open drawer")
    assert recall.refused("push attendant") == NOTHING
    assert recall.refused("push drawer") is None
    assert recall.refused("pull attendant") is None, "its answer names the drawer"
    assert recall.refused("push desk") is None, "nobody has tried it"


def test_what_names_no_thing_around_holds_until_anything_around_has_changed(library):
    refused = {"sing": NOTHING, "push all": NOTHING, "push trap": ("No such thing.", False)}
    library.learn(refused)
    recall = library.after("look")
    assert {command: recall.refused(command) for command in refused} == refused
    recall = library.after("open drawer")
    assert [command for command in refused if recall.refused(command)] == []


def test_where_more_has_changed_than_things_only_common_answers_hold(library):
    private = ("Private.", True)
    absent = ("You can't see any such thing.", False)
    common = dict.fromkeys(("push drawer", "push attendant", "push card"), NOTHING)
    library.learn({"pull drawer": private, "pull trap": absent, **common}, is_all_scratch=False)
    recall = library.after("wait")
    assert recall.refused("push drawer") == NOTHING
    assert recall.refused("pull drawer") is None
    assert recall.refused("pull trap") == absent, "it is the parser's, who looks for what is there"


def test_nothing_holds_in_another_place_or_where_the_story_answers_in_another_way(library):
    library.learn({"push card": NOTHING})
    assert library.after().refused("push card") == NOTHING
    assert library.after(manner=("Please answer yes or no.",) * 2).refused("push card") is None
    assert library.after("west").refused("push card") is None
    assert library.after("east").refused("push card") == NOTHING


def test_only_the_last_hundred_states_are_remembered(library):
    library.learn({"push card": NOTHING})
    for _ in range(99):
        library.learn({})
    assert library.after().refused("push card") == NOTHING
    library.learn({})
    assert library.after().refused("push card") is None


def test_of_answers_that_are_always_new_only_the_last_are_remembered(library, monkeypatch):
    monkeypatch.setattr("twbench.envs.valid_actions.refusals._MOST_REPLIES", 50)
    for state in range(10):
        library.learn({f"push card {n}": (f"Refused{state}x{n}.", True) for n in range(20)})
        library.learn({"push card": ("As ever.", True)})
    things_told = library.refusals.things_told
    assert len(things_told) == 50
    assert {"as ever", "refused9x19", "refused8x0"} <= things_told.keys()
    assert "refused0x0" not in things_told


def test_of_an_answer_no_more_things_are_remembered_than_tell_that_it_is_common(library):
    library.learn({f"push {thing}": NOTHING for thing in ("card", "desk", "drawer", "door", "me")})
    assert {len(things) for things in library.refusals.things_told.values()} == {3}
    assert library.refusals.is_common("nothing obvious happens")


def test_a_lesson_is_the_same_after_it_was_sent():
    lesson = Lesson({"push card": NOTHING}, (1, 5), (7,), MANNER)
    assert Lesson.from_json(json.loads(json.dumps(lesson.to_json()))) == lesson


def test_an_episode_finds_what_searches_of_each_state_find_and_types_less(library):
    session = library.session
    story = read_story(STORIES / "library.z5").data
    world = World(story, Dictionary(story), session.frotz.player_obj_num)
    finder = ActionFinder(story, world, bindings_of(session.frotz), limits=Limits())
    refusals, typed, typed_alone = Refusals(), 0, 0
    for command in walkthrough_of(session.frotz)[:8]:
        before = session.save()
        found, lesson = finder.find_next(session, refusals)
        refusals = finder.learned(refusals, session, lesson)
        alone = finder.find(session)
        assert session.save() == before
        typed, typed_alone = typed + found.tried, typed_alone + alone.tried
        known = {command for group in found.groups for command in group}
        for group in alone.groups:
            is_certain = group[0] not in alone.in_variables
            assert not is_certain or not known.isdisjoint(group), (command, group)
        assert {command for group in alone.groups for command in group} >= known
        session.step(command)
    assert typed < 0.5 * typed_alone


def test_answers_follow_from_the_path_of_an_episode_alone(monkeypatch):
    searches = []

    def search(*given):
        searches.append(given)
        return find_apart(*given)

    monkeypatch.setattr(detection, "find_apart", search)
    path = ("look", "open drawer", "close drawer")

    def found(env, command):
        answer = env.step(command)[0].valid_actions
        by_clock = {"slow", "slow_by_clock"}  # how quick the machine is may be told by these
        return {key: value for key, value in answer.items() if key not in by_clock}

    def told(env, commands=path):
        env.reset()
        return [found(env, command) for command in commands]

    infos = EnvInfos(valid_actions=True, admissible_commands=True)
    with own_folder(), start(STORIES / "library.z5", infos, isolated=False) as env:
        first = told(env)
        assert first[0]["tried"] < 100, "nothing has changed by the look"
        assert first[2]["tried"] < first[1]["tried"], "what is in the drawer was new"
        saved, copy = env.save(), env.copy()
        there = found(env, "west")
        told(env, ("west", "east", "open drawer"))
        before = len(searches)
        assert told(env) == first
        assert len(searches) == before, "the same episode is not searched twice"
        assert found(copy, "west") == there
        env.restore(saved)
        assert found(env, "west") == there
    with own_folder(), start(STORIES / "library.z5", infos, isolated=False) as env:
        assert told(env) == first
