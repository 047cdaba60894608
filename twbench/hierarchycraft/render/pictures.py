"""The pictures of a world: files of its ``resources`` folder, named after items and zones.

In ``items`` and ``zones`` of the folder, ``key.svg`` (or .png, .jpg) is the picture of what is
called "key". What has none is shown by its name alone.
"""

__all__ = ["Pictures"]

import base64
from pathlib import Path

from twbench.hierarchycraft.elements import Item, Zone
from twbench.hierarchycraft.world import World

_TYPES = {".svg": "image/svg+xml", ".png": "image/png", ".jpg": "image/jpeg"}
_MOST_BYTES = 1_000_000


class Pictures:
    """The pictures of a world, as addresses that hold them: each file is read once."""

    def __init__(self, world: World):
        """Look at the folder of a world; one that is not there has no pictures."""
        folder = None if world.resources_path is None else Path(world.resources_path)
        self._files = {kind: _files(folder, kind) for kind in ("items", "zones")}
        self._read: dict[Path, str | None] = {}

    def of(self, thing: Item | Zone) -> str | None:
        """Return the ``data:`` address of a picture; None where there is none that can be shown."""
        file = self._files["items" if isinstance(thing, Item) else "zones"].get(thing.name)
        if file is None:
            return None
        if file not in self._read:
            self._read[file] = _address(file)
        return self._read[file]


def _files(folder: Path | None, kind: str) -> dict[str, Path]:
    """Return the files by the names of things; these are looked up, never made into paths."""
    if folder is None or not (folder / kind).is_dir():
        return {}
    return {file.stem: file for file in sorted((folder / kind).iterdir()) if file.suffix in _TYPES}


def _address(file: Path) -> str | None:
    try:
        content = file.read_bytes()
    except OSError:
        return None
    if len(content) > _MOST_BYTES:
        return None
    return f"data:{_TYPES[file.suffix]};base64,{base64.b64encode(content).decode()}"
