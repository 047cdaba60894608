"""Metrics of one's own: what an evaluation or a leaderboard names, and what a run records of it."""

__all__ = ["OwnMetrics", "use_metrics"]

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from twbench.evaluation.statistics.metrics import METRICS, use_announced
from twbench.modules import ExtensionModule, read_modules
from twbench.registry import Announced


@dataclass(frozen=True, slots=True)
class OwnMetrics:
    """The modules that register metrics, and those that were asked of packages."""

    modules: tuple[ExtensionModule, ...] = ()
    packages: tuple[Announced, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return what a record says of them: names and hashes, no path; nothing if there are none.

        The key is ``metrics``.
        """
        modules = [
            {
                "file": module.name,
                "sha256": module.sha256,
                "metrics": list(module.names("metric")),
                **({"families": list(families)} if (families := module.names("family")) else {}),
            }
            for module in self.modules
        ]
        packages = [asdict(entry) for entry in self.packages]
        found = {"modules": modules, "packages": packages}
        known = {key: value for key, value in found.items() if value}
        return {"metrics": known} if known else {}


def use_metrics(modules: Sequence[str | Path] = (), names: Sequence[str] = ()) -> OwnMetrics:
    """Let this process show the metrics of ``modules``, and those that are called ``names``.

    Others of one's own are shown no more. Raises ConfigError for what cannot be used.
    """
    read = read_modules(modules)
    use_announced(names)
    found = (METRICS.origin(name) for name in dict.fromkeys(names))
    return OwnMetrics(read, tuple(entry for entry in found if entry is not None))
