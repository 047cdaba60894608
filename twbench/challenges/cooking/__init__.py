"""The cooking challenge; see `twbench.challenges.cooking.challenge`."""

__all__ = ["Cooking", "make"]

from twbench.challenges.cooking.challenge import Cooking, make
