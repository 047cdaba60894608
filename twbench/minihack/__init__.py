"""Levels of NetHack (docs: minihack).

```
level = LevelGenerator(w=5, h=3)
level.set_start_pos((0, 0))
level.add_stair_down((4, 2))
print(level.get_des())
```

Levels are written without NetHack. To check and to play them needs the extra ``minihack``:
pip install 'twbench[minihack]'.

The names below are loaded when they are first used.
"""

__all__ = [
    "Encyclopedia",
    "LevelGenerator",
    "LevelSpecification",
    "MiniHack",
    "MiniHackNavigation",
    "MiniHackSkill",
    "NetHackWiki",
    "RewardManager",
    "check_level",
    "level_faults",
]

from typing import TYPE_CHECKING

from twbench.system.public_names import loading

if TYPE_CHECKING:
    from twbench.minihack.base import MiniHack
    from twbench.minihack.encyclopedia import Encyclopedia
    from twbench.minihack.level_generator import LevelGenerator
    from twbench.minihack.levels.compiler import check_level, level_faults
    from twbench.minihack.levels.specification import LevelSpecification
    from twbench.minihack.navigation import MiniHackNavigation
    from twbench.minihack.reward_manager import RewardManager
    from twbench.minihack.skills import MiniHackSkill
    from twbench.minihack.wiki import NetHackWiki

_HOMES = {
    "base": ("MiniHack",),
    "encyclopedia": ("Encyclopedia",),
    "level_generator": ("LevelGenerator",),
    "levels.compiler": ("check_level", "level_faults"),
    "levels.specification": ("LevelSpecification",),
    "navigation": ("MiniHackNavigation",),
    "reward_manager": ("RewardManager",),
    "skills": ("MiniHackSkill",),
    "wiki": ("NetHackWiki",),
}


__getattr__, __dir__ = loading(__name__, _HOMES)
