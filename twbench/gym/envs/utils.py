"""The cycle of games, under its documented path (seeds: textworld.gym.envs.utils)."""

__all__ = ["shuffled_cycle"]

from twbench.gym.batches.order import shuffled_cycle
