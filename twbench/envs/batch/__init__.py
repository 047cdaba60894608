"""Environments side by side (docs: textworld.envs.batch)."""

__all__ = ["AsyncBatchEnv", "SyncBatchEnv"]

from twbench.envs.batch.batch_env import AsyncBatchEnv, SyncBatchEnv
