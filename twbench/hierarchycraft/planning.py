"""Worlds for planners: as a problem of unified-planning, and so as PDDL 2.1 with numeric fluents.

Every count is a fluent, and so is every zone: whether the player is there, and whether it was
visited. Every transformation is an action for each zone in which it can be done, so that changes at
the destination and in named zones are in it (hcraft leaves them out). Names are prefixed, so that
none is a reserved word. The goal is one of the terminal groups, all of it at once: to have what is
to be had, and to have been where one is to go. Games look at their tasks after each action, and so
do plans of our own; to other planners, what is so at the start is met there, and a plan of theirs
that leaves it at that is none.

unified-planning is needed for `HcraftPlanningProblem.upf_problem`, and for other planners than
ours.
"""

__all__ = ["UPF_AVAILABLE", "HcraftPlanningProblem"]

import re
import warnings
from collections import deque
from collections.abc import Iterable, Iterator
from functools import cached_property, reduce
from importlib.util import find_spec
from typing import Any

from twbench.errors import GenerationError, MissingPackageError
from twbench.hierarchycraft.engine.grounding import Grounded, Vector
from twbench.hierarchycraft.purpose import Purpose
from twbench.hierarchycraft.solving.aims import Aim, groups_of
from twbench.hierarchycraft.solving.solver import replay, solve, steps_of
from twbench.hierarchycraft.state import HcraftState

UPF_AVAILABLE = find_spec("unified_planning") is not None
"""Whether unified-planning is installed."""


class HcraftPlanningProblem:
    """What an environment's purpose asks for from a state on.

    Attributes:
        name: what the problem is called.
        plan: the actions that are left of the plan that is followed, by their numbers.
        plans: all plans that were found so far, one after the other.

    """

    def __init__(
        self,
        state: HcraftState,
        name: str,
        purpose: Purpose | None,
        timeout: float = 60,
        planner_name: str | None = None,
    ):
        """Ask for a purpose, of a planner of unified-planning, or of our own without a name.

        A purpose without a terminal group has no goal: there is a warning, and the plan is empty.
        """
        self.name = name
        self.timeout = timeout
        self.planner_name = planner_name
        self._world = state.world
        self._grounding = state.world.grounding
        self._start = state.vector
        purpose = purpose or Purpose()
        self._groups = groups_of(purpose, self._world) or [[]]
        if not purpose.terminal_groups:
            warnings.warn(
                f"{name} has no goal, as its purpose has no terminal group: plans will be empty.",
                stacklevel=3,
            )
        self._steps: deque[tuple[Vector, int]] = deque()
        self._led_to: Vector | None = None
        self._met: set[Aim] = set()
        self.plans: list[list[int]] = []

    @property
    def plan(self) -> list[int]:
        """The actions that are left of the plan that is followed."""
        return [action for _, action in self._steps]

    def action_from_plan(self, state: HcraftState) -> int | None:
        """Return the next action, planning anew where the state is not what the plan led to.

        None when a terminal group was met. What was met is forgotten where the state is the first
        one of the problem or of the world and the plan has not led there: an episode has begun.
        Raises GenerationError when no plan is found.
        """
        vector = state.vector
        if vector == self._led_to:
            self._met |= self._met_at(vector)
        elif not self._steps or vector != self._steps[0][0]:  # where a plan of `solve` begins
            self._steps.clear()
            if vector in (self._start, self._grounding.start):
                self._met.clear()
            self._met |= self._met_at_first(vector)
        if not self._steps:
            if not all(self._open_groups()):
                return None
            self._follow(vector, self._planned(vector))
        _, action = self._steps.popleft()
        self._led_to = self._grounding.apply(vector, action)
        return action

    def solve(self) -> list[int]:
        """Return a plan from the first state on; raises GenerationError if none is found."""
        self._met = self._met_at_first(self._start)
        self._follow(self._start, self._planned(self._start))
        self._led_to = None
        return self.plan

    def validate(self, plan: Iterable[int | str]) -> bool:
        """Say whether a plan, of numbers or of names of PDDL actions, reaches a terminal group."""
        actions = [self.action_named(step) if isinstance(step, str) else step for step in plan]
        found = self._met_at_first(self._start)
        groups = [[aim for aim in aims if aim not in found] for aims in self._groups]
        return any(replay(self._grounding, self._start, actions, aims) for aims in groups)

    def action_named(self, name: str) -> int:
        """Return the number of an action by its name in PDDL; raises GenerationError."""
        known = {action.lower(): number for action, _, number, _ in self._actions()}
        number = known.get(name.strip("() \n").lower())
        if number is None:
            raise GenerationError(f"The problem has no action {name!r}.")
        return number

    @cached_property
    def upf_problem(self) -> Any:
        """The problem as one of unified-planning.

        Raises MissingPackageError where that is not installed.
        """
        return _Writing(self, self._start, self._groups).problem()

    def pddl(self) -> tuple[str, str]:
        """Return the domain and the problem in PDDL 2.1; needs unified-planning."""
        problem = self.upf_problem
        writer = _planning().io.PDDLWriter(problem)
        return writer.get_domain(), writer.get_problem()

    def _met_at(self, vector: Vector) -> set[Aim]:
        """Return the aims that are met in a state to which an action has led."""
        return {aim for aims in self._groups for aim in aims if aim.is_met(vector)}

    def _met_at_first(self, vector: Vector) -> set[Aim]:
        """Return those that are met where a plan begins: none where the world does."""
        return set() if vector == self._grounding.start else self._met_at(vector)

    def _open_groups(self) -> list[list[Aim]]:
        """Return what is left to be met of each group, the group that is worth most first."""
        return [[aim for aim in aims if aim not in self._met] for aims in self._groups]

    def _planned(self, vector: Vector) -> list[int]:
        """Return a plan from a state on, for the first group that has one; raises."""
        groups = self._open_groups()
        if self.planner_name is not None:
            plan = self._asked(vector, groups)
        else:
            plans = (solve(self._grounding, aims, vector) for aims in groups)
            plan = next((plan for plan in plans if plan is not None), None)
        if plan is None:
            raise GenerationError(f"No plan was found for {self.name}.")
        return plan

    def _asked(self, vector: Vector, groups: list[list[Aim]]) -> list[int] | None:
        """Ask another planner, and believe it what can be replayed."""
        kit = _planning()
        try:
            engine = kit.shortcuts.OneshotPlanner(name=self.planner_name)
        except kit.exceptions.UPNoRequestedEngineAvailableException:
            raise GenerationError(
                f"The planner {self.planner_name!r} is not installed. Without a planner_name, the"
                " plan is that of twbench's own."
            ) from None
        with engine as planner:
            problem = _Writing(self, vector, groups).problem()
            result = planner.solve(problem, timeout=self.timeout)
        if result.plan is None:
            return None
        plan = [self.action_named(step.action.name) for step in result.plan.actions]
        done = any(replay(self._grounding, vector, plan, aims) for aims in groups)
        return plan if done else None

    def _follow(self, vector: Vector, plan: list[int]) -> None:
        self.plans.append(list(plan))
        self._steps = deque(steps_of(self._grounding, vector, plan))

    def _actions(self) -> Iterator[tuple[str, int, int, Grounded]]:
        """Yield name, zone and number of each action, and what it is there."""
        world = self._world
        for zone, row in enumerate(self._grounding.rows):
            place = f"_at_{_plain(world.zones[zone].name)}" if world.zones else ""
            for number, grounded in enumerate(row):
                if grounded is not None:
                    name = f"do_{number}_{_plain(world.transformations[number].name)}{place}"
                    yield name, zone, number, grounded


class _Writing:
    """A problem of unified-planning in the making: from a state on, to meet a group of aims."""

    def __init__(self, asked: HcraftPlanningProblem, start: Vector, groups: list[list[Aim]]):
        self._asked = asked
        self._groups = groups
        self._kit = _planning().shortcuts
        self._problem = self._kit.Problem(_plain(asked.name))
        world, kit = asked._world, self._kit
        self._counts = {
            slot: self._fluent(name, kit.IntType(), start[slot])
            for slot, name in _count_names(world.items, world.zones, world.zones_items)
        }
        names = [f"zone_{number}_{_plain(zone.name)}" for number, zone in enumerate(world.zones)]
        here = start[0]
        self._at = [
            self._fluent(f"at_{name}", kit.BoolType(), number == here)
            for number, name in enumerate(names)
        ]
        self._visited = [
            self._fluent(f"visited_{name}", kit.BoolType(), number == here)
            for number, name in enumerate(names)
        ]

    def problem(self) -> Any:
        """Return the problem."""
        for name, zone, _, grounded in self._asked._actions():
            self._problem.add_action(self._action(name, zone, grounded))
        groups = [self._all(self._aim(aim) for aim in aims) for aims in self._groups if aims]
        if groups:
            self._problem.add_goal(reduce(self._kit.Or, groups))
        return self._problem

    def _action(self, name: str, zone: int, grounded: Grounded) -> Any:
        action = self._kit.InstantaneousAction(name)
        if self._at:
            action.add_precondition(self._at[zone])
        for slot, low in grounded.lows:
            action.add_precondition(self._kit.GE(self._counts[slot], low))
        for slot, high in grounded.highs:
            action.add_precondition(self._kit.LE(self._counts[slot], high))
        for slot, delta in grounded.effects:
            if slot == 0:
                action.add_effect(self._at[zone], False)
                action.add_effect(self._at[zone + delta], True)
                action.add_effect(self._visited[zone + delta], True)
            elif delta > 0:
                action.add_increase_effect(self._counts[slot], delta)
            else:
                action.add_decrease_effect(self._counts[slot], -delta)
        return action

    def _aim(self, aim: Aim) -> Any:
        if aim.slots == (0,):
            return self._visited[aim.amount]
        return reduce(
            self._kit.Or, [self._kit.GE(self._counts[slot], aim.amount) for slot in aim.slots]
        )

    def _all(self, parts: Iterable[Any]) -> Any:
        return reduce(self._kit.And, list(parts))

    def _fluent(self, name: str, kind: Any, value: int | bool) -> Any:
        fluent = self._kit.Fluent(name, kind)
        self._problem.add_fluent(fluent)
        self._problem.set_initial_value(fluent, value)
        return fluent


def _count_names(
    items: list[Any], zones: list[Any], zones_items: list[Any]
) -> Iterator[tuple[int, str]]:
    slot = 0
    for item in items:
        slot += 1
        yield slot, f"has_{slot}_{_plain(item.name)}"
    for zone in zones:
        for item in zones_items:
            slot += 1
            yield slot, f"lies_{slot}_{_plain(item.name)}_in_{_plain(zone.name)}"


def _plain(name: str) -> str:
    """Return a name of letters, digits and underscores."""
    return re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_") or "x"


def _planning() -> Any:
    try:
        import unified_planning
        import unified_planning.io
        import unified_planning.shortcuts
    except ModuleNotFoundError:
        raise MissingPackageError(
            "A problem for planners", "unified-planning", "hierarchycraft"
        ) from None
    return unified_planning
