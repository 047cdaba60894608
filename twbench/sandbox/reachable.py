"""What a Python program needs to run, without what must stay hidden.

Landlock and mounts know whole hierarchies only. So a folder in which something hidden lies is
replaced by what else is in it, level by level; the folder itself can then not be listed.
"""

__all__ = ["confinement_for", "readable_paths"]

import contextlib
import json
import os
import site
import sys
import sysconfig
from collections.abc import Iterable, Iterator
from pathlib import Path
from urllib.parse import unquote, urlsplit

from twbench.errors import SandboxError
from twbench.sandbox.confinement import Confinement

_SYSTEM = (
    *("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store", "/gnu/store"),
    *("/opt/cuda", "/opt/rocm"),
    # Of /etc no more than this: the rest holds keys and passwords.
    *("/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/alternatives"),
    *("/etc/passwd", "/etc/group", "/etc/nsswitch.conf", "/etc/login.defs", "/etc/os-release"),
    *("/etc/localtime", "/etc/timezone", "/etc/locale.alias", "/etc/mime.types", "/etc/fonts"),
    *("/etc/hosts", "/etc/host.conf", "/etc/resolv.conf", "/etc/gai.conf", "/etc/services"),
    *("/etc/protocols", "/run/systemd/resolve", "/etc/OpenCL", "/etc/vulkan", "/etc/glvnd"),
    *("/etc/ssl/certs", "/etc/ssl/openssl.cnf", "/etc/ssl/cert.pem", "/etc/ca-certificates"),
    *("/etc/pki/tls/certs", "/etc/pki/tls/cert.pem", "/etc/pki/tls/openssl.cnf"),
    *("/etc/pki/ca-trust/extracted", "/etc/crypto-policies", "/var/lib/ca-certificates"),
    # What libraries count processors and memory with.
    *("/proc/cpuinfo", "/proc/meminfo", "/proc/stat", "/proc/version", "/proc/filesystems"),
    *("/proc/sys/vm/overcommit_memory", "/proc/sys/kernel/osrelease", "/proc/driver/nvidia"),
    *("/sys/devices/system/cpu", "/sys/devices/system/node"),
    *("/sys/kernel/mm/transparent_hugepage", "/sys/fs/cgroup/cpu.max", "/sys/fs/cgroup/memory.max"),
    *("/sys/fs/cgroup/cpu/cpu.cfs_quota_us", "/sys/fs/cgroup/cpu/cpu.cfs_period_us"),
)
_LISTS_OF_FOLDERS = ("LD_LIBRARY_PATH", "SSL_CERT_DIR")
_FILES = ("SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE")
_DEVICES = ("null", "zero", "full", "random", "urandom")
_GRAPHICS = ("nvidia*", "kfd", "dri")
_NEVER = (Path("/dev"), Path("/proc"))
_PACKAGE = Path(__file__).parents[1]
_PROJECT = (".git", "pyproject.toml", "setup.py")
_MODULES = (".py", ".pyc", ".so")


def confinement_for(
    needed: Iterable[Path], hidden: Iterable[Path], writable: Iterable[Path] = ()
) -> Confinement:
    """Return what the process of an agent may reach.

    ``needed`` are the agent's own files and folders, see `readable_paths`; ``writable`` are
    folders of its own, which may lie within a hidden one, but may hold none. Raises SandboxError.
    """
    needed, hidden = list(needed), list(hidden)
    folders = [Path(os.path.realpath(folder)) for folder in writable]
    for folder, secret in ((folder, secret) for folder in folders for secret in _real(hidden)):
        if secret.is_relative_to(folder):
            raise SandboxError(f"{folder} cannot be written to: {secret}, in it, must stay hidden.")
    named = [*_installed(), *_searched(), *needed]
    return Confinement(
        readable_paths(needed, hidden),
        tuple(map(str, folders)),
        tuple(map(str, _devices())),
        tuple(sorted({link for path in named for link in _links(path)})),
    )


def readable_paths(needed: Iterable[Path], hidden: Iterable[Path]) -> tuple[str, ...]:
    """Return what the process of an agent may read and run, without links, sorted.

    It holds this interpreter with its packages, the folders in which it finds modules, installed
    checkouts, the programs and libraries of the system, certificates, and ``needed``. Of a checkout
    or other project, and of a folder that holds the current or the home folder, only the modules
    and packages are taken, unless it is in ``needed``. Nothing in ``hidden`` is in it under its own
    name; a hidden file that has a second name (a hard link, another mount) elsewhere can be read
    there, which nobody can see from here.

    Raises SandboxError if one of ``needed`` does not exist, is or lies within a hidden one, or is
    such that it would show everything; and if what is hidden holds the interpreter.
    """
    secrets = _real(hidden)
    _check_interpreter(secrets)
    found: set[Path] = set()
    for path in _real(_installed()):
        found.update(_without(path, secrets))
    for path in _real(_searched()):
        parts = _modules_in(path) if _holds_more(path) else [path]
        found.update(visible for part in parts for visible in _without(part, secrets))
    for path in needed:
        found.update(_without(_granted(path, secrets), secrets))
    return tuple(str(path) for path in sorted(found) if not found.intersection(path.parents))


def _check_interpreter(secrets: list[Path]) -> None:
    for part in _real((Path(sys.executable), Path(sys.prefix), Path(sys.base_prefix), _PACKAGE)):
        for secret in secrets:
            if part.is_relative_to(secret):
                raise SandboxError(
                    f"{secret} must stay hidden, but Python, or twbench, is in it: an agent would"
                    " find nothing to run. Put them in separate folders."
                )


def _real(paths: Iterable[Path]) -> list[Path]:
    return [Path(os.path.realpath(path)) for path in paths]


def _granted(path: Path, secrets: list[Path]) -> Path:
    """Return what the user names, without links, if it can be given to an agent."""
    real = Path(os.path.realpath(path))
    if not real.exists():
        raise SandboxError(f"{path}, which the agent is to read, does not exist.")
    if real == Path("/") or any(real.is_relative_to(never) for never in _NEVER):
        raise SandboxError(
            f"{path} cannot be given to an agent, it would show everything: name folders within it."
        )
    for secret in secrets:
        if real.is_relative_to(secret):
            raise SandboxError(
                f"{path} cannot be given to an agent: {secret} must stay hidden from it. What it"
                " needs must be in another folder."
            )
    return real


def _without(path: Path, secrets: list[Path]) -> Iterator[Path]:
    """Give ``path``, or what is in it and not hidden."""
    if any(path.is_relative_to(secret) for secret in secrets) or not os.path.lexists(path):
        return
    if not any(secret.is_relative_to(path) for secret in secrets):
        yield path
        return
    with contextlib.suppress(PermissionError):
        for child in path.iterdir():
            if not child.is_symlink():  # what it leads to was not asked for
                yield from _without(child, secrets)


def _holds_more(folder: Path) -> bool:
    """Say whether a folder is no place for modules alone: it may have data, notes, keys in it.

    That is a project, and what holds or is the current folder or that of the user.
    """
    return any((folder / sign).exists() for sign in _PROJECT) or any(
        Path(os.path.realpath(place)).is_relative_to(folder)
        for place in (".", os.path.expanduser("~"))  # noqa: PTH111 - it need not exist
    )


def _modules_in(folder: Path) -> list[Path]:
    """Return the modules and packages in a folder of which nothing else is to be read."""
    with contextlib.suppress(OSError):
        return [
            child
            for child in folder.iterdir()
            if not child.is_symlink()
            and (child.name.endswith(_MODULES) or (child / "__init__.py").is_file())
        ]
    return []


def _installed() -> Iterator[Path]:
    """Give what every Python program needs, under the names by which it is found."""
    yield from map(Path, _SYSTEM)
    yield from map(Path, (sys.executable, sys.prefix, sys.base_prefix, sys.exec_prefix))
    yield from map(Path, sysconfig.get_paths().values())
    yield _PACKAGE
    if site.ENABLE_USER_SITE:
        yield Path(site.getusersitepackages())
    for name in _LISTS_OF_FOLDERS:
        yield from (Path(entry) for entry in os.environ.get(name, "").split(os.pathsep) if entry)
    yield from (Path(os.environ[name]) for name in _FILES if os.environ.get(name))


def _searched() -> Iterator[Path]:
    """Give the folders in which this process finds modules, installed or not."""
    yield from (Path(entry).absolute() for entry in sys.path)
    yield from _checkouts()


def _checkouts() -> Iterator[Path]:
    """Give the folders of packages that are installed where they are developed (PEP 610)."""
    import importlib.metadata  # it loads much, and children that are shut in do not need it

    for package in importlib.metadata.distributions():
        with contextlib.suppress(ValueError, KeyError, AttributeError):  # whoever wrote it
            origin = json.loads(package.read_text("direct_url.json") or "{}")
            if origin["dir_info"]["editable"]:
                folder = Path(unquote(urlsplit(origin["url"]).path))
                yield from (folder, folder / "src")


def _devices() -> Iterator[Path]:
    folder = Path("/dev")
    yield from (folder / name for name in _DEVICES)
    for pattern in _GRAPHICS:
        yield from sorted(folder.glob(pattern))


def _links(path: Path) -> Iterator[tuple[str, str]]:
    """Give the symbolic links on the way along ``path``, and what they hold."""
    left = list(reversed(path.absolute().parts[1:]))
    at = Path("/")
    seen = set()
    while left:
        part = left.pop()
        if part == "..":
            at = at.parent
            continue
        at /= part
        # Links that lead to each other would be followed for ever.
        if at.is_symlink() and at not in seen:
            seen.add(at)
            target = at.readlink()
            yield str(at), str(target)
            left.extend(reversed(target.parts[1:] if target.is_absolute() else target.parts))
            at = Path("/") if target.is_absolute() else at.parent
