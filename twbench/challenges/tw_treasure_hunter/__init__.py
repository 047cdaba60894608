"""The folder in which TextWorld 1.7 has `twbench.challenges.treasure_hunter`."""

__all__ = ["treasure_hunter"]

from twbench.challenges.tw_treasure_hunter import treasure_hunter
