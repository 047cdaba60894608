"""Rules and the actions they give."""

__all__ = ["ACTION_PARTS", "Action", "Rule"]

import marshal
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Self, TypeVar

from twbench import shape
from twbench.bounded_cache import BoundedCache
from twbench.errors import LogicError
from twbench.logic import parse, syntax
from twbench.logic.hierarchy import is_constant
from twbench.logic.predicates import Predicate, match_pairwise
from twbench.logic.syntax import FIELD
from twbench.logic.terms import Immutable, Placeholder, Proposition, Variable

Condition = TypeVar("Condition", Predicate, Proposition)

_FEW = 16  # conditions: to look through them is faster than to hash them
_MAX_ACTIONS = 512  # remembered for each rule: half a megabyte or so
_OPTIONAL_KEYS = ("command_template", "reverse_name", "reverse_command_template")
ACTION_PARTS = ("name", "preconditions", "postconditions", *_OPTIONAL_KEYS)
"""What an action is made of, and written as, in this order; the rest of it follows."""
_PROPOSITIONS = shape.each(Proposition.deserialize)
_PREDICATES = shape.each(Predicate.deserialize)


@dataclass(slots=True, init=False, eq=False, repr=False)
class _Change(Immutable, Generic[Condition]):
    """What rules and actions have in common: a name, preconditions and postconditions.

    Postconditions replace the preconditions: ``removed`` are the preconditions that are not among
    the postconditions, and ``added`` the postconditions that were not among the preconditions. Two
    are equal if they are of one class and have the same name and the same conditions, in any order.
    """

    name: str
    preconditions: tuple[Condition, ...]
    postconditions: tuple[Condition, ...]
    command_template: str | None
    reverse_name: str | None
    reverse_command_template: str | None
    added: tuple[Condition, ...]
    removed: tuple[Condition, ...]

    def __init__(
        self,
        name: str,
        preconditions: Iterable[Condition],
        postconditions: Iterable[Condition],
        command_template: str | None = None,
        reverse_name: str | None = None,
        reverse_command_template: str | None = None,
    ):
        put = object.__setattr__
        before, after = tuple(preconditions), tuple(postconditions)
        put(self, "name", name)
        put(self, "preconditions", before)
        put(self, "postconditions", after)
        put(self, "command_template", command_template)
        put(self, "reverse_name", reverse_name)
        put(self, "reverse_command_template", reverse_command_template)
        put(self, "added", _without(after, before))
        put(self, "removed", _without(before, after))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, type(self)):
            return NotImplemented
        return (
            self.name == other.name
            and frozenset(self.preconditions) == frozenset(other.preconditions)
            and frozenset(self.postconditions) == frozenset(other.postconditions)
        )

    def __hash__(self) -> int:
        return hash((self.name, frozenset(self.preconditions), frozenset(self.postconditions)))

    def __str__(self) -> str:
        return _format(self.name, self.preconditions, self.postconditions)

    def __repr__(self) -> str:
        parts = f"{self.name!r}, {self.preconditions!r}, {self.postconditions!r}"
        return f"{type(self).__name__}({parts})"

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), tuple([getattr(self, part) for part in ACTION_PARTS])

    def _inverse(self, name: str) -> Self:
        return type(self)(
            name,
            self.postconditions,
            self.preconditions,
            self.reverse_command_template,
            self.name,
            self.command_template,
        )

    @classmethod
    def _of(cls, node: syntax.RuleNode, condition: Callable[[syntax.Atom], Condition]) -> Self:
        """Return what a parsed rule or action says."""
        return cls(node.name, *_conditions(node, condition))


@dataclass(slots=True, init=False, eq=False, repr=False)
class Action(_Change[Proposition]):
    """A rule applied to variables: what holds before, and what holds instead afterwards.

    Actions are equal when their names are and their conditions are, in whatever order
    (docs: textworld.logic.Action). ``command_template`` is what the player types, with ids of
    variables in braces; ``reverse_name`` and ``reverse_command_template`` are those of the action
    that undoes this one.
    """

    @property
    def variables(self) -> tuple[Variable, ...]:
        """The variables of the action, in the order of their appearance."""
        return tuple(
            dict.fromkeys([arg for prop in self.all_propositions for arg in prop.arguments])
        )

    @property
    def all_propositions(self) -> tuple[Proposition, ...]:
        """All the pre- and postconditions."""
        return self.preconditions + self.postconditions

    def inverse(self, name: str | None = None) -> "Action":
        """Return the action that does the exact opposite.

        Its name is ``name``, or that of the reverse rule, or else this one's with ``r_`` before.
        Applied next, it restores the state if this action added no fact that held before.
        """
        return self._inverse(name if name is not None else self.reverse_name or f"r_{self.name}")

    def format_command(self, mapping: Mapping[str, str] | None = None) -> str:
        """Return the command for this action, with ids of variables exchanged as in ``mapping``.

        Ids that are not in ``mapping`` stand for themselves. Raises LogicError where the action
        comes from a rule without a command.
        """
        if self.command_template is None:
            raise LogicError(f"There is no command for the action {self.name!r}.")
        if "{" not in self.command_template:
            return self.command_template
        names = mapping or {}
        return FIELD.sub(lambda field: names.get(field[1], field[1]), self.command_template)

    @classmethod
    def parse(cls, expr: str) -> "Action":
        """Parse ``name :: [$]proposition [& ...] -> proposition [& ...]``; raises LogicError."""
        return cls._of(parse.expression("action", expr), Proposition._of)

    def serialize(self) -> dict[str, Any]:
        """Return the action as TextWorld's game files hold it."""
        return {
            "name": self.name,
            "preconditions": [prop.serialize() for prop in self.preconditions],
            "postconditions": [prop.serialize() for prop in self.postconditions],
            "command_template": self.command_template,
            "reverse_name": self.reverse_name,
            "reverse_command_template": self.reverse_command_template,
        }

    @classmethod
    def deserialize(cls, data: Mapping[str, Any]) -> "Action":
        """Return the inverse of `serialize`; templates and reverse name may be absent.

        Raises ShapeError. The actions read last are remembered: the events of a game have most of
        theirs in common.
        """
        written = _written(data)
        action = None if written is None else _READ.get(written)
        if action is None:
            action = cls(
                shape.member(data, "name", shape.identifier),
                shape.member(data, "preconditions", _PROPOSITIONS),
                shape.member(data, "postconditions", _PROPOSITIONS),
                *[shape.member_or_none(data, key, shape.name) for key in _OPTIONAL_KEYS],
            )
            if written is not None:
                _READ.keep(written, action)
        return action


_MAX_READ = 1024  # two or three megabytes
_MAX_WRITTEN = 4000  # three times as much as the largest action of a shipped challenge takes
_READ: BoundedCache[bytes, Action] = BoundedCache(_MAX_READ)


def _written(data: Any) -> bytes | None:
    """Return bytes that are equal for equal data alone; None if there is no short way to them."""
    try:
        # Without references in it, so that equal data have equal bytes most often.
        written = marshal.dumps(data, 2)
    except ValueError:
        return None
    return written if len(written) <= _MAX_WRITTEN else None


@dataclass(slots=True, init=False, eq=False, repr=False)
class Rule(_Change[Predicate]):
    """A template for actions (docs: textworld.logic.Rule).

    Rules are equal when their names are and their conditions are, in whatever order. The
    templates are those of `Action`, with names of placeholders in braces.

    ``placeholders`` are in the order of their appearance. ``positions`` has, for each precondition,
    the places of its parameters among them; ``free_positions`` are the places of those that occur
    in postconditions alone. ``constants`` are the placeholders of types with a single variable.
    """

    placeholders: tuple[Placeholder, ...]
    positions: tuple[tuple[int, ...], ...]
    free_positions: tuple[int, ...]
    constants: tuple[Placeholder, ...]
    _effects: tuple[int | tuple[str, tuple[int, ...]], ...]
    _command: tuple[str | int, ...] | None
    _reverse_command: tuple[str | int, ...] | None
    _actions: BoundedCache[tuple[Variable, ...], Action]
    _reverse_rule: "Rule | None"

    def __init__(
        self,
        name: str,
        preconditions: Iterable[Predicate],
        postconditions: Iterable[Predicate],
        command_template: str | None = None,
        reverse_name: str | None = None,
        reverse_command_template: str | None = None,
    ):
        _Change.__init__(
            self,
            name,
            preconditions,
            postconditions,
            command_template,
            reverse_name,
            reverse_command_template,
        )
        put = object.__setattr__
        places: dict[Placeholder, int] = {}
        for predicate in self.all_predicates:
            for parameter in predicate.parameters:
                places.setdefault(parameter, len(places))
        before = [tuple([places[p] for p in pre.parameters]) for pre in self.preconditions]
        bound = {place for indexes in before for place in indexes}
        put(self, "placeholders", tuple(places))
        put(self, "positions", tuple(before))
        constants = [p for p in places if p.name == p.type and is_constant(p.type)]
        put(self, "constants", tuple(constants))
        put(self, "free_positions", tuple([at for at in places.values() if at not in bound]))
        # A postcondition that is a precondition too is given by its number among these.
        effects: list[int | tuple[str, tuple[int, ...]]] = [
            self.preconditions.index(post)
            if post in self.preconditions
            else (post.name, tuple([places[p] for p in post.parameters]))
            for post in self.postconditions
        ]
        put(self, "_effects", tuple(effects))
        names = {placeholder.name: place for placeholder, place in places.items()}
        put(self, "_command", _split(command_template, names))
        put(self, "_reverse_command", _split(reverse_command_template, names))
        put(self, "_actions", BoundedCache(_MAX_ACTIONS))
        put(self, "_reverse_rule", None)

    @property
    def reverse_rule(self) -> "Rule | None":
        """The rule whose actions undo those of this one; None outside a logic that pairs them."""
        return self._reverse_rule

    def _pair_with(self, reverse: "Rule") -> None:
        """Note which rule undoes this one; a logic does it once it has both."""
        object.__setattr__(self, "_reverse_rule", reverse)

    @property
    def all_predicates(self) -> tuple[Predicate, ...]:
        """All the pre- and postconditions."""
        return self.preconditions + self.postconditions

    def substitute(
        self, mapping: Mapping[Placeholder, Placeholder], name: str | None = None
    ) -> "Rule":
        """Return this rule with the placeholders of ``mapping`` exchanged for their images."""
        names = {old.name: f"{{{new.name}}}" for old, new in mapping.items()}
        return Rule(
            self.name if name is None else name,
            [pred.substitute(mapping) for pred in self.preconditions],
            [pred.substitute(mapping) for pred in self.postconditions],
            _fill(self.command_template, names),
            self.reverse_name,
            _fill(self.reverse_command_template, names),
        )

    def instantiate(self, mapping: Mapping[Placeholder, Variable]) -> Action:
        """Return the action in which placeholders are exchanged for variables.

        Raises LogicError if a placeholder has no variable.
        """
        try:
            return self.apply_to([mapping[placeholder] for placeholder in self.placeholders])
        except KeyError as error:
            raise LogicError(f"No variable is given for {error.args[0]} of {self}.") from None

    def of_names(self, variables: Mapping[str, Variable]) -> Action:
        """Return the action in which placeholders are exchanged for variables, by their names."""
        return self.apply_to([variables[placeholder.name] for placeholder in self.placeholders])

    def apply_to(self, values: Sequence[Variable]) -> Action:
        """Return the action in which ``placeholders`` are exchanged for ``values``, in order.

        The latest are remembered: those of the next game are mostly the same ones.
        """
        known = self._actions.get(tuple(values))
        if known is None:
            plain = tuple([variable.plain or variable for variable in values])
            known = self._actions.keep(plain, self._action(plain))
        return known

    def _action(self, values: tuple[Variable, ...]) -> Action:
        before = [
            Proposition(predicate.name, tuple([values[index] for index in indexes]))
            for predicate, indexes in zip(self.preconditions, self.positions, strict=True)
        ]
        after = [
            before[effect]
            if isinstance(effect, int)
            else Proposition(effect[0], tuple([values[index] for index in effect[1]]))
            for effect in self._effects
        ]
        return Action(
            self.name,
            before,
            after,
            _join(self._command, values),
            self.reverse_name,
            _join(self._reverse_command, values),
        )

    def match(self, action: Action) -> dict[Placeholder, Variable] | None:
        """Return the mapping that instantiates this rule to ``action``, if there is one.

        The conditions of the action may be in any order; its name must be that of the rule.
        """
        if self.name != action.name:
            return None
        # Actions made of rules have their order: only those from elsewhere need the search.
        mapping = match_pairwise(self.all_predicates, action.all_propositions)
        if mapping is None and len(self.all_predicates) == len(action.all_propositions):
            mapping = _match_any_order(
                [
                    *((predicate, action.preconditions) for predicate in self.preconditions),
                    *((predicate, action.postconditions) for predicate in self.postconditions),
                ],
                {},
                # Two predicates may have matched the same fact.
                lambda found: self.instantiate(found) == action,
            )
        return mapping

    def inverse(self, name: str | None = None) -> "Rule":
        """Return the rule that does the exact opposite, called ``name`` or as the reverse rule."""
        return self._inverse(name if name is not None else self.reverse_name or self.name)

    @classmethod
    def parse(cls, expr: str) -> "Rule":
        """Parse ``name :: [$]predicate [& ...] -> predicate [& ...]``; raises LogicError."""
        return cls._of(parse.expression("rule", expr), Predicate._of)

    @classmethod
    def parse_conjunctive_query(cls, expr: str) -> "Rule":
        """Parse ``predicate [& ...]`` to a rule called ``query``, with these preconditions alone.

        What `State.all_instantiations` gives for it are the answers. Raises LogicError.
        """
        conditions = [Predicate._of(atom) for atom in parse.expression("conjunction", expr)]
        return cls("query", conditions, ())

    @staticmethod
    def conditions_of(node: syntax.RuleNode) -> tuple[list[Predicate], list[Predicate]]:
        """Return the pre- and postconditions of the rule that a parsed document holds."""
        return _conditions(node, Predicate._of)

    def serialize(self) -> dict[str, Any]:
        """Return name and conditions as plain data."""
        return {
            "name": self.name,
            "preconditions": [predicate.serialize() for predicate in self.preconditions],
            "postconditions": [predicate.serialize() for predicate in self.postconditions],
        }

    @classmethod
    def deserialize(cls, data: Mapping[str, Any]) -> "Rule":
        """Return the inverse of `serialize`; raises ShapeError."""
        return cls(
            shape.member(data, "name", shape.identifier),
            shape.member(data, "preconditions", _PREDICATES),
            shape.member(data, "postconditions", _PREDICATES),
        )


def _conditions(
    node: syntax.RuleNode, condition: Callable[[syntax.Atom], Condition]
) -> tuple[list[Condition], list[Condition]]:
    """Return what holds before and after; kept preconditions are postconditions too."""
    before = [condition(written.atom) for written in node.conditions]
    # The same objects: what compares them later has their equality at once.
    kept = [it for it, written in zip(before, node.conditions, strict=True) if written.kept]
    return before, kept + [condition(atom) for atom in node.effects]


def _without(
    conditions: tuple[Condition, ...], others: tuple[Condition, ...]
) -> tuple[Condition, ...]:
    """Return those of ``conditions`` that are not among ``others``."""
    known = others if len(others) < _FEW else frozenset(others)
    return tuple([condition for condition in conditions if condition not in known])


def _format(name: str, before: Sequence[object], after: Sequence[object]) -> str:
    """Print a rule. At least one postcondition is written out, as the language asks for."""
    effects = [item for item in after if item not in before] or list(after[:1])
    marked = [f"${item}" if item in after and item not in effects else str(item) for item in before]
    return f"{name} :: {' & '.join(marked)} -> {' & '.join(map(str, effects))}"


def _fill(template: str | None, names: Mapping[str, str]) -> str | None:
    if template is None or "{" not in template:
        return template
    return FIELD.sub(lambda field: names.get(field[1], field[0]), template)


def _split(template: str | None, places: Mapping[str, int]) -> tuple[str | int, ...] | None:
    """Cut a template at its placeholders, which become their places."""
    if template is None:
        return None
    pieces: list[str | int] = []
    for index, piece in enumerate(FIELD.split(template)):
        if index % 2 == 0:
            pieces.append(piece)
        else:
            pieces.append(places.get(piece, f"{{{piece}}}"))
    return tuple(pieces)


def _join(pieces: tuple[str | int, ...] | None, values: Sequence[Variable]) -> str | None:
    """Return a template with the ids of variables in the places of its placeholders."""
    if pieces is None or len(pieces) == 1:
        return None if pieces is None else str(pieces[0])
    return "".join(
        [piece if isinstance(piece, str) else f"{{{values[piece].name}}}" for piece in pieces]
    )


def _match_any_order(
    pending: Sequence[tuple[Predicate, Sequence[Proposition]]],
    mapping: dict[Placeholder, Variable],
    accept: Any,
) -> dict[Placeholder, Variable] | None:
    """Match predicates with propositions of their own side in any order, by backtracking."""
    if not pending:
        return mapping if accept(mapping) else None
    (predicate, facts), rest = pending[0], pending[1:]
    for fact in facts:
        found = predicate.match(fact)
        if found is None:
            continue
        if any(mapping.get(key, value) != value for key, value in found.items()):
            continue
        result = _match_any_order(rest, mapping | found, accept)
        if result is not None:
            return result
    return None
