"""What was answered to commands about each thing: which things are alike, and which out of reach.

Nearly every story has things of which it says the same whatever is done to them: that one cannot
reach them, or has to name something more substantial. And some things are answered alike in all
that was tried with them, though nothing in the story's code says so. That saves commands about two
things, of which the same will be said.
"""

__all__ = ["Profiles"]

from collections import Counter
from collections.abc import Iterable, Sequence

from twbench.envs.objects.grammar import TOPIC
from twbench.envs.valid_actions.candidates import Form
from twbench.envs.valid_actions.naming import normalised, without_asides
from twbench.envs.valid_actions.trials import Changes, Trials

_FEWEST = 8
"""Of fewer answers it cannot be said that they are always the same."""
_USUAL = 0.75

_Answers = dict[str, tuple[str, Changes]]


class Profiles:
    """The answers of ``trials`` to those of some ``forms`` that name one of some ``names``.

    ``words`` are those that answers may name things by.
    """

    def __init__(
        self, trials: Trials, forms: Iterable[Form], names: Sequence[str], words: Iterable[str]
    ):
        known = tuple(sorted({*words, *names}))
        self._names = names
        self._plain: dict[str, _Answers] = {name: {} for name in names}
        self._normal: dict[str, _Answers] = {name: {} for name in names}
        for form in forms:
            if form.blanks != 1 or not form.kinds or form.kinds[0] == TOPIC:
                continue
            told: dict[str, tuple[str, Changes]] = {}
            for name in names:
                command = form.command(name)
                if command in trials.tried:
                    changes = trials.certain_changes(command)
                    reply = trials.tried[command].reply
                    self._plain[name][form.template] = without_asides(reply), changes
                    told[name] = normalised(reply, known), changes
            # Where most things have answers of their own, these describe them, and tell no more.
            if 2 * len({reply for reply, _ in told.values()}) <= len(told):
                for name, (reply, changes) in told.items():
                    self._normal[name][form.template] = reply, changes

    def usual(self) -> dict[str, str]:
        """Return for each thing the one answer that nearly all commands about it got, normalised.

        Things that have no such answer are left out, and so are those that a command has changed.
        """
        found = {}
        for name, answers in self._normal.items():
            if len(answers) >= _FEWEST and not any(changes for _, changes in answers.values()):
                told = Counter(reply for reply, _ in answers.values())
                reply, count = told.most_common(1)[0]
                if count >= _USUAL * len(answers):
                    found[name] = reply
        return found

    def given(self) -> dict[str, set[str]]:
        """Return answers, normalised, with the templates of commands that got them."""
        found: dict[str, set[str]] = {}
        for answers in self._normal.values():
            for template, (reply, _) in answers.items():
                found.setdefault(reply, set()).add(template)
        return found

    def same(self) -> dict[str, str]:
        """Return for each name the first of those that were answered word by word as it was.

        Answers tell the name of a thing, so these are names of one thing, or of two that nobody
        can tell apart.
        """
        return self._firsts(self._plain)

    def alike(self) -> dict[str, str]:
        """Return for each name the first of those that were answered alike, in all of both."""
        found: dict[str, str] = {}
        firsts: list[str] = []
        for name in self._names:
            found[name] = next((one for one in firsts if self._are_alike(one, name)), name)
            if found[name] == name:
                firsts.append(name)
        return found

    def _are_alike(self, one: str, other: str) -> bool:
        """Whether what was tried with both was answered alike, and that is enough to say so."""
        first, second = self._normal[one], self._normal[other]
        shared = first.keys() & second.keys()
        return len(shared) >= _FEWEST and all(first[form] == second[form] for form in shared)

    def _firsts(self, answers: dict[str, _Answers]) -> dict[str, str]:
        firsts: dict[object, str] = {}
        found = {}
        for name in self._names:
            own = answers[name]
            found[name] = name
            if len(own) >= _FEWEST:
                found[name] = firsts.setdefault(tuple(sorted(own.items())), name)
        return found
