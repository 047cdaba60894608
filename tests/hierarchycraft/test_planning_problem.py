"""Problems for planners: solved by our own, and written for others."""

from pathlib import Path

import pytest

from twbench.errors import GenerationError, MissingPackageError
from twbench.hierarchycraft import (
    DESTINATION,
    PLAYER,
    GetItemTask,
    GoToZoneTask,
    HcraftEnv,
    Item,
    PlaceItemTask,
    Transformation,
    Yield,
    Zone,
    world_from_transformations,
)
from twbench.hierarchycraft.examples import MineHcraftEnv, TreasureEnv
from twbench.hierarchycraft.planning import UPF_AVAILABLE

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
