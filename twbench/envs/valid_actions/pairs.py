"""Commands about two things, tried by samples.

Most of the time goes into these: a template with two blanks and twenty things are 380 commands,
nearly all of which get one of a few refusals. So first things (rows) are told apart by the answers
that they get with a few second ones (columns), and columns by those with a few rows. Commands of
which both things are of one kind are a block, and get one answer as a rule: two of them are tried,
or one where row or column always gets the same answer, or none where both always get the same one.
Where a command changes something that no other has changed, its whole block is tried.

Rows to tell columns by are one that is held and one that can be had: about others a parser says
that they are not held, and no more. Where the grammar wants a held thing or somebody, others are
not tried.
"""

__all__ = ["PairSampler", "Things"]

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from twbench.envs.objects.grammar import BLANK, CREATURE, HELD
from twbench.envs.valid_actions.candidates import Form
from twbench.envs.valid_actions.naming import ALL, normalised
from twbench.envs.valid_actions.trials import Changes, Trials

_COLUMN_PROBES = 3
_MOST_PLACES = 2
_NO_PREPOSITION = f"{BLANK} {BLANK}"
DIRECTIONS = ("north", "south", "east", "west", "up", "down")
"""What some stories take as things, to push others there."""
_ABOUT_ITSELF = ("", False)
_Answer = tuple[str, bool]


@dataclass(frozen=True, slots=True)
class Things:
    """Names of things: all, those that are held or can be taken, and those of somebody.

    ``portable`` begins with what is held. ``creatures`` is None where nobody knows.
    """

    names: tuple[str, ...]
    portable: tuple[str, ...]
    creatures: tuple[str, ...] | None

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

    ``known`` are the changes that are known already; ``words`` are those that answers may name
    things by.
    """

    def __init__(
        self, trials: Trials, things: Things, known: Iterable[Changes], words: Iterable[str]
    ):
        self._trials = trials
        self._things = things
        self._known = set(known)
        # What something was put into, or done to, in commands of other forms.
        self._places: list[str] = []
        self._words = tuple(sorted({*words, *things.names, ALL}))

    def sample(self, form: Form) -> None:
        """Try what of a form's commands may change something."""
        kinds = form.kinds or (None, None)
        rows, columns = (self._things.that_fit(kind) for kind in kinds[:2])
        if form.template.endswith(_NO_PREPOSITION):
            columns = (*columns, *DIRECTIONS)
        if not rows or not columns:
            return
        probes = [name for name in self._things.portable if name in rows] or rows
        outermost = tuple(dict.fromkeys((probes[0], probes[-1])))
        of_columns = self._kinds(form, columns, outermost, of_rows=False)
        rarest = sorted(of_columns, key=lambda kind: len(kind.names))
        chosen = [kind.names[0] for kind in rarest[:_COLUMN_PROBES]]
        chosen += [place for place in self._places if place in columns and place not in chosen]
        of_rows = self._kinds(form, [*rows, ALL], chosen, of_rows=True)
        for row in of_rows:
            for column in of_columns:
                self._block(form, row, column)

    def _kinds(
        self, form: Form, names: Sequence[str], probes: Sequence[str], of_rows: bool
    ) -> list[_Kind]:
        """Return names in groups that get the same answers with all of some ``probes``."""
        groups: dict[tuple[_Answer, ...], list[str]] = {}
        for name in names:
            answers = tuple(
                self._try(form, *((name, probe) if of_rows else (probe, name))) for probe in probes
            )
            groups.setdefault(answers, []).append(name)
        return [_Kind(same, answers) for answers, same in groups.items()]

    def _block(self, form: Form, row: _Kind, column: _Kind) -> None:
        cells = [(one, other) for one in row.names for other in column.names if one != other]
        untried = [cell for cell in cells if form.command(*cell) not in self._trials.tried]
        sampled = [cell for cell in cells if cell not in untried]
        by_row, by_column = row.only_answer, column.only_answer
        if by_row is None and by_column is None:
            chosen = [*untried[:1], *untried[1:][-1:]]
        elif by_row is not None and by_row == by_column:
            chosen = []
        else:
            chosen = untried[:1]
        for cell in chosen:
            self._try(form, *cell)
        if any(self._is_new(form.command(*cell)) for cell in [*sampled, *chosen]):
            for cell in untried:
                self._try(form, *cell)

    def _try(self, form: Form, *pair: str) -> _Answer:
        """Return what tells the answer to a command from others: its text, whether it is new."""
        if len(set(pair)) < len(pair) or self._trials.is_over:
            return _ABOUT_ITSELF
        command = form.command(*pair)
        outcome = self._trials.try_out(command)
        is_new = self._is_new(command)
        if is_new and len(self._places) < _MOST_PLACES and pair[1] not in self._places:
            self._places.append(pair[1])
        return normalised(outcome.reply, self._words), is_new

    def _is_new(self, command: str) -> bool:
        if command not in self._trials.tried:
            return False
        changes = self._trials.changes(command)
        return bool(changes) and changes not in self._known
