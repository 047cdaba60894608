"""Challenges of one's own: Python files that register some, run because their user names them.

A module is known by its source: whoever is handed the source, another process or another machine,
has the same challenges. In a process those modules count that were used last; the challenges of
others are forgotten until they are used again.
"""

__all__ = ["ChallengeModule", "read_modules", "use_modules"]

import sys
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType

from twbench.challenges import registry
from twbench.challenges.registry import Challenge
from twbench.errors import ConfigError
from twbench.hashing import sha256_hex
from twbench.untrusted import read_bytes


@dataclass(frozen=True, slots=True)
class ChallengeModule:
    """A module: the name of its file, the SHA-256 of its source, and what it registers.

    ``source`` is None of a module that is known from a dataset only; ``path`` is for tracebacks.
    """

    name: str
    sha256: str
    challenges: tuple[str, ...]
    source: bytes | None = field(default=None, compare=False, repr=False)
    path: str = field(default="", compare=False, repr=False)


_run: dict[str, tuple[Challenge, ...]] = {}
_used: tuple[str, ...] = ()
_lock = threading.Lock()


def read_modules(paths: Sequence[Path | str]) -> tuple[ChallengeModule, ...]:
    """Return the modules at ``paths``, after running them: this process knows their challenges.

    Raises ConfigError where there is no Python file, or where it cannot be run.
    """
    found = []
    for path in map(Path, paths):
        if path.suffix != ".py" or not path.is_file():
            raise ConfigError(f"A challenge module must be a Python file; there is none at {path}.")
        source = read_bytes(path, ConfigError)
        found.append(
            ChallengeModule(path.name, sha256_hex(source), (), source, str(path.absolute()))
        )
    if len({module.name for module in found}) < len(found):
        raise ConfigError("Two challenge modules have the same name; give them different ones.")
    use_modules(found)
    return tuple(_told(module) for module in found)


def use_modules(modules: Sequence[ChallengeModule]) -> None:
    """Let this process know the challenges of ``modules``, and of no others.

    Raises ConfigError for a module that cannot be run, or whose source is not at hand.
    """
    global _used
    wanted = tuple(module.sha256 for module in modules)
    if wanted == _used:
        return
    with _lock:
        for digest in _used:
            registry.forget(_run[digest])
        _used = ()
        for module in modules:
            if module.sha256 in _run:
                for challenge in _run[module.sha256]:
                    registry.register(challenge)
            else:
                _run[module.sha256] = _challenges(module)
            _used = (*_used, module.sha256)


def _told(module: ChallengeModule) -> ChallengeModule:
    """Return the module with what it registers."""
    names = tuple(sorted(challenge.name for challenge in _run[module.sha256]))
    return ChallengeModule(module.name, module.sha256, names, module.source, module.path)


def _challenges(module: ChallengeModule) -> tuple[Challenge, ...]:
    """Run the module; return the challenges that it has registered."""
    if module.source is None:
        raise ConfigError(f"The challenge module {module.name} is not at hand.")
    before = set(registry.names())
    name = f"twbench_challenges_{Path(module.name).stem}_{module.sha256[:12]}"
    code = sys.modules[name] = ModuleType(name)
    code.__file__ = module.path
    try:
        exec(compile(module.source, module.path, "exec"), code.__dict__)  # noqa: S102 - named by its user
    except (Exception, SystemExit) as error:
        registry.forget(_registered_since(before))
        del sys.modules[name]
        raise ConfigError(
            f"The challenge module {module.name} cannot be used: {type(error).__name__}: {error}"
        ) from error
    found = _registered_since(before)
    if not found:
        raise ConfigError(f"The challenge module {module.name} registers no challenge.")
    return found


def _registered_since(before: set[str]) -> tuple[Challenge, ...]:
    return tuple(registry.get(name) for name in registry.names() if name not in before)
