"""What an explorer makes of each answer: where it is, what there is, what is to be done."""

__all__ = ["Notes"]

from collections import Counter, deque
from collections.abc import Iterable

from twbench.agents.exploring import habits, reading
from twbench.agents.exploring.agenda import Agenda, Round, split
from twbench.agents.exploring.belongings import Belongings
from twbench.agents.exploring.dangers import Dangers
from twbench.agents.exploring.rooms import DIRECTIONS, OPPOSITE, Rooms, arrival

_MOST_THINGS = 8
"""Things of a room's description that are examined at once; others are when little else is left."""
_MOST_MORE_THINGS = 4
"""Those of other texts."""
_MOST_MEANT = 4
"""Things between which a question leaves the choice: walls are more."""
_MOST_TOPICS = 8
"""What people are asked about."""
_MOST_MISSED = 2
"""In how many rooms a thing is looked for that may not exist."""
_PROMPT_SEEN = 3
"""How many answers, and half of all, end with the same line before it is taken for a prompt."""
_WAYS = frozenset(DIRECTIONS)
_MOVING = frozenset({"enter", "climb", "stand on", "open", "push", "pull", "touch"})
"""What may bring one into another room."""
_LOOKING = frozenset({"examine", "read", "look in", "look behind"})
"""What has no effect."""
_TO_A_THING = frozenset({"take", "push", "pull", "turn", "move", "touch", "search", "look in"})
"""What is done to things: an answer to it may show that this one is somebody."""
_CHANGING = frozenset(
    {"open", "unlock", "push", "pull", "turn", "move", "give", "put", "attack", "turn on"}
)
"""What may have an effect elsewhere."""
_WITHOUT_EVENTS = frozenset({"look", "take all", "inventory"})
"""Commands whose answers are long: their last lines tell nothing of dangers."""
_UP_AND_DOWN = {"climb": "up", "enter": "in"}
_DARKNESS = "Darkness"
_BEGINNING = ("verbose", "inventory", "look")


class Notes:
    """What was learned of a story while it was played, and what is to be done therefore."""

    def __init__(self) -> None:
        self.rooms = Rooms()
        self.agenda = Agenda()
        self.belongings = Belongings()
        self.now: deque[str] = deque(_BEGINNING)
        """What is to be done before all else."""
        self.useful: list[str] = []
        """What was answered by something new."""
        self._seen: dict[str | None, dict[str, None]] = {}
        self._dangers = Dangers()
        self._last = self._before_last = ""
        self._read: set[str] = set()
        # Of which thing an answer was first given, and things that exist, or about which there is
        # something to be said.
        self._forms: dict[tuple[str, str], str] = {}
        self._handled: set[str] = set()
        self._interesting: set[str] = set()
        # Other names of a thing, for when the first one means nothing, and in how many rooms
        # something was not to be seen.
        self._other_names: dict[str, str] = {}
        self._missed: Counter[str] = Counter()
        self._met: set[tuple[str | None, str]] = set()
        self._has_died_in_the_dark = False
        self._way_into_dark = ""
        self._last_lines: Counter[str] = Counter()

    @property
    def here(self) -> str | None:
        """The room in which the player is, as far as it is known."""
        return self.rooms.here

    @property
    def is_lost(self) -> bool:
        """Whether it is dark, and has proved fatal to move in the dark."""
        return self.here == _DARKNESS and self._has_died_in_the_dark

    @property
    def things(self) -> list[str]:
        """The things that were seen here or are carried."""
        return [*self._seen.get(self.here, ()), *self.belongings]

    def learn(self, command: str, text: str, gain: int) -> None:
        """Take note of what came of a command: a text, and points."""
        self._before_last, self._last = self._last, command
        doing, noun = split(command)
        answer = reading.Answer(self._without_prompt(text), noun)
        way = command if command in _WAYS else None
        if way is not None:
            self.rooms.try_way(way)
        if reading.has_died(answer.text):
            self._begin_another_life()
        elif reading.is_dark(answer.text) and (way is not None or doing in _MOVING):
            self._learn_of_dark(way or _UP_AND_DOWN.get(doing, ""))
        elif reading.is_dark(answer.text) and command == "look" and self.here == _DARKNESS:
            self._go_back()
        elif not self._arrive(answer.text, way):
            if way is not None:
                self._learn_of_way(way, answer)
            elif command != "verbose":
                self._learn_of_thing(answer, gain)
        self._read.add(answer.text)
        self._beware(answer.text, is_event=way is None and command not in _WITHOUT_EVENTS)

    def _without_prompt(self, text: str) -> str:
        """Return a text without a last line that many answers have: "What will you do now?"."""
        before, _, last = text.rstrip().rpartition("\n")
        self._last_lines[last] += 1
        often = max(_PROMPT_SEEN, self._last_lines.total() / 2)
        return before if self._last_lines[last] >= often and before else text

    def _begin_another_life(self) -> None:
        """Take note of where it was fatal to be; hands are empty now, and it is another place."""
        if self.here is not None:
            self.rooms.avoid(self.here)
        self._has_died_in_the_dark |= self.here == _DARKNESS
        self.belongings.lose_all()
        self._dangers.foe = None
        self.now.clear()
        self.now.append("look")
        self.rooms.here = None

    def _beware(self, text: str, is_event: bool) -> None:
        """Strike at who means harm, or run away; leave a room for good where it gets worse."""
        away = self.rooms.way_to(lambda room: True)
        if self._dangers.fights(text):
            weapons = self.belongings.weapons
            away = away or self._last
            if weapons:
                self.now.appendleft(f"attack {self._dangers.foe} with {weapons[0]}")
            elif away in _WAYS:
                self.now.appendleft(away)
        elif is_event and self.here is not None and self._dangers.grows(self.here, text) and away:
            self.rooms.avoid(self.here)
            self.now.appendleft(away)

    # Where the player is.

    def _arrive(self, text: str, way: str | None) -> bool:
        """Note in which room the player is, if a text tells; say whether it does."""
        found = arrival(text)
        if found is None and (way is not None or self._last == "look"):
            title = self.rooms.named_in(text)
            found = None if title is None else (title, "")
        doing, _ = split(self._last)
        if found is None or (doing in _LOOKING and self.here is not None):
            return False
        title, opening = found
        by = way or (self._last if doing in _MOVING else None)
        is_new = self.rooms.enter(title, by, opening)
        self.rooms.name(reading.named_ways(text))
        if is_new or text not in self._read:
            self._see_things(text[text.rfind(title) :], _MOST_THINGS)
        if not is_new and "here" in text and text not in self._read:
            self.agenda.forget(self.here, "take all")
        return True

    def _learn_of_dark(self, way: str) -> None:
        """Make light, or go back and come again with a light."""
        origin = self.here
        self.rooms.enter(_DARKNESS, way or None)
        self.rooms.avoid(_DARKNESS)
        self._way_into_dark = way
        lights = self.belongings.lights
        todo = [f"turn on {one}" for one in lights if self.agenda.begin(origin, f"light {one}")]
        if todo:
            self.now.extend([*todo, "look"])
        else:
            self._go_back()

    def _go_back(self) -> None:
        if self._way_into_dark in OPPOSITE:
            self.now.append(OPPOSITE[self._way_into_dark])
            self._way_into_dark = ""

    def _learn_of_way(self, way: str, answer: reading.Answer) -> None:
        """Take note of what stands in a way."""
        here = self.here
        if here is None:
            return
        self.rooms.forget_way(way)
        if reading.is_on_something(answer.first) and way != "out":
            self.rooms.try_again(here, way)
            self.now.extend(["out", way])
            return
        ways = reading.only_ways(answer.first)
        if ways:
            self.rooms.open_only(ways)
        if answer.text in self._read or reading.no_way(answer.first):
            return
        self.rooms.block(way)
        self._see_things(answer.first, _MOST_MORE_THINGS)
        if reading.is_locked(answer.first):
            self._meet("unlock {0} with {1}", "door")

    # What there is.

    def _learn_of_thing(self, answer: reading.Answer, gain: int) -> None:
        """Take note of the answer to a command about a thing."""
        doing, noun = split(self._last)
        if self._last == "inventory":
            self._carry(reading.carried(answer.text), is_gift=self._before_last.startswith("give"))
            return
        which = reading.which_things(answer.first)
        if which:
            asked = which if len(which) <= _MOST_MEANT else ()
            self._plan(Round.EXAMINE, (f"{doing} {one}" for one in asked))
            return
        if reading.is_unknown_word(answer.first):
            self._learn_of_unknown(doing, noun)
            return
        if reading.is_animate(answer.first) and doing in _TO_A_THING:
            self._meet_person(noun)
        in_vain = answer.is_refused or not self._is_new(doing, noun, answer)
        self.agenda.learn(self._last, in_vain)
        if reading.is_gone(answer.first):
            self.agenda.forget_thing(self.here, noun)
        if doing == "examine":
            self._learn_of_examined(noun, answer.first, in_vain)
        elif doing == "take":
            self._learn_of_taken(noun, answer, gain)
        else:
            self._learn_of_use(doing, noun, answer, is_kept=in_vain or gain > 0)
        if not in_vain:
            self._learn_of_effect(doing, noun, answer)

    def _is_new(self, doing: str, noun: str, answer: reading.Answer) -> bool:
        """Whether an answer was neither read before nor is that of another thing."""
        first_of = self._forms.setdefault((doing, answer.form), noun)
        return answer.text not in self._read and (first_of == noun or doing == "take")

    def _learn_of_unknown(self, doing: str, noun: str) -> None:
        """Take note of a word that the story does not know."""
        if doing == "examine":
            self.agenda.learn_unknown(noun)
            self._try_other_name(noun)
        elif noun in self._handled:
            self.agenda.learn_unknown_doing(doing)

    def _learn_of_examined(self, noun: str, text: str, in_vain: bool) -> None:
        """Plan what to do with a thing that was examined, if it exists."""
        if reading.is_gone(text):
            self._missed[noun] += 1
            if self._missed[noun] == _MOST_MISSED and noun not in self._handled:
                self.agenda.learn_unknown(noun)
            self._try_other_name(noun)
            return
        self._seen.setdefault(self.here, {})[noun] = None
        if in_vain and noun in self._handled:
            if noun in self._interesting:  # here it may be of another use
                self._plan(Round.LAST, (f"{do} {noun}" for do in habits.ALWAYS))
            return
        self._handled.add(noun)
        if not in_vain:
            self._interesting.add(noun)
        self._do_to(noun, is_dull=in_vain)
        if reading.is_person(text):
            self._meet_person(noun)
        if reading.is_locked(text):
            self._meet("unlock {0} with {1}", noun)
        if habits.kind(noun) in habits.CONTAINERS:
            self._meet("put {1} in {0}", noun)

    def _learn_of_taken(self, noun: str, answer: reading.Answer, gain: int) -> None:
        """Take note of what was taken, and of what else was said to be there."""
        self._carry(name or noun for name in reading.taken(answer.text))
        self.belongings.value(noun, gain)
        listed = reading.listed(answer.text)
        if noun == "all":
            self._plan(Round.EXAMINE, (f"examine {name}" for name in listed))
            for name in [name for name, reply in listed.items() if reading.is_person(reply)]:
                self._meet_person(name)
        replies = listed or {noun: answer.first}
        heavy = next((one for one in replies if reading.is_overloaded(replies[one])), None)
        if heavy is not None:
            self.now.extend(self.belongings.make_room_for(heavy))

    def _learn_of_use(self, doing: str, noun: str, answer: reading.Answer, is_kept: bool) -> None:
        """Take back what was put away for nothing; know things from people, and what is locked."""
        self._carry(name or noun for name in reading.taken(answer.text))
        thing, _, _ = noun.partition(" in ")
        if doing == "put" and not is_kept:
            self.now.append(f"take {thing}")
        if reading.is_inanimate(answer.first):
            _, _, target = noun.partition(" to ")
            self.agenda.drop(self.here, f" to {target}")
        if doing == "open" and reading.is_locked(answer.first):
            self._meet("unlock {0} with {1}", noun)

    def _learn_of_effect(self, doing: str, noun: str, answer: reading.Answer) -> None:
        """Look what has come of something that was answered by something new."""
        self.useful.append(self._last)
        if doing not in _LOOKING and reading.is_received(answer.first):
            self.now.append("inventory")
        if doing != "take" or reading.reveals(answer.text):
            self._see_things(answer.first, _MOST_MORE_THINGS)
        if doing not in _CHANGING:
            return
        ways = reading.named_ways(answer.text)
        self.rooms.name(ways)
        for way in ways if self.here is not None else ():
            self.rooms.try_again(str(self.here), way)
        blocked = self.rooms.try_blocked_again()
        if doing == "open":
            self.agenda.forget(self.here, "take all")
            if habits.kind(noun) in habits.ENTERED:
                self.now.append(f"enter {noun}")
        elif doing == "unlock":
            self.now.extend([f"open {noun.partition(' with ')[0]}", *blocked])
        elif doing not in ("give", "put") and "look" not in self.now:
            self.now.append("look")

    # What to do with what there is.

    def _plan(self, round_: Round, commands: Iterable[str]) -> None:
        self.agenda.plan(self.here, round_, commands)

    def _see_things(self, text: str, most: int) -> None:
        """Plan to examine what a text names."""
        names = []
        for nouns in reading.things(text):
            known = [noun for noun in nouns if not self.agenda.is_unknown(noun)]
            if known:
                names.append(known[0])
                self._other_names.setdefault(known[0], known[-1])
        commands = [f"examine {name}" for name in names]
        self._plan(Round.EXAMINE, commands[:most])
        self._plan(Round.WORDS, commands[most:])

    def _try_other_name(self, noun: str) -> None:
        other = self._other_names.get(noun, noun)
        if other != noun:
            self.agenda.plan_first(self.here, Round.EXAMINE, f"examine {other}")

    def _do_to(self, thing: str, is_dull: bool) -> None:
        """Plan to do to a thing what people do to things; to a dull one when little is left."""
        usual = habits.habits_with(thing)
        later = Round.LAST if is_dull else Round.THEN
        self._plan(Round.FIRST, (f"{do} {thing}" for do in ("open", *usual)))
        self._plan(later if is_dull else Round.FIRST, [f"take {thing}"])
        self._plan(later, (f"{do} {thing}" for do in habits.ALWAYS))
        if not is_dull:
            self._plan(Round.LAST, (f"{do} {thing}" for do in habits.LAST_OF_ALL))

    def _meet_person(self, name: str) -> None:
        """Plan to talk with somebody, about what was named and is not to be seen too."""
        if (self.here, name) in self._met:
            return
        self._met.add((self.here, name))
        self._plan(Round.USE, [f"talk to {name}"])
        self._meet("give {1} to {0}", name)
        topics = list(self._missed)[-_MOST_TOPICS:]
        self._plan(Round.THEN, (f"ask {name} about {topic}" for topic in (name, *topics)))

    def _meet(self, use: str, other: str) -> None:
        """Plan to use what is carried, now or later, on a thing or a person here."""
        self._plan(Round.USE, self.belongings.meet(self.here, use, other))

    def _carry(self, things: Iterable[str], is_gift: bool = False) -> None:
        """Take note of what is carried, and plan to use it; a gift is not given back."""
        for thing in things:
            if thing in self.belongings or thing == "all":
                continue
            for room, command in self.belongings.add(thing):
                if not (is_gift and room == self.here and command.startswith("give")):
                    self.agenda.plan(room, Round.USE, [command])
            self._plan(Round.EXAMINE, [f"examine {thing}"])
            if habits.kind(thing) in habits.LIGHTS:
                self.rooms.forget_room(_DARKNESS)
