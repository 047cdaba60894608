"""The folder in which TextWorld 1.7 has `twbench.challenges.cooking`."""

__all__ = ["cooking"]

from twbench.challenges.tw_cooking import cooking
