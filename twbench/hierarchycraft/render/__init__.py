"""Letting people play environments."""

__all__ = ["get_human_action", "render_env_with_human"]

from twbench.hierarchycraft.render.human import get_human_action, render_env_with_human
