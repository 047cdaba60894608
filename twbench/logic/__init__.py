"""The logic of games: types, predicates, rules and player commands; states of a world.

Logic files (``.twl``) declare them; `GameLogic` reads such files, `State` applies the rules.
"""

__all__ = [
    "Action",
    "Alias",
    "GameLogic",
    "Inform7Command",
    "Inform7Logic",
    "Inform7Predicate",
    "Inform7Type",
    "LogicWarning",
    "Placeholder",
    "Predicate",
    "Proposition",
    "Rule",
    "Signature",
    "State",
    "Type",
    "TypeHierarchy",
    "Variable",
]

from twbench.logic.faults import LogicWarning
from twbench.logic.game_logic import (
    GameLogic,
    Inform7Command,
    Inform7Logic,
    Inform7Predicate,
    Inform7Type,
)
from twbench.logic.hierarchy import Type, TypeHierarchy
from twbench.logic.predicates import Alias, Predicate
from twbench.logic.rules import Action, Rule
from twbench.logic.state import State
from twbench.logic.terms import Placeholder, Proposition, Signature, Variable
