"""Agents for stories by other makers: canonical, explorer and greedy."""

from collections import Counter

import pytest

from twbench.agents.canonical import CanonicalAgent
from twbench.agents.explorer import ExplorerAgent
from twbench.agents.greedy import GreedyAgent
from twbench.agents.registry import get
from twbench.agents.rooms import DIRECTIONS, Rooms, room_title
from twbench.core import EnvInfos, Environment, GameState
from twbench.errors import EnvInfoMissingError


class House(Environment):
    """A hall with a lamp, and a cellar below in which there is a gem that gives points."""

    def __init__(self, infos: EnvInfos | None = None):
        super().__init__(infos or EnvInfos())
        self.typed: list[str] = []
        self.lookahead_left = 0

    def reset(self) -> GameState:
        self.room, self.score, self.turns = "Hall", 0, 0
        return self._told(self._view())

    def step(self, command: str) -> tuple[GameState, float, bool]:
        self.typed.append(command)
        self.turns += 1
        text = "That's not a verb I recognise."
        ways = {("Hall", "down"): "Cellar", ("Cellar", "up"): "Hall"}
        verb, _, noun = command.partition(" ")
        if (self.room, command) in ways:
            self.room = ways[self.room, command]
            text = self._view()
        elif command in DIRECTIONS:
            text = "You can't go that way."
        elif verb in ("examine", "take") and noun not in ("lamp", "gem", "all"):
            text = "You can't see any such thing."
        elif verb == "examine":
            text = f"It is a fine {noun}."
        elif (self.room, command) == ("Cellar", "take gem"):
            self.score, text = 5, "Taken."
        return self._told(text), self.score, False

    def copy(self) -> "House":
        other = House(self.infos)
        other.__dict__.update({**self.__dict__, "typed": []})
        self.lookahead_left -= 1
        return other

    def _view(self) -> str:
        there = {"Hall": "A lamp stands here.", "Cellar": "There is a gem, and a way up."}
        return f"{self.room}\n{there[self.room]}\n"

    def _told(self, text: str) -> GameState:
        state = GameState(feedback=text, score=self.score, raw=text)
        if self.infos.admissible_commands:
            cellar = ["examine gem", "take gem", "up"]
            state["admissible_commands"] = ["down", "wait"] if self.room == "Hall" else cellar
        return state


def played(agent, commands, env=None):
    env = env or House()
    agent.reset(env)
    state, score, done = env.reset(), 0.0, False
    for _ in range(commands):
        state, score, done = env.step(agent.act(state, score, done))
    return env


def test_canonical_types_eleven_actions_each_as_often_as_the_others():
    counts = Counter(played(CanonicalAgent(3), 11_000).typed)
    assert sorted(counts) == sorted(
        [
            "down",
            "drop",
            "east",
            "inventory",
            "look",
            "north",
            "south",
            "take all",
            "up",
            "west",
            "yes",
        ]
    )
    assert all(850 < count < 1150 for count in counts.values())


@pytest.mark.parametrize("name", ["canonical", "explorer", "greedy"])
def test_the_same_seed_types_the_same(name):
    first, again = (played(get(name).make({}, 5), 60).typed for _ in range(2))
    assert first == again


def test_explorer_finds_what_is_named_and_what_is_below():
    house = played(ExplorerAgent(), 60)
    assert house.score == 5
    assert house.typed[0] == "take all"
    assert house.typed.index("down") < house.typed.index("examine lamp")


def test_explorer_types_nothing_twice_while_there_is_something_new():
    typed = played(ExplorerAgent(), 40).typed
    assert max(Counter(one for one in typed if one not in DIRECTIONS).values()) <= 2  # two rooms
    assert "take lamp" in typed  # it exists
    assert "take stands" not in typed  # it does not


def test_explorer_answers_questions_and_presses_keys():
    agent = ExplorerAgent()
    agent.reset(House())
    ask = GameState(feedback="Do you really want to leave? (Y/N)")
    assert agent.act(ask, 0, False) == "yes"
    assert agent.act(GameState(feedback="[Press any key to go on]"), 0, False) == ""


def test_greedy_types_valid_actions_the_least_typed_first():
    typed = played(GreedyAgent(1), 9).typed
    assert set(typed) == {"down", "wait", "examine gem", "take gem", "up"}
    assert played(GreedyAgent(1), 9).score == 5


def test_greedy_looks_ahead_where_it_may():
    house = House()
    house.lookahead_left = 100
    agent = GreedyAgent(1)
    agent.reset(house)
    house.reset()
    house.room = "Cellar"
    assert agent.act(house._told("Cellar"), 0, False) == "take gem"


def test_greedy_waits_where_nothing_is_valid_and_needs_to_know_it():
    agent = GreedyAgent()
    agent.reset(House())
    assert agent.act(GameState(feedback="", admissible_commands=[]), 0, False) == "look"
    with pytest.raises(EnvInfoMissingError):
        agent.act(GameState(feedback=""), 0, False)


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("Kitchen\nYou are in the kitchen.", "Kitchen"),
        ("> Kitchen    Score: 0    Moves: 1\n\nKitchen\nYou are here.", "Kitchen"),
        ("Kitchen, on the chair\nA stove stands against the wall.", "Kitchen"),
        ("Kitchen (in the dark)\nA stove stands against the wall.", "Kitchen"),
        ("The stairs lead down.\n\nKitchen\nA stove and a table.", "Kitchen"),
        ("The Game\nAn Interactive Test by Nobody\n\nKitchen\nYou are here, or so.", "Kitchen"),
        ("Unless you learn to fly, the only exit is down the staircase", None),
        ("You can't go that way.", None),
        ("Taken.", None),
        ("\n\n", None),
        ("something small\nIt is.", None),
        ("Nothing comes of it.\n\nWhat do you want to do now", None),
        (
            "It is a very long line that tells of things and of other things, and of more of them",
            None,
        ),
    ],
)
def test_the_title_of_a_room_is_a_short_first_line(text, title):
    assert room_title(text) == title


def test_the_way_to_the_frontier_is_the_shortest():
    rooms = Rooms()
    rooms.enter("A")
    for direction in DIRECTIONS:
        rooms.try_way(direction)
    assert rooms.way_to_frontier() is None
    assert rooms.enter("B", "north")
    rooms.enter("A", "south")
    assert rooms.way_to_frontier() == "north"
    rooms.forget_way("north")
    assert rooms.way_to_frontier() is None


def _after(agent, *texts):
    """What an agent types after each of some texts."""
    return [agent.act(GameState(feedback=text), 0, done=False) for text in texts]


def test_an_explorer_takes_first_the_ways_that_are_named():
    agent = ExplorerAgent()
    typed = _after(agent, "Hall\nA lamp is here. A door leads west.\n", "There is nothing to take.")
    assert typed == ["take all", "west"]


def test_an_explorer_says_which_thing_it_means():
    agent = ExplorerAgent()
    nowhere = ["You can't go that way."] * len(DIRECTIONS)
    typed = _after(agent, "Cell\nThere is a wall.\n", "There is nothing to take.", *nowhere)
    assert typed == ["take all", *DIRECTIONS, "examine wall"]
    answer = "Which do you mean, the north wall, the south wall or the ceiling?"
    assert _after(agent, answer) == ["examine north wall"]


def test_an_explorer_does_not_take_a_question_for_a_room():
    agent = ExplorerAgent()
    asked = "Nothing comes of it.\n\nWhat next"
    _after(agent, "Cell\nThere is a wall.\n\nWhat next", *[asked] * 5)
    assert agent._without_prompt("Pond\nThere is a fish.\n\nWhat next") == (
        "Pond\nThere is a fish.\n"
    )


def test_an_explorer_knows_a_room_again_of_which_little_is_told():
    rooms = Rooms()
    rooms.enter("Kitchen")
    assert (
        rooms.named_in("You climb up.\n\nKitchen (on the chair)\n\nA knife is here.") == "Kitchen"
    )
    assert rooms.named_in("You climb up, out of the Kitchen\n\nCellar\n\nA rat.") is None


class Gate(House):
    """A hall whose door is locked, a key, and a guard who wants it."""

    def step(self, command: str) -> tuple[GameState, float, bool]:
        self.typed.append(command)
        text = "You can't see any such thing."
        if command in DIRECTIONS:
            text = "You can't go that way."
            if command == "west":
                text = "You can't, since the gate is locked."
                if self.turns:
                    self.score, text = 5, "Garden\nThere are roses in it.\n"
        elif command == "take all":
            text = "key: Taken."
        elif command == "examine gate":
            text = "It is locked."
        elif command == "examine guard":
            text = "She looks at you."
        elif command == "give key to guard":
            text = "She is glad."
        elif command == "unlock gate with key":
            self.turns, text = 1, "There is a click."
        return self._told(text), self.score, False

    def _view(self) -> str:
        return "Hall\nA guard stands here.\n"


def test_an_explorer_uses_what_it_carries_and_tries_again_what_was_in_its_way():
    gate = played(ExplorerAgent(), 60, Gate())
    assert gate.score == 5
    assert "give key to guard" in gate.typed
    unlocked = gate.typed.index("unlock gate with key")
    assert gate.typed[unlocked + 1] == "west"
