"""Problems for planners: solved by our own, and written for others."""

from pathlib import Path
from typing import Any

import pytest

from twbench.errors import GenerationError, MissingPackageError
from twbench.hierarchycraft import (
    DESTINATION,
    PLAYER,
    CraftingGame,
    GetItemTask,
    GoToZoneTask,
    HcraftEnv,
    Item,
    PlaceItemTask,
    Purpose,
    Transformation,
    Use,
    Yield,
    Zone,
    world_from_transformations,
)
from twbench.hierarchycraft.examples import MineHcraftEnv, TreasureEnv
from twbench.hierarchycraft.planning import UPF_AVAILABLE
from twbench.hierarchycraft.task import Task

needs_planning = pytest.mark.skipif(
    not UPF_AVAILABLE, reason="unified-planning is not installed (the extra hierarchycraft)"
)


def test_a_plan_is_followed_and_made_anew() -> None:
    env = TreasureEnv()
    problem = env.planning_problem()
    env.reset()
    taken = []
    for step in range(20):
        action = problem.action_from_plan(env.state)
        if action is None:
            break
        env.step(3 if step == 0 else 5 if step == 1 else action)
        taken.append(action)
    assert env.purpose.terminated
    assert len(taken) == 9
    assert len(problem.plans) == 2
    assert problem.plans[0] == TreasureEnv().planning_problem().solve()


def test_what_the_best_group_cannot_have_is_left_for_another() -> None:
    crumb, feast = Item("crumb"), Item("feast")
    world = world_from_transformations(
        [
            Transformation("find", inventory_changes=[Yield(PLAYER, crumb)]),
            Transformation("share", inventory_changes=[Use(PLAYER, feast), Yield(PLAYER, feast)]),
        ]
    )
    purpose = Purpose()
    purpose.add_task(GetItemTask(feast, reward=9), terminal_groups="feast")
    purpose.add_task(GetItemTask(crumb), terminal_groups="crumb")
    assert HcraftEnv(world, purpose).planning_problem().solve() == [0]


def test_a_problem_serves_for_several_episodes() -> None:
    """What was met in one is not met in the next, whether it was ended or left."""
    env = TreasureEnv()
    problem = env.planning_problem()
    ends = []
    for steps in (20, 4, 20):
        env.reset()
        for _ in range(steps):
            action = problem.action_from_plan(env.state)
            if action is None:
                break
            env.step(action)
        ends.append(env.purpose.terminated)
    assert ends == [True, False, True]
    assert problem.plans[1:] == problem.plans[:1] * 2


def test_a_problem_of_the_midst_of_an_episode_serves_for_the_next() -> None:
    env = TreasureEnv()
    env.reset()
    env.step(3)
    problem = env.planning_problem()
    for _ in range(2):
        while (action := problem.action_from_plan(env.state)) is not None:
            env.step(action)
        assert env.purpose.terminated
        env.reset()


WOOD = Item("wood")
YARD, MILL = Zone("yard"), Zone("mill")
GATHER = Transformation("gather", inventory_changes=[Yield(PLAYER, WOOD)])
LEAVE = Transformation("leave", destination=MILL, zone=YARD)
RETURN = Transformation("return", destination=YARD, zone=MILL)


@pytest.mark.parametrize(
    ("tasks", "plan"),
    [
        ([GetItemTask(WOOD)], [0]),
        ([GoToZoneTask(YARD)], [0]),
        ([GoToZoneTask(YARD), GoToZoneTask(MILL)], [0, 1]),
        ([GetItemTask(WOOD), GoToZoneTask(MILL)], [1]),
    ],
)
def test_what_is_so_at_the_start_is_met_by_an_action(tasks: list[Task], plan: list[int]) -> None:
    """Episodes, plans and games agree: tasks are looked at after each action."""
    world = world_from_transformations([GATHER, LEAVE, RETURN], start_zone=YARD, start_items=[WOOD])
    env = HcraftEnv(world, Purpose(tasks))
    problem = env.planning_problem()
    assert problem.solve() == plan
    assert problem.validate(plan)
    assert not problem.validate(plan[:-1])
    assert CraftingGame.solved(world, env.purpose).plan == tuple(plan)
    for _ in range(2):
        env.reset()
        taken = []
        while (action := problem.action_from_plan(env.state)) is not None:
            assert not env.purpose.terminated
            env.step(action)
            taken.append(action)
        assert env.purpose.terminated
        assert taken == plan


def test_what_an_action_has_met_is_met_where_a_problem_begins() -> None:
    world = world_from_transformations([GATHER, LEAVE, RETURN], start_zone=YARD, start_items=[WOOD])
    env = HcraftEnv(world, Purpose([GoToZoneTask(YARD), GoToZoneTask(MILL)]))
    env.reset()
    env.step(0)
    problem = env.planning_problem()
    assert problem.solve() == [1]
    assert problem.validate([1])
    env.step(1)
    assert env.planning_problem().solve() == [2]
    assert problem.action_from_plan(env.state) is None


def test_a_plan_that_is_not_followed_has_met_nothing_at_the_start() -> None:
    world = world_from_transformations([GATHER, LEAVE, RETURN], start_zone=YARD)
    env = HcraftEnv(world, Purpose([GoToZoneTask(YARD)]))
    problem = env.planning_problem()
    assert problem.solve() == [0]
    env.reset()
    assert problem.action_from_plan(env.state) == 0
    env.step(1)
    assert problem.action_from_plan(env.state) == 2
    env.step(2)
    assert env.purpose.terminated


def test_a_purpose_without_an_end() -> None:
    with pytest.warns(UserWarning, match="MineHcraft has no goal"):
        problem = MineHcraftEnv().planning_problem()
    assert problem.solve() == []


def test_names_of_actions_are_understood_and_plans_validated() -> None:
    problem = TreasureEnv().planning_problem()
    plan = problem.solve()
    assert problem.validate(plan)
    assert problem.validate(["(DO_3_move_to_key_room_at_start_room)", *plan[1:]])
    assert not problem.validate(plan[:-1])
    with pytest.raises(GenerationError, match="has no action 'fly'"):
        problem.validate(["fly"])


@pytest.mark.skipif(UPF_AVAILABLE, reason="unified-planning is installed")
def test_what_is_missing_is_said() -> None:
    with pytest.raises(MissingPackageError, match=r"twbench\[hierarchycraft\]"):
        _ = TreasureEnv().planning_problem().upf_problem


@needs_planning
def test_a_planner_that_is_not_there_is_named() -> None:
    problem = TreasureEnv().planning_problem(planner_name="no-such-planner")
    with pytest.raises(GenerationError, match=r"The planner 'no-such-planner' is not installed\."):
        problem.solve()


@needs_planning
def test_another_planner_is_asked_from_the_state_that_there_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from unified_planning import shortcuts
    from unified_planning.engines import PlanGenerationResult, PlanGenerationResultStatus

    asked = []

    class Planner:
        def __enter__(self) -> "Planner":
            return self

        def __exit__(self, *_: object) -> None:
            pass

        def solve(self, problem: Any, timeout: float) -> PlanGenerationResult:
            asked.append(problem)
            status = PlanGenerationResultStatus.TIMEOUT
            return PlanGenerationResult(status, None, "slow")

    monkeypatch.setattr(shortcuts, "OneshotPlanner", lambda name: Planner())
    env = TreasureEnv()
    problem = env.planning_problem(planner_name="slow")
    env.reset()
    for _ in range(2):
        with pytest.raises(GenerationError, match="No plan was found"):
            problem.action_from_plan(env.state)
        env.step(3)
    values = [dict(each.initial_values.items()) for each in asked]
    places = [[str(fluent) for fluent, value in each.items() if value.is_true()] for each in values]
    assert places[0] == ["at_zone_0_start_room", "visited_zone_0_start_room"]
    assert places[1] == ["at_zone_1_key_room", "visited_zone_1_key_room"]


@needs_planning
def test_pddl_is_read_again_and_its_validator_agrees(tmp_path: Path) -> None:
    """With a zone called end, and changes at the destination."""
    from unified_planning.io import PDDLReader
    from unified_planning.plans import ActionInstance, SequentialPlan
    from unified_planning.shortcuts import PlanValidator, get_environment

    get_environment().credits_stream = None
    end, stone = Zone("end"), Item("define")
    throw = Transformation("and", destination=end, inventory_changes=[Yield(DESTINATION, stone)])
    back = Transformation("not", destination=Zone("forall"), zone=end)
    pick = Transformation("or", zone=end, inventory_changes=[Yield(PLAYER, stone, max=4)])
    world = world_from_transformations([throw, back, pick], start_zone=Zone("forall"))
    tasks = [PlaceItemTask(stone, end), GetItemTask(stone), GoToZoneTask(end)]
    problem = HcraftEnv(world, tasks, name="exists").planning_problem()
    domain, question = problem.pddl()
    (tmp_path / "domain.pddl").write_text(domain)
    (tmp_path / "problem.pddl").write_text(question)
    read = PDDLReader().parse_problem(tmp_path / "domain.pddl", tmp_path / "problem.pddl")
    names = ["do_0_and_at_forall", "do_2_or_at_end"]
    assert problem.validate(names)
    with PlanValidator(problem_kind=read.kind) as validator:
        for steps, valid in ((names, True), (names[:1], False)):
            plan = SequentialPlan([ActionInstance(read.action(name)) for name in steps])
            assert bool(validator.validate(read, plan)) is valid
