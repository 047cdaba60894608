"""Quests made of what is done in a game, whatever is typed for it."""

import io
import json
import threading
import time
import urllib.request
import webbrowser

import pytest
from houses_in_the_making import house

from twbench.generator.making.maker import GameMaker, MissingPlayerError, QuestError

SESSION = """
look
i
tkae apple
e
open door
opne it
e
x chest
open chest
take apple
unlock chest
unlock chest with key
open it

look in chest
get red
eat pear
put apple in chest
take all
drop all
undo
w
n
close door
lock door with key
x key
go west
e
wait
open door. go east
drop key
take it
insert key into chest
close chest
open chest
take old key from old chest
go nowhere
w
undo
drop apple
quit
take apple
"""
MISTAKES = ["tkae apple", "e", "opne it", "open chest", "unlock chest", "get red", "eat pear"]
MISTAKES += ["n", "lock door with key", "go nowhere"]
DONE = [
    *("open screen door", "go east", "unlock old chest with old key", "open old chest"),
    *("take red apple from old chest", "insert red apple into old chest"),
    *("take red apple from old chest", "go west", "close screen door", "open screen door"),
    *("go east", "drop old key", "take old key", "insert old key into old chest"),
    *("close old chest", "open old chest", "take old key from old chest", "drop red apple"),
]


@pytest.fixture
def person(monkeypatch):
    """Let what a person types be the given text."""
    return lambda typed: monkeypatch.setattr("sys.stdin", io.StringIO(typed))


def test_a_session_with_mistakes_gives_the_quest_that_was_played(person, capsys):
    typed = SESSION.strip("\n").split("\n")
    assert len(typed) >= 40
    assert len(MISTAKES) == 10
    assert set(MISTAKES) <= set(typed)
    made = house()
    person(SESSION.lstrip("\n"))
    quest = made.record_quest()
    assert list(quest.commands) == DONE
    assert made.quests == [quest]
    assert made.build().walkthrough == DONE
    shown = capsys.readouterr().out
    assert shown.startswith("Play what the quest shall be.")
    assert "I don't know the word" in shown
    assert shown.count("[The last turn is taken back.]") == 2
    made.test(walkthrough=True)
    assert f"Done after {len(DONE)} steps. Score 1/1." in capsys.readouterr().out


def test_nothing_done_is_no_quest(person):
    made = house()
    person("look\nn\nwait\nquit\n")
    with pytest.raises(QuestError, match="at least one command"):
        made.record_quest()
    assert made.quests == []


def test_what_the_end_of_the_input_leaves_is_the_quest(person):
    made = house()
    person("open door\ne")
    assert made.record_quest().commands == ("open screen door", "go east")


def test_who_comes_back_with_something_has_to_fetch_it(person):
    made = house()
    played = ["open door", "e", "unlock chest with key", "open chest", "take apple", "w"]
    person("\n".join(played))
    quest = made.record_quest()
    assert made.build().walkthrough == list(quest.commands)
    assert len(quest.commands) == 6
    assert str(made.find_by_name("red apple").id) in str(quest.win_events[0].condition)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        (["open door", "e"], ["open screen door", "go east"]),
        (["open the door. east"], ["open screen door", "go east"]),
        (["wait", "x door", "open it"], ["open screen door"]),
        (["put down the key", "get old"], ["drop old key", "take old key"]),
        (["drop all", "take all"], ["drop old key", "take old key"]),
    ],
)
def test_commands_are_what_a_player_types(typed, meant):
    made = house()
    event = made.new_event_using_commands(typed)
    assert list(event.commands) == meant
    assert made.set_quest_from_commands(typed).commands == event.commands


def test_the_walkthrough_ends_where_the_quest_is_won():
    made = house()
    made.set_quest_from_commands(["open door", "e", "w", "e"])
    assert made.build().walkthrough == ["open screen door", "go east"]


def test_what_leaves_all_as_it_was_is_won_before_it_begins():
    made = house()
    made.set_quest_from_commands(["drop key", "take key"])
    assert made.build().walkthrough is None
    with pytest.raises(QuestError, match="It is won before the first command"):
        made.test(walkthrough=True)


def test_other_quests_do_not_end_the_game_on_the_way():
    made = house()
    made.set_quest_from_commands(["open door"])
    made.quests.append(made.new_quest_using_commands(["open door", "e"]))
    made.set_walkthrough(["open door", "e"])
    assert made.build().walkthrough == ["open screen door", "go east"]


def test_a_world_without_a_player_has_nobody_who_types():
    made = GameMaker()
    made.new_room("cellar").add(made.new("o", name="coin"))
    with pytest.raises(MissingPlayerError):
        made.new_event_using_commands(["get coin"])


def test_taking_back_is_what_a_player_types_too():
    made = house()
    with pytest.raises(QuestError, match="at least one command"):
        made.new_event_using_commands(["drop key", "undo", "open door", "undo", "undo", "wait"])
    event = made.new_event_using_commands(["drop key", "undo", "open door", "e"])
    assert list(event.commands) == ["open screen door", "go east"]


class PersonAtThePage(threading.Thread):
    """Types on the page when the browser would be opened, each line when the last was answered."""

    def __init__(self, lines):
        super().__init__(daemon=True)
        self.lines, self.url, self.pages = lines, "", []

    def open(self, url):
        self.url = url
        self.start()

    def run(self):
        for line in self.lines:
            before = json.loads(self.fetch("revision"))
            token = {"X-Token": before["server"]}
            request = urllib.request.Request(self.url + "command", line.encode(), token)  # noqa: S310
            urllib.request.urlopen(request, timeout=10).close()  # noqa: S310
            while line != "quit" and json.loads(self.fetch("revision")) == before:
                time.sleep(0.01)
            self.pages.append("" if line == "quit" else self.fetch(""))

    def fetch(self, path):
        with urllib.request.urlopen(self.url + path, timeout=10) as answer:  # noqa: S310
            return answer.read().decode()


def test_a_session_on_the_page_gives_the_quest_that_was_played(monkeypatch, capsys):
    person = PersonAtThePage(["open door", "e", "tkae apple", "w", "undo", "undo", "go e", "quit"])
    monkeypatch.setattr(webbrowser, "open", person.open)
    made = house()
    quest = made.record_quest(viewer=True, port=0)
    person.join(10)
    assert quest.commands == ("open screen door", "go east")
    assert made.build().walkthrough == list(quest.commands)
    assert [page.count("<li>") for page in person.pages] == [1, 2, 2, 3, 2, 2, 2, 0]
    assert ["Pantry" in page or "pantry" in page for page in person.pages[:2]] == [False, True]
    assert f"The page is {person.url}" in capsys.readouterr().out
