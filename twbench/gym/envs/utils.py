"""The cycle of games, under its documented path (docs: textworld.gym.envs.utils)."""

__all__ = ["shuffled_cycle"]

from twbench.gym.batches.order import shuffled_cycle
