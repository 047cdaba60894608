"""Lists what there is: challenges, agents, families, themes, or dataset configurations."""

__all__ = ["run"]

import argparse
import sys
from collections.abc import Callable, Sequence


def run(argv: Sequence[str]) -> int:
    """Run ``twbench list``."""
    parser = argparse.ArgumentParser(prog="twbench list", description=__doc__)
    parser.add_argument("kind", choices=sorted(LISTS), help="what to list")
    entries = LISTS[parser.parse_args(argv).kind]()
    width = max((len(name) for name, _ in entries), default=0)
    for name, description in entries:
        sys.stdout.write(f"{name:{width}}  {description}".rstrip() + "\n")
    return 0


def _challenges() -> list[tuple[str, str]]:
    from twbench import challenges

    return [(name, challenges.get(name).description) for name in challenges.names()]


def _agents() -> list[tuple[str, str]]:
    from twbench import agents

    return [(name, agents.get(name).description) for name in agents.names()]


def _themes() -> list[tuple[str, str]]:
    from twbench.dataset.config.distribution import themes

    return [(name, "") for name in themes()]


def _families() -> list[tuple[str, str]]:
    from twbench import families

    return [(name, families.get(name).description) for name in families.names()]


def _datasets() -> list[tuple[str, str]]:
    from omegaconf import OmegaConf

    from twbench.cli.application import conf_directory, options

    entries = []
    for name in options("dataset"):
        config = OmegaConf.load(conf_directory() / "dataset" / f"{name}.yaml")
        entries.append((name, str(OmegaConf.select(config, "dataset.description"))))
    return entries


LISTS: dict[str, Callable[[], list[tuple[str, str]]]] = {
    "agents": _agents,
    "challenges": _challenges,
    "datasets": _datasets,
    "families": _families,
    "themes": _themes,
}
