"""The path that `twbench.challenges.cooking` has in TextWorld 1.7."""

__all__ = ["Cooking", "make"]

from twbench.challenges.cooking import Cooking, make
