"""Types to try a type tree on, where TextWorld's tests look for them."""

__all__ = ["VARIABLES_TXT_CONTENT"]

VARIABLES_TXT_CONTENT = """
# Things, and where they are
room: r
thing: t
door: d -> t
supporter: s -> t
stove: stove -> s
container: c -> t
oven: oven -> c

# What can be taken
portable: o -> t
food: f -> o
key: k -> o

# There is one of each
player: P
inventory: I
"""
"""The types of a small logic, for `twbench.generator.vtypes.parse_variable_types`."""
