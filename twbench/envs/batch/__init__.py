"""Environments side by side (seeds: textworld.envs.batch)."""

__all__ = ["AsyncBatchEnv", "SyncBatchEnv"]

from twbench.envs.batch.batch_env import AsyncBatchEnv, SyncBatchEnv
