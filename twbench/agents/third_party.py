"""Agents from a file of the user's own, which registers them when it is imported."""

__all__ = ["load_module", "module_file", "told_with_line"]

import hashlib
import importlib.util
import os
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

from twbench.errors import AgentError
from twbench.modules import own_line


def module_file(path: Path | str) -> Path:
    """Return ``path`` if a Python file is there; raises AgentError if not."""
    file = Path(path)
    if file.suffix != ".py" or not file.is_file():
        raise AgentError(f"agent_module must be a Python file; there is none at {str(path)!r}.")
    return file


def load_module(path: Path | str, folders: Sequence[str] = ()) -> ModuleType:
    """Import the Python file at ``path``, once per process, and return its module.

    What it imports is found in ``folders`` as well, from now on, if it is nowhere else. Raises
    AgentError where there is no such file, or where importing it fails.
    """
    file = module_file(path)
    digest = hashlib.sha256(str(file.resolve()).encode()).hexdigest()[:12]
    name = f"twbench_agent_{file.stem}_{digest}"
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, file)
    if spec is None or spec.loader is None:
        raise AgentError(f"agent_module {str(path)!r} cannot be imported.")
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    sys.path += [folder for folder in folders if folder not in sys.path]
    try:
        spec.loader.exec_module(module)
    except AgentError:
        del sys.modules[name]
        raise
    except Exception as error:  # whatever a stranger's file does, its user gets one sentence
        del sys.modules[name]
        raise AgentError(
            f"agent_module {str(path)!r} cannot be imported: {told_with_line(error, file)}"
            f"{_standing_beside(error, file)}"
        ) from error
    return module


def told_with_line(error: BaseException, own: Path | None) -> str:
    """Return what an error says, with the last line of the file or folder ``own`` that led to it.

    An author of an agent has no traceback: it is in another process, and a run keeps one sentence.
    Of a file that is out of reach another one says how it is reached.
    """
    text = f"{type(error).__name__}: {error}"
    place = own_line(error, own)
    return f"{text} ({place[0]}, line {place[1]}){_reached(error)}" if place else text


def _reached(error: BaseException) -> str:
    """Return how an agent reaches the file that it has not found, or may not read or run."""
    name = error.filename if isinstance(error, OSError) else None
    if not isinstance(name, str):
        return ""
    if isinstance(error, PermissionError):
        real = os.path.realpath(name)  # links out of a folder that is named lead to what is not
        return f". Beside this installation, agent_folders names what it reads and runs: {real}"
    if isinstance(error, FileNotFoundError) and not Path(name).is_absolute():
        return ". Behind the wall it has a folder of its own: give whole paths"
    return ""


def _standing_beside(error: Exception, file: Path) -> str:
    """Return how a module is found that stands beside the agent's file, if one is missing so."""
    if not isinstance(error, ModuleNotFoundError) or not error.name:
        return ""
    name = error.name.partition(".")[0]
    if not any((file.parent / beside).exists() for beside in (name, f"{name}.py")):
        return ""
    setting = shlex.quote(f'agent_folders=["{file.parent.absolute()}"]')
    return f". {name} stands beside it, and is found with {setting}"
