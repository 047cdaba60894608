"""The path that `twbench.challenges.simple` has in TextWorld 1.7."""

__all__ = ["Simple", "make"]

from twbench.challenges.simple import Simple, make
