"""Configurations by somebody else: what a folder given with ``--config-dir`` may not do.

Hydra is itself configured by what it composes: a node ``hydra`` can name a function to be called
(``_target_``), and files have many ways to it (keys, packages, defaults, groups). So a folder of
the user's is read twice before Hydra runs. First file by file: sizes, depth and names. Then
everything is composed, which calls nothing, for each job that would be run; whatever the way, the
node ``hydra`` must come out as it does without the folder.

Nor may they name files of this machine, least of all modules to be run (`OWN_FILES`) or themes by
the place of their files: only the command line may. So for these keys, what is composed must be
what was typed.

Values that differ from one machine to another (environment variables, the time) do not belong into
a dataset's description either: `plain_values` resolves a configuration without them.
"""

__all__ = ["check_strangers", "plain_values", "quoted"]

import contextlib
import errno
import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, cast

from hydra import compose, initialize_config_dir
from hydra.core.override_parser.types import Override
from omegaconf import DictConfig, OmegaConf
from omegaconf.basecontainer import BaseContainer
from omegaconf.errors import UnsupportedInterpolationType

from twbench.dataset.config.theme_settings import theme_places
from twbench.dataset.config.yaml_files import NO_TARGET, check_yaml
from twbench.errors import ConfigError
from twbench.untrusted import walked

OWN_FILES = (
    "agent_module",
    "dataset.challenge_modules",
    "dataset.modules",
    "dataset.themes",
    "modules",
)
"""Settings that name code, or other files, for the user alone to choose."""
_RESOLVERS = frozenset(
    {"oc.create", "oc.decode", "oc.deprecated", "oc.dict.keys", "oc.dict.values", "oc.select"}
)
_OF_EACH_RUN = ("overrides", "runtime", "searchpath")


def check_strangers(
    verb: str,
    conf: Path,
    folders: Sequence[Path],
    of_hydra: Iterable[Override],
    jobs: Iterable[Sequence[str]],
) -> None:
    """Raise ConfigError if one of ``folders`` could do more than describe what ``verb`` does.

    ``conf`` holds our own configuration of ``verb``. What is typed of ``hydra.*`` is the user's own
    business; ``jobs`` are the other settings, of each job.
    """
    for folder in folders:
        _check_files(folder)
    own = [str(o.input_line) for o in of_hydra if o.key_or_group != "hydra.searchpath"]
    wanted = _hydra_node(_composed(conf, verb, own))
    path = ",".join(quoted(f"file://{folder.absolute()}") for folder in folders)
    for job in jobs:
        config = _composed(conf, verb, [*own, f"hydra.searchpath=[{path}]", *job])
        found = _hydra_node(config)
        changed = sorted(key for key in found if found[key] != wanted.get(key))
        if changed:
            raise ConfigError(
                f"{', '.join(map(str, folders))}: a file there changes hydra.{changed[0]}, which"
                " configurations may not do: hydra.* is for the command line alone."
            )
        files = [text for text in job if text.partition("=")[0].lstrip("+~") in OWN_FILES]
        typed_files = _own_files(_composed(conf, verb, files))
        for key, value in _own_files(config).items():
            if value != typed_files[key]:
                raise ConfigError(
                    f"{', '.join(map(str, folders))}: a file there sets {key}, which configurations"
                    " may not do: files to be run or read are for the command line alone."
                )
        for place in theme_places(plain_values(_without_hydra(config))):
            if not any(place in text for text in job):
                raise ConfigError(
                    f"{', '.join(map(str, folders))}: a file there names the files of a theme,"
                    f" {place}, which configurations may not do: write grammar.theme={place}."
                )


def plain_values(config: DictConfig) -> dict[str, Any]:
    """Return ``config`` as plain data, interpolations resolved; raises ConfigError.

    An interpolation of environment variables, of Hydra's own settings or of the time is refused:
    what it gives would end up in what is published.
    """
    try:
        with _resolvers():
            plain = cast(dict[str, Any], OmegaConf.to_container(config, resolve=True))
    except UnsupportedInterpolationType as error:
        reason = str(error).splitlines()[0]
        raise ConfigError(
            f"{reason}: a configuration may refer to its own values alone, not to the environment,"
            " the time or Hydra's settings."
        ) from error
    _refuse_targets(plain, "The configuration")
    return plain


def quoted(text: str) -> str:
    """Return ``text`` in quotes, as Hydra's grammar of settings reads it back."""
    escaped = text.replace("\\'", "\\\\'").replace("'", "\\'")
    return f"'{escaped}'"


def _check_files(folder: Path) -> None:
    if not folder.is_dir():
        raise ConfigError(f"--config-dir: there is no folder {folder}.")
    _check_listed(folder)
    for parent, below, files in walked(folder, ConfigError):
        for name in sorted([*below, *files]):
            path = Path(parent, name)
            if name == "hydra" or path.is_symlink():
                reason = "is a symbolic link" if path.is_symlink() else "is a group of Hydra's own"
                raise ConfigError(f"{path} {reason}: configurations may not have that.")
            if path.suffix in (".yaml", ".yml"):
                check_yaml(path)
            elif name in below:
                _check_listed(path)


def _check_listed(folder: Path) -> None:
    """Raise ConfigError for a folder in which Hydra would find nothing, and not say so."""
    if not os.access(folder, os.R_OK | os.X_OK):
        raise ConfigError(f"{folder} cannot be read: {os.strerror(errno.EACCES)}.")


def _composed(conf: Path, verb: str, overrides: list[str]) -> DictConfig:
    with initialize_config_dir(str(conf), version_base="1.3"):
        return compose(verb, overrides=overrides, return_hydra_config=True)


def _own_files(config: DictConfig) -> dict[str, Any]:
    """Return the values of `OWN_FILES` as the task would get them."""
    plain = plain_values(_without_hydra(config))
    found: dict[str, Any] = {}
    for path in OWN_FILES:
        value: Any = plain
        for key in path.split("."):
            value = value.get(key) if isinstance(value, dict) else None
        found[path] = value
    return found


def _without_hydra(config: DictConfig) -> DictConfig:
    return OmegaConf.masked_copy(config, [str(key) for key in config if key != "hydra"])


def _hydra_node(config: DictConfig) -> dict[str, Any]:
    """Return how Hydra would be configured, without what differs from run to run anyway."""
    node = cast(dict[str, Any], OmegaConf.to_container(config.hydra, resolve=False))
    node["job"] = {**node["job"], "override_dirname": None}
    return {key: value for key, value in node.items() if key not in _OF_EACH_RUN}


def _refuse_targets(value: Any, where: str) -> None:
    if isinstance(value, dict):
        if "_target_" in value:
            raise ConfigError(f"{where}: {NO_TARGET}.")
        for key, below in value.items():
            _refuse_targets(below, str(key))
    elif isinstance(value, list):
        for below in value:
            _refuse_targets(below, where)


@contextlib.contextmanager
def _resolvers() -> Iterator[None]:
    """Let interpolations use those functions only that depend on the configuration alone."""
    known = BaseContainer._resolvers  # OmegaConf has no public way to put one aside
    aside = {name: known.pop(name) for name in list(known) if name not in _RESOLVERS}
    try:
        yield
    finally:
        known.update(aside)
