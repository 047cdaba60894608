"""A world in the making: its facts, and its entities by their names."""

__all__ = ["WorldDraft"]

from twbench.generator.data import KnowledgeBase
from twbench.generator.worlds.layout import holding
from twbench.logic import Proposition, Variable


class WorldDraft:
    """A world under construction, in the logic of ``kb``.

    Attributes:
        facts: all facts so far.
        names: the name of each entity that has one.
        things: entities by name.
        places: where each thing is that was put somewhere.

    """

    def __init__(self, kb: KnowledgeBase):
        self.kb = kb
        self.facts: list[Proposition] = []
        self.names: dict[Variable, str] = {}
        self.things: dict[str, Variable] = {}
        self.places: dict[Variable, Variable] = {}
        self._counts: dict[str, int] = {}

    def new(self, kind: str, name: str | None = None) -> Variable:
        """Return a new entity."""
        number = self._counts.get(kind, 0)
        self._counts[kind] = number + 1
        entity = Variable(f"{kind}_{number}", kind)
        if name is not None:
            self.names[entity] = name
            self.things[name] = entity
        return entity

    def state(self, name: str, *arguments: Variable) -> None:
        """Add a fact."""
        self.facts.append(Proposition(name, arguments))

    def put(self, thing: Variable, place: Variable) -> None:
        """Put a thing into a room, into or on furniture, or into the player's hands."""
        self.places[thing] = place
        self.state(holding(place.type), thing, place)
