"""Commands tried form by form, but for those that the parser is known to refuse."""

__all__ = ["Attempts"]

from collections import defaultdict
from collections.abc import Iterable, Mapping

from twbench.envs.objects.dictionary import ALL
from twbench.envs.objects.grammar import BLANK, TOPIC, takes_several
from twbench.envs.valid_actions.candidates import Form
from twbench.envs.valid_actions.naming import normalised
from twbench.envs.valid_actions.news import News
from twbench.envs.valid_actions.pairs import DIRECTIONS, EXCUSE, Things
from twbench.envs.valid_actions.trials import Trials
from twbench.envs.valid_actions.twins import Twins
from twbench.envs.valid_actions.understanding import Understanding


class Attempts:
    """Tries commands about ``things`` in the state of ``trials``, and notes in ``parser``.

    ``refusal`` is what is answered, normalised, where several things may not be named, ``words``
    are those that answers may name things by, and ``news`` knows what was changed.
    """

    def __init__(
        self,
        trials: Trials,
        parser: Understanding,
        things: Things,
        refusal: str,
        words: Iterable[str],
        news: News,
    ):
        self._trials = trials
        self._news = news
        self._parser = parser
        self._things = things
        self._refusal = refusal
        self._words = tuple(sorted({*words, *things.names}))
        # In which forms an answer was given.
        self._forms_with: dict[str, set[str]] = defaultdict(set)

    def of_one_thing(self, form: Form, twins: Twins | None) -> None:
        """Try all commands of a form with one blank at most that may do something.

        In stories of Inform 7, whose commands take long, what is held is tried, and samples of
        other things: the form is given up if they tell that it does nothing.
        """
        if form.blanks == 0:
            self._each(form, [()])
        else:
            self._of_one_thing(form, twins)
        self._news.learn()

    def _of_one_thing(self, form: Form, twins: Twins | None) -> None:
        fitting = self._things.that_fit(form.kinds[0] if form.kinds else None)
        self._each(form, [(ALL,)])
        if twins is None or twins.are_telling or form.action is None:
            self._each(form, ((name,) for name in fitting))
        else:
            self._sample(form, fitting, twins)
        told = self._trials.tried.get(form.command(ALL))
        if told is not None and (told.understood or self._plain(told.reply) != self._refusal):
            self._each(form, ((name,) for name in self._things.several))

    def _sample(self, form: Form, names: Iterable[str], twins: Twins) -> None:
        """Try things that are held, or have rules of their own, and of the others a few.

        It is enough if some of them, a held one included, get the same answer, which no other form
        has got; or if all samples were tried, and none has changed anything that no command before
        had changed. (To be named at all often sets a flag of a thing, which is nothing new.)
        """
        known = tuple(names)
        held = [name for name in known if name in self._things.held]
        samples = twins.samples([name for name in known if name not in held], form.action)
        self._each(form, ((name,) for name in samples.special))
        of_held, _ = self._answers(form, held)
        told = [*of_held] if len(of_held) == 1 else []
        changing = False
        for name in samples.telling:
            answers, is_new = self._answers(form, [name])
            told += answers
            changing = changing or is_new
            if len(told) >= samples.enough and len(set(told)) == 1 and not changing:
                return
        if changing:
            self._each(form, ((name,) for name in samples.rest))

    def _answers(self, form: Form, names: Iterable[str]) -> tuple[set[str], bool]:
        """Try a form about names; return its own answers, and whether any changes new things."""
        told: set[str] = set()
        is_new = False
        for name in names:
            self._each(form, [(name,)])
            outcome = self._trials.tried.get(form.command(name))
            if outcome is not None and outcome.understood:
                reply = normalised(outcome.reply, self._words)
                self._forms_with[reply].add(form.template)
                told.add(reply)
                is_new = is_new or self._news.is_new(form.command(name))
        return {reply for reply in told if len(self._forms_with[reply]) < EXCUSE}, is_new

    def of_all_pairs(self, form: Form, same: Mapping[str, str]) -> None:
        """Try a form about all pairs of things, unless the parser takes none.

        ``same`` gives for each name the one name of its thing that is used; only in a blank that
        takes any text are all names tried. Pairs with the likeliest things come first: if the
        parser takes none of these, it takes none.
        """
        kinds = form.kinds or (None, None)
        names = [
            list(
                dict.fromkeys(name if kind == TOPIC else same[name] for name in self._things.names)
            )
            for kind in kinds[:2]
        ]
        rows, columns = [*names[0], ALL, *self._several(form, kinds[0])], names[1]
        if form.template.endswith(f"{BLANK} {BLANK}"):
            columns = list(dict.fromkeys([*columns, *DIRECTIONS]))
        likely = [self._parser.likely(form, blank, (rows, columns)[blank]) for blank in (0, 1)]
        pairs = [(one, other) for one in rows for other in columns if one != other]
        self._each(form, (pair for pair in pairs if pair[0] in likely[0] or pair[1] in likely[1]))
        if self._parser.takes(form):
            self._each(form, pairs)

    def _several(self, form: Form, kind: str | None) -> tuple[str, ...]:
        """Return the words for several things to try first in a form about two things.

        A parser that wants one thing there refuses them, or takes each for a thing that has another
        name.
        """
        wants_one = form.tokens and kind != TOPIC and not takes_several(form.tokens[0])
        return () if wants_one else self._things.several

    def _each(self, form: Form, chosen: Iterable[tuple[str, ...]]) -> None:
        for names in chosen:
            if self._trials.is_over:
                return
            if not self._parser.refuses(form, names):
                outcome = self._trials.try_out(form.command(*names))
                self._parser.note(form, names, outcome.understood)

    def _plain(self, reply: str) -> str:
        return normalised(reply, [ALL])
