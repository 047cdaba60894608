"""Packages that announce extensions, as an installer would leave them in a folder."""

import shutil
from pathlib import Path


def install(
    site: Path, name: str, group: str, line: str, source: str, version: str = "1.0"
) -> Path:
    """Install the package ``name`` with one module, NAME_code; returns the file of that module."""
    for old in site.glob(f"{name}-*.dist-info"):
        shutil.rmtree(old)
    info = site / f"{name}-{version}.dist-info"
    info.mkdir(parents=True, exist_ok=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    (info / "entry_points.txt").write_text(f"[{group}]\n{line}\n")
    (site / f"{name}_code.py").write_text(source)
    return site / f"{name}_code.py"
