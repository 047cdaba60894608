"""Published datasets: the fingerprints that the shipped configurations have.

``datasets/registry.json`` gives for each configuration in ``conf/dataset/``, and each version of
the generator, the fingerprint and the number of games, or null where nobody has built and published
it yet:

```
{"format": 1, "datasets": {"demo": {"0.1.0": {"fingerprint": "...", "games": 40}, ...}, ...}}
```

``python tools/update_registry.py`` builds the datasets and writes it.
"""

__all__ = ["Published", "dump_registry", "publication", "read_registry", "registry_file"]

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from twbench.dataset.files.index import DatasetIndex
from twbench.errors import DatasetError

FORMAT = 1


@dataclass(frozen=True, slots=True)
class Published:
    """What is known of a published dataset."""

    fingerprint: str
    games: int


Registry = dict[str, dict[str, Published | None]]
"""For each dataset and version: what was published, or None where nothing was yet."""


def registry_file() -> Path:
    """Return the path of the registry: in the package, or beside it in a checkout."""
    package = Path(__file__).parents[2]
    installed = package / "registry.json"
    return installed if installed.is_file() else package.parent / "datasets" / "registry.json"


def read_registry(path: Path | None = None) -> Registry:
    """Return the registry in the file ``path`` (default: ours); raises DatasetError."""
    path = registry_file() if path is None else path
    try:
        data = json.loads(path.read_bytes())
        if data["format"] != FORMAT:
            raise DatasetError(f"{path} is of a format that this version does not read.")
        return {
            name: {
                version: None if found is None else Published(**found)
                for version, found in versions.items()
            }
            for name, versions in data["datasets"].items()
        }
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise DatasetError(f"{path} is missing or damaged.") from error


def dump_registry(registry: Registry) -> str:
    """Return the text of a registry file."""
    datasets = {
        name: {
            version: None if found is None else asdict(found) for version, found in versions.items()
        }
        for name, versions in registry.items()
    }
    return json.dumps({"format": FORMAT, "datasets": datasets}, indent=2, sort_keys=True) + "\n"


def publication(
    index: DatasetIndex,
    registry: Mapping[str, Mapping[str, Published | None]],
    *,
    claimed: bool = False,
) -> str:
    """Say in a few words whether a dataset is the published one of its name and version.

    ``claimed`` if its fingerprint is what it says, and nobody has looked at its content.
    """
    name, version = index.name, index.version
    if name not in registry:
        return "no: there is no published dataset of this name"
    found = registry[name].get(version)
    if found is None:
        return f"unknown: {name} of twbench {version} has not been published yet"
    if found.fingerprint == index.fingerprint:
        this = f"{name} of twbench {version}"
        return (
            f"it says it is {this}: twbench verify finds out" if claimed else f"yes: this is {this}"
        )
    return f"no: the published {name} of twbench {version} has fingerprint {found.fingerprint}"
