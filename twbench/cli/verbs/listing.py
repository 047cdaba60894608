"""Lists what there is of one kind, with what installed packages announce.

twbench list stories FOLDER ... says what each story in a folder is, by its content: which version
and release, whether Jericho knows it, and which of its suite it is; then what of that is missing.
"""

__all__ = ["run"]

import sys
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any

from twbench.cli.options import described_parser
from twbench.errors import ConfigError, InputError, SandboxError, nearest
from twbench.printable import printable

if TYPE_CHECKING:
    from twbench.registry import Registry

STORIES = "stories"
"""The one kind that is listed from folders, and not from what twbench has."""
WIDTH = 100


def run(argv: Sequence[str]) -> int:
    """Run ``twbench list``."""
    kinds = sorted([*LISTS, STORIES])
    parser = described_parser("twbench list", __doc__)
    parser.add_argument("kind", nargs="?", metavar="KIND", help=f"what to list: {', '.join(kinds)}")
    parser.add_argument(
        "paths", nargs="*", type=Path, metavar="FOLDER", help="stories: where they are"
    )
    arguments = parser.parse_args(argv)
    kind, paths = arguments.kind, arguments.paths
    if kind is None:
        raise ConfigError(f"Say what to list: {', '.join(kinds)}.")
    if kind not in kinds:
        raise ConfigError(
            f"twbench has no list of {kind!r}; it has {', '.join(kinds)}.{nearest(kind, kinds)}"
        )
    if kind == STORIES:
        return _stories(paths)
    if paths:
        raise ConfigError(f"twbench list {kind} takes no folder; twbench list {STORIES} does.")
    _write(LISTS[kind]())
    return 0


def _write(entries: Sequence[tuple[str, str]]) -> None:
    width = max((len(name) for name, _ in entries), default=0)
    for name, description in entries:
        sys.stdout.write(f"{printable(name):{width}}  {description}".rstrip() + "\n")


def _stories(paths: Sequence[Path]) -> int:
    """Tell what each of the stories is, none of which is played."""
    from twbench.dataset.building.found import lacking, notes

    if not paths:
        raise ConfigError(f"twbench list {STORIES} needs the folder that they are in.")
    _write(notes(paths))
    for one in lacking(paths):
        sys.stdout.write("\n" + fill(str(one), WIDTH, break_long_words=False) + "\n")
    return 0


def _registered(module: str, registry: str) -> list[tuple[str, str]]:
    """Return what there is in a registry of a module of twbench, which is loaded for it."""
    return _entries(getattr(import_module(f"twbench.{module}"), registry))


def _entries(registry: "Registry[Any]") -> list[tuple[str, str]]:
    """Return name and description of each entry; why not, of one that cannot be loaded."""
    found = []
    for name in registry.names():
        try:
            found.append((name, str(registry.get(name).description)))
        except InputError as error:
            found.append((name, str(error)))
    return found


def _agents() -> list[tuple[str, str]]:
    """Return the agents with their descriptions; agents of packages tell theirs behind the wall."""
    from twbench.agents import AGENTS
    from twbench.evaluation.settings.agents import AgentSpec
    from twbench.evaluation.wall.guard import Guard, make_guard
    from twbench.evaluation.wall.seat import describe

    found = []
    for name in AGENTS.names():
        try:
            spec = AgentSpec(name).located()
            own = [] if spec.own_files is None else [spec.own_files]
            guard = make_guard(own, []) if own else Guard()
            found.append((name, describe(spec, guard).description))
        except (InputError, SandboxError) as error:
            found.append((name, str(error)))
    return found


def _themes() -> list[tuple[str, str]]:
    from twbench.dataset.config.distribution import themes
    from twbench.generator.grammar.theme_folders import USER_THEMES, theme_names
    from twbench.generator.grammar.themes import THEMES

    ours = dict.fromkeys(themes(), "")  # which neither a package nor a file replaces
    where = f"yours, in {USER_THEMES}"
    yours = {
        f"{USER_THEMES}/{name}" if name in ours else name: where
        for name in theme_names([USER_THEMES])
    }
    return sorted({**dict(_entries(THEMES)), **yours, **ours}.items())


def _datasets() -> list[tuple[str, str]]:
    from twbench.cli.composition import settings_of
    from twbench.cli.configurations import options

    settings = {name: settings_of(f"dataset/{name}.yaml") for name in options("dataset")}
    return [(name, str(each["dataset"]["description"])) for name, each in settings.items()]


LISTS: dict[str, Callable[[], list[tuple[str, str]]]] = {
    "agents": _agents,
    "challenges": partial(_registered, "challenges", "CHALLENGES"),
    "datasets": _datasets,
    "exporters": partial(_registered, "dataset.exporting.exporters", "EXPORTERS"),
    "families": partial(_registered, "families", "FAMILIES"),
    "metrics": partial(_registered, "evaluation.statistics.metrics", "METRICS"),
    "samplers": partial(_registered, "dataset.config.sampling", "SAMPLERS"),
    "themes": _themes,
}
