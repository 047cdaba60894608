"""Lets an agent play the games of a dataset, and stores what came of it in a run folder.

The plan of all episodes is fixed before the first one is played. The number of processes does not
change the result. A run that was interrupted goes on where it was when the same command is given
again, as does one in which a story, the machine or a service has failed; one that is there already
is shown. A run is stopped where a service has failed one episode after the other.

games=20 plays the first 20 games of each split, for agents that cost something. That is another
plan, with a table of its own on a leaderboard; the games and seeds are those of the whole. With
extend=RUN a longer plan takes over all episodes of that run, and plays the others; so does a plan
with more episodes of each game. All else has to be the same. The leaderboard says that it was so.

The protocol says what the agent is told and what it may do. In track text, the default, it reads
what the story prints. An agent of yours plays in a process of its own, which sees neither the games
nor the score; without this wall (wall=false) it plays for debugging, and has no rank.

The exit code is 1 if nothing was played: all episodes have failed before their first command.

For example:
  twbench evaluate dataset=datasets/demo agent=random
  twbench evaluate dataset=datasets/demo agent=random_command protocol=admissible
  twbench evaluate dataset=datasets/demo agent=random split=valid protocol.max_turns=50
  twbench evaluate dataset=datasets/demo agent=random games=2
  twbench evaluate dataset=datasets/demo agent=random games=5 extend=runs/random-0123456789ab
  twbench evaluate dataset=datasets/demo agent_module=my_agent.py agent=my_agent transcripts=true
"""

__all__ = ["run"]

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tqdm import tqdm

from twbench.cli.application import run_application
from twbench.errors import ServiceError
from twbench.whole_numbers import counted

if TYPE_CHECKING:
    from twbench.evaluation import Evaluation, Run

_SHORT = "dataset="  # a group of its own for twbench build: Hydra would look for an option


def run(argv: Sequence[str]) -> int:
    """Run ``twbench evaluate``."""
    line = [
        f"dataset.path={argument.removeprefix(_SHORT)}" if argument.startswith(_SHORT) else argument
        for argument in argv
    ]
    return run_application("evaluate", line, _evaluate, __doc__ or "")


def _evaluate(config: dict[str, Any]) -> int:
    from twbench.evaluation.records.run_folder import RunFolder
    from twbench.evaluation.settings.evaluation import parse_evaluation

    settings = parse_evaluation(config)
    result = _played(settings)
    folder = RunFolder(result.folder)
    failures = folder.read_failures()
    has_played = not failures or folder.has_commands
    lines = _told(result, failures, has_played)
    if config["agent_module"] is not None and settings.agent.is_shipped:
        lines.append(
            f"agent    {settings.agent.name} comes with twbench: {config['agent_module']} has not"
            " played; agent=NAME names what it registers"
        )
    lines.append(f"compare  twbench leaderboard {settings.out}/*")
    sys.stdout.write("\n".join(lines) + "\n")
    return 0 if has_played else 1


def _played(settings: "Evaluation") -> "Run":
    """Evaluate with a progress bar; a ServiceError says how to go on."""
    from twbench.evaluation.run import evaluate
    from twbench.evaluation.settings.protocol import Memory

    # Without a terminal there is nobody to look at a progress bar.
    with tqdm(unit="episode", disable=None, leave=False) as bar:

        def show(there: int, total: int) -> None:
            bar.total = total
            bar.update(there - bar.n)

        try:
            return evaluate(settings, progress=show)
        except ServiceError as error:
            again = "What was played is kept, and the same command goes on."
            if settings.protocol.memory is Memory.RUN:
                again = "The same command begins anew."
            raise ServiceError(f"{error} {again}") from error


def _told(result: "Run", failures: Sequence[str], has_played: bool) -> list[str]:
    """Return what is said of a run: its scores, what has failed, what it is a part of."""
    from twbench.evaluation.board.report import scores_text
    from twbench.evaluation.records.extension import Extension
    from twbench.evaluation.settings.part import SplitPart

    lines = [scores_text(result.scores), ""]
    if result.played == 0:
        lines.append("The run is already there; nothing was played.")
    if failures:
        lines.append(f"Episodes that failed: {len(failures)}. The first: {failures[0]}")
        if "Permission denied" in failures[0] and result.record["wall"]["on"]:
            lines.append(
                "Behind the wall, an agent reads its own file and what agent_folders names, and has"
                " a network where it is registered with network=True."
            )
    if not has_played and not result.scores.incomplete:
        lines.append(
            "The agent has not played: no episode has a command. If it is to play again as it is,"
            f" delete {result.folder}."
        )
    if result.scores.incomplete:
        lines.append(
            f"The run is not complete: the story, the machine or a service has failed"
            f" {result.scores.incomplete} episodes. The same command plays them again."
        )
    plan = result.record["plan"]
    part = SplitPart.recorded(plan)
    if part is not None:
        lines.append(f"part     {part.told(plan['splits'], plan['games'])}")
    extends = Extension.recorded(result.record)
    if extends is not None:
        lines.append(f"extends  {extends.run_id}, {counted(extends.episodes, 'episode')}")
    return [*lines, f"run      {result.folder}"]
