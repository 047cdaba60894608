"""Sets of facts, and actions on them, as ints: one bit for each fact.

Searches and policies look at thousands of states, of which most facts are the same in all. A set of
facts as an int is compared and changed in one operation, and hashed as fast as it is short: so only
facts that matter get bits, in the order in which they come up.
"""

__all__ = ["GroundAction", "Numbering", "holds", "single_bits"]

from collections.abc import Iterable, Iterator
from typing import Generic, NamedTuple, TypeVar

from twbench.logic import Action, Rule, Variable

Key = TypeVar("Key")


class Numbering(Generic[Key]):
    """A bit for each of some things, mostly facts. A set of them is an int.

    Bits stay what they are when more things get one.
    """

    __slots__ = ("_bits", "_keys")

    def __init__(self, keys: Iterable[Key] = ()):
        self._bits: dict[Key, int] = {}
        self._keys: list[Key] = []
        self.mask(keys)

    def __len__(self) -> int:
        return len(self._keys)

    def __contains__(self, key: Key) -> bool:
        return key in self._bits

    def __iter__(self) -> Iterator[Key]:
        """Iterate over what has a bit, in their order; more may get one meanwhile."""
        return iter(self._keys)

    @property
    def everything(self) -> int:
        """The set of all that has a bit."""
        return (1 << len(self._keys)) - 1

    def bit(self, key: Key) -> int:
        """Return the bit of a thing; it gets one if it has none."""
        bit = self._bits.get(key)
        if bit is None:
            bit = self._bits[key] = 1 << len(self._keys)
            self._keys.append(key)
        return bit

    def mask(self, keys: Iterable[Key]) -> int:
        """Return a set of things; each gets a bit if it has none."""
        bits = self._bits
        mask = 0
        for key in keys:
            mask |= bits.get(key) or self.bit(key)
        return mask

    def known(self, keys: Iterable[Key]) -> int:
        """Return the set of those things that have a bit."""
        bits = self._bits
        mask = 0
        for key in keys:
            mask |= bits.get(key, 0)
        return mask

    def known_each(self, groups: Iterable[Iterable[Key]]) -> list[int]:
        """Do as `known` for each of some groups of things."""
        bits = self._bits
        masks = []
        for keys in groups:
            mask = 0
            for key in keys:
                mask |= bits.get(key, 0)
            masks.append(mask)
        return masks

    def members(self, mask: int) -> list[Key]:
        """Return the things in a set, in the order of their bits."""
        return [self._keys[bit.bit_length() - 1] for bit in single_bits(mask)]

    def since(self, count: int) -> list[Key]:
        """Return the things that got a bit when ``count`` others had one."""
        return self._keys[count:]


class GroundAction(NamedTuple):
    """An action as sets of facts: those needed before, those it removes (all needed) and adds.

    ``origin`` is the action, or the rule and the variables to make it of: searches find far more
    actions than are in their plans. Ground actions are compared only if they come from actions.
    """

    before: int
    removed: int
    added: int
    origin: Action | tuple[Rule, tuple[Variable, ...]]

    def __hash__(self) -> int:
        # That of an action takes ten times as long, and adds nothing.
        return hash((self.before, self.removed, self.added))

    @property
    def action(self) -> Action:
        """The action itself."""
        if isinstance(self.origin, Action):
            return self.origin
        rule, variables = self.origin
        return rule.apply_to(variables)


def single_bits(mask: int) -> Iterator[int]:
    """Yield each bit that is set, the lowest first."""
    while mask:
        bit = mask & -mask
        yield bit
        mask ^= bit


def holds(conditions: Iterable[int], state: int) -> bool:
    """Return whether all facts of one of ``conditions`` are true in ``state``."""
    for condition in conditions:  # noqa: SIM110  (a loop is several times faster than any() here)
        if state & condition == condition:
            return True
    return False
