"""Which episodes a run consists of, fixed and hashed before the first of them is played.

A plan depends on the dataset, the splits, the number of episodes per game and a seed. It does not
depend on the agent, so that every agent answers the same questions.
"""

__all__ = [
    "EPISODES",
    "MOST",
    "Plan",
    "PlanItem",
    "PlannedGame",
    "agent_seed",
    "make_plan",
    "plan_hash",
]

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from twbench.errors import ConfigError
from twbench.hashing import canonical_json, sha256_hex
from twbench.seeding import derive_seed

EPISODES = 3
"""Episodes of each game, unless something else is asked for."""
MOST = 500_000
"""Episodes of a run: so many rows can be read again within the memory that there is for them."""
_SEEDS = 2**31  # what interpreters and machine learning libraries alike accept as a seed


@dataclass(frozen=True, slots=True)
class PlannedGame:
    """What an evaluation knows of a game of a dataset.

    ``story`` is the path of its story file. Its family says whether the game ``has_chance``, or
    ``has_own_seed`` and no other, and ``tells_actions``: whether it is known which commands it
    understood. ``level`` is that of its challenge, if it has levels; games with one ``puzzle_hash``
    are the same to solve; ``optimal_length`` is the length of the walkthrough where that is a
    shortest one; ``guidance`` is how much the objective tells. ``seed`` is that of the story's
    random numbers where the manifest has one, and its environment may know a hash of the world
    (``hashes_world``).
    """

    game_id: str
    challenge: str
    split: str
    max_score: int | None
    story: str
    has_chance: bool = False
    has_own_seed: bool = False
    tells_actions: bool = True
    level: int | None = None
    puzzle_hash: str | None = None
    optimal_length: int | None = None
    guidance: str = ""
    seed: int | None = None
    hashes_world: bool = False


@dataclass(frozen=True, slots=True)
class PlanItem:
    """One episode to play: the seeds are those of the story and of the agent."""

    game: PlannedGame
    episode_seed: int
    agent_seed: int


@dataclass(frozen=True)
class Plan:
    """The episodes of a run in their order, and what they were made from."""

    splits: tuple[str, ...]
    episodes: int
    seed: int
    items: tuple[PlanItem, ...]

    @cached_property
    def hash(self) -> str:
        """The SHA-256 over (game_id, episode seed, agent seed) of all items."""
        return plan_hash(
            (item.game.game_id, item.episode_seed, item.agent_seed) for item in self.items
        )


def plan_hash(episodes: Iterable[tuple[str, int, int]]) -> str:
    """Return the hash of a plan, given the game, episode seed and agent seed of each episode."""
    return sha256_hex(canonical_json([list(episode) for episode in episodes]))


def make_plan(
    games: Iterable[PlannedGame], splits: tuple[str, ...], episodes: int, seed: int
) -> Plan:
    """Plan ``episodes`` of every game, in the order of ``games``.

    The seeds of an episode derive from (seed, game, number of the episode): a plan of more
    games or more episodes contains the smaller one. Raises ConfigError for more than `MOST`.
    """
    games = list(games)
    count = len(games) * episodes
    if count > MOST:
        raise ConfigError(
            f"{episodes:,} episodes of each of {len(games):,} games are {count:,}, and a run has"
            f" {MOST:,} at most: play fewer of each (episodes), or fewer games (games)."
        )
    items = tuple(
        PlanItem(
            game,
            _seed(seed, "episode", game.game_id, number),
            _seed(seed, "agent", game.game_id, number),
        )
        for game in games
        for number in range(episodes)
    )
    return Plan(splits, episodes, seed, items)


def agent_seed(item: PlanItem, argument: object) -> int:
    """Return the seed of the agent in an episode: the plan's, with the agent's own mixed in.

    ``argument`` is the seed among the agent's arguments, if there is one. So it never replaces the
    plan's: the episodes of a game have different seeds.
    """
    if argument is None:
        return item.agent_seed
    return _seed(item.agent_seed, "argument", str(argument))


def _seed(root: int, *key: str | int) -> int:
    return derive_seed(root, *key) % _SEEDS
