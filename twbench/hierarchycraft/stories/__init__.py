"""Worlds as stories: what a player types, and the tables that a story is linked of."""

__all__ = ["phrases_of", "story_tables"]

from twbench.hierarchycraft.stories.phrases import phrases_of
from twbench.hierarchycraft.stories.telling import story_tables
