"""Which information the environments give, by the stories that they play.

Families tell these names without loading an environment, which would take long.
"""

__all__ = ["OF_CRAFTS", "OF_OTHER_MAKERS"]

from twbench.core import EnvInfos

OF_CRAFTS = frozenset(
    {
        *("admissible_commands", "command_templates", "description", "entities", "feedback"),
        *("inventory", "last_command", "location", "objective", "policy_commands"),
        *("possible_admissible_commands", "possible_commands", "verbs"),
        *EnvInfos.STANDING,
    }
)
"""What a story of crafting gives."""
OF_OTHER_MAKERS = frozenset(
    {
        *EnvInfos.STORY_NAMES,
        *("admissible_commands", "description", "feedback", "inventory", "last_command"),
        *("location", *EnvInfos.STANDING),
    }
)
"""What a story by another maker gives, as far as Jericho knows the story."""
