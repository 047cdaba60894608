"""Actions that several events begin with are in a game's JSON once, and read as they were."""

import json
import random
from functools import cache

import pytest
from challenge_games import challenge_game
from made_games import read_as_written
from text_games import corridor

from twbench.errors import GameFileError
from twbench.families.textworld.games import inspect, sign
from twbench.generator.games import first_actions
from twbench.generator.games.first_actions import KEY
from twbench.generator.games.game import Game
from twbench.generator.games.game_json import game_encoder
from twbench.generator.knowledge.event import Event
from twbench.generator.knowledge.quest import Quest
from twbench.hashing import canonical_json
from twbench.logic import Action, Proposition
from twbench.shape import MOST_ITEMS
from twbench.system.parts import completed

LENGTH = 5


@cache
def cooking():
    return challenge_game("cooking", 3, recipe=2, take=2, go=6, open=True)


@cache
def steps() -> tuple[Action, ...]:
    """Return actions one after the other, east along a corridor."""
    return corridor(LENGTH + 1).walkthrough_actions[:LENGTH]


def event_of(length: int, commands: tuple[str, ...] | None = None) -> Event:
    """Return the event of some of the first steps."""
    typed = [f"step {number}" for number in range(length)] if commands is None else commands
    return Event(steps()[:length], steps()[length - 1].added, typed)


def game_of(*quests: Quest) -> Game:
    game = corridor(LENGTH + 1)
    game.quests = quests
    return game


def counts(game: Game) -> list[list[int | None]]:
    """Return the numbers of a game's events, those that win a quest before those that fail it."""
    quests = game.serialize()["quests"]
    return [[one.get(KEY) for one in (*q["win_events"], *q["fail_events"])] for q in quests]


def full_json(game: Game) -> dict:
    """Return the JSON as TextWorld and earlier versions write it."""
    return {**game.serialize(), "quests": [quest.serialize() for quest in game.quests]}


def assert_read_as_written(game: Game) -> None:
    data = json.loads(json.dumps(game.serialize()))
    for one in (data, full_json(game)):
        read = Game.deserialize(json.loads(json.dumps(one)))
        assert read == game
        assert [quest.serialize() for quest in read.quests] == full_json(game)["quests"]
    encoder = game_encoder(True)
    assert encoder.object(encoder.game(game)) == canonical_json(data)
    content = sign(game, "test")[1]
    quick, texts = read_as_written(content)
    assert [quest.serialize() for quest in quick.quests] == full_json(game)["quests"]
    assert sign(quick, "test", texts)[1] == content


def test_one_event_has_the_actions():
    game = cooking()
    written = [one for quest in game.serialize()["quests"] for one in quest["win_events"]]
    lengths = [len(event.actions) for quest in game.quests for event in quest.win_events]
    longest = lengths.index(max(lengths))
    for place, (one, length) in enumerate(zip(written, lengths, strict=True)):
        kept = length if place == longest else 1
        assert [len(one["actions"]), len(one["commands"])] == [kept, kept]
        assert one.get(KEY) == (None if place == longest else length)
    sizes = [len(json.dumps(one["quests"])) for one in (full_json(game), game.serialize())]
    assert sizes[0] > 1.5 * sizes[1]
    assert_read_as_written(game)


def test_events_share_what_they_have_in_common():
    read = Game.deserialize(json.loads(json.dumps(cooking().serialize())))
    events = [event for quest in read.quests for event in quest.win_events]
    full = max(events, key=lambda event: len(event.actions))
    for event in events:
        assert all(one is other for one, other in zip(event.actions, full.actions, strict=False))


same = event_of(3)
other_command = Event(
    [*steps()[:1], Action(steps()[1].name, steps()[1].preconditions, steps()[1].postconditions)],
    steps()[1].added,
    ["step 0", "step 1"],
)
all_of_it = Event(steps()[:2], steps()[1].postconditions, ["step 0", "step 1"])
back = steps()[1].inverse()
detour = Event(
    [*steps()[:2], back, *steps()[1:3]], steps()[2].added, [f"step {n}" for n in range(5)]
)
there_and_back = Event(
    [*steps()[:3], steps()[2].inverse()], back.inverse().added, [f"step {n}" for n in range(4)]
)
in_vain = Event(steps()[:3], steps()[1].added, ["step 0", "step 1", "step 2"])
GAMES = {
    "one event": ([Quest([event_of(4)])], [[None]]),
    "beginnings": ([Quest([event_of(2)]), Quest([event_of(4)]), Quest([event_of(3)])],
                   [[2], [None], [3]]),
    "one action": ([Quest([event_of(1)]), Quest([event_of(4)])], [[None], [None]]),
    "events that fail": ([Quest([event_of(4)], [event_of(3), event_of(4)]),
                          Quest([], [event_of(2)])], [[None, 3, 4], [2]]),
    "the longest fails": ([Quest([event_of(3)], [event_of(4)])], [[3, None]]),
    "the same event twice": ([Quest([same], [same])], [[None, 3]]),
    "without actions": ([Quest([Event((), steps()[0].postconditions, ["a", "b"])]),
                         Quest([event_of(3)])], [[None], [None]]),
    "no actions at all": ([Quest([Event((), steps()[0].postconditions)])], [[None]]),
    "other commands": ([Quest([event_of(2, ("step 0", "jump"))]), Quest([event_of(4)])],
                       [[None], [None]]),
    "fewer commands": ([Quest([event_of(3, ("step 0",))]), Quest([event_of(4)])], [[None], [None]]),
    "the longest has fewer commands": ([Quest([event_of(3)]), Quest([event_of(4, ("step 0",))])],
                                       [[None], [None]]),
    "no commands at all": ([Quest([event_of(3, ())]), Quest([event_of(4, ())])], [[None], [None]]),
    "both have fewer commands": ([Quest([event_of(3, ("a", "b"))]),
                                  Quest([event_of(4, ("a", "b"))])], [[None], [None]]),
    "both have more commands": ([Quest([event_of(2, ("a", "b", "c"))]),
                                 Quest([event_of(4, ("a", "b", "c"))])], [[None], [None]]),
    "the longest has more commands": ([Quest([event_of(2)]),
                                       Quest([event_of(3, tuple(f"step {n}" for n in range(9)))])],
                                      [[2], [None]]),
    "an equal action that is typed otherwise": ([Quest([other_command]), Quest([event_of(4)])],
                                                [[None], [None]]),
    "several facts at once": ([Quest([all_of_it]), Quest([event_of(4)])], [[None], [None]]),
    "a detour": ([Quest([event_of(2)]), Quest([detour])], [[None], [None]]),
    "there and back": ([Quest([event_of(3)]), Quest([there_and_back])], [[None], [None]]),
    "actions that nobody needs": ([Quest([event_of(2)]), Quest([in_vain])], [[None], [None]]),
    "a quest whose own command is the first one": (
        [Quest([event_of(2)], commands=["step 0"]), Quest([event_of(4)])], [[2], [None]]),
    "a quest with other commands": (
        [Quest([event_of(2)], commands=["jump", "sing"]), Quest([event_of(4)])], [[2], [None]]),
}  # fmt: skip


@pytest.mark.parametrize("kind", GAMES)
def test_which_events_are_shortened(kind):
    quests, expected = GAMES[kind]
    game = game_of(*quests)
    assert counts(game) == expected
    assert_read_as_written(game)
    assert [quest.commands for quest in Game.deserialize(game.serialize()).quests] == [
        quest.commands for quest in quests
    ]


@pytest.mark.parametrize(("limit", "most"), [("_MOST_COMPARED", 3), ("_MOST_FACTS", 20)])
def test_long_events_are_written_in_full(monkeypatch, limit, most):
    game = game_of(*GAMES["beginnings"][0])
    monkeypatch.setattr(first_actions, limit, most)
    assert counts(game) == [[None], [None], [None]]
    assert_read_as_written(game)


@pytest.mark.parametrize("is_needed_at_once", [True, False])
def test_no_file_makes_many_facts_be_held_many_times(is_needed_at_once):
    """A file of some megabytes may have so many, and a game of ours has some thousands."""
    many = [Proposition(f"fact {number}") for number in range(10_000)]
    first, last = steps()[:-1], steps()[-1]
    needed = (*last.preconditions, *([] if is_needed_at_once else many))
    event = Event(
        [*first, Action(last.name, needed, last.postconditions)],
        [*last.added, *(many if is_needed_at_once else [])],
        [f"step {number}" for number in range(LENGTH)],
    )
    assert first_actions.numbers_of_first([Quest([event]), Quest([event_of(2)])]) == [None, None]


def test_a_game_without_quests():
    assert_read_as_written(game_of())


def test_quests_and_events_alone_are_written_in_full():
    for quest in cooking().quests:
        assert Quest.deserialize(quest.serialize()) == quest
        assert [len(one["actions"]) for one in quest.serialize()["win_events"]] == [
            len(event.actions) for event in quest.win_events
        ]


def test_a_quest_that_is_cut_out_of_a_game_says_what_is_missing():
    short, full = shortened()["quests"]
    assert len(Quest.deserialize(full).win_events[0].actions) == 4
    with pytest.raises(GameFileError, match=r"win_events\[0\] has first_actions: .*Read that"):
        Quest.deserialize(short)
    with pytest.raises(GameFileError, match=r"^It has first_actions: its other actions are in"):
        Event.deserialize(short["win_events"][0])


def shortened() -> dict:
    """Return a game whose first event is the beginning of the second one."""
    data = game_of(Quest([event_of(3)]), Quest([event_of(4)])).serialize()
    return json.loads(json.dumps(data))


def as_file(data: dict) -> bytes:
    return (canonical_json(data) + "\n").encode()


def set_to(value):
    return lambda first, full: first.update({KEY: value})


NOT_FIRST = "must be beside the first action and command of the longest event."
WRONG = {
    "a flag": (set_to(True), "must be a whole number, not true."),
    "a text": (set_to("3"), "must be a whole number, not the text '3'."),
    "null": (set_to(None), "must be a whole number, not null."),
    "one": (set_to(1), "must be 2 or more, not 1."),
    "less than nothing": (set_to(-3), "must be 2 or more, not -3."),
    "too many": (set_to(5), "is 5, but no event has as many actions and commands."),
    "another action": (
        lambda first, full: first.update(actions=full["actions"][1:2]),
        NOT_FIRST,
    ),
    "an action that is typed otherwise": (
        lambda first, full: first["actions"][0].update(command_template="run"),
        NOT_FIRST,
    ),
    "another command": (lambda first, full: first.update(commands=["run"]), NOT_FIRST),
    "no action": (lambda first, full: first.update(actions=[]), NOT_FIRST),
    "all actions": (lambda first, full: first.update(actions=full["actions"][:3]), NOT_FIRST),
    "all commands": (lambda first, full: first.update(commands=full["commands"][:3]), NOT_FIRST),
    "no event in full": (
        lambda first, full: full.update(actions=[], commands=[]),
        "is 3, but no event has as many actions and commands.",
    ),
    "too few commands": (
        lambda first, full: full.update(commands=full["commands"][:2]),
        "is 3, but no event has as many actions and commands.",
    ),
}


@pytest.mark.parametrize("kind", WRONG)
def test_what_is_wrong_is_said(kind, tmp_path):
    change, reason = WRONG[kind]
    data = shortened()
    change(data["quests"][0]["win_events"][0], data["quests"][1]["win_events"][0])
    path = tmp_path / "game.json"
    path.write_bytes(as_file(data))
    for read in (Game.load, lambda path: list(inspect(path.read_bytes(), path, "test"))):
        with pytest.raises(GameFileError) as caught:
            read(path)
        place = "quests[0].win_events[0].first_actions"
        assert str(caught.value) == f"{path}: {place} {reason}"


def test_small_files_are_no_large_games():
    """A number of some digits, again and again, does not fill the memory."""
    data = shortened()
    first, full = (quest["win_events"][0] for quest in data["quests"])
    times = 1000
    full["actions"] += [full["actions"][-1]] * times
    full["commands"] += ["step 3"] * times
    first[KEY] = times
    data["quests"][0]["fail_events"] = [first] * (MOST_ITEMS // times)
    with pytest.raises(GameFileError) as caught:
        Game.deserialize(data)
    place = f"quests[0].fail_events[{MOST_ITEMS // times - 1}].first_actions"
    assert str(caught.value) == f"{place} makes more than {MOST_ITEMS} actions, with those before."
    assert read_as_written(as_file(data)) is None


def in_full(data: dict) -> None:
    """Write the first event as it was before."""
    first, full = (quest["win_events"][0] for quest in data["quests"])
    count = first.pop(KEY)
    first |= {"actions": full["actions"][:count], "commands": full["commands"][:count]}


def twice(data: dict) -> None:
    """Put an event as long as the longest before it, written as its beginning."""
    data["quests"][0]["win_events"][0][KEY] = len(data["quests"][1]["win_events"][0]["actions"])


@pytest.mark.parametrize("change", [in_full, twice])
def test_what_is_sound_and_not_as_it_is_written_is_read_as_any_json(change):
    """Else its text would be taken for that of the game, which is another one."""
    data = shortened()
    assert read_as_written(as_file(data)) is not None
    change(data)
    assert read_as_written(as_file(data)) is None
    game, _ = completed(inspect(as_file(data), "game.json", "test"))
    assert game.quests == Game.deserialize(data).quests
    assert json.loads(sign(game, "test")[1])["quests"] != data["quests"]


def needs_all(event: Event) -> bool:
    """Say whether no actions in a row can be left out, by sets of facts."""
    needed = frozenset(event.condition.preconditions)
    needs = [needed]
    for action in reversed(event.actions):
        needed = needed.difference(action.added).union(action.preconditions)
        needs.insert(0, needed)
    state = needs[0]
    states = []
    for action, later in zip(event.actions, needs[1:], strict=True):
        states.append(state)
        if any(later <= earlier for earlier in states):
            return False
        state = state.difference(action.removed).union(action.added)
    return True


def test_what_can_be_left_out_is_found_as_by_sets_of_facts():
    rng = random.Random(5)
    facts = [Proposition(f"fact_{number}") for number in range(6)]

    def some(most: int) -> list[Proposition]:
        return rng.sample(facts, rng.randint(1, most))

    found = []
    for _ in range(2000):
        actions = [Action("act", some(3), some(3)) for _ in range(rng.randint(1, 4))]
        event = Event(actions, some(2))
        found.append(first_actions._needs_all(event))
        assert found[-1] == needs_all(event)
    assert 0 < sum(found) < len(found)
