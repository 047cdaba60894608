"""What the player types for an action."""

__all__ = ["format_command", "gen_commands_from_actions"]

from collections.abc import Iterable, Mapping

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
    """Return the commands for ``actions`` (seeds: textworld.generator.game).

    ``names`` gives the names of entities by id; entities without one go by their ids.
    """
    base = kb or KnowledgeBase.default()
    return [format_command(action, base, names) for action in actions]
