"""What an environment of NetHack is given: all of it is checked before anything runs."""

__all__ = [
    "CROP",
    "arguments_for_nle",
    "checked_seeds",
    "keys_for_nle",
    "knowledge_of",
    "level_of",
    "listed_keys",
]

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from twbench.errors import ConfigError, nearest
from twbench.minihack.characters import check_character
from twbench.minihack.engine import MH_NETHACKOPTIONS, nethack
from twbench.minihack.knowledge import Knowledge
from twbench.minihack.level_generator import LevelGenerator
from twbench.minihack.levels.compiler import packed_level
from twbench.minihack.levels.geometry import MapOnScreen
from twbench.minihack.options_of_nethack import check_options
from twbench.printable import shown
from twbench.whole_numbers import whole_number

CROP = "_crop"
"""How the keys of the squares around the player end."""
_MAP_KEYS = ("glyphs", "chars", "colors", "specials")


def level_of(des_file: str | Path | LevelGenerator) -> tuple[bytes, MapOnScreen]:
    """Return the level ready for NetHack, and where its map lies."""
    if isinstance(des_file, LevelGenerator):
        des = des_file.get_des()
    elif isinstance(des_file, Path) or (des_file.endswith(".des") and "\n" not in des_file):
        try:
            des = Path(des_file).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise ConfigError(f"Cannot read the level {des_file}: {error}.") from None
    else:
        des = des_file
    return packed_level(des), MapOnScreen.of(des)


def checked_seeds(seeds: Any) -> list[int] | None:
    """Return seeds to draw from; raises ConfigError for what is no list of whole numbers."""
    if seeds is None:
        return None
    if isinstance(seeds, str) or not isinstance(seeds, Iterable):
        raise ConfigError(f"seeds is a list of seeds to draw from, or None, not {shown(seeds)}.")
    found = [whole_number(seed, "Each of seeds", 0) for seed in seeds]
    if not found:
        raise ConfigError("seeds is a list of seeds to draw from, or None; this one is empty.")
    return found


def arguments_for_nle(
    given: Mapping[str, Any], modes: Sequence[str], autopickup: bool, pet: bool
) -> dict[str, Any]:
    """Return the arguments that NLE is given, all but the keys of observations."""
    arguments = {
        "render_mode": None,
        "fix_moon_phase": True,
        "spawn_monsters": False,
        **({} if given.get("savedir") is None else {"save_ttyrec_every": 1}),
        **given,
    }
    _check_arguments(arguments, modes)
    arguments["options"] = [
        *check_options(arguments.get("options") or MH_NETHACKOPTIONS),
        *([] if autopickup else ["!autopickup"]),
        *([] if pet else ["pettype:none"]),
    ]
    if arguments.get("actions") is None:
        arguments["actions"] = nethack().ACTIONS
    return arguments


def _check_arguments(arguments: Mapping[str, Any], modes: Sequence[str]) -> None:
    """Raise ConfigError for what NLE or NetHack would pass over, or refuse much later."""
    mode = arguments["render_mode"]
    if mode not in (None, *modes):
        raise ConfigError(
            f"render_mode is one of {', '.join(modes)}, not {shown(mode)}."
            f"{nearest(str(mode), modes)}"
        )
    if "character" in arguments:
        check_character(arguments["character"])
    if "max_episode_steps" in arguments:
        whole_number(arguments["max_episode_steps"], "max_episode_steps", 0)


def listed_keys(keys: Any) -> list[str]:
    """Return the keys of observations; raises ConfigError for a text in the place of a list."""
    if isinstance(keys, str):
        raise ConfigError(f"observation_keys is a list of names, not the text {shown(keys)}.")
    return list(keys)


def keys_for_nle(keys: Sequence[str], told: bool, render_mode: str | None) -> list[str]:
    """Return the keys that NLE is asked for, for the keys that the user is given."""
    known = nethack().OBSERVATION_DESC
    crops = [f"{key}{CROP}" for key in (*_MAP_KEYS, "screen_descriptions")]
    for key in keys:
        if key not in known and key not in crops:
            allowed = sorted((*known, *crops))
            raise ConfigError(
                f"There is no observation {key!r}; known are {', '.join(allowed)}."
                f"{nearest(key, allowed)}"
            )
    wanted = [key.removesuffix(CROP) for key in keys]
    wanted += ["glyphs", "chars", "blstats", "message", "inv_letters", "inv_strs"]
    if told:
        wanted.append("screen_descriptions")
    if render_mode == "human":
        wanted += ["tty_chars", "tty_colors", "tty_cursor"]
    return list(dict.fromkeys(wanted))


def knowledge_of(use_wiki: bool | Knowledge) -> Knowledge | None:
    """Return what ``use_wiki`` asks for: nothing, NetHack's own encyclopedia, or what it is."""
    if use_wiki is False:
        return None
    if use_wiki is True:
        from twbench.minihack.encyclopedia import Encyclopedia

        return Encyclopedia()
    return use_wiki
