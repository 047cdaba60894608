"""Submissions: runs that somebody hands in, with a word on who made them.

```
submissions/<dataset>/<agent>/
  metadata.yaml    who, what, how
  run/             the run's folder
```
"""

__all__ = ["METADATA", "check_submission"]

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from twbench import families
from twbench.dataset.config.fields import check_type, mapping
from twbench.errors import ConfigError, RunError
from twbench.evaluation.board.leaderboard import unranked_reason
from twbench.evaluation.records.stored_run import Run
from twbench.evaluation.settings.games import RUNTIMES
from twbench.evaluation.settings.part import SplitPart
from twbench.evaluation.settings.plan import EPISODES
from twbench.evaluation.settings.protocol import ORACLE, TRACKS
from twbench.untrusted import inside

METADATA = "metadata.yaml"
_NEEDED: Mapping[str, Any] = {"agent": str, "authors": list[str], "track": str}
_FREE: Mapping[str, Any] = {
    "cost": str | int | float,
    "date": str,
    "description": str,
    "license": str,
    "tokens": int,
    "url": str,
}


def check_submission(folder: Path, metadata: Any) -> Path:
    """Return the run of the submission in ``folder``, given what its `METADATA` says.

    Raises RunError unless dataset and agent are those of the folders' names, and the run is one
    that can have a rank, of a track as it stands, and of the plan that everybody plays: the test
    split, three episodes a game, seed 0.
    """
    run = Run.read(inside(folder, "run", RunError))
    record = run.record
    try:
        told = _checked(metadata)
    except ConfigError as error:
        raise RunError(f"{folder / METADATA}: {error}") from error
    resolved = folder.resolve()
    wanted = {
        "agent": (told["agent"], record["agent"]["name"], resolved.name),
        "dataset": (record["dataset"]["name"], resolved.parent.name),
    }
    for what, names in wanted.items():
        if len(set(names)) > 1:
            raise RunError(f"{folder}: the {what} has several names: {', '.join(names)}.")
    _check_protocol(folder, run, told["track"])
    plan = record["plan"]
    asked = (plan["splits"], plan["episodes_per_game"], plan["seed"], SplitPart.recorded(plan))
    if asked != (["test"], EPISODES, 0, None):
        raise RunError(
            f"{folder} must hold {EPISODES} episodes of each game of the test split, with seed 0."
        )
    reason = unranked_reason(record, run.scores)
    if reason is not None:
        raise RunError(f"{folder} holds a run that cannot be ranked: {reason}.")
    return folder / "run"


def _checked(metadata: Any) -> Mapping[str, Any]:
    values = mapping(metadata, "", [*_NEEDED, *_FREE])
    for name, kind in _NEEDED.items():
        if name not in values:
            raise ConfigError(f"{name} is missing.")
        check_type(values[name], kind, name)
    for name, kind in _FREE.items():
        if name in values:
            check_type(values[name], kind, name)
    return values


def _check_protocol(folder: Path, run: Run, track: str) -> None:
    if track not in TRACKS or track == ORACLE:
        tracks = ", ".join(name for name in TRACKS if name != ORACLE)
        raise RunError(f"{folder}: track must be one of {tracks}, not {track!r}.")
    infos = (*run.protocol.infos, *run.protocol.extras)
    known = {families.get(name).runtime(infos) for name in families.names()}
    protocol = TRACKS[track].of(run.protocol.guidance, run.protocol.runtime)
    if run.protocol.hash != protocol.hash or not known.issuperset(
        run.protocol.runtime.split(RUNTIMES)
    ):
        raise RunError(f"{folder} holds a run by another protocol than track {track} is now.")
