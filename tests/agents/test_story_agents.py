"""Agents for stories by other makers: canonical, explorer and greedy."""

from collections import Counter

import pytest

from twbench.agents.canonical import CanonicalAgent
from twbench.agents.explorer import ExplorerAgent
from twbench.agents.exploring.rooms import DIRECTIONS
from twbench.agents.greedy import GreedyAgent
from twbench.agents.registry import get
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
        elif verb == "take":
            text = "You can't take that."
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
    assert house.typed[:4] == ["verbose", "inventory", "look", "take all"]
    assert house.typed.index("examine lamp") < house.typed.index("down")


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
    assert house.infos.admissible_commands  # of the copies alone it does not want them


def test_greedy_waits_where_what_is_valid_leads_nowhere():
    """In library.z5, a turn before it closes, valid is only what takes no time."""
    agent = GreedyAgent()
    agent.reset(House())
    here = GameState(feedback="", admissible_commands=["put all down", "take off all"])
    typed = [agent.act(here, 0, False) for _ in range(11)]
    assert Counter(typed[:8]) == {"put all down": 4, "take off all": 4}
    assert Counter(typed[8:]) == {"put all down": 1, "take off all": 1, "z": 1}


def test_greedy_waits_where_nothing_is_valid_and_needs_to_know_it():
    agent = GreedyAgent()
    agent.reset(House())
    nothing = GameState(feedback="", admissible_commands=[])
    typed = [agent.act(nothing, 0, False) for _ in range(4)]
    assert typed == ["z", "q", "", "z"]  # pages and menus want a key
    with pytest.raises(EnvInfoMissingError):
        agent.act(GameState(feedback=""), 0, False)


def test_explorer_talks_to_who_does_not_like_to_be_pushed():
    class Corner(House):
        def step(self, command):
            told = super().step(command)
            if command == "examine stranger":
                return self._told("Shadows cover the face."), 0, False
            if command == "take stranger":
                return self._told("I don't suppose the stranger would care for that."), 0, False
            if command == "talk to stranger":
                return self._told("Please answer yes or no."), 0, False
            return told

        def _view(self):
            return f"{self.room}\nA stranger sits here, and a lamp stands here.\n"

    typed = played(ExplorerAgent(), 60, Corner()).typed
    assert typed.count("talk to stranger") == 1
    assert typed[typed.index("talk to stranger") + 1] == "yes"


def _after(agent, *texts):
    """What an agent types after each of some texts."""
    return [agent.act(GameState(feedback=text), 0, done=False) for text in texts]


_HALL = "Hall\nA lamp is here. A way leads west.\n"


def test_an_explorer_takes_and_examines_before_it_goes_and_first_where_a_text_says_so():
    typed = _after(
        ExplorerAgent(),
        _HALL,
        "Long texts from now on.",
        "You have nothing.",
        _HALL,
        "There is nothing to take.",
        "It is a fine lamp.",
        *["That's not something you can do."] * 3,
    )
    assert typed[:3] == ["verbose", "inventory", "look"]
    assert typed[3:] == [
        "take all",
        "examine lamp",
        "open lamp",
        "turn on lamp",
        "take lamp",
        "west",
    ]


def test_an_explorer_says_which_thing_it_means():
    beginning = ["Cell\nThere is a wall.\n"] * 2
    typed = _after(ExplorerAgent(), beginning[0], "Long texts.", "Nothing.", *beginning)
    assert typed[-1] == "examine wall"
    agent = ExplorerAgent()
    _after(agent, beginning[0], "Long texts.", "Nothing.", *beginning)
    answer = "Which do you mean, the north wall, the south wall or the ceiling?"
    assert _after(agent, answer, "It is bare.", "It is high.") == [
        "examine north wall",
        "examine south wall",
        "examine ceiling",
    ]


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
    assert gate.typed[unlocked + 1 : unlocked + 3] == ["open gate", "west"]
    assert gate.typed[:unlocked].count("west") == 1  # it was locked


class Cellar(House):
    """A kitchen with a lamp, over a dark cellar in which every step but back is fatal."""

    def step(self, command: str) -> tuple[GameState, float, bool]:
        self.typed.append(command)
        dark = "It is pitch black."
        text = "You can't see any such thing."
        if command == "down" and self.room == "Kitchen":
            self.room, text = "Cellar", dark
        elif command == "up" and self.room == "Cellar":
            self.room, text = "Kitchen", self._view()
        elif command == "turn on lamp" and "take all" in self.typed:
            self.turns, text = 1, "The lamp is on."
        elif self.room == "Cellar" and not self.turns:
            self.score -= command in DIRECTIONS
            text = "*** You have died ***" if command in DIRECTIONS else dark
        elif command == "take all" and self.room == "Kitchen" and self.has_lamp:
            text = "lamp: Taken."
        elif command in DIRECTIONS:
            text = "You can't go that way."
        elif command == "look":
            text = self._view()
        if self.room == "Cellar" and self.turns and command == "look":
            self.score, text = 5, "Cellar\nA treasure is here, and much else.\n"
        return self._told(text), self.score, False

    has_lamp = True

    def reset(self) -> GameState:
        super().reset()
        self.room = "Kitchen"
        return self._told(self._view())

    def _view(self) -> str:
        return "Kitchen\nThe stove is cold. Stairs lead down.\n"


def test_an_explorer_makes_light_and_does_not_walk_about_in_the_dark():
    assert played(ExplorerAgent(), 60, Cellar()).score == 5
    dark = Cellar()
    dark.has_lamp = False
    played(ExplorerAgent(), 60, dark)
    assert dark.score == 0
    assert dark.typed.count("down") == 1  # what is below is known to be dark


def test_an_explorer_leaves_a_menu():
    menu = "N = next subject     P = previous\nRETURN = read subject     Q = resume game\n"
    agent = ExplorerAgent()
    assert _after(agent, menu) == ["q"]
    assert len(set(_after(agent, "", "", ""))) == 3  # whatever key it is


class Arena(House):
    """A gladiator who has to be struck three times; then there is a prize."""

    def step(self, command: str) -> tuple[GameState, float, bool]:
        self.typed.append(command)
        text = f"The gladiator brandishes {len(self.typed)} tridents."
        if command == "take all":
            text = "sword: Taken.\n" + text
        elif command == "attack gladiator with sword":
            self.turns += 1
            text = f"Miss {self.turns} of the gladiator." if self.turns < 3 else "He is dead."
            self.score = 5 if self.turns >= 3 else 0
        return self._told(text), self.score, False


def test_an_explorer_strikes_back_while_somebody_means_harm():
    arena = played(ExplorerAgent(), 12, Arena())
    assert arena.score == 5
    armed = arena.typed.index("take all")
    assert arena.typed[armed + 1 : armed + 4] == ["attack gladiator with sword"] * 3
