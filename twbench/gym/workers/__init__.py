"""Worker processes with a part of the games each: one message to each of them and one back."""

__all__ = ["Slices", "Workers", "parted"]

from twbench.gym.workers.pool import Slices, Workers, parted
