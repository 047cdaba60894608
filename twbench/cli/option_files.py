"""What stands in the files of configurations, without composing them.

Those that ship are known (`composition`): OmegaConf, which takes long to load, reads all others.
"""

__all__ = ["groups_of", "settings_of"]

from collections.abc import Mapping, Sequence
from typing import Any

from twbench.cli.composition import known_option
from twbench.cli.configurations import conf_directory, groups


def groups_of(verb: str) -> list[str]:
    """Return the names of the groups that ``conf/<verb>.yaml`` composes."""
    defaults, _ = _read(f"{verb}.yaml")
    keys = {str(key) for entry in defaults if isinstance(entry, Mapping) for key in entry}
    return [name for name in groups() if name in keys]


def settings_of(name: str) -> Mapping[str, Any]:
    """Return the settings in a file of the folder of configurations."""
    return _read(name)[1]


def _read(name: str) -> tuple[Sequence[Any], Mapping[str, Any]]:
    """Return the list of defaults and the settings in a file."""
    known = known_option(name)
    if known is not None:
        return known.defaults, known.settings
    from omegaconf import OmegaConf

    content: Any = OmegaConf.to_container(OmegaConf.load(conf_directory() / name))
    settings = content if isinstance(content, dict) else {}
    return settings.pop("defaults", []), settings
