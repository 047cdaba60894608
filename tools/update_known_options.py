#!/usr/bin/env python3
"""Writes known_options.json of the command line: what Hydra reads in the configurations that ship.

Needed after a change in ``conf/``; a file that is not found there is read by Hydra, which takes
longer.

python tools/update_known_options.py
"""

import argparse
import json
import re
from pathlib import Path
from typing import Any

from omegaconf import OmegaConf

from twbench.cli import composition
from twbench.cli.configurations import conf_directory
from twbench.hashing import sha256_hex

OPTIONS = Path(composition.__file__).with_name("known_options.json")
_PACKAGE = re.compile(r"# @package (\S+)")


def known_option(path: Path) -> list[Any]:
    """Return the defaults of an option, its package and its settings."""
    header = _PACKAGE.match(path.read_text())
    settings = OmegaConf.to_container(OmegaConf.load(path), resolve=False)
    assert isinstance(settings, dict)  # noqa: S101
    return [settings.pop("defaults", []), header[1] if header else None, settings]


def known_options() -> str:
    """Return the content of ``known_options.json``."""
    lines = [
        f'"{sha256_hex(path.read_bytes())}":{json.dumps(known_option(path), separators=(",", ":"))}'
        for path in sorted(conf_directory().rglob("*.yaml"))
    ]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def main() -> None:
    """Write the file."""
    argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    ).parse_args()
    OPTIONS.write_text(known_options())


if __name__ == "__main__":
    main()
