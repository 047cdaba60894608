"""twbench: a declarative dataset and benchmark builder for text-based games.

What the command line does can be done from here: `build_dataset`, `import_dataset` and
`verify_dataset`; `load_dataset`, `start` and `play`; `evaluate`, `leaderboard` and `validate_run`;
`make` and `GameMaker` for single games. The packages below have more.

The names below are loaded when they are first used, so that ``import twbench`` is quick.
"""

__all__ = [
    "Agent",
    "EnvInfoMissingError",
    "EnvInfos",
    "Environment",
    "Game",
    "GameMaker",
    "GameOptions",
    "GameState",
    "GenerationWarning",
    "__version__",
    "build_dataset",
    "evaluate",
    "g_rng",
    "import_dataset",
    "leaderboard",
    "load_dataset",
    "make",
    "play",
    "start",
    "validate_run",
    "verify_dataset",
]

from importlib import import_module

from twbench.version import __version__

TYPE_CHECKING = False  # for type checkers it is True; that of typing takes most of the import
if TYPE_CHECKING:
    from twbench.core import Agent, EnvInfos, Environment, GameState
    from twbench.dataset import build_dataset, import_dataset, load_dataset, verify_dataset
    from twbench.errors import EnvInfoMissingError
    from twbench.evaluation import evaluate, leaderboard, validate_run
    from twbench.families import play, start
    from twbench.generator import Game, GameMaker, GameOptions, GenerationWarning
    from twbench.generator.making.compile import make
    from twbench.utils import g_rng

_HOMES = {
    "twbench.core": ("Agent", "EnvInfos", "Environment", "GameState"),
    "twbench.dataset": ("build_dataset", "import_dataset", "load_dataset", "verify_dataset"),
    "twbench.errors": ("EnvInfoMissingError",),
    "twbench.evaluation": ("evaluate", "leaderboard", "validate_run"),
    "twbench.families": ("play", "start"),
    "twbench.generator": ("Game", "GameMaker", "GameOptions", "GenerationWarning"),
    "twbench.generator.making.compile": ("make",),
    "twbench.utils": ("g_rng",),
}

_PACKAGES = frozenset(
    {
        *("agents", "challenges", "core", "envs", "generator", "helpers", "logic", "render"),
        *("testing", "text_utils", "utils"),
    }
)
"""What scripts use as ``twbench.agents`` and so on without importing it, as TextWorld lets them."""


def __getattr__(name: str) -> object:
    """Load a public name from the module that defines it, or a package (PEP 562)."""
    if name in _PACKAGES:
        return import_module(f"twbench.{name}")
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(home), name)
    from twbench.utils.absent_names import no_such_name

    raise no_such_name("twbench", name)


def __dir__() -> list[str]:
    """Return what there is, loaded or not: a notebook completes it."""
    return sorted({*globals(), *__all__, *_PACKAGES})
