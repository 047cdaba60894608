"""A world that is drawn: each item is made of some of those drawn before it."""

__all__ = ["RandomHcraftEnv"]

from twbench.hierarchycraft.examples.random_simple.env import RandomHcraftEnv
