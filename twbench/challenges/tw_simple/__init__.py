"""The folder in which TextWorld 1.7 has `twbench.challenges.simple`."""

__all__ = ["simple"]

from twbench.challenges.tw_simple import simple
