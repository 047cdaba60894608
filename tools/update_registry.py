#!/usr/bin/env python3
"""Writes datasets/registry.json: builds the shipped datasets and notes their fingerprints.

python tools/update_registry.py                   those of at most 600 games; others: not published
python tools/update_registry.py --largest 5000    larger ones too
python tools/update_registry.py demo simple       these, of any size; others stay as they are

Entries of other versions of the generator are kept, and so are those of datasets that need a
package which is not installed.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from twbench import __version__
from twbench.cli.verbs.build import composed, made_datasets
from twbench.dataset import BuildConfig, build_dataset
from twbench.dataset.files.registry import Published, dump_registry, read_registry
from twbench.errors import MissingPackageError

REGISTRY = Path(__file__).resolve().parents[1] / "datasets" / "registry.json"


def main(argv: Sequence[str]) -> int:
    """Update the registry; tell what was built."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="datasets to build")
    parser.add_argument("--largest", type=int, default=600, metavar="GAMES")
    arguments = parser.parse_args(argv)
    registry = read_registry(REGISTRY) if REGISTRY.is_file() else {}
    known = made_datasets()
    for unknown in sorted(set(arguments.names) - set(known)):
        parser.error(f"there is no dataset {unknown!r}; there are {', '.join(known)}")
    for name in known:
        versions = registry.setdefault(name, {})
        config = composed([f"dataset={name}"])
        if name in arguments.names or (
            not arguments.names and config.recipe.dataset.size <= arguments.largest
        ):
            try:
                versions[__version__] = published(config)
            except MissingPackageError as missing:
                sys.stderr.write(f"{name} stays as it is. {missing}\n")
        elif not arguments.names:
            versions[__version__] = None
        else:
            versions.setdefault(__version__, None)
    REGISTRY.write_text(dump_registry({name: registry[name] for name in known}))
    return 0


def published(config: BuildConfig) -> Published:
    """Build a dataset in a temporary folder and return what it is."""
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="twbench-") as folder:
        result = build_dataset(replace(config, out=Path(folder) / "dataset"), progress=False)
    index = result.index
    seconds = time.monotonic() - started
    sys.stdout.write(f"{index.name}: {index.size} games in {seconds:.0f} s, {index.fingerprint}\n")
    sys.stdout.flush()
    return Published(index.fingerprint, index.size)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
