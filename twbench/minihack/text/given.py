"""Which information `NetHackEnv` gives.

The family tells these names without loading the environment, which would take long.
"""

__all__ = ["INFORMATIONS"]

from twbench.core import EnvInfos

INFORMATIONS = frozenset(
    {
        *("admissible_commands", "description", "feedback", "inventory", "last_command"),
        *("objective", *EnvInfos.STANDING),
    }
)
