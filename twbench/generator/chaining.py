"""Chaining: sequences of actions that make a quest (docs: textworld.generator.chaining)."""

__all__ = [
    "Chain",
    "ChainNode",
    "ChainingOptions",
    "QuestGenerationError",
    "get_chains",
    "sample_quest",
]

from twbench.generator.chains.chaining import (
    Chain,
    ChainingOptions,
    ChainNode,
    QuestGenerationError,
    get_chains,
    sample_quest,
)
