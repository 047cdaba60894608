"""Finding the valid actions of a state."""

__all__ = ["EXHAUSTIVE", "FAST", "ActionFinder", "FoundActions"]

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from jericho.util import verb_usage_count

from twbench.envs.frotz.session import Session
from twbench.envs.objects.dictionary import Dictionary
from twbench.envs.objects.grammar import CREATURE, read_grammar
from twbench.envs.objects.templates import templates_of
from twbench.envs.objects.world import World
from twbench.envs.valid_actions.candidates import Form, forms_of
from twbench.envs.valid_actions.naming import ALL, names_of_things, normalised, words_around
from twbench.envs.valid_actions.pairs import PairSampler, Things
from twbench.envs.valid_actions.trials import NEUTRAL, Changes, Trials

FAST, EXHAUSTIVE = "fast", "exhaustive"
"""The modes: commands about two things are tried by samples, or all of them."""
_SECONDS = 2.0
_CREATURE_FORMS = 2


@dataclass(frozen=True, slots=True)
class FoundActions:
    """The valid actions of a state: ``groups`` of commands that change the same.

    ``commands`` has the one of each group that people would type. The search was ``incomplete`` if
    its time had passed before all was tried; ``tried`` is how many commands it has typed.
    """

    groups: tuple[tuple[str, ...], ...]
    mode: str
    incomplete: bool
    tried: int

    @property
    def commands(self) -> tuple[str, ...]:
        """One command for each change."""
        return tuple(group[0] for group in self.groups)

    @classmethod
    def from_json(cls, told: Mapping[str, Any]) -> "FoundActions":
        """Return what `to_json` has made a value of."""
        groups = tuple(tuple(group) for group in told["groups"])
        return cls(groups, told["mode"], told["incomplete"], told["tried"])

    def to_json(self) -> dict[str, Any]:
        """Return a value that JSON can hold."""
        return {
            "commands": list(self.commands),
            "groups": [list(group) for group in self.groups],
            "mode": self.mode,
            "incomplete": self.incomplete,
            "tried": self.tried,
        }


class ActionFinder:
    """Finds valid actions in the states of one story, given as the bytes of its file.

    ``bindings`` is what Jericho knows of the story, if it knows it. ``seconds`` is for how long to
    try in a state; None is until all is tried.
    """

    def __init__(
        self,
        story: bytes,
        world: World,
        bindings: Mapping[str, Any],
        mode: str = FAST,
        seconds: float | None = _SECONDS,
    ):
        self._story = story
        self._world = world
        self._mode = mode
        self._seconds = seconds
        self._dictionary = Dictionary(story)
        grammar = read_grammar(story, self._dictionary)
        templates = templates_of(bindings, grammar, self._dictionary)
        self._forms = forms_of(templates, grammar, self._dictionary)

    def find(
        self, session: Session, tell: Callable[[FoundActions], None] | None = None
    ) -> FoundActions:
        """Return the valid actions of the state in which the session is; it stays in it.

        ``tell`` is given what is found before commands about two things are tried.
        """
        trials = Trials(session, self._world.table, self._story, self._seconds)
        try:
            names = names_of_things(trials, self._world, self._dictionary)
            # What was examined to find names is no action, but for the names themselves.
            asides = set(trials.tried) - {f"examine {name}" for name in names}
            for form in self._forms:
                if form.blanks < 2:
                    self._try_all(trials, form, names)
            if tell is not None:
                tell(self._grouped(trials, asides, incomplete=True))
            self._try_pairs(trials, names)
            return self._grouped(trials, asides, trials.is_over)
        finally:
            trials.close()

    def _try_all(self, trials: Trials, form: Form, names: list[str]) -> None:
        """Try all commands of a form."""
        things = [*names, ALL]
        if form.blanks == 0:
            pairs: list[tuple[str, ...]] = [()]
        elif form.blanks == 1:
            pairs = [(thing,) for thing in things]
        else:
            pairs = [(one, other) for one in things for other in things if one != other]
        for pair in pairs:
            if trials.is_over:
                return
            trials.try_out(form.command(*pair))

    def _try_pairs(self, trials: Trials, names: list[str]) -> None:
        forms = [form for form in self._forms if form.blanks == 2]
        if self._mode == EXHAUSTIVE:
            for form in forms:
                self._try_all(trials, form, names)
            return
        known = {trials.changes(command) for command in trials.tried}
        words = words_around(trials, self._world)
        sampler = PairSampler(trials, self._things(trials, names, words), known, words)
        for form in forms:
            sampler.sample(form)

    def _things(self, trials: Trials, names: list[str], words: set[str]) -> Things:
        """Return the names with what is known of each from commands about one thing."""
        memory = trials.memory
        cut = self._dictionary.cut
        held = {word for n in self._world.held(memory) for word in self._world.words(memory, n)}
        carried = [n for n in names if cut(n) in held or trials.moves(f"drop {n}")]
        near = [n for n in names if n not in carried and trials.moves(f"take {n}")]
        return Things(tuple(names), (*carried, *near), self._creatures(trials, names, words))

    def _creatures(
        self, trials: Trials, names: list[str], words: set[str]
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

    def _grouped(self, trials: Trials, asides: set[str], incomplete: bool) -> FoundActions:
        """Return the commands that change something, those that change the same together."""
        groups: dict[Changes, list[str]] = {}
        for command in list(trials.tried):
            changes = trials.lasting_changes(command)
            if changes and command not in asides and command not in NEUTRAL:
                groups.setdefault(changes, []).append(command)
        found = sorted(tuple(sorted(group, key=_usual)) for group in groups.values())
        return FoundActions(tuple(found), self._mode, incomplete, len(trials.tried))


def _usual(command: str) -> tuple[int, int, str]:
    """Return by what commands that change the same are sorted: short, with a usual verb."""
    return len(command.split()), -verb_usage_count(command), command
