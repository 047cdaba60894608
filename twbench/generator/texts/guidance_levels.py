"""The names of what an objective may tell; `guidance` says what each means."""

__all__ = ["FULL", "GOAL", "GUIDANCE", "KEY", "LAST", "NONE"]

FULL, LAST, GOAL, NONE = GUIDANCE = ("full", "last", "goal", "none")
"""All there are, from the most to the least."""
KEY = "guidance"
"""Where it is noted in the metadata of a game."""
