"""Names of TextWorld 1.0 and 1.1, which agents and scripts of that time use."""

__all__ = ["FIRST_NAMES_OF_INFOS", "FIRST_NAMES_OF_STATES", "FirstCalls"]

from typing import Any

FIRST_NAMES_OF_INFOS = {"has_lost": "lost", "has_won": "won"}
"""What the information is called now."""
FIRST_NAMES_OF_STATES = {
    **FIRST_NAMES_OF_INFOS,
    "command": "last_command",
    "game_ended": "done",
    "nb_moves": "moves",
}
"""What the keys of game states are called now."""


class FirstCalls:
    """How an environment was asked for information before there was an `EnvInfos`.

    Each holds from the next `reset` on, as to set ``env.infos`` does.
    """

    infos: Any  # an EnvInfos, which knows this module

    def activate_state_tracking(self) -> None:
        """Ask for the admissible commands, and those that win."""
        self.infos.admissible_commands = True
        self.infos.policy_commands = True

    def compute_intermediate_reward(self) -> None:
        """Ask for the intermediate reward."""
        self.infos.intermediate_reward = True

    def enable_extra_info(self, info: str) -> None:
        """Ask for ``description``, ``inventory`` or another information of `EnvInfos`."""
        setattr(self.infos, info, True)
