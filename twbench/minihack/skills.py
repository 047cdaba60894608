"""Things to do with objects and features of a level (docs: minihack.MiniHackSkill)."""

__all__ = ["MiniHackSkill"]

from pathlib import Path
from typing import Any

from twbench.minihack.base import MH_DEFAULT_OBS_KEYS, MiniHack
from twbench.minihack.engine import nethack, refuse_without_nle
from twbench.minihack.level_generator import LevelGenerator

_COMMANDS = (
    *("ADJUST", "APPLY", "ATTRIBUTES", "CALL", "CAST", "CHAT", "CLOSE", "DIP", "DROP", "DROPTYPE"),
    *("EAT", "ENGRAVE", "ENHANCE", "ESC", "FIGHT", "FIRE", "FORCE", "INVENTORY", "INVENTTYPE"),
    *("INVOKE", "JUMP", "KICK", "LOOK", "LOOT", "MONSTER", "MOVE", "MOVEFAR", "OFFER", "OPEN"),
    *("PAY", "PICKUP", "PRAY", "PUTON", "QUAFF", "QUIVER", "READ", "REMOVE", "RIDE", "RUB", "RUSH"),
    *("RUSH2", "SEARCH", "SEEARMOR", "SEERINGS", "SEETOOLS", "SEETRAP", "SEEWEAPON", "SHELL"),
    *("SIT", "SWAP", "TAKEOFF", "TAKEOFFALL", "THROW", "TIP", "TURN", "TWOWEAPON", "UNTRAP"),
    *("VERSIONSHORT", "WEAR", "WIELD", "WIPE", "ZAP"),
)


class MiniHackSkill(MiniHack):
    """A caveman with all actions, 250 steps and an inventory to look at, who answers questions."""

    def __init__(self, *args: Any, des_file: str | Path | LevelGenerator, **kwargs: Any):
        refuse_without_nle("An environment of NetHack")
        kwargs.setdefault("character", "cav-hum-neu-mal")
        kwargs.setdefault("max_episode_steps", 250)
        kwargs.setdefault("actions", _actions())
        kwargs.setdefault("allow_all_yn_questions", True)
        kwargs.setdefault("allow_all_modes", False)
        kwargs.setdefault("autopickup", False)
        keys = [*MH_DEFAULT_OBS_KEYS, "inv_strs", "inv_letters"]
        kwargs.setdefault("observation_keys", keys)
        super().__init__(*args, des_file=des_file, **kwargs)


def _actions() -> tuple[Any, ...]:
    """Return all actions in MiniHack's order: each has the number that it has there."""
    game = nethack()
    texts = game.TextCharacters
    return (
        *game.CompassDirection,
        *game.CompassDirectionLonger,
        game.MiscDirection.DOWN,
        game.MiscDirection.WAIT,
        game.MiscAction.MORE,
        *(game.Command[name] for name in _COMMANDS),
        *(texts.PLUS, texts.QUOTE, texts.DOLLAR, texts.SPACE),
    )
