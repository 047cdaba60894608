"""What was found in the states of an episode so far."""

__all__ = ["Episode"]

from dataclasses import dataclass, field

from twbench.envs.valid_actions.refusals import Refusals
from twbench.envs.valid_actions.search import FoundActions
from twbench.hashing import sha256_hex


@dataclass(frozen=True, slots=True)
class Episode:
    """An episode in whose states was searched; a value, which copies of an environment share.

    ``path`` stands for these states, in their order. The last of them has the key ``at`` (see
    `twbench.envs.valid_actions.kept.state_key`), and ``found`` was what is valid there.
    """

    path: str = ""
    at: str = ""
    found: FoundActions | None = None
    refusals: Refusals = field(default_factory=Refusals)

    def after(self, key: str, found: FoundActions, refusals: Refusals) -> "Episode":
        """Return the episode with a search in one more state."""
        return Episode(sha256_hex(f"{self.path} {key}".encode()), key, found, refusals)
