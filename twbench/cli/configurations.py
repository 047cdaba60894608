"""Where configurations are: their folder, its groups, and the options of these."""

__all__ = ["conf_directory", "groups", "groups_of", "options"]

from pathlib import Path


def conf_directory() -> Path:
    """Return the folder of the configurations: in the package, or beside it in a checkout."""
    package = Path(__file__).parents[1]
    installed = package / "conf"
    return installed if installed.is_dir() else package.parent / "conf"


def groups() -> list[str]:
    """Return the names of the configuration groups."""
    return sorted(path.name for path in conf_directory().iterdir() if path.is_dir())


def options(group: str) -> list[str]:
    """Return the names of the options of a configuration group."""
    return sorted(path.stem for path in (conf_directory() / group).glob("*.yaml"))


def groups_of(verb: str) -> list[str]:
    """Return the names of the groups that ``conf/<verb>.yaml`` composes."""
    from omegaconf import DictConfig, OmegaConf

    config = OmegaConf.load(conf_directory() / f"{verb}.yaml")
    entries = config.get("defaults", []) if isinstance(config, DictConfig) else []
    keys = {str(key) for entry in entries if isinstance(entry, DictConfig) for key in entry}
    return [name for name in groups() if name in keys]
