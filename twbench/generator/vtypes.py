"""Types of entities as the generation sees them: names, descriptions, numbering."""

__all__ = [
    "NotEnoughNounsError",
    "VariableType",
    "VariableTypeTree",
    "get_new",
    "parse_variable_types",
]

from twbench.generator.data.vtypes import (
    NotEnoughNounsError,
    VariableType,
    VariableTypeTree,
    get_new,
    parse_variable_types,
)
