"""Hydra: composing the configuration of a command line that is not plain, and ending there.

Hydra reads the command line, composes ``conf/`` and calls the task with plain Python data, once,
or once per combination with ``--multirun``. It neither changes the working folder nor leaves
files behind, and its complaints become one sentence each.

Settings are checked by the task and not by Hydra, so that a wrong key is answered with the keys
there are; and ``key={choice: [...]}`` replaces the value of a parameter, where Hydra by itself
would mix the old value and the new.
"""

__all__ = ["complete", "compose_and_run"]

import argparse
import itertools
import math
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any

import hydra
from hydra.core.override_parser.overrides_parser import OverridesParser
from hydra.core.override_parser.types import (
    Glob,
    IntervalSweep,
    Override,
    OverrideType,
    RangeSweep,
    Transformer,
)
from hydra.errors import HydraException, MissingConfigException
from omegaconf import DictConfig
from omegaconf.errors import OmegaConfBaseException

from twbench.cli.composition import groups_of
from twbench.cli.configurations import conf_directory, is_sampler
from twbench.cli.strangers import check_strangers, plain_values
from twbench.errors import ConfigError, TwbenchError, nearest
from twbench.system.scratch import scratch_folder

Task = Callable[[dict[str, Any]], int]
MAX_JOBS = 10_000
_HYDRA = ("hydra.", "hydra/")
_MULTIRUN, _MODE = "--multirun", "hydra.mode"
_MERGING = "Error merging override"
_STUMBLES = (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError)
"""What Hydra raises where a value is of a kind that it has not thought of."""
_TOO_DEEP = "is nested in more levels than anybody needs."


def compose_and_run(verb: str, arguments: argparse.Namespace, task: Task) -> int:
    """Run ``task`` with each configuration of a command line; return the worst exit code.

    Raises ConfigError for what Hydra cannot compose, and what ``task`` raises.
    """
    if arguments.cfg and arguments.multirun:
        raise ConfigError("--cfg shows one configuration and --multirun runs several: give one.")
    job = _Job(task)
    with scratch_folder() as scratch:
        line = _hydra_arguments(verb, arguments, scratch)
        _refuse_several(arguments)
        strangers, plain = _strangers(arguments), _is_plain(arguments)
        _run_hydra(verb, line, job.run, scratch, strangers, plain)
    return job.exit_code()


def complete(verb: str, query: str) -> int:
    """Let Hydra answer a request of a shell (``install=bash``, ``query=zsh``) for ``verb``."""
    with scratch_folder() as scratch:
        _run_hydra(verb, ["--shell-completion", query], lambda config: None, scratch)
    return 0


def _run_hydra(
    verb: str,
    line: Sequence[str],
    run: Callable[[DictConfig], None],
    scratch: Path,
    strangers: Sequence[Path] = (),
    plain: bool = False,
) -> None:
    conf = scratch / "conf"
    _expose(verb, conf)
    with _command_line(["twbench", *line]), _helps_looked_at_late():
        try:
            if not plain:
                _check_jobs(verb, line, conf, strangers)
            config = _composed(verb, line, conf) if plain else None
            if config is not None:
                run(config)
            else:
                hydra.main(version_base="1.3", config_path=str(conf), config_name=verb)(run)()
        except MissingConfigException as error:
            raise ConfigError(_missing_option(error)) from error
        except (HydraException, OmegaConfBaseException) as error:
            raise ConfigError(_first_sentence(error)) from error
        except TwbenchError:
            raise
        except RecursionError:  # merging takes more of the stack than reading
            raise ConfigError(f"A setting, or a file of settings, {_TOO_DEEP}") from None
        except _STUMBLES as error:  # none that the task raises: a job keeps it
            raise ConfigError(
                "Hydra can make no configuration of these settings and files; it stumbled over"
                f" {_first_sentence(error)}"
            ) from error


def _refuse_several(arguments: argparse.Namespace) -> None:
    """Raise ConfigError for a setting with several values, of which a single job has no use."""
    settings = [_parse_override(text) for text in arguments.overrides]
    if arguments.multirun or any(one.key_or_group == _MODE for one in settings):
        return
    for setting in settings:
        if setting.is_sweep_override() and not setting.key_or_group.startswith(_HYDRA):
            key = str(setting.get_key_element()).lstrip("+")
            raise ConfigError(
                f"{key} has several values: --multirun runs once for each; a list of them is"
                f" {key}=[A,B]."
            )


def _check_jobs(verb: str, line: Sequence[str], conf: Path, strangers: Sequence[Path]) -> None:
    """Raise ConfigError for jobs that are too many, or that configurations of others may not do."""
    settings = [_parse_override(text) for text in line if not text.startswith("-")]
    of_hydra = [one for one in settings if one.key_or_group.startswith(_HYDRA)]
    others = [one for one in settings if not one.key_or_group.startswith(_HYDRA)]
    jobs = _jobs(others, [conf, *strangers])
    if strangers:
        check_strangers(verb, conf, strangers, of_hydra, jobs)


def _jobs(settings: Iterable[Override], folders: Sequence[Path]) -> Iterable[list[str]]:
    """Return the settings of each job that ``settings`` lead to, made when they are asked for.

    Raises ConfigError if they lead to none, or to more than `MAX_JOBS`: Hydra would hold all.
    """
    choices, swept = [], []
    for setting in settings:
        if setting.is_sweep_override():
            swept.append(str(setting.get_key_element()).lstrip("+"))
            choices.append([f"{setting.get_key_element()}={v}" for v in _values(setting, folders)])
        else:
            choices.append([str(setting.input_line)])
    count = math.prod(map(len, choices))
    if not 0 < count <= MAX_JOBS:
        found = f"more than {MAX_JOBS:,} jobs" if count else "no job"
        raise ConfigError(
            f"The values of {' and '.join(swept)} lead to {found}; a command runs 1 to"
            f" {MAX_JOBS:,}."
        )
    return map(list, itertools.product(*choices))


def _values(setting: Override, folders: Sequence[Path]) -> list[str]:
    """Return the values of a setting that has several, `MAX_JOBS` and one at most."""
    value: object = setting.value()  # Hydra's type has no pattern
    if isinstance(value, IntervalSweep):
        raise ConfigError(f"{setting.input_line} says no values: write A,B,C or range(FROM,TO).")
    if isinstance(value, Glob):
        options = {p.stem for f in folders for p in (f / setting.key_or_group).glob("*.yaml")}
        return value.filter(sorted(options))
    # What is shuffled would be listed first.
    found = value.range() if isinstance(value, RangeSweep) else setting.sweep_iterator()
    return [Transformer.str(one) for one in itertools.islice(found, MAX_JOBS + 1)]


def _composed(verb: str, line: Sequence[str], conf: Path) -> DictConfig | None:
    """Return the configuration of a plain command line: Hydra has nothing to do but to compose it.

    An application of Hydra composes everything twice, to learn first that it is to run once. None
    for what cannot be composed: the application complains of it.
    """
    try:
        with hydra.initialize_config_dir(version_base="1.3", config_dir=str(conf)):
            return hydra.compose(config_name=verb, overrides=list(line))
    except (HydraException, OmegaConfBaseException):
        return None


class _Job:
    """Runs the task and keeps what comes of it; after a failure no further job is begun."""

    def __init__(self, task: Task):
        self._task = task
        self._codes: list[int] = [0]
        self._failure: Exception | None = None
        self._left = 0

    def run(self, config: DictConfig) -> None:
        """Run the task with ``config`` as plain data."""
        if self._failure is not None:
            self._left += 1
            return
        try:
            self._codes.append(self._task(plain_values(config)))
        except Exception as error:  # Hydra would print it; it is raised again below
            self._failure = error

    def exit_code(self) -> int:
        """Return the worst exit code of the jobs, or raise what stopped them.

        If some were not begun, that is said first.
        """
        if self._left:
            failed = len(self._codes)
            sys.stderr.write(
                f"twbench: Of {failed + self._left} jobs, number {failed} has failed as follows,"
                " and those after it were not begun.\n"
            )
        if isinstance(self._failure, OmegaConfBaseException):
            raise ConfigError(_first_sentence(self._failure)) from self._failure
        if self._failure is not None:
            raise self._failure
        return max(self._codes)


def _is_plain(arguments: argparse.Namespace) -> bool:
    """Say whether a command line has no option, and neither settings of Hydra nor references."""
    return not (arguments.cfg or arguments.multirun or arguments.config_dir) and not any(
        text.lstrip("+~").startswith("hydra") or "${" in text for text in arguments.overrides
    )


def _strangers(arguments: argparse.Namespace) -> list[Path]:
    """Return the folders outside of twbench that configurations are looked for in."""
    if arguments.config_dir == "":
        raise ConfigError("--config-dir needs the name of a folder.")
    folders = [Path(arguments.config_dir)] if arguments.config_dir else []
    for text in arguments.overrides:
        override = _parse_override(text)
        if override.key_or_group == "hydra.searchpath":
            places = override.value()
            for place in places if isinstance(places, list) else [places]:
                scheme, divided, path = str(place).rpartition("://")
                if divided and scheme != "file":
                    raise ConfigError(f"hydra.searchpath takes folders, not {place}.")
                folders.append(Path(path))
    return folders


def _expose(verb: str, conf: Path) -> None:
    """Let the new folder ``conf`` hold the configuration of ``verb`` and the groups it composes.

    A verb's setting may have the name of a group that it does not compose (``dataset`` is a group
    of build and a path of evaluate); Hydra would take it for the group if it could see that.
    """
    conf.mkdir()
    for name in (f"{verb}.yaml", *groups_of(verb)):
        (conf / name).symlink_to((conf_directory() / name).resolve())


def _hydra_arguments(verb: str, arguments: argparse.Namespace, scratch: Path) -> list[str]:
    """Return the command line for Hydra, which keeps its own files in ``scratch``."""
    line: list[str] = []
    if arguments.cfg:
        line += [f"--cfg={arguments.cfg}", "--resolve"]
    if arguments.multirun:
        line.append(_MULTIRUN)
    known = set(groups_of(verb))
    if arguments.config_dir:
        line.append(f"--config-dir={arguments.config_dir}")
        folder = Path(arguments.config_dir)
        known |= {path.name for path in folder.glob("*") if path.is_dir()}
    line += ["hydra.output_subdir=null", "hydra/job_logging=none", "hydra/hydra_logging=none"]
    line += [f"hydra.run.dir={scratch}", f"hydra.sweep.dir={scratch}", "hydra.sweep.subdir=."]
    for override in arguments.overrides:
        line += _rewrite(override, known)
    return line


def _rewrite(text: str, known_groups: set[str]) -> list[str]:
    """Return the overrides to give Hydra for ``text``.

    A change of a setting is made unconditional, for the task to judge it; a sampler first clears
    what it replaces.
    """
    override = _parse_override(text)
    key = override.key_or_group
    if not key:
        raise ConfigError(f"{text!r} is no setting: write KEY=VALUE.")
    is_group = key in known_groups or "/" in key or override.package is not None
    value = override.value()
    if is_group and not _may_choose(value):
        raise ConfigError(f"{text!r} chooses nothing: {key} takes the name of an option.")
    if override.type != OverrideType.CHANGE or is_group or key.startswith("hydra."):
        return [text]
    if is_sampler(key, value):
        return [f"++{key}=null", f"++{text}"]
    return [f"++{text}"]


def _may_choose(value: Any) -> bool:
    """Say whether the value of a group is a name, several names, or none."""
    names = value if isinstance(value, list) else [value]
    return not any(isinstance(name, list | dict) for name in names)


@lru_cache(maxsize=256)  # each takes milliseconds, and is looked at for several reasons
def _parse_override(text: str) -> Override:
    try:
        return OverridesParser.create().parse_override(text)
    except RecursionError:
        raise ConfigError(f"{text[:60]!r}... {_TOO_DEEP}") from None
    except HydraException as error:
        raise ConfigError(
            f"{text!r} is no setting: write KEY=VALUE, with quotes around a value that has spaces"
            f" or special characters ({_first_sentence(error).rstrip('.')})."
        ) from error


def _missing_option(error: MissingConfigException) -> str:
    """Say which option of which group does not exist."""
    group, _, option = (error.missing_cfg_file or "").rpartition("/")
    allowed = list(error.options or ())
    if not group or not allowed:
        return _first_sentence(error)
    meant = nearest(option, allowed)
    if group == "challenge" and not meant:
        meant = " One of your own is challenge.name=NAME, with dataset.modules=[FILE]."
    return f"{group} has no option {option!r}; it has {', '.join(allowed)}.{meant}"


def _first_sentence(error: Exception) -> str:
    """Return the first line of a message that was written for several."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    first = (lines[0] if lines else type(error).__name__).rstrip(".") + "."
    if first.startswith(_MERGING) and isinstance(error.__cause__, OmegaConfBaseException):
        return f"{first.replace('++', '')[:-1]}: {_first_sentence(error.__cause__)}"
    return first


@contextmanager
def _helps_looked_at_late() -> Iterator[None]:
    """Let parsers take a help that is no string, as one of Hydra 1.3's, which nobody shows here.

    Python 3.14 looks into the help of an option when it is added, and refuses such a one.
    """
    argparse.ArgumentParser._check_help = lambda parser, action: None  # type: ignore[attr-defined]
    try:
        yield
    finally:
        del argparse.ArgumentParser._check_help  # type: ignore[attr-defined]


@contextmanager
def _command_line(argv: list[str]) -> Iterator[None]:
    """Let Hydra, which reads the process's command line, see ``argv`` and raise its errors."""
    saved_argv, saved_flag = sys.argv, os.environ.get("HYDRA_FULL_ERROR")
    sys.argv = argv
    os.environ["HYDRA_FULL_ERROR"] = "1"
    try:
        yield
    finally:
        sys.argv = saved_argv
        if saved_flag is None:
            del os.environ["HYDRA_FULL_ERROR"]
        else:
            os.environ["HYDRA_FULL_ERROR"] = saved_flag
