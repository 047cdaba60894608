"""Finding the valid actions of a state."""

__all__ = ["EXHAUSTIVE", "FAST", "SEARCH_VERSION", "ActionFinder", "FoundActions"]

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from functools import partial
from typing import Any

from jericho.util import verb_usage_count

from twbench.core.environments import SEARCH_SECONDS
from twbench.envs.frotz.session import Session
from twbench.envs.objects.dictionary import Dictionary
from twbench.envs.objects.grammar import CREATURE, read_grammar
from twbench.envs.objects.templates import templates_of
from twbench.envs.objects.world import World
from twbench.envs.valid_actions.attempts import Attempts
from twbench.envs.valid_actions.candidates import Form, forms_of
from twbench.envs.valid_actions.limits import Limits
from twbench.envs.valid_actions.naming import (
    Names,
    names_of_things,
    normalised,
    owners_of_words,
    words_around,
)
from twbench.envs.valid_actions.news import News
from twbench.envs.valid_actions.pairs import PairSampler, Things
from twbench.envs.valid_actions.profiles import Profiles
from twbench.envs.valid_actions.refusals import Lesson, Memory, Recall, Refusals
from twbench.envs.valid_actions.trials import NEUTRAL, Changes, Trials
from twbench.envs.valid_actions.twins import Mentions, Twins
from twbench.envs.valid_actions.understanding import Understanding

FAST, EXHAUSTIVE = "fast", "exhaustive"
"""The modes: commands about two things are tried by samples, or all of them."""
SEARCH_VERSION = 12
"""Goes up with every change of what is found: what other versions have found is no use then."""
_CREATURE_FORMS = 2
_OF_ALL = 3
"""What moves when any of so many things is to be taken is another: see `_that_can_be_had`."""
_MOST_EQUAL = 24
"""How many commands are kept in a group: of those that change the same."""


@dataclass(frozen=True, slots=True)
class FoundActions:
    """The valid actions of a state: ``groups`` of commands that change the same.

    ``commands`` has the one of each group that people would type. The search was ``incomplete`` if
    it had reached a limit before all was tried; ``timed_out`` says that the limit was one of time,
    so that it would have found more on a faster machine. ``tried`` is how many commands it typed.
    It was ``slow`` if it took more than `twbench.envs.valid_actions.limits.SLOW_SECONDS`, which its
    work says, alike on any machine, or else the clock: ``slow_by_clock`` says that only that did.
    ``in_variables`` are those of the commands that change variables alone: what these are for is
    not known, and the world of objects stays as it is.
    """

    groups: tuple[tuple[str, ...], ...]
    mode: str
    incomplete: bool
    tried: int
    timed_out: bool = False
    in_variables: tuple[str, ...] = ()
    slow: bool = False
    slow_by_clock: bool = False

    @property
    def commands(self) -> tuple[str, ...]:
        """One command for each change."""
        return tuple(group[0] for group in self.groups)

    @classmethod
    def from_json(cls, told: Mapping[str, Any]) -> "FoundActions":
        """Return what `to_json` has made a value of."""
        known = {name: value for name, value in told.items() if name != "commands"}
        known["groups"] = tuple(map(tuple, told["groups"]))
        return cls(**{**known, "in_variables": tuple(told["in_variables"])})

    def to_json(self) -> dict[str, Any]:
        """Return a value that JSON can hold."""
        told = {"commands": list(self.commands), **asdict(self)}
        groups = [list(group) for group in self.groups]
        return {**told, "groups": groups, "in_variables": list(self.in_variables)}

    @property
    def without_clock(self) -> "FoundActions":
        """What another machine would tell as well: that it was slow by its work alone."""
        return replace(self, slow=self.slow and not self.slow_by_clock, slow_by_clock=False)

    @property
    def as_slow(self) -> "FoundActions":
        """The same of a search that the clock says was slow."""
        return self if self.slow else replace(self, slow=True, slow_by_clock=True)


class ActionFinder:
    """Finds valid actions in the states of one story, given as the bytes of its file.

    ``bindings`` is what Jericho knows of the story, if it knows it. Without ``limits``, a search
    takes up to `SEARCH_SECONDS`.
    """

    def __init__(
        self,
        story: bytes,
        world: World,
        bindings: Mapping[str, Any],
        mode: str = FAST,
        limits: Limits | None = None,
    ):
        self._story = story
        self._world = world
        self._mode = mode
        self._limits = Limits.lasting(SEARCH_SECONDS) if limits is None else limits
        self._dictionary = Dictionary(story)
        grammar = read_grammar(story, self._dictionary)
        templates = templates_of(bindings, grammar, self._dictionary)
        self._forms = forms_of(templates, grammar, self._dictionary)
        actions = {form.action for form in self._forms if form.action is not None}
        written = {word for form in self._forms for one in form.synonyms for word in one.split()}
        self._remembering = Memory(story, world, self._dictionary, written)
        self._mentions = Mentions(story, actions, 0 if grammar is None else grammar.end)

    def find(
        self, session: Session, tell: Callable[[FoundActions], None] | None = None
    ) -> FoundActions:
        """Return the valid actions of the state in which the session is; it stays in it.

        ``tell`` is given what is found before commands about two things are tried.
        """
        return self._find(session, None, tell)[0]

    def find_next(
        self,
        session: Session,
        refusals: Refusals,
        tell: Callable[[FoundActions], None] | None = None,
    ) -> tuple[FoundActions, Lesson]:
        """Return the same in an episode whose ``refusals`` are known, and what was learned.

        What is known to be refused is not typed.
        """
        recall = self._remembering.recall(refusals, session.memory())
        found, trials = self._find(session, recall, tell)
        return found, _lesson(trials, recall)

    def learned(self, refusals: Refusals, session: Session, lesson: Lesson) -> Refusals:
        """Return what is known after a search in the state in which the session is."""
        return self._remembering.learned(refusals, session.memory(), lesson)

    def _find(
        self,
        session: Session,
        recall: Recall | None,
        tell: Callable[[FoundActions], None] | None,
    ) -> tuple[FoundActions, Trials]:
        trials = Trials(session, self._world.table, self._story, self._limits, recall)
        try:
            names = names_of_things(trials, self._world, self._dictionary)
            # What was examined to find names is no action, but for the names themselves.
            asides = set(trials.tried) - {f"examine {name}" for name in names.things}
            words = words_around(trials, self._world, map(self._dictionary.cut, names.things))
            things = self._things(trials, names, words)
            twins = self._twins(trials, things)
            parser = Understanding()
            news = News(trials)
            news.learn()
            attempts = Attempts(trials, parser, things, names.refusal, words, news)
            for form in self._forms:
                if form.blanks < 2:
                    attempts.of_one_thing(form, twins)
            if tell is not None:
                tell(self._grouped(trials, asides, is_whole=False))
            profiles = Profiles(trials, self._forms, things.names, words)
            try_pairs: Callable[[Form], None]
            if twins is None:
                try_pairs = partial(attempts.of_all_pairs, same=profiles.same())
            else:
                twins.learn(profiles.alike())
                try_pairs = PairSampler(
                    trials, parser, things, words, names.refusal, twins, profiles, news
                ).sample
            for form in self._forms:
                if form.blanks == 2:
                    try_pairs(form)
            return self._grouped(trials, asides), trials
        finally:
            trials.close()

    def _twins(self, trials: Trials, things: Things) -> Twins | None:
        """Return what tells twins, None in a search that makes no use of them."""
        if self._mode == EXHAUSTIVE:
            return None
        called = self._called(trials, things.names)
        return Twins(self._mentions, self._world, trials.memory, called, things.portable)

    def _called(self, trials: Trials, names: Iterable[str]) -> dict[str, list[int]]:
        """Return which objects around can be called by each of some names."""
        owners = owners_of_words(trials, self._world)
        called = {}
        for name in names:
            words = [owners.get(self._dictionary.cut(word), set()) for word in name.split()]
            called[name] = sorted(set.intersection(*words))
        return called

    def _things(self, trials: Trials, names: Names, words: set[str]) -> Things:
        """Return the names with what is known of each from commands about one thing.

        An exhaustive search leaves out nothing for what it is.
        """
        if self._mode == EXHAUSTIVE:
            return Things(names.things, names.things, None, names.several)
        memory = trials.memory
        cut = self._dictionary.cut
        held = {word for n in self._world.held(memory) for word in self._world.words(memory, n)}
        carried = [n for n in names.things if cut(n) in held or trials.moves(f"drop {n}")]
        others = [n for n in names.things if n not in carried]
        near = _that_can_be_had(trials, others)
        return Things(
            names.things,
            (*carried, *near),
            self._creatures(trials, names.things, words),
            tuple(
                n for n in names.several if trials.moves(f"take {n}") or trials.moves(f"drop {n}")
            ),
            tuple(self._holders(trials, names.things)),
            tuple(carried),
            tuple(self._that_move(trials, (*carried, *near))),
        )

    def _that_move(self, trials: Trials, names: tuple[str, ...]) -> Iterator[str]:
        """Yield those of some names whose own things are moved if they are taken or dropped.

        "Take ash" may move a handful of it, and leave the pile.
        """
        called = self._called(trials, names)
        for name in names:
            moved = {
                self._world.table.object_at(at)
                for command in (f"drop {name}", f"take {name}")
                for at, _ in trials.try_out(command).certain
                if trials.is_place(at)
            }
            if moved.intersection(called[name]):
                yield name

    def _holders(self, trials: Trials, names: tuple[str, ...]) -> Iterator[tuple[str, str]]:
        """Yield pairs of a thing and what it is in, or a part of."""
        world, memory = self._world, trials.memory
        around = world.around(memory)
        called: dict[int, list[str]] = {
            number: [n for n in names if self._dictionary.cut(n) in world.words(memory, number)]
            for number in around
        }
        for number in around:
            for holder in called.get(world.table.links(memory, number)[0], ()):
                for name in called[number]:
                    if name != holder:
                        yield name, holder

    def _creatures(
        self, trials: Trials, names: tuple[str, ...], words: set[str]
    ) -> tuple[str, ...] | None:
        """Return those of the names that are somebody's, None if the story does not tell.

        About things a parser says the same to every command that wants somebody.
        """
        forms = [f for f in self._forms if f.kinds == (CREATURE,)][:_CREATURE_FORMS]
        if len(forms) < _CREATURE_FORMS:
            return None
        known = tuple(sorted({*words, *names}))
        return tuple(
            name
            for name in names
            if len({normalised(trials.try_out(f.command(name)).reply, known) for f in forms}) > 1
        )

    def _grouped(self, trials: Trials, asides: set[str], is_whole: bool = True) -> FoundActions:
        """Return the commands that change something, those that change the same together.

        If the search has not come to its end, that is because it was ended from outside.
        """
        groups: dict[Changes, list[str]] = {}
        for command in list(trials.tried):
            changes = trials.lasting_changes(command)
            if changes and command not in asides and command not in NEUTRAL:
                groups.setdefault(changes, []).append(command)
        found = sorted(tuple(sorted(group, key=_usual)[:_MOST_EQUAL]) for group in groups.values())
        ended = not is_whole
        told = FoundActions(
            tuple(found),
            self._mode,
            trials.is_over or ended,
            len(trials.typed),
            trials.timed_out or ended,
            tuple(group[0] for group in found if not trials.is_certain(group[0])),
            slow=trials.allowance.is_slow_work,
        )
        return told.as_slow if trials.allowance.is_slow_here else told


def _lesson(trials: Trials, recall: Recall) -> Lesson:
    """Return what a search has to tell to later ones of its episode.

    What is answered to waiting as well is no matter of a command.
    """
    typed = {command: trials.tried[command] for command in trials.typed if command not in NEUTRAL}
    refused = {
        command: (outcome.reply, outcome.understood)
        for command, outcome in typed.items()
        if not trials.changes(command) and outcome.reply not in trials.neutral_replies
    }
    return recall.lesson(refused, trials.parsers)


def _that_can_be_had(trials: Trials, names: Iterable[str]) -> list[str]:
    """Return the names of things that move when they are to be taken.

    What moves whichever thing is to be taken does not count: it is another thing, dropped first.
    """
    moved = {
        name: trials.certain_changes(f"take {name}")
        for name in names
        if trials.moves(f"take {name}")
    }
    counts = Counter(one for changes in moved.values() for one in changes)
    return [
        name
        for name, changes in moved.items()
        if any(trials.is_place(at) and counts[at, to] < _OF_ALL for at, to in changes)
    ]


def _usual(command: str) -> tuple[int, int, str]:
    """Return by what commands that change the same are sorted: short, with a usual verb."""
    return len(command.split()), -verb_usage_count(command), command
