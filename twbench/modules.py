"""Modules of one's own: Python files that register extensions, run because their user names them.

A file may register extensions of every kind that is registered: challenges, samplers, metrics,
exporters. A module is known by its source: whoever is handed the source, another process or another
machine, has the same extensions. In a process those modules count that were used last; what others
have registered is forgotten until they are used again.

Agents are another matter: their files are run behind the wall (`twbench.agents.third_party`).
"""

__all__ = ["ExtensionModule", "modules_in_use", "own_line", "read_modules", "use_modules"]

import sys
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from traceback import walk_tb
from types import ModuleType
from typing import Any, NamedTuple

from twbench.errors import ConfigError
from twbench.hashing import sha256_hex
from twbench.registry import Named, Registry, registries
from twbench.untrusted import read_bytes


@dataclass(frozen=True, slots=True)
class ExtensionModule:
    """A module: the name of its file, the SHA-256 of its source, and what it registers.

    ``registers`` has the kind and the name of each entry, sorted. ``source`` is None of a module
    that is known from a dataset only; ``path`` is for tracebacks.
    """

    name: str
    sha256: str
    registers: tuple[tuple[str, str], ...]
    source: bytes | None = field(default=None, compare=False, repr=False)
    path: str = field(default="", compare=False, repr=False)

    def names(self, kind: str) -> tuple[str, ...]:
        """Return the names of the extensions of one kind that it registers."""
        return tuple(name for known, name in self.registers if known == kind)


_Added = tuple[tuple[Registry[Any], Named], ...]


class _Run(NamedTuple):
    """A module that was run, with its source, and what it has registered."""

    module: ExtensionModule
    added: _Added


_run: dict[str, _Run] = {}
_used: tuple[str, ...] = ()
_lock = threading.Lock()


def read_modules(paths: Sequence[Path | str]) -> tuple[ExtensionModule, ...]:
    """Return the modules at ``paths``, after running them: this process knows what they register.

    A file that is named twice is one module. Raises ConfigError where there is no Python file, or
    where it cannot be run.
    """
    found: list[ExtensionModule] = []
    for path in {Path(path).resolve(): Path(path) for path in paths}.values():
        if path.suffix != ".py" or not path.is_file():
            raise ConfigError(f"A module must be a Python file; there is none at {path}.")
        source = read_bytes(path, ConfigError)
        if path.name in [module.name for module in found]:
            raise ConfigError(
                f"Two modules have the same name, {path.name}; give them different ones."
            )
        found.append(
            ExtensionModule(path.name, sha256_hex(source), (), source, str(path.absolute()))
        )
    use_modules(found)
    return tuple(replace(module, registers=_told(module)) for module in found)


def use_modules(modules: Sequence[ExtensionModule]) -> None:
    """Let this process know the extensions of ``modules``, and of no others.

    Raises ConfigError for a module that cannot be run, or whose source is not at hand.
    """
    global _used
    wanted = tuple(module.sha256 for module in modules)
    if wanted == _used:
        return
    with _lock:
        for digest in _used:
            _forget(_run[digest].added)
        _used = ()
        for module in modules:
            if module.sha256 in _run:
                for registry, entry in _run[module.sha256].added:
                    registry.register(entry)
            else:
                _run[module.sha256] = _Run(module, _added_by(module))
            # One by one: if the next one cannot be run, those before it are still forgotten in
            # time.
            _used = (*_used, module.sha256)


def modules_in_use() -> tuple[ExtensionModule, ...]:
    """Return the modules that were used last, with their sources, for another process to use."""
    return tuple(_run[digest].module for digest in _used)


def own_line(error: BaseException, own: Path | None) -> tuple[str, int] | None:
    """Return the last line of the file or folder ``own`` that led to an error: file and number.

    Whoever wrote it is told this in place of a traceback. None where no line of it did.
    """
    places = [
        (file.name, line)
        for frame, line in walk_tb(error.__traceback__)
        if own is not None and (file := Path(frame.f_code.co_filename)).is_relative_to(own)
    ]
    return places[-1] if places else None


def _told(module: ExtensionModule) -> tuple[tuple[str, str], ...]:
    added = _run[module.sha256].added
    return tuple(sorted((registry.kind, entry.name) for registry, entry in added))


def _added_by(module: ExtensionModule) -> _Added:
    """Run the module; return what it has registered, and where."""
    if module.source is None:
        raise ConfigError(f"The module {module.name} is not at hand.")
    before = {registry: set(map(_name, registry.added())) for registry in registries()}
    name = f"twbench_module_{Path(module.name).stem}_{module.sha256[:12]}"
    code = sys.modules[name] = ModuleType(name)
    code.__file__ = module.path
    try:
        exec(compile(module.source, module.path, "exec"), code.__dict__)  # noqa: S102 - named by its user
    except (Exception, SystemExit) as error:
        _forget(_registered_since(before))
        del sys.modules[name]
        place = own_line(error, Path(module.path))
        where = f" in line {place[1]}" if place else ""
        raise ConfigError(
            f"The module {module.name} cannot be used: {type(error).__name__}{where}: {error}"
        ) from error
    found = _registered_since(before)
    if not found:
        del sys.modules[name]
        raise ConfigError(f"The module {module.name} registers nothing.")
    return found


def _registered_since(before: dict[Registry[Any], set[str]]) -> _Added:
    # A part of twbench that the module is the first to import has filled its registry meanwhile.
    return tuple(
        (registry, entry)
        for registry in registries()
        for entry in registry.added()
        if entry.name not in before.get(registry, ())
    )


def _forget(added: _Added) -> None:
    for registry, entry in added:
        registry.forget([entry])


def _name(entry: Named) -> str:
    return entry.name
