"""What to evaluate, and how: typed, or as a configuration file has it."""

__all__ = ["Evaluation", "parse_evaluation"]

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from twbench.agents import SHIPPED
from twbench.agents.third_party import module_file
from twbench.dataset.config.fields import check_type, flag, mapping, one_of, place, text
from twbench.errors import ConfigError
from twbench.evaluation.settings.agents import AgentSpec
from twbench.evaluation.settings.plan import EPISODES
from twbench.evaluation.settings.protocol import TRACKS, Protocol
from twbench.whole_numbers import number_of_jobs, settle, whole_number

KEYS = (
    "agent",
    "agent_args",
    "agent_environment",
    "agent_folders",
    "agent_module",
    "compute",
    "dataset",
    "episodes",
    "extend",
    "games",
    "metrics",
    "modules",
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
COMPUTE_KEYS = ("address", "backend", "chunk_size", "n_jobs")


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What to evaluate, and how.

    ``splits`` are played in their order, every game ``episodes`` times, by the ``protocol``. With
    ``games`` these are the first so many of each split, or all where there are no more.
    The run takes over the episodes of an earlier one, in the folder ``extend``, of a shorter plan.
    Without a ``wall`` the agent plays in the recorder's process: for debugging, never ranked. An
    agent that comes with twbench plays there in any case. Behind the wall, an agent can read
    ``agent_folders`` beside its module and the Python installation, and sees the
    ``agent_environment`` beside the harmless variables. ``transcripts`` keeps every step.
    ``modules`` are files with families and metrics of one's own, ``metrics`` the names of metrics
    that installed packages announce; a metric changes neither what is played nor the rank.
    ``n_jobs`` (-1: one per core) changes the time it takes and nothing else. ``hidden`` are files
    and folders that the agent cannot read, beside the dataset and the folder of runs ``out``.
    """

    dataset: Path
    agent: AgentSpec
    splits: tuple[str, ...] = ("test",)
    games: int | None = None
    episodes: int = EPISODES
    seed: int = 0
    extend: Path | None = None
    protocol: Protocol = field(default_factory=Protocol)
    wall: bool = True
    agent_folders: tuple[str, ...] = ()
    agent_environment: tuple[str, ...] = ()
    transcripts: bool = False
    metrics: tuple[str, ...] = ()
    modules: tuple[str, ...] = ()
    out: Path = Path("runs")
    n_jobs: int = 1
    hidden: tuple[Path, ...] = ()

    def __post_init__(self) -> None:
        if not self.splits:
            raise ConfigError("split must name at least one split of the dataset.")
        settle(self, "episodes")
        if self.games is not None:
            settle(self, "games", otherwise=" or null for all,")
        number_of_jobs(self.n_jobs)


def parse_evaluation(config: Mapping[str, Any]) -> Evaluation:
    """Return the typed settings of an evaluation; raises ConfigError at the first fault.

    ``config`` has the keys of ``conf/evaluate.yaml``. Those that are left out are as they are
    there, but an agent and a dataset have to be named. A protocol may be the name of a track.
    """
    for old, new in MOVED.items():
        if old in config:
            raise ConfigError(f"{old} is part of the protocol now: {new}.")
    values = mapping(config, "", KEYS)
    module, extend = values.get("agent_module"), values.get("extend")
    return Evaluation(
        dataset=_dataset(values.get("dataset")),
        agent=_agent(
            text(values.get("agent"), "agent"),
            mapping(values.get("agent_args"), "agent_args"),
            None if module is None else place(module, "agent_module", "file"),
        ),
        splits=_splits(values.get("split", "test")),
        games=values.get("games"),
        episodes=whole_number(values.get("episodes", EPISODES), "episodes", 1),
        seed=whole_number(values.get("seed", 0), "seed", 0, 2**63 - 1),
        extend=None if extend is None else place(extend, "extend"),
        protocol=_protocol(values.get("protocol", "text")),
        wall=flag(values.get("wall", True), "wall"),
        agent_folders=_texts(values.get("agent_folders", []), "agent_folders"),
        agent_environment=_texts(values.get("agent_environment", []), "agent_environment"),
        metrics=_texts(values.get("metrics", []), "metrics"),
        modules=_texts(values.get("modules", []), "modules"),
        transcripts=flag(values.get("transcripts", False), "transcripts"),
        out=place(values.get("out", "runs"), "out"),
        n_jobs=_n_jobs(values.get("compute")),
    )


def _agent(name: str, arguments: Mapping[str, Any], module: Path | None) -> AgentSpec:
    """Return the agent; one that comes with twbench is no other one where a file is named too."""
    if module is None:
        return AgentSpec(name, arguments)
    file = module_file(module)
    return AgentSpec(name, arguments, None if name in SHIPPED else str(file))


def _n_jobs(value: Any) -> int:
    """Return the one setting of ``compute`` that counts; a cluster is not left out in silence."""
    compute = mapping(value, "compute", COMPUTE_KEYS)
    if compute.get("address"):
        raise ConfigError(
            "compute.address has no use here: an evaluation is played on this machine, in as many"
            " processes as compute.n_jobs says."
        )
    n_jobs: int = compute.get("n_jobs", -1)
    check_type(n_jobs, int, "compute.n_jobs")
    return n_jobs


def _dataset(value: Any) -> Path:
    """Return the folder: by itself, or as the command line has it, under the key ``path``."""
    path = value if isinstance(value, str) else mapping(value, "dataset", ("path",)).get("path")
    if path is None:
        raise ConfigError("dataset is missing: dataset=DIR names the folder of a built dataset.")
    return place(path, "dataset")


def _protocol(value: Any) -> Protocol:
    if isinstance(value, str):
        return TRACKS[one_of(value, "protocol", tuple(TRACKS))]
    return Protocol.from_settings(value)


def _splits(value: Any) -> tuple[str, ...]:
    check_type(value, str | list[str], "split")
    return (value,) if isinstance(value, str) else tuple(value)


def _texts(value: Any, path: str) -> tuple[str, ...]:
    check_type(value, list[str], path)
    return tuple(value)
