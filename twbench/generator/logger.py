"""Counting what games are made of (docs: textworld.generator.logger)."""

__all__ = ["GameLogger"]

from twbench.generator.making.logger import GameLogger
