"""Plans by back-chaining: to have something, first have what the best way to it needs.

The behaviour "have so many of this" chooses the way that costs least from where the player is and
with what is held: each input that is missing, how often the way must be gone, and the walk. It has
the inputs first, which are behaviours again, with all that is needed for the times it will be done;
then goes there; then does it. What was prepared for something is reserved: whatever else needs the
same item needs it on top of that, and so nothing is prepared twice, or used up before its time.

Only ways are followed whose inputs are cheaper (see `relaxation`) than what they give, so that
behaviours do not go round in circles: stone is found with a wooden pickaxe, though an iron one
finds more of it. Other ways are taken when all that they need is there. An upper bound that is not
met is a behaviour of its own: to have less.
"""

__all__ = ["back_chained_plan"]

from collections import Counter, defaultdict
from collections.abc import Mapping
from heapq import heappop, heappush
from math import inf

from twbench.hierarchycraft.engine.grounding import Grounding, Vector
from twbench.hierarchycraft.solving.aims import Aim
from twbench.hierarchycraft.solving.relaxation import Way, costs_from, ways

_DEPTH = 120
_TRIES = 5


class _StuckError(Exception):
    """A behaviour leads nowhere, or takes too long."""


def back_chained_plan(
    grounding: Grounding, start: Vector, aim: Aim, longest: int
) -> list[int] | None:
    """Return a plan of at most ``longest`` actions, or None where back-chaining finds none.

    Costs are those at the start of the world; where they mislead, those from ``start`` on.
    """
    for origin in dict.fromkeys((grounding.start, start)):
        chaining = _Chaining(grounding, start, origin, longest)
        try:
            chaining.reach(aim)
        except _StuckError:
            continue
        return chaining.plan
    return None


class _Chaining:
    """The state that behaviours act on, and the plan so far."""

    def __init__(self, grounding: Grounding, start: Vector, origin: Vector, longest: int):
        self.grounding = grounding
        self.vector = start
        self.origin = origin
        self.longest = longest
        self.plan: list[int] = []
        self.reserved: Counter[int] = Counter()
        self.depth = 0
        self.known = ways(grounding)
        self.costs = costs_from(origin, self.known, len(grounding.rows))
        self.adding: dict[int, list[tuple[Way, int]]] = defaultdict(list)
        self.finding: dict[int, list[tuple[Way, int]]] = defaultdict(list)
        self.taking: dict[int, list[Way]] = defaultdict(list)
        self.moves: dict[int, list[tuple[Way, int]]] = defaultdict(list)
        for way in self.known:
            for slot, delta in way.grounded.effects:
                if slot == 0:
                    self.moves[way.zone].append((way, way.zone + delta))
                elif delta < 0:
                    self.taking[slot].append(way)
                elif self._is_cheaper(way, slot):
                    self.adding[slot].append((way, delta))
                else:
                    self.finding[slot].append((way, delta))
        self.prices: dict[tuple[int, int], float] = {}

    def reach(self, aim: Aim) -> None:
        """Do what an aim says."""
        if aim.is_met(self.vector):
            return
        if aim.slots == (0,):
            self._go(aim.amount)
        else:
            slot = min(aim.slots, key=lambda slot: self._price(slot, aim.amount))
            self._have(slot, aim.amount)

    def _is_cheaper(self, way: Way, target: int) -> bool:
        cost = self.costs.slots[target]
        return self.costs.zones[way.zone] < cost and all(
            self.costs.slots[slot] < cost or self.origin[slot] >= low for slot, low in way.needs
        )

    def _price(self, slot: int, amount: int) -> float:
        """Return what so many cost who has none: the walks left aside."""
        if amount <= 0:
            return 0.0
        if not self.adding[slot]:
            return 0.0 if self.origin[slot] >= amount else inf
        key = (slot, amount)
        if key not in self.prices:
            self.prices[key] = inf  # where it leads back to itself
            self.prices[key] = min(
                (self._priced(way, -(-amount // delta)) for way, delta in self.adding[slot]),
                default=inf,
            )
        return self.prices[key]

    def _priced(self, way: Way, times: int) -> float:
        return times + sum(
            self._price(slot, need)
            for slot, need in _needs(way, times)
            if self.origin[slot] < need or self._is_used(way, slot)
        )

    def _is_used(self, way: Way, slot: int) -> bool:
        return any(other == slot and delta < 0 for other, delta in way.grounded.effects)

    def _missing(self, way: Way, times: int) -> float:
        """Return what it costs to have all that a way needs, with what is held now."""
        return sum(
            self._price(slot, need - max(0, self.vector[slot] - self.reserved[slot]))
            for slot, need in _needs(way, times)
        )

    def _have(self, slot: int, amount: int) -> None:
        self._enter()
        failures = 0
        while self.vector[slot] < amount:
            before = len(self.plan)
            way, times = self._best(slot, amount - self.vector[slot])
            self._prepare(way, times)
            while self.vector[slot] < amount and self._do(way):
                pass
            failures = failures + 1 if len(self.plan) == before else 0
            if failures > _TRIES:
                raise _StuckError
        self.depth -= 1

    def _best(self, slot: int, missing: int) -> tuple[Way, int]:
        walks = self._walks()
        best, least = None, inf
        for way, delta in self.adding[slot]:
            times = -(-missing // delta)
            cost = times + self._missing(way, times) + walks[way.zone]
            if cost < least:
                best, least = (way, times), cost
        for way, delta in self.finding[slot]:
            times = -(-missing // delta)
            cost = times + walks[way.zone]
            if cost < least and self._is_ready(way, times):
                best, least = (way, times), cost
        if best is None:
            raise _StuckError
        return best

    def _is_ready(self, way: Way, times: int) -> bool:
        """Say whether all that a way needs is there already, and not reserved."""
        return all(
            self.vector[slot] - self.reserved[slot] >= need for slot, need in _needs(way, times)
        )

    def _prepare(self, way: Way, times: int) -> None:
        """Have all that a way needs, be where it is, and have not too much of anything."""
        for _ in range(_TRIES):
            needs = dict(_needs(way, times))
            self._reserve(needs)
            self._go(way.zone)
            for slot, high in way.grounded.highs:
                self._lessen(slot, high, way)
            self.reserved.subtract(needs)
            if self.grounding.apply(self.vector, way.action) and self.vector[0] == way.zone:
                return
        raise _StuckError

    def _reserve(self, needs: Mapping[int, int]) -> None:
        """Get all that is needed, on top of what is reserved already, and reserve it.

        What the player has to hold comes first, then what has to lie in the zone; of each, what is
        hardest to get.
        """
        first = self.grounding.first
        order = sorted(needs.items(), key=lambda need: (need[0] >= first, -self._price(*need)))
        for slot, need in order:
            self._have(slot, need + self.reserved[slot])
            self.reserved[slot] += need

    def _lessen(self, slot: int, high: int, wanted: Way) -> None:
        self._enter()
        for _ in range(_TRIES * 4):
            if self.vector[slot] <= high:
                break
            needed = {need for need, _ in wanted.needs}
            ways_out = [
                way
                for way in self.taking[slot]
                if way.action != wanted.action
                and not any(other in needed and d < 0 for other, d in way.grounded.effects)
            ]
            walks = self._walks()
            way = min(
                ways_out, key=lambda way: self._missing(way, 1) + walks[way.zone], default=None
            )
            if way is None or self._missing(way, 1) == inf:
                raise _StuckError
            self._prepare(way, 1)
            self._do(way)
        self.depth -= 1

    def _go(self, zone: int) -> None:
        self._enter()
        for _ in range(_TRIES * 4):
            if self.vector[0] == zone:
                break
            path = self._path(zone)
            needs: Counter[int] = Counter()
            for way in path:
                for slot, need in _needs(way, 1):
                    used = self._is_used(way, slot)
                    needs[slot] = needs[slot] + need if used else max(needs[slot], need)
            self._reserve(needs)
            self.reserved.subtract(needs)
            for way in path:
                if self.vector[0] != way.zone or not self._do(way):
                    break
        else:
            raise _StuckError
        self.depth -= 1

    def _walks(self) -> dict[int, float]:
        return _Far({zone: cost for zone, (cost, _) in self._reached().items()})

    def _path(self, zone: int) -> list[Way]:
        reached = self._reached()
        if zone not in reached:
            raise _StuckError
        path: list[Way] = []
        while zone != self.vector[0]:
            way = reached[zone][1]
            if way is None:
                raise _StuckError
            path.append(way)
            zone = way.zone
        return path[::-1]

    def _reached(self) -> dict[int, tuple[float, Way | None]]:
        """Return the cost of being in each zone, and the last move on the way there."""
        found: dict[int, tuple[float, Way | None]] = {}
        queue: list[tuple[float, int, int, Way | None]] = [(0.0, 0, self.vector[0], None)]
        made = 0
        while queue:
            cost, _, zone, way = heappop(queue)
            if zone in found:
                continue
            found[zone] = (cost, way)
            for move, there in self.moves[zone]:
                after = cost + 1 + self._missing(move, 1) if there not in found else inf
                if after < inf:
                    made += 1
                    heappush(queue, (after, made, there, move))
        return found

    def _do(self, way: Way) -> bool:
        if self.vector[0] != way.zone:
            return False
        vector = self.grounding.apply(self.vector, way.action)
        if vector is None:
            return False
        self.vector = vector
        self.plan.append(way.action)
        if len(self.plan) > self.longest:
            raise _StuckError
        return True

    def _enter(self) -> None:
        self.depth += 1
        if self.depth > _DEPTH:
            raise _StuckError


class _Far(dict[int, float]):
    """Costs of walks, inf where there is none."""

    def __missing__(self, zone: int) -> float:
        return inf


def _needs(way: Way, times: int) -> list[tuple[int, int]]:
    """Return how many of each slot must be there for a way to be gone so often."""
    used = {slot: -delta for slot, delta in way.grounded.effects if slot and delta < 0}
    return [(slot, max(low, used.get(slot, 0) * (times - 1) + low)) for slot, low in way.needs]
