"""The order of an evaluation: what was asked for, and all that can be known before it is played.

It says what the playing processes are told, in which parts the plan is played, and what is recorded
of the run.
"""

__all__ = ["Earlier", "Order", "module_hash"]

import math
import platform
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from importlib.metadata import version
from pathlib import Path
from typing import Any

from twbench.errors import AgentError, ConfigError, RunError
from twbench.evaluation.playing.player import Job
from twbench.evaluation.records.extension import BY_PLAN, BY_PLAYER, Extension, check_alike
from twbench.evaluation.records.run_folder import RunFolder
from twbench.evaluation.records.stored_run import Run
from twbench.evaluation.records.tables import FORMAT
from twbench.evaluation.settings.agents import AgentCard, AgentSpec
from twbench.evaluation.settings.evaluation import Evaluation
from twbench.evaluation.settings.games import GameSet, read_games
from twbench.evaluation.settings.part import SplitPart
from twbench.evaluation.settings.plan import Plan, PlanItem, make_plan
from twbench.evaluation.settings.protocol import Memory, Protocol
from twbench.evaluation.statistics.own_metrics import OwnMetrics, use_metrics
from twbench.evaluation.statistics.scores import Scores
from twbench.evaluation.wall.guard import NOT_NEEDED, Guard, make_guard
from twbench.evaluation.wall.seat import describe
from twbench.families.family import Opener
from twbench.hashing import content_id, sha256_hex
from twbench.sandbox import OPEN
from twbench.untrusted import check_name
from twbench.version import __version__

CHUNK = 32  # episodes between two looks at the disk: what a stopped run plays again at most
MOST_PARTS = 1000  # of a run of an agent of one's own: more of them take long to be put together


@dataclass(frozen=True, slots=True)
class Earlier:
    """A run that is extended: its folder, and what is recorded of it."""

    folder: Path
    extension: Extension


@dataclass(frozen=True)
class Order:
    """What was asked for, with the agent, games, plan and protocol that were found for it."""

    settings: Evaluation
    own: OwnMetrics
    guard: Guard
    card: AgentCard
    games: GameSet
    plan: Plan
    protocol: Protocol

    @classmethod
    def of(cls, settings: Evaluation) -> "Order":
        """Look at the agent and at the dataset that are named, and raise what `evaluate` does."""
        own = use_metrics(settings.modules, settings.metrics)
        guard = _guard(settings)
        card = describe(settings.agent, guard)
        if not card.evaluable:
            raise AgentError(f"Agent {card.name!r} ({card.description}) cannot be evaluated.")
        if "/" in check_name(settings.out, card.name, AgentError):
            raise AgentError(f"Agent {card.name!r} names a folder: a name has no slash in it.")
        return cls(settings, own, guard, card, *_planned(settings))

    def earlier(self) -> Earlier | None:
        """Return the run that is to be extended, if one is named.

        Raises RunError unless it is what this order would have given with the plan of that run.
        """
        path, settings = self.settings.extend, self.settings
        if path is None:
            return None
        if self.protocol.memory is Memory.RUN:
            raise ConfigError(
                "extend is for agents that forget: one that remembers earlier episodes"
                " (protocol.memory=run) plays all of them in one go."
            )
        run = Run.read(path)
        check_alike(path, run.record, self.declared(), BY_PLAYER)
        self._check_shorter(path, run.record)
        if settings.transcripts and run.record["steps_sha256"] is None:
            raise RunError(f"{path} cannot be extended with transcripts=true: it has none.")
        try:
            return Earlier(path, Extension.by(run.record, run.sha256))
        except ConfigError as error:
            raise RunError(f"{path} cannot be extended: {error}") from error

    def _check_shorter(self, path: Path, record: Mapping[str, Any]) -> None:
        """Raise RunError unless the run in ``path`` is of a plan that is a part of this one."""
        plan, part = record["plan"], SplitPart.recorded(record["plan"])
        refusal = RunError(
            f"{path} cannot be extended so: its plan is no shorter part of this one, in the same"
            " order."
        )
        splits = tuple(split for split in self.settings.splits if split in plan["splits"])
        if list(splits) != plan["splits"] or plan["episodes_per_game"] > self.settings.episodes:
            raise refusal
        shorter = replace(
            self.settings,
            splits=splits,
            games=None if part is None else part.first,
            episodes=plan["episodes_per_game"],
        )
        order = Order(shorter, self.own, self.guard, self.card, *_planned(shorter))
        check_alike(path, record, order.declared(), BY_PLAN)
        taken = set(order.plan.items)
        common = tuple(item for item in self.plan.items if item in taken)
        if len(taken) == len(self.plan.items) or order.plan.items != common:
            raise refusal

    @cached_property
    def identity(self) -> Mapping[str, Any]:
        """All that decides what happens in the run: equal identities, equal runs.

        Folders that the agent may read count by their paths, as they are given: a model may be too
        large to be read for each run.
        """
        settings = self.settings
        folders = sorted(settings.agent_folders)
        families = [module.sha256 for module in self.own.modules if module.names("family")]
        return {
            **({"families": families} if families else {}),
            **({"agent_folders": folders} if folders else {}),
            "twbench": __version__,
            "dataset": self.games.fingerprint,
            "plan": self.plan.hash,
            "protocol": self.protocol.hash,
            "wall": settings.wall,
            "agent": settings.agent.name,
            "arguments": dict(settings.agent.arguments),
            "module": module_hash(settings.agent),
            **_package(settings.agent),
        }

    @property
    def run_id(self) -> str:
        """The name of the run's folder."""
        return f"{self.card.name}-{content_id(self.identity, length=12)}"

    def job(self, start: Opener) -> Job:
        """Return what the playing processes are told."""
        settings = self.settings
        return Job(
            settings.agent,
            self.protocol,
            settings.transcripts,
            start,
            self.guard if settings.wall else None,
            card=self.card,
            modules=self.own.modules,
        )

    def chunks(self) -> list[Sequence[PlanItem]]:
        """Return the parts that are played and stored one after the other.

        An agent that remembers plays all in one go: a part of it would not be the same without
        those before.
        """
        items, size = self.plan.items, self._chunk_size
        return [items[first : first + size] for first in range(0, len(items), size)]

    @property
    def _chunk_size(self) -> int:
        """How many episodes are stored at once.

        Of an agent of the user's own they are those of a game: each may take minutes, and workers
        share them out. Of one that asks a service they are as few as can be: what it was answered
        may have cost something, and many can be played at once, since it waits most of the time.
        """
        count, card = len(self.plan.items), self.card
        if self.protocol.memory is Memory.RUN:
            return count
        if self.settings.agent.is_shipped:
            return CHUNK
        fewest = 1 if card.network and not card.deterministic else self.settings.episodes
        return min(CHUNK, max(fewest, math.ceil(count / MOST_PARTS)))

    def record(self, folder: RunFolder, scores: Scores) -> dict[str, Any]:
        """Return the contents of run.json. No time and no absolute path is in it."""
        extension = folder.extension()
        return {
            **self.declared(),
            "run_id": folder.path.name,
            "complete": not scores.incomplete,
            **({} if extension is None else {"extends": extension.to_json()}),
            "attempts": {"begun": folder.begun()},
            **folder.table_hashes(),
            "scores": scores.to_json(),
        }

    def declared(self) -> dict[str, Any]:
        """Return the part of the record that is known before anything is played."""
        settings, card, protocol = self.settings, self.card, self.protocol
        module, part = settings.agent.module, self.games.part
        return {
            "format": FORMAT,
            "run_id": self.run_id,
            "dataset": {"name": self.games.name, "fingerprint": self.games.fingerprint},
            "plan": {
                "hash": self.plan.hash,
                "splits": list(settings.splits),
                "games": len(self.games.games),
                "episodes_per_game": settings.episodes,
                "seed": settings.seed,
                **({} if part is None else {"part": asdict(part)}),
            },
            "protocol": protocol.to_json(),
            "protocol_hash": protocol.hash,
            "handicaps": list(protocol.handicaps),
            "agent": {
                "name": card.name,
                "arguments": dict(settings.agent.arguments),
                "defaults": dict(card.defaults),
                "deterministic": card.deterministic,
                "network": card.network,
                "module": module and {"file": Path(module).name, "sha256": self.identity["module"]},
                **_package(settings.agent),
            },
            "wall": _wall(settings, self.guard),
            "transcripts": settings.transcripts,
            "versions": {
                "twbench": __version__,
                "python": platform.python_version(),
                "jericho": version("jericho"),
            },
        }


def _planned(settings: Evaluation) -> tuple[GameSet, Plan, Protocol]:
    """Return the games that are played, and the plan and the protocol that this gives."""
    games = read_games(settings.dataset, settings.splits, settings.games)
    plan = make_plan(games.games, settings.splits, settings.episodes, settings.seed)
    chosen = settings.protocol
    protocol = chosen.of(games.guidance, games.runtime((*chosen.infos, *chosen.extras)))
    return games, plan, protocol


def _guard(settings: Evaluation) -> Guard:
    """Return how the agent is shut in: it sees its own files, and neither games nor runs."""
    own = [settings.agent.own_files] if settings.agent.own_files is not None else []
    folders = [Path(folder) for folder in settings.agent_folders]
    for folder in folders:
        if not folder.exists():
            raise ConfigError(f"agent_folders: there is no {folder}.")
    hidden = [settings.dataset, settings.out, *filter(None, [settings.extend]), *settings.hidden]
    return make_guard([*own, *folders], hidden, settings.agent_environment)


def module_hash(agent: AgentSpec) -> str | None:
    """Return the hash of the file that an agent comes from, None for one of twbench."""
    file = agent.file
    return None if file is None else sha256_hex(file.read_bytes())


def _package(agent: AgentSpec) -> dict[str, Any]:
    """Return what is recorded of the package that an agent comes from, if it comes from one."""
    origin = agent.origin
    return {} if origin is None else {"package": asdict(origin)}


def _wall(settings: Evaluation, guard: Guard) -> dict[str, Any]:
    """Return what stood between the agent and the game, and what it was allowed."""
    sandbox = NOT_NEEDED if settings.agent.is_shipped else guard.sandbox
    return {
        "on": settings.wall,
        "sandbox": sandbox if settings.wall else OPEN,
        "folders": [Path(name).name for name in settings.agent_folders],
        "environment": sorted(settings.agent_environment),
    }
