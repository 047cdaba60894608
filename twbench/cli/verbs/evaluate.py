"""Lets an agent play the games of a dataset, and stores what came of it in a run folder.

The plan of all episodes is fixed before the first one is played. The number of processes does not
change the result. A run that was interrupted goes on where it was when the same command is given
again, as does one in which a story, the machine or a service has failed; one that is there already
is shown.

The protocol says what the agent is told and what it may do. In track text, the default, it reads
what the story prints. The agent plays in a process of its own, which sees neither the games nor the
score; twbench evaluate without a wall (wall=false) is for debugging.

For example:
  twbench evaluate dataset=datasets/demo agent=random
  twbench evaluate dataset=datasets/demo agent=random_command protocol=admissible
  twbench evaluate dataset=datasets/demo agent_module=my_agent.py agent=my_agent transcripts=true
"""

__all__ = ["run"]

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tqdm import tqdm

from twbench.cli.application import run_application
from twbench.errors import ConfigError

if TYPE_CHECKING:
    from twbench.evaluation.run import Evaluation

KEYS = (
    "agent",
    "agent_args",
    "agent_environment",
    "agent_folders",
    "agent_module",
    "compute",
    "dataset",
    "episodes",
    "metrics",
    "metrics_modules",
    "out",
    "protocol",
    "seed",
    "split",
    "transcripts",
    "wall",
)
MOVED = {
    "max_steps": "protocol.max_turns",
    "time_limit": "protocol.agent_seconds (for a command, not an episode)",
}
COMPUTE_KEYS = ("backend", "chunk_size", "n_jobs")
_SHORT = "dataset="  # a group of its own for twbench build: Hydra would look for an option


def run(argv: Sequence[str]) -> int:
    """Run ``twbench evaluate``."""
    line = [
        f"dataset.path={argument.removeprefix(_SHORT)}" if argument.startswith(_SHORT) else argument
        for argument in argv
    ]
    return run_application("evaluate", line, _evaluate, __doc__ or "")


def parse_evaluation(config: Mapping[str, Any]) -> "Evaluation":
    """Return the typed settings of an evaluation; raises ConfigError at the first fault."""
    from twbench.dataset.config.fields import check_type, flag, mapping, text, whole_number
    from twbench.evaluation.run import Evaluation
    from twbench.evaluation.settings.agents import AgentSpec
    from twbench.evaluation.settings.protocol import Protocol

    for old, new in MOVED.items():
        if old in config:
            raise ConfigError(f"{old} is part of the protocol now: {new}.")
    values = mapping(config, "", KEYS)
    dataset = mapping(values["dataset"], "dataset", ("path",)).get("path")
    if dataset is None:
        raise ConfigError("dataset is missing: dataset=DIR names the folder of a built dataset.")
    module = values["agent_module"]
    n_jobs = mapping(values["compute"], "compute", COMPUTE_KEYS)["n_jobs"]
    check_type(n_jobs, int, "compute.n_jobs")
    return Evaluation(
        dataset=Path(text(dataset, "dataset")),
        agent=AgentSpec(
            name=text(values["agent"], "agent"),
            arguments=mapping(values["agent_args"], "agent_args"),
            module=None if module is None else text(module, "agent_module"),
        ),
        splits=_splits(values["split"]),
        episodes=whole_number(values["episodes"], "episodes", 1),
        seed=whole_number(values["seed"], "seed", 0, 2**63 - 1),
        protocol=Protocol.from_settings(values["protocol"]),
        wall=flag(values["wall"], "wall"),
        agent_folders=_texts(values["agent_folders"], "agent_folders"),
        agent_environment=_texts(values["agent_environment"], "agent_environment"),
        metrics=_texts(values["metrics"], "metrics"),
        metrics_modules=_texts(values["metrics_modules"], "metrics_modules"),
        transcripts=flag(values["transcripts"], "transcripts"),
        out=Path(text(values["out"], "out")),
        n_jobs=n_jobs,
    )


def _splits(value: Any) -> tuple[str, ...]:
    from twbench.dataset.config.fields import check_type

    check_type(value, str | list[str], "split")
    return (value,) if isinstance(value, str) else tuple(value)


def _texts(value: Any, path: str) -> tuple[str, ...]:
    from twbench.dataset.config.fields import check_type

    check_type(value, list[str], path)
    return tuple(value)


def _evaluate(config: dict[str, Any]) -> int:
    from twbench.evaluation.board.report import scores_text
    from twbench.evaluation.records.results import RunFolder
    from twbench.evaluation.run import evaluate

    settings = parse_evaluation(config)
    # Without a terminal there is nobody to look at a progress bar.
    with tqdm(unit="episode", disable=None, leave=False) as bar:

        def show(there: int, total: int) -> None:
            bar.total = total
            bar.update(there - bar.n)

        result = evaluate(settings, progress=show)
    lines = [scores_text(result.scores), ""]
    if result.played == 0:
        lines.append("The run is already there; nothing was played.")
    failures = RunFolder(result.folder).read_failures()
    if failures:
        lines.append(f"Episodes that failed: {len(failures)}. The first: {failures[0]}")
    if result.scores.incomplete:
        lines.append(
            f"The run is not complete: the story, the machine or a service has failed"
            f" {result.scores.incomplete} episodes. The same command plays them again."
        )
    lines += [
        f"run      {result.folder}",
        f"compare  twbench leaderboard {settings.out}/*",
    ]
    sys.stdout.write("\n".join(lines) + "\n")
    return 0
