"""Steps told with separators between them, as themes of TextWorld write instructions.

Such a theme has a symbol ``quest``, in which ``(list_of_actions)`` is the place of the steps, and
``quest_one_action`` with ``(action)`` for one alone. Behind a step comes its separator, of the
symbol ``action_separator_<action>`` or ``action_separator``: "Having taken the key,".
"""

__all__ = ["join_steps", "separator_symbol", "tells_in_a_list", "whole_objective"]

import re
from collections.abc import Iterable

from twbench.generator.grammar.english import capitalise, tidy
from twbench.generator.grammar.text_grammar import Grammar

_QUEST, _ONE = "quest", "quest_one_action"
_STEPS, _STEP = "list_of_actions", "action"
_SEPARATOR = "action_separator"
_BEGINNING = re.compile(r"(?<=[.!?] )[a-z]")


def tells_in_a_list(grammar: Grammar) -> bool:
    """Say whether the steps of a quest are put together in this manner."""
    return grammar.instructs(_QUEST, [_STEPS], names_things=True)


def separator_symbol(action: str, grammar: Grammar) -> str | None:
    """Return the symbol of what stands behind the step of an action that is not the last."""
    symbols = (f"{_SEPARATOR}_{action}", f"{_SEPARATOR}_{action.split('/')[0]}", _SEPARATOR)
    return next(filter(grammar.has_tag, symbols), None)


def join_steps(parts: Iterable[str]) -> str:
    """Return steps and separators as sentences."""
    text = ""
    for part in filter(None, map(str.strip, parts)):
        text = f"{text} {_within(part)}" if text and text[-1] not in ".!?" else f"{text} {part}"
    return _sentences(_ended(text.strip()))


def whole_objective(text: str, is_one: bool, grammar: Grammar) -> str:
    """Return the objective around the steps of all quests, ``is_one`` if there is but one step."""
    one = is_one and grammar.instructs(_ONE, [_STEP], names_things=True)
    form = grammar.get_random_expansion(_ONE if one else _QUEST)
    before, _, behind = form.partition(f"({_STEP if one else _STEPS})")
    before = before.strip()
    if before and before[-1] not in ".!?":
        text = _within(text)
    return _sentences(_ended(" ".join(filter(None, (before, text, behind.strip())))))


def _within(text: str) -> str:
    """Return ``text`` as it goes on within a sentence; names in capital letters stay."""
    return text if text[1:2].isupper() else text[:1].lower() + text[1:]


def _ended(text: str) -> str:
    return text if text[-1:] in ".!?" else f"{text}."


def _sentences(text: str) -> str:
    # A step may end in a full stop and the form around it in another.
    once = tidy(re.sub(r"\.(?:\s*\.)+", ".", text))
    return capitalise(_BEGINNING.sub(lambda found: found[0].upper(), once))
