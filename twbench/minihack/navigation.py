"""Ways to find: the player moves, no more (docs: minihack.MiniHackNavigation)."""

__all__ = ["MiniHackNavigation"]

from pathlib import Path
from typing import Any

from twbench.minihack.base import MiniHack
from twbench.minihack.engine import nethack, refuse_without_nle
from twbench.minihack.level_generator import LevelGenerator


class MiniHackNavigation(MiniHack):
    """A rogue with eight directions and 100 steps, who answers no questions."""

    def __init__(
        self, *args: Any, des_file: str | Path | LevelGenerator | None = None, **kwargs: Any
    ):
        if des_file is None:
            des_file = LevelGenerator()
            des_file.add_stair_down()
        refuse_without_nle("An environment of NetHack")
        kwargs.setdefault("character", "rog-hum-cha-mal")
        kwargs.setdefault("max_episode_steps", 100)
        kwargs.setdefault("actions", tuple(nethack().CompassDirection))
        kwargs.setdefault("allow_all_yn_questions", False)
        kwargs.setdefault("allow_all_modes", False)
        super().__init__(*args, des_file=des_file, **kwargs)
