"""What the parser of a story takes, as far as is seen: names that it refuses are not tried again.

A command that the parser refuses takes no turn. If the parser has understood other commands of the
same form, the name is at fault: it stands for nothing that is there, for several things, or for
something that the grammar does not want in this blank. What a blank wants is said by its token,
whatever the verb. So a name that several forms with one token have refused is not tried with other
forms that have the token. Whether several things may be named is said by the token itself, so "all"
is tried only where it says so: elsewhere it could only stand for the one thing that is there.

In commands about two things, a name is at fault if it was refused beside others that were
understood in their blank.
"""

__all__ = ["Understanding"]

from collections import defaultdict
from collections.abc import Sequence

from twbench.envs.objects.dictionary import ALL
from twbench.envs.objects.grammar import takes_several
from twbench.envs.valid_actions.candidates import Form

_ENOUGH_FORMS = 3
"""In so many forms with one token a name must have been refused: which of several things is meant
depends on the verb."""
_ENOUGH_PARTNERS = 2
_LIKELY = 2


class Understanding:
    """What the parser has taken and refused in one state of a story."""

    def __init__(self) -> None:
        # By token and name: forms that have refused it. By token: names that some form has taken.
        self._refusing: dict[tuple[int, str], set[str]] = defaultdict(set)
        self._taken: dict[int, set[str]] = defaultdict(set)
        self._sound: set[str] = set()
        # By form, blank and name: with what it was refused. By form and blank: what was taken.
        self._partners: dict[tuple[str, int, str], set[str]] = defaultdict(set)
        self._fitting: dict[tuple[str, int], set[str]] = defaultdict(set)

    def note(self, form: Form, names: tuple[str, ...], understood: bool) -> None:
        """Remember whether a command was understood: a form, with ``names`` in its blanks."""
        if understood:
            self._sound.add(form.template)
        if len(names) == 1 and form.tokens:
            token = form.tokens[0]
            if understood:
                self._taken[token].add(names[0])
            else:
                self._refusing[token, names[0]].add(form.template)
        for blank, name in enumerate(names if len(names) == 2 else ()):
            if understood:
                self._fitting[form.template, blank].add(name)
            else:
                self._partners[form.template, blank, name].add(names[1 - blank])

    def takes(self, form: Form) -> bool:
        """Whether any command of a form was understood."""
        return form.template in self._sound

    def fits(self, form: Form, blank: int, name: str) -> bool:
        """Whether a name was understood in a blank of a form about two things."""
        return name in self._fitting[form.template, blank]

    def took(self, form: Form, blank: int, name: str) -> bool:
        """Whether a name was understood in commands about one thing where a blank has its token."""
        return form.tokens is not None and name in self._taken[form.tokens[blank]]

    def likely(self, form: Form, blank: int, names: Sequence[str]) -> frozenset[str]:
        """Return those few of some names that are most likely to be taken in a blank of a form."""
        taken = self._taken[form.tokens[blank]] if form.tokens else set[str]()
        return frozenset(sorted(names, key=lambda name: (name not in taken, name))[:_LIKELY])

    def refuses(self, form: Form, names: tuple[str, ...]) -> bool:
        """Whether a command is one that the parser refuses, as far as is known."""
        return any(self._is_refused(form, blank, name) for blank, name in enumerate(names))

    def _is_refused(self, form: Form, blank: int, name: str) -> bool:
        if form.tokens and name == ALL:
            return not takes_several(form.tokens[blank])
        if form.tokens and self._is_no_match(form.tokens[blank], name):
            return True
        template = form.template
        if name in self._fitting[template, blank]:
            return False
        fitting = self._fitting[template, 1 - blank]
        return len(self._partners[template, blank, name] & fitting) >= _ENOUGH_PARTNERS

    def _is_no_match(self, token: int, name: str) -> bool:
        """Whether a name is none for what a token of the grammar stands for."""
        if name in self._taken[token]:
            return False
        return len(self._refusing[token, name] & self._sound) >= _ENOUGH_FORMS
