"""Running an application: composing the configuration of its command line, and ending there.

`composition` knows what most command lines say. All others are for Hydra (`hydra_application`),
which takes as long to load as some games to build.
"""

__all__ = ["complete", "conf_directory", "groups", "options", "run_application"]

import re
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from twbench.cli.composition import composed, groups_of
from twbench.cli.configurations import conf_directory, groups, options

if TYPE_CHECKING:
    import argparse

HELP = """\
usage: twbench {verb} [KEY=VALUE ...] [OPTION ...]

{text}
{groups}{settings}
Options:
  --cfg job            show the whole configuration and do nothing
  --multirun, -m       run once for each combination: KEY=A,B
  --config-dir DIR     look for configurations of your own in DIR as well
  -h, --help           show this text
"""

GROUPS = "Groups (KEY=OPTION chooses one; KEY.SETTING=VALUE changes it):"
SETTINGS = "Settings (KEY=VALUE; here with what they are by default):"
_SETTING = re.compile(r"( *)(\w+): *(.*?) +# (.+)")
"""A line of a configuration that says what its setting is for."""

Task = Callable[[dict[str, Any]], int]


def run_application(verb: str, argv: Sequence[str], task: Task, text: str) -> int:
    """Run ``conf/<verb>.yaml`` with the command line ``argv``; return the worst exit code.

    ``task`` gets the composed configuration as plain data. ``text`` is what ``--help`` says.
    Raises ConfigError for what Hydra cannot compose, and what ``task`` raises.
    """
    has_options = any(word.startswith("-") for word in argv)
    config = None if has_options else composed(verb, argv)
    if config is not None:
        return task(config)
    arguments = _parser(verb).parse_intermixed_args(list(argv))
    if arguments.help:
        parts = {"groups": _groups_text(verb), "settings": _settings_text(verb)}
        sys.stdout.write(HELP.format(verb=verb, text=text.strip(), **parts))
        return 0
    from twbench.cli.hydra_application import compose_and_run

    return compose_and_run(verb, arguments, task)


def complete(verb: str, query: str) -> int:
    """Let Hydra answer a request of a shell (``install=bash``, ``query=zsh``) for ``verb``."""
    from twbench.cli import hydra_application

    return hydra_application.complete(verb, query)


def _parser(verb: str) -> "argparse.ArgumentParser":
    from twbench.cli.options import OptionParser  # most command lines have no options

    parser = OptionParser(prog=f"twbench {verb}", add_help=False)
    parser.add_argument("overrides", nargs="*", metavar="KEY=VALUE")
    parser.add_argument("--help", "-h", action="store_true")
    parser.add_argument("--cfg", "-c", choices=("job", "hydra", "all"))
    parser.add_argument("--multirun", "-m", action="store_true")
    parser.add_argument("--config-dir", "-cd")
    return parser


def _groups_text(verb: str) -> str:
    """Return the part of the help about groups, which not every application has."""
    names = groups_of(verb)
    if not names:
        return ""
    width = max(map(len, names))
    lines = [f"  {name:{width}}  {', '.join(options(name))}" for name in names]
    return "\n".join(["", GROUPS, *lines, ""])


def _settings_text(verb: str) -> str:
    """Return the part of the help about settings: what the configuration says beside each."""
    told, parent = {}, ""
    for line in (conf_directory() / f"{verb}.yaml").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith(" "):
            parent = line.partition(":")[0]
        if setting := _SETTING.fullmatch(line):
            indent, key, value, meaning = setting.groups()
            told[f"{parent}.{key}={value}" if indent else f"{key}={value}"] = meaning
    width = max(map(len, told))
    lines = [f"  {setting:{width}}  {meaning}" for setting, meaning in told.items()]
    return "\n".join(["", SETTINGS, *lines, ""])
