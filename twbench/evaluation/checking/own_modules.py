"""Modules of a run: the families of its games, if a file of somebody's registers them.

Which files are run is for whoever validates to say, never for the run: its record has names and
hashes, and a file is run only if one of these is its own.
"""

__all__ = ["use_recorded_modules"]

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from twbench import families
from twbench.errors import ConfigError, RunError
from twbench.hashing import sha256_hex
from twbench.modules import read_modules
from twbench.printable import shown
from twbench.untrusted import read_bytes


def use_recorded_modules(
    folder: Path, record: Mapping[str, Any], modules: Sequence[str | Path]
) -> tuple[str, ...]:
    """Run those of ``modules`` that the run in ``folder`` was played with, and return them.

    Others are left alone: one call may be about several runs. Raises RunError if a family of the
    ``record`` is not known without a module, ConfigError for a file that cannot be run.
    """
    recorded = _recorded(record)
    own = [str(path) for path in modules if _is_one_of(Path(path), recorded)]
    if own:
        read_modules(own)
    known = families.names()
    for module in recorded:
        lacking = [name for name in _listed(module, "families") if name not in known]
        if lacking:
            others = f" It is none of {', '.join(map(str, modules))}." if modules else ""
            raise RunError(
                f"{folder} has games of the family {shown(lacking[0])}, which the module"
                f" {shown(module.get('file'))} (SHA-256 {shown(module.get('sha256'))}) registers:"
                f" name that file with --module FILE, if you want it to be run here.{others}"
            )
    return tuple(own)


def _recorded(record: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return what the record, which may be anybody's, says of modules."""
    own = record.get("metrics")
    entries = _listed(own, "modules") if isinstance(own, dict) else []
    return [entry for entry in entries if isinstance(entry, dict)]


def _listed(entry: Mapping[str, Any], key: str) -> list[Any]:
    value = entry.get(key)
    return value if isinstance(value, list) else []


def _is_one_of(path: Path, recorded: Sequence[Mapping[str, Any]]) -> bool:
    if not path.is_file():
        raise ConfigError(f"A module must be a Python file; there is none at {path}.")
    digest = sha256_hex(read_bytes(path, ConfigError))
    return any(module.get("sha256") == digest for module in recorded)
