"""From commands to actions: what the player types, understood by the rules of a state.

A command is understood if it is that of an action that is possible now, with each entity called by
its name, or its id if it has none; articles, capitals and spare blanks do not matter. Words the
story would understand besides (synonyms, abbreviations) are not known here.
"""

__all__ = ["CommandError", "actions_for_commands"]

import re
from collections.abc import Iterable, Mapping, Sequence

from twbench.errors import InputError, nearest
from twbench.generator.data import KnowledgeBase
from twbench.generator.knowledge.command import format_command
from twbench.logic import Action, State

_ARTICLES = frozenset({"a", "an", "some", "the"})
_FIELD = re.compile(r"\{[^{}]*\}")


class CommandError(InputError):
    """A command is unknown, or not possible where it is given."""


def actions_for_commands(
    commands: Iterable[str], state: State, kb: KnowledgeBase, names: Mapping[str, str]
) -> list[Action]:
    """Return the actions for commands that follow each other from ``state``.

    Raises CommandError that says which command and why.
    """
    current = state.copy()
    actions = []
    for number, command in enumerate(commands, start=1):
        action = _action_for(command, number, current, kb, names)
        current.apply(action)
        actions.append(action)
    return actions


def _action_for(
    command: str, number: int, state: State, kb: KnowledgeBase, names: Mapping[str, str]
) -> Action:
    wanted = _plain(command)
    found: list[Action] = []
    possible: list[str] = []
    for action in state.all_applicable_actions(kb.rules.values(), kb.constants):
        if action.name not in kb.inform7_commands:
            continue
        typed = format_command(action, kb, names)
        possible.append(typed)
        if _plain(typed) == wanted:
            found.append(action)
    where = f"Command {number}, {command!r},"
    if not found:
        reason = "is not possible there" if _is_known(wanted, kb) else "is not known"
        raise CommandError(f"{where} {reason}.{nearest(command, possible)}")
    effects = {(frozenset(action.added), frozenset(action.removed)) for action in found}
    if len(effects) > 1:
        raise CommandError(f"{where} may mean {len(effects)} things; give entities distinct names.")
    return found[0]


def _plain(command: str) -> str:
    return " ".join(word for word in command.lower().split() if word not in _ARTICLES)


def _is_known(command: str, kb: KnowledgeBase) -> bool:
    """Return whether a command has the form of one, whatever it is about."""
    return any(
        _fits(command, _FIELD.split(template.lower())) for template in kb.inform7_commands.values()
    )


def _fits(command: str, pieces: Sequence[str]) -> bool:
    """Return whether a command consists of ``pieces`` with some text between each two of them.

    Each piece is taken where it comes first: a regular expression would try all other places too.
    """
    if len(pieces) == 1:
        return command == pieces[0]
    first, *middle, last = pieces
    if not command.startswith(first):
        return False
    at = len(first) + 1
    for piece in middle:
        found = command.find(piece, at)
        if found < 0:
            return False
        at = found + len(piece) + 1
    return len(command) - len(last) >= at and command.endswith(last)
