"""What the player types for an action."""

__all__ = ["CommandWriter", "format_command", "gen_commands_from_actions"]

import operator
from collections.abc import Iterable, Mapping
from itertools import takewhile

from twbench.errors import LogicError, nearest
from twbench.generator.data import KnowledgeBase
from twbench.logic import Action


def format_command(
    action: Action, kb: KnowledgeBase, names: Mapping[str, str] | None = None
) -> str:
    """Return the command for ``action``, with the name of each entity (its id without one).

    Raises LogicError if the logic has no such rule or no command for it.
    """
    known = names or {}
    if action.command_template is not None:
        return action.format_command(known)
    rule = kb.rules.get(action.name)
    mapping = None if rule is None else rule.match(action)
    if rule is None or mapping is None:
        hint = nearest(action.name, kb.rules)
        raise LogicError(f"No rule {action.name!r} gives the action {action}.{hint}")
    return rule.instantiate(mapping).format_command(known)


def gen_commands_from_actions(
    actions: Iterable[Action],
    kb: KnowledgeBase | None = None,
    names: Mapping[str, str] | None = None,
) -> list[str]:
    """Return the commands for ``actions`` (docs: textworld.generator.game).

    ``names`` gives the names of entities by id; entities without one go by their ids.
    """
    base = kb or KnowledgeBase.default()
    return [format_command(action, base, names) for action in actions]


class CommandWriter:
    """Writes what the player types for actions: by the commands of a logic, with given names.

    The text is kept of the longest sequence of actions that was asked for lately, and what begins
    like it is not written again: a game that is saved tells of each event and of its quest, and the
    events may be the steps of one walkthrough. ``names`` must not change.
    """

    __slots__ = ("_last", "kb", "names")

    def __init__(self, kb: KnowledgeBase, names: Mapping[str, str]):
        self.kb = kb
        self.names = names
        self._last: tuple[tuple[Action, ...], tuple[str, ...]] = ((), ())

    def commands(self, actions: tuple[Action, ...]) -> tuple[str, ...]:
        """Return the commands for ``actions``; raises LogicError as `format_command` does."""
        known, commands = self._last
        if known is actions:
            return commands
        # Equal actions may have different commands, so that only the same ones will do.
        if len(actions) <= len(known) and all(map(operator.is_, actions, known)):
            return commands[: len(actions)]
        shared = sum(takewhile(bool, map(operator.is_, actions, known)))
        rest = [format_command(action, self.kb, self.names) for action in actions[shared:]]
        commands = (*commands[:shared], *rest)
        self._last = actions, commands
        return commands
