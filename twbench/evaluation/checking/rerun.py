"""Runs played again by their agents: the same commands must come out.

It needs the agent, and an agent that does the same when it is given the same: a seed of its own,
no clock, no service that answers otherwise tomorrow.
"""

__all__ = ["Granted", "rerun"]

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any

from twbench.errors import AgentError
from twbench.evaluation.records.run_folder import RunFolder
from twbench.evaluation.records.stored_run import Run
from twbench.evaluation.run import evaluate
from twbench.evaluation.settings.agents import AgentSpec
from twbench.evaluation.settings.evaluation import Evaluation
from twbench.evaluation.settings.games import BY_FILES
from twbench.evaluation.settings.part import SplitPart
from twbench.families.family import Opener
from twbench.hashing import canonical_json, sha256_hex
from twbench.printable import shortened, shown
from twbench.system.scratch import scratch_folder

_ADDRESS = re.compile(" at 0x[0-9a-f]+")
"""Where an object is, as its text says: elsewhere, whenever a program runs."""
_LONGEST_ERROR = 500
"""Letters of why an agent has failed."""


@dataclass(frozen=True, slots=True)
class Granted:
    """What an agent that plays again is given: its file, folders to read, variables to see.

    Whoever lets it play decides that, and never the run: folders and variables that its record
    names must be among these.
    """

    module: Path | None = None
    folders: tuple[Path, ...] = ()
    environment: tuple[str, ...] = ()

    def check(self, run: Path, wall: Mapping[str, Any]) -> None:
        """Raise AgentError if the agent of a run had more than this, as the record has it."""
        for kind, given, what, option in (
            ("folders", [folder.name for folder in self.folders], "read the folder", "folder"),
            ("environment", self.environment, "seen the variable", "environment"),
        ):
            recorded = wall.get(kind)
            named = recorded if isinstance(recorded, list) else []
            lacking = next((name for name in named if name not in given), None)
            if lacking is not None:
                raise AgentError(
                    f"The agent of {run} has {what} {shown(lacking)}: name yours with"
                    f" --agent-{option}, if it may."
                )


def rerun(
    folder: Path,
    dataset: Path,
    granted: Granted | None = None,
    modules: Sequence[str | Path] = (),
    *,
    n_jobs: int = 1,
    start: Opener | None = None,
) -> tuple[str, ...]:
    """Let the agent of the run in ``folder`` play again, and return what it does otherwise.

    It plays with the wall on, whatever the record says, and cannot read the run: that has all that
    it is to type. ``granted`` has the file of an agent that
    does not come with twbench: the one that has played, to the last byte. So must be what an
    installed package announces. ``modules`` register families of the games.

    Raises AgentError if it is not, or if something that the agent had is not granted; RunError
    if the run is damaged, and what `evaluate` raises.
    """
    granted = granted or Granted()
    run = Run.read(folder)
    agent, plan = run.record["agent"], run.record["plan"]
    file = _module(folder, agent.get("module"), granted.module)
    granted.check(folder, run.record["wall"])
    spec = AgentSpec(agent["name"], agent["arguments"], file).located()
    part = SplitPart.recorded(plan)
    if "package" in agent:
        _check_package(folder, agent["package"], spec)
    with scratch_folder() as scratch:
        settings = Evaluation(
            dataset,
            spec,
            splits=tuple(plan["splits"]),
            games=None if part is None else part.first,
            episodes=plan["episodes_per_game"],
            seed=plan["seed"],
            protocol=run.protocol,
            agent_folders=tuple(map(str, granted.folders)),
            agent_environment=granted.environment,
            out=scratch,
            n_jobs=n_jobs,
            modules=tuple(map(str, modules)),
            hidden=(folder,),
        )
        again = evaluate(settings, start=start)
        return tuple(_differences(run, again))


def _module(folder: Path, recorded: object, module: Path | None) -> str | None:
    """Return the file of the agent, if it is the one that was recorded."""
    if not isinstance(recorded, dict):
        return None
    if module is None:
        raise AgentError(
            f"The agent of {folder} comes from {recorded.get('file')}: say where it is, with"
            " --agent-module FILE."
        )
    if sha256_hex(module.read_bytes()) != recorded.get("sha256"):
        raise AgentError(f"{module} is not the file that the agent of {folder} comes from.")
    return str(module)


def _check_package(folder: Path, recorded: object, spec: AgentSpec) -> None:
    """Raise AgentError unless the agent that is installed here is the one that was recorded."""
    found = spec.origin
    if found is None:
        raise AgentError(f"The agent of {folder} comes from a package that is not installed here.")
    if asdict(found) != recorded:
        raise AgentError(f"The agent of {folder} is another one than {found}, which is installed.")


def _differences(run: Run, again: Run) -> list[str]:
    recorded, played = RunFolder(run.folder), RunFolder(again.folder)
    if run.record["dataset"] != again.record["dataset"]:
        return ["It was played on another dataset."]
    if BY_FILES in again.protocol.runtime and BY_FILES not in run.protocol.runtime:
        return ["Files beside the stories tell now what was found out when it was recorded."]
    found = [*_told_of_agent(run.record["agent"], again.record["agent"])]
    for row, other in zip(recorded.read_episodes(), played.read_episodes(), strict=True):
        # An error is told in words that may have an address, a place or a time in them.
        same = (name for name in row if name != "error")
        wrong = next((name for name in same if row[name] != other[name]), None)
        if wrong is not None:
            name = f"{row['game_id']}, seed {row['episode_seed']}"
            failed = other["error"] if not row["error"] else None
            why = f" ({shortened(failed, _LONGEST_ERROR)})" if failed else ""
            found.append(f"{name}: {wrong} is {other[wrong]} now, not {row[wrong]}{why}.")
    commands = zip_longest(recorded.read_commands(), played.read_commands())
    if not found and any(before != now for before, now in commands):
        found.append("The agent has typed other commands.")
    return found


def _told_of_agent(recorded: Mapping[str, Any], played: Mapping[str, Any]) -> Iterator[str]:
    """Yield what a record says otherwise of its agent than the agent that has played again."""
    # The name of its file is for whoever keeps it; what the file holds was compared.
    names = sorted({*recorded, *played} - {"module"})
    wrong = [name for name in names if _plain(recorded.get(name)) != _plain(played.get(name))]
    if wrong:
        yield f"Its record says otherwise of the agent: {shown(', '.join(wrong))}."


def _plain(value: Any) -> str:
    return _ADDRESS.sub("", canonical_json(value))
