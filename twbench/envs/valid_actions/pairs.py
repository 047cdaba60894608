"""Commands about two things, tried by samples.

Most of the time of a search goes into these: one template with two blanks and twenty things gives
380 commands, nearly all of which get one of a few refusals. Picture them as a table: a row for each
thing in the first blank, a column for each in the second one.

**Kinds.** Rows that get the same answers with a few columns are taken for one kind, and columns
that get the same answers with a few rows for another. The commands of one kind of rows and one kind
of columns are a block, which as a rule gets one answer. So two commands of it are tried; one, where
the column always gets the same answer; or none, where the row does and nothing has changed. Where a
command changes something new (see `news`), its whole block is tried.

**Refused alike.** Most forms are refused whatever they are about, which is seen sooner: the first
row is tried with every column, and every row with one column. If all of that gets one answer, the
form is done with. Answers that other forms get as well are excuses, such as that something is out
of reach, and do not count. But where there were excuses, things that have rules of their own for
the action, by the code of the story, are tried with all others before. What changes variables alone
is not new: what these are for is not known, and most are the parser's.

**Probes.** The rows by which columns are told apart are one thing that is held and one that can be
taken, both seen to move: of others a parser says that they are not held, and no more. If the parser
does not understand the first, the next that it understands is taken. In stories of Inform 6, held
things are a kind apart from things that would be taken first, and an answer that came with
something moved is no excuse. Where the grammar wants a held thing or somebody, nothing else is
tried. Of things that are twins by the code of the story (see `twins`), one is tried for all. A few
things have something of their own to say: "You might try setting the compass to one of the four
symbols upon it." Such a thing is a probe too, with all of the other blank; and a thing is tried
with what it is in where the form takes something out.
"""

__all__ = ["PairSampler", "Things"]

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from twbench.envs.objects.dictionary import ALL
from twbench.envs.objects.grammar import BLANK, CREATURE, HELD
from twbench.envs.valid_actions.candidates import Form
from twbench.envs.valid_actions.naming import normalised
from twbench.envs.valid_actions.news import News
from twbench.envs.valid_actions.profiles import Profiles
from twbench.envs.valid_actions.trials import Trials
from twbench.envs.valid_actions.twins import Samples, Twins
from twbench.envs.valid_actions.understanding import Understanding

_COLUMN_PROBES = 4
_COLUMN_PROBES_OF_INFORM_7 = 2
_MOST_PLACES = 2
_MOST_OF_ITS_OWN = 2
"""How many things may get an answer that is still called their own."""
_MOST_WITH_RULES = 2
_MOST_FORMS = 2
"""In how many forms such an answer is given."""
EXCUSE = 3
"""In so many forms an answer is given that tells of a thing, such as that nobody can reach it."""
_MOST_REFINED = 2
_OUT_OF = frozenset({"from", "off", "out"})
_NO_PREPOSITION = f"{BLANK} {BLANK}"
DIRECTIONS = ("north", "south", "east", "west", "up", "down")
"""What some stories take as things, to push others there."""
_DIAGONALS = ("northeast", "northwest", "southeast", "southwest")
_NOT_UNDERSTOOD = re.compile(
    r"only understood you as far as|(?:didn't|don't|did not|do not) understand|"
    r"can(?:'t|not) use multiple objects"
)
_ABOUT_ITSELF = ("", False)
_Answer = tuple[str, bool]


@dataclass(frozen=True, slots=True)
class Things:
    """The names of all things in reach, and those of some kinds.

    ``portable`` ones are held or can be taken; the held ones come first, and are ``held`` by
    themselves. ``movable`` ones were seen to move. ``creatures`` are names of persons and animals,
    None if that is not known. ``several`` are names of more than one thing. ``holders`` are pairs
    of a thing and the one that it is in.
    """

    names: tuple[str, ...]
    portable: tuple[str, ...]
    creatures: tuple[str, ...] | None
    several: tuple[str, ...] = ()
    holders: tuple[tuple[str, str], ...] = ()
    held: tuple[str, ...] = ()
    movable: tuple[str, ...] = ()

    def that_fit(self, kind: str | None) -> tuple[str, ...]:
        """Return the names that the grammar takes in a blank of some kind."""
        if kind == HELD:
            return self.portable
        if kind == CREATURE and self.creatures is not None:
            return self.creatures
        return self.names


@dataclass(frozen=True, slots=True)
class _Kind:
    """Names that got the same answers with the same probes."""

    names: list[str]
    answers: tuple[_Answer, ...]

    @property
    def only_answer(self) -> _Answer | None:
        """The answer, if it was always the same."""
        known = {answer for answer in self.answers if answer != _ABOUT_ITSELF}
        return known.pop() if len(known) == 1 else None


class PairSampler:
    """Tries commands about two of some ``things`` in the state of ``trials``.

    ``words`` are those that answers may name things by, ``refusal`` is the answer where several
    things may not be named. ``parser`` knows which names are refused in which blanks, ``twins``
    which things are alike, ``profiles`` what was answered about one of them, and ``news`` what was
    changed.
    """

    def __init__(
        self,
        trials: Trials,
        parser: Understanding,
        things: Things,
        words: Iterable[str],
        refusal: str,
        twins: Twins,
        profiles: Profiles,
        news: News,
    ):
        self._refusal = refusal
        self._twins = twins
        self._usual = profiles.usual()
        # Forms in which a thing was refused for what it is, with the blank, the thing, the answer.
        self._spent: dict[tuple[str, int, str], str] = {}
        self._trials = trials
        self._parser = parser
        self._things = things
        self._news = news
        # What something was put into, or done to, in commands of other forms.
        self._places: list[str] = []
        self._words = tuple(sorted({*words, *things.names, *things.several, ALL}))
        self._portable = frozenset(things.portable)
        self._many = frozenset((ALL, *things.several))
        self._unfit = {name: set(self._cannot_be_had(name)) for name in things.names}
        self._unfit_for_all = frozenset().union(*self._unfit.values())
        # In which forms an answer was given.
        self._forms_with: dict[str, set[str]] = {}
        self._excuses = defaultdict(set, profiles.given())
        # Answers to commands that have moved something.
        self._of_moves: set[str] = set()
        self._exits = tuple(way for way in (*DIRECTIONS, *_DIAGONALS) if trials.moves(way))

    def _cannot_be_had(self, name: str) -> Iterator[str]:
        """Yield what is answered where something is to be taken or dropped, and cannot be.

        Commands that want a held thing take it first, and say the same.
        """
        for command in (f"take {name}", f"drop {name}"):
            outcome = self._trials.tried.get(command)
            is_had = name in self._portable and bool(outcome and outcome.certain)
            if outcome is not None and outcome.understood and not is_had:
                yield normalised(outcome.reply, self._words)

    def sample(self, form: Form) -> None:
        """Try what of a form's commands may change something that those of others do not."""
        self._sample(form)
        self._news.learn()

    def _sample(self, form: Form) -> None:
        kinds = form.kinds or (None, None)
        rows, columns = (self._things.that_fit(kind) for kind in kinds[:2])
        if form.template.endswith(_NO_PREPOSITION):
            columns = tuple(dict.fromkeys((*columns, *DIRECTIONS, *self._exits)))
        if not rows or not columns:
            return
        columns = tuple(sorted(columns, key=lambda name: not self._parser.took(form, 1, name)))
        if _OUT_OF & set(form.template.split()):
            for thing, holder in self._things.holders:
                self._try(form, thing, holder)
                self._try(form, ALL, holder)
        movable = [name for name in self._things.movable if name in rows]
        probes = movable or [name for name in self._things.portable if name in rows] or rows
        likely = self._likely(columns)
        probe = self._heard(form, (probes[0], *rows), (*likely, *columns))
        if self._is_refused_alike(form, rows, columns, probe):
            return
        outermost = tuple(dict.fromkeys((probe, probes[-1])))
        of_columns = self._kinds(form, columns, outermost, of_rows=False)
        rarest = sorted(of_columns, key=lambda kind: len(kind.names))
        most = _COLUMN_PROBES if self._twins.are_telling else _COLUMN_PROBES_OF_INFORM_7
        chosen = [kind.names[0] for kind in rarest[:most]]
        chosen += [place for place in self._likely(columns) if place not in chosen]
        rows = (*rows, *self._that_are_many(form, chosen))
        of_rows = self._kinds(form, rows, chosen, of_rows=True)
        own_rows = self._with_own_answers(form, of_rows)
        own_columns = self._with_own_answers(form, of_columns)
        if own_rows:
            of_columns = self._kinds(form, columns, (*outermost, *own_rows), of_rows=False)
        if own_columns:
            probes = (*chosen, *own_columns)
            of_rows = self._kinds(form, rows, probes, of_rows=True)
        for row in of_rows:
            for column in of_columns:
                self._block(form, row, column)

    def _likely(self, columns: Sequence[str]) -> list[str]:
        """Return those columns that have taken something in other forms, or that lead away."""
        return [place for place in (*self._places, *self._exits[:1]) if place in columns]

    def _heard(self, form: Form, rows: Sequence[str], columns: Sequence[str]) -> str:
        """Return the first of the rows that the parser understands beside a column, if it does any.

        Columns are told apart by it. Of the others samples are tried.
        """
        first = rows[0]
        column = next((name for name in columns if name != first), first)
        samples = self._samples(self._apt(form, 0, rows[1:], column), form)
        for name in (first, *samples.tried):
            self._try(form, name, column)
            if self._parser.fits(form, 0, name):
                return name
        return first

    def _is_refused_alike(
        self, form: Form, rows: Sequence[str], columns: Sequence[str], probe: str
    ) -> bool:
        """Whether one answer is all that a form gets, whatever it is about, as far as is seen.

        Samples are tried with one other thing, and those that can be had with a place that took
        one; things with rules of their own for the action with each other.
        """
        likely = self._likely(columns)
        column = next((name for name in (*likely, *columns) if name != probe), None)
        if column is None:
            return False
        down = self._samples(self._apt(form, 0, rows, column), form)
        across = self._samples(self._apt(form, 1, columns, probe), form)
        answers = self._tell(form, across, lambda name: (probe, name))
        if len(self._told(answers)) > 1:
            return False
        answers += self._tell(form, down, lambda name: (name, column))
        answers += [
            self._try(form, name, place)
            for place in likely[1:2]
            for name in down.tried
            if name in self._portable
        ]
        answers.append(self._try(form, ALL, column))
        own_rows, own_columns = (one.special[:_MOST_WITH_RULES] for one in (down, across))
        answers += [self._try(form, *cell) for cell in product(own_rows, own_columns)]
        told = self._told(answers)
        if len(told) < 2 and len(set(answers)) > 1:  # some of it was excuses
            answers += [self._try(form, *cell) for cell in product(own_rows, across.tried)]
            answers += [self._try(form, *cell) for cell in product(down.tried, own_columns)]
            told = self._told(answers)
        return len(told) < 2 and not any(is_new for _, is_new in told)

    def _apt(self, form: Form, blank: int, names: Iterable[str], other: str) -> list[str]:
        """Return those of some names of which it is not known that the parser refuses them.

        Nothing is told by a sample that is not understood, nor by one beside itself.
        """
        return [
            name
            for name in names
            if name != other
            and not self._parser.refuses(form, (other, name) if blank else (name, other))
        ]

    def _samples(self, names: Sequence[str], form: Form) -> Samples:
        return self._twins.samples(self._different(names, form), form.action)

    def _tell(
        self, form: Form, samples: Samples, pair: Callable[[str], tuple[str, str]]
    ) -> list[_Answer]:
        """Return the answers about samples; some that get one, of this form alone, are enough.

        Where one changes something new others may do so too, and all are tried; in stories of
        Inform 6 also where anything is moved.
        """
        answers = [self._try(form, *pair(name)) for name in samples.special]
        told: list[_Answer] = []
        changing = False
        for name in samples.telling:
            answer = self._try(form, *pair(name))
            answers.append(answer)
            told += self._told([answer])
            changing = changing or answer[1] or self._has_moved(form.command(*pair(name)))
            if len(told) == samples.enough and len(set(told)) == 1 and not changing:
                break
        if changing:
            answers += [self._try(form, *pair(name)) for name in samples.rest]
        return answers

    def _has_moved(self, command: str) -> bool:
        """Whether a command has moved something, in stories where that tells of others."""
        return (
            self._twins.are_telling
            and command in self._trials.tried
            and self._trials.moves(command)
        )

    def _different(self, names: Sequence[str], form: Form) -> tuple[str, ...]:
        """Return one name of each that are twins."""
        return tuple(dict.fromkeys(self._twins.firsts(names, form.action).values()))

    def _told(self, answers: Iterable[_Answer]) -> set[_Answer]:
        """Return the different answers, but for those of a parser that has not understood."""
        return {
            answer
            for answer in answers
            if answer[1]
            or not (
                answer[0] in (self._refusal, "")
                or answer[0] in self._unfit_for_all
                or _NOT_UNDERSTOOD.search(answer[0])
                or self._is_excuse(answer[0])
            )
        }

    def _kinds(
        self, form: Form, names: Sequence[str], probes: Sequence[str], of_rows: bool
    ) -> list[_Kind]:
        """Return names in groups that get the same answers with all of some ``probes``.

        What is held is never of one kind with what would have to be taken first.
        """
        held = frozenset(self._things.held if of_rows and self._twins.are_telling else ())
        classes = (
            [name for name in names if name in held],
            [name for name in names if name not in held],
        )
        return [kind for same in classes for kind in self._told_apart(form, same, probes, of_rows)]

    def _told_apart(
        self, form: Form, names: Sequence[str], probes: Sequence[str], of_rows: bool
    ) -> list[_Kind]:
        """Return the kinds of some names.

        In stories of Inform 7 all are tried with the first probe, and samples of those that it does
        not tell apart with the next.
        """
        firsts = self._twins.firsts(names, form.action)
        groups: dict[tuple[_Answer, ...], list[str]] = {(): list(names)}
        for probe in probes:

            def ask(name: str, probe: str = probe) -> _Answer:
                first = firsts[name]
                if of_rows and not self._is_likely(first, probe):
                    return _ABOUT_ITSELF
                return self._try(form, *((first, probe) if of_rows else (probe, first)))

            finer: dict[tuple[_Answer, ...], list[str]] = {}
            for answers, same in groups.items():
                is_sampled = bool(answers) and not self._twins.are_telling
                told = self._answers_of_all(form, same, ask) if is_sampled else {}
                for name in same:
                    answer = told[name] if name in told else ask(name)
                    finer.setdefault((*answers, answer), []).append(name)
            groups = finer
        return [_Kind(same, answers) for answers, same in groups.items() if same]

    def _answers_of_all(
        self, form: Form, names: Sequence[str], ask: Callable[[str], _Answer]
    ) -> dict[str, _Answer]:
        """Return the answers about some names, of all of them if samples get one answer."""
        samples = self._samples(names, form)
        told = {name: ask(name) for name in samples.special}
        alike: list[_Answer] = []
        for name in samples.telling:
            told[name] = ask(name)
            alike += [told[name]] if told[name] != _ABOUT_ITSELF else []
            if len(set(alike)) > 1 or any(is_new for _, is_new in alike):
                return told
            if len(alike) == samples.enough:
                break
        if alike:
            told |= {name: alike[0] for name in names if name not in told}
        return told

    def _is_likely(self, name: str, place: str) -> bool:
        """Whether a thing should be tried with a place: all with others, but these are for some."""
        return place not in self._places or name in self._portable or name not in self._things.names

    def _that_are_many(self, form: Form, columns: Sequence[str]) -> tuple[str, ...]:
        """Return names of several things if the form takes any."""
        told = {self._try(form, ALL, column)[0] for column in columns}
        return () if told <= {self._refusal, ""} else (ALL, *self._things.several)

    def _with_own_answers(self, form: Form, kinds: Sequence[_Kind]) -> list[str]:
        """Return things that get an answer which few others get, in this form or another."""
        given = Counter(answer[0] for kind in kinds for answer in kind.answers for _ in kind.names)
        found = []
        for kind in kinds:
            told = {answer[0] for answer in kind.answers} - {""}
            for reply in told:
                self._forms_with.setdefault(reply, set()).add(form.template)
            is_one = len(kind.names) <= _MOST_OF_ITS_OWN and kind.names[0] not in self._many
            most = _MOST_OF_ITS_OWN * len(kind.answers)
            if is_one and any(self._is_own(reply) and given[reply] <= most for reply in told):
                found.append(kind.names[0])
        return found[:_MOST_REFINED] if len(found) < len(kinds) or len(kinds) == 1 else []

    def _is_own(self, reply: str) -> bool:
        """Whether an answer, given in few forms, is none about what cannot be had."""
        return reply not in self._unfit_for_all and len(self._forms_with[reply]) <= _MOST_FORMS

    def _block(self, form: Form, row: _Kind, column: _Kind) -> None:
        cells = [(one, other) for one in row.names for other in column.names if one != other]
        untried = [cell for cell in cells if form.command(*cell) not in self._trials.tried]
        sampled = [cell for cell in cells if cell not in untried]
        by_row, by_column = row.only_answer, column.only_answer
        if by_row is None and by_column is None:
            chosen = [*untried[:1], *untried[1:][-1:]]
        elif by_row is not None and (by_row == by_column or not self._may_change(by_row)):
            chosen = []
        else:
            chosen = untried[:1]
        for cell in chosen:
            self._try(form, *cell)
        if any(self._news.is_new(form.command(*cell)) for cell in [*sampled, *chosen]):
            for cell in untried:
                self._try(form, *cell)

    def _is_excuse(self, reply: str) -> bool:
        """Whether an answer is given in many forms, and never when something has moved."""
        return len(self._excuses[reply]) >= EXCUSE and not self._may_move(reply)

    def _may_change(self, answer: _Answer) -> bool:
        """Whether a command with an answer has done something new, or others may."""
        reply, is_new = answer
        return is_new or self._may_move(reply)

    def _may_move(self, reply: str) -> bool:
        """Whether an answer is one that comes with something moved, if not always.

        In stories of Inform 7, whose commands take long, nothing is made of it.
        """
        return self._twins.are_telling and reply in self._of_moves

    def _try(self, form: Form, *pair: str) -> _Answer:
        """Return what tells the answer to a command from others: its text, whether it is new."""
        if len(set(pair)) < len(pair) or self._trials.is_over:
            return _ABOUT_ITSELF
        if self._parser.refuses(form, pair):
            return _ABOUT_ITSELF
        for blank, name in enumerate(pair):
            reply = self._spent.get((form.template, blank, name))
            if reply is not None:
                return reply, False
        command = form.command(*pair)
        outcome = self._trials.try_out(command)
        self._parser.note(form, pair, outcome.understood)
        is_new = self._news.is_new(command)
        if is_new and len(self._places) < _MOST_PLACES and pair[1] not in self._places:
            self._places.append(pair[1])
        if not outcome.understood:
            return _ABOUT_ITSELF
        told = normalised(outcome.reply, self._words)
        if self._trials.moves(command):
            self._of_moves.add(told)
        if not is_new:
            self._excuses[told].add(form.template)
            for blank, name in enumerate(pair):
                # Of a second thing nothing is told beside a first one that may be at fault itself.
                is_fair = not blank or pair[0] in self._things.movable
                if is_fair and self._is_at_fault(name, pair[1 - blank], told):
                    self._spent[form.template, blank, name] = told
        return told, is_new

    def _is_at_fault(self, name: str, other: str, told: str) -> bool:
        """Whether an answer tells of one of two things, and will be given beside any other."""
        if told == self._usual.get(name):
            return True
        return told in self._unfit.get(name, ()) and told not in self._unfit.get(other, ())
