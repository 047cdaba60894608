"""Whether a world in the making can be one of a game."""

__all__ = [
    "FailedConstraintsError",
    "MissingPlayerError",
    "PlayerAlreadySetError",
    "get_failing_constraints",
]

from collections.abc import Sequence

from twbench.errors import GenerationError
from twbench.generator.data import KnowledgeBase
from twbench.logic import Action, State


class FailedConstraintsError(GenerationError, ValueError):
    """A world breaks constraints of its logic; ``failed_constraints`` has them as actions."""

    def __init__(self, failed_constraints: Sequence[Action]):
        self.failed_constraints = list(failed_constraints)
        lines = [
            f"  {action.name}: {' & '.join(map(str, action.preconditions))}"
            for action in self.failed_constraints
        ]
        super().__init__("\n".join(["The world breaks these constraints:", *lines]))


class MissingPlayerError(GenerationError, ValueError):
    """The player has not been placed in a room."""

    def __init__(self) -> None:
        super().__init__("The player is in no room yet: call set_player(room).")


class PlayerAlreadySetError(GenerationError, ValueError):
    """The player can be placed only once."""

    def __init__(self) -> None:
        super().__init__("The player has been placed already, and stays there.")


def get_failing_constraints(state: State, kb: KnowledgeBase | None = None) -> list[Action]:
    """Return the constraints that fail in ``state``, with the facts that make them fail.

    The same facts in another order are the same failure.
    """
    base = kb or KnowledgeBase.default()
    failing = state.all_applicable_actions(base.constraints.values(), base.constants)
    return list(dict.fromkeys(failing))
