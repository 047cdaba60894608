"""Environments: rewards, ends, what is told beside observations, and Gymnasium's own checks."""

from collections.abc import Callable
from typing import Any, ClassVar

import numpy as np
import pytest

from twbench.errors import ConfigError, GameNotRunningError, WorldError
from twbench.hierarchycraft import (
    PLAYER,
    GetItemTask,
    GoToZoneTask,
    HcraftEnv,
    HcraftState,
    Item,
    PlaceItemTask,
    Purpose,
    RewardShaping,
    Stack,
    Transformation,
    Use,
    World,
    Yield,
    Zone,
    get_human_action,
    render_env_with_human,
    world_from_transformations,
)
from twbench.hierarchycraft.examples import (
    EXAMPLE_ENVS,
    HCRAFT_GYM_ENVS,
    TowerHcraftEnv,
    TreasureEnv,
)
from twbench.hierarchycraft.purpose import platinium_purpose
from twbench.hierarchycraft.task import Task

SOLUTION = [3, 1, 1, 5, 4, 2, 0]
"""Of the treasure."""


@pytest.mark.parametrize("kind", [TreasureEnv, TowerHcraftEnv])
@pytest.mark.filterwarnings("ignore:.*alternative render modes:UserWarning")
def test_gymnasium_finds_no_fault(kind: type[HcraftEnv]) -> None:
    checks = pytest.importorskip("gymnasium.utils.env_checker")
    checks.check_env(kind(render_mode="ansi"))


@pytest.mark.parametrize("kind", EXAMPLE_ENVS)
def test_the_first_observation_is_in_its_space(kind: type[HcraftEnv]) -> None:
    pytest.importorskip("gymnasium")
    env = kind()
    observation, infos = env.reset()
    assert env.observation_space.contains(observation)
    assert env.action_space.n == len(env.world.transformations) == len(infos["action_is_legal"])


def test_an_episode_ends_when_the_purpose_is_fulfilled() -> None:
    env = TreasureEnv(max_step=8)
    observation, infos = env.reset()
    assert observation.tolist() == [0, 0, 1, 0, 0, 0, 0]
    assert infos["action_is_legal"].tolist() == [False, False, False, True, True, False]
    results = [env.step(action) for action in (0, *SOLUTION)]
    assert [reward for _, reward, *_ in results] == [-1, 0, 0, 0, 0, 0, 0, 1]
    assert [done for _, _, done, *_ in results] == [False] * 7 + [True]
    assert [cut for *_, cut, _ in results] == [False] * 7 + [True]
    told = results[-1][-1]
    assert told["score"] == told["score_average"] == 0
    assert told["Get gold is done"]
    assert told["Purpose success rate"] == 1.0


def test_rates_are_over_the_last_ten_episodes_and_a_seed_forgets_them() -> None:
    env = TreasureEnv()
    for actions in (SOLUTION, [0], *([[]] * 8)):
        env.reset()
        for action in actions:
            env.step(action)
    assert env.infos()["Get gold success rate"] == 0.1
    assert env.reset()[1]["Get gold success rate"] == 0.0
    assert env.infos()["score_average"] == 0.0
    env.step(0)
    assert env.infos()["score_average"] < 0
    assert {**env.reset(seed=1)[1], "action_is_legal": 0} == {
        **TreasureEnv().reset()[1],
        "action_is_legal": 0,
    }


def test_wrong_actions() -> None:
    env = TreasureEnv()
    with pytest.raises(GameNotRunningError):
        env.step(0)
    env.reset()
    assert env.step("3")[1] == env.step(np.array([5]))[1] == env.step(np.int64(3))[1] == 0
    for wrong in ("x", None, np.array([1, 2])):
        with pytest.raises(TypeError, match="An action is the number of a transformation"):
            env.step(wrong)  # type: ignore[arg-type]
    for number, told in ((6, "6: the last is 5"), (-1, "-1: the first is 0")):
        with pytest.raises(IndexError, match=f"There is no transformation {told}"):
            env.step(number)
    assert env.current_step == 3


def test_what_an_environment_cannot_do_is_said() -> None:
    with pytest.raises(ConfigError, match="max_step must be a whole number of at least 0"):
        TreasureEnv(max_step="10")
    with pytest.raises(ConfigError, match="in the mode 'ansi', not 'human'"):
        TreasureEnv(render_mode="human")
    env = TreasureEnv(render_mode="ansi")
    with pytest.raises(ConfigError, match="in the mode 'ansi', not 'rgb_array'"):
        env.render(mode="rgb_array")
    assert env.render() == env.render(mode="ansi")


def test_names_alone_are_no_parts_of_a_world() -> None:
    hall, gold = Zone("hall"), Item("gold")
    pick = Transformation("pick", inventory_changes=[Yield(PLAYER, gold)])
    makers: dict[str, Callable[[Any], object]] = {
        "The item of a change must be of the type Item, not 'x': Item('x').": lambda x: Use(
            PLAYER, x
        ),
        "The owner of a change is a Zone or one of player, current_zone, destination, not 'x'.": (
            lambda x: Use(x, gold)
        ),
        "The destination of a transformation must be of the type Zone, not 'x': Zone('x').": (
            lambda x: Transformation(destination=x)
        ),
        "A zone of a transformation must be of the type Zone, not 'x': Zone('x').": (
            lambda x: Transformation(zone=x)
        ),
        "inventory_changes must be of Use and Yield, not 'x'.": (
            lambda x: Transformation(inventory_changes=x)
        ),
        "A transformation must be of the type Transformation, not 'x'.": (
            lambda x: world_from_transformations([x])
        ),
        "The zone at the start must be of the type Zone, not 'x': Zone('x').": (
            lambda x: world_from_transformations([pick], start_zone=x)
        ),
        "What the player has at the start must be a list of items and stacks, not 'x'.": (
            lambda x: world_from_transformations([pick], start_items=x)
        ),
        "What lies in 'hall' must be a list of items and stacks, not 'x'.": (
            lambda x: world_from_transformations([pick], start_zones_items={hall: x})
        ),
        "An item must be of the type Item, not 'x': Item('x').": GetItemTask,
        "A zone of a task must be of the type Zone, not 'x': Zone('x').": (
            lambda x: PlaceItemTask(gold, [x])
        ),
        "The zone of a task must be of the type Zone, not 'x': Zone('x').": GoToZoneTask,
        "A task must be of the type Task, not 'x'.": Purpose,
        "The shaping of rewards is one of none, all, required, inputs, not 'x'.": RewardShaping,
    }
    for told, make in makers.items():
        with pytest.raises((TypeError, ValueError)) as caught:
            make("x")
        assert str(caught.value) == told


def test_zones_are_what_any_iterable_has() -> None:
    hall, cellar, gold = Zone("hall"), Zone("cellar"), Item("gold")
    for several in ((hall, cellar), iter([hall, cellar])):
        task = PlaceItemTask(gold, several)  # type: ignore[arg-type]
        assert task.name == "Place gold in hall or cellar"
        assert task.zone == [hall, cellar]
    pick = Transformation(
        "pick",
        zone=(zone for zone in [cellar]),  # type: ignore[arg-type]
        inventory_changes=[Yield(PLAYER, gold)],
    )
    go = Transformation("go", destination=cellar, zone=hall)
    env = HcraftEnv(world_from_transformations([pick, go], start_zone=hall))
    env.reset()
    assert env.action_masks().tolist() == [False, True]


def test_a_subclass_has_the_modes_that_it_says_it_has() -> None:
    class Drawn(TreasureEnv):
        metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi", "rgb_array"]}

    assert Drawn(render_mode="rgb_array").render_mode == "rgb_array"
    with pytest.raises(ConfigError, match="in the mode 'ansi', not 'human'"):
        Drawn(render_mode="human")


def test_a_name_has_no_place_in_a_world() -> None:
    world = TreasureEnv().world
    for place, kind in ((world.slot_from_item, "Item"), (world.slot_from_zone, "Zone")):
        with pytest.raises(TypeError, match=f"must be of the type {kind}, not 'gold'"):
            place("gold")  # type: ignore[arg-type]


def test_counts_of_items_at_the_start_are_stacks() -> None:
    gold = Item("gold")
    pick = Transformation("pick", inventory_changes=[Yield(PLAYER, gold)])
    with pytest.raises(TypeError, match="must be a list of items and stacks, not "):
        world_from_transformations([pick], start_items={gold: 2})  # type: ignore[arg-type]
    one = Yield(PLAYER, gold)
    with pytest.raises(TypeError, match="inventory_changes must be a list, not Yield"):
        Transformation(inventory_changes=one)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a list of transformations, not of a single one"):
        world_from_transformations(pick)  # type: ignore[arg-type]


def test_shaping_adds_the_tasks_on_the_way() -> None:
    def names(shaping: str) -> list[str]:
        purpose = Purpose(default_reward_shaping=RewardShaping(shaping), shaping_value=0.5)
        purpose.add_task(GetItemTask(TreasureEnv.GOLD, reward=10))
        env = TreasureEnv(purpose=purpose)
        env.reset()
        assert [task.name for task in purpose.terminal_groups[0].tasks] == ["Get gold"]
        return sorted(task.name for task in purpose.optional_tasks)

    rooms = ["Go to key_room", "Go to start_room", "Go to treasure_room"]
    chests = ["Place locked_chest anywhere", "Place treasure_chest anywhere"]
    assert names("none") == []
    assert names("inputs") == chests[1:]
    assert names("required") == ["Get key", *rooms, *chests]
    assert names("all") == ["Get gold", "Get key", *rooms, *chests]


def test_groups_end_the_episode_and_optional_tasks_do_not() -> None:
    a, b, zone = Item("a"), Item("b"), Zone("z")
    makes = [Transformation(inventory_changes=[Yield(PLAYER, item)]) for item in (a, b)]
    lose = Transformation(inventory_changes=[Use(PLAYER, a, 1), Yield(zone, b)])
    purpose = Purpose(timestep_reward=-1)
    purpose.add_task(GetItemTask(a, reward=2), terminal_groups=["both"])
    purpose.add_task(GetItemTask(Stack(b, 2), reward=3), terminal_groups=["both", "b"])
    purpose.add_task(PlaceItemTask(b, zone, reward=5), terminal_groups=None)
    env = HcraftEnv(world_from_transformations([*makes, lose], start_zone=zone), purpose)
    env.reset()
    assert str(purpose) == ("Purpose(both:[Get a,Get 2 b], b:[Get 2 b], optional:[Place b in z])")
    assert purpose.best_terminal_group.name == "both"
    assert [env.step(action)[1:3] for action in (0, 0, 2, 1, 1)] == [
        *((1, False), (-1, False), (4, False), (-1, False), (2, True))
    ]
    assert env.infos()["Terminal group 'both' is done"]


def test_everything_is_a_purpose() -> None:
    world = TreasureEnv().world
    purpose = platinium_purpose(world.items, world.zones, world.zones_items)
    assert len(purpose.tasks) == 7
    assert purpose.timestep_reward == -0.1


def test_a_task_about_nothing_in_the_world() -> None:
    key, gold = TreasureEnv.KEY, Item("golds")
    for task, told in (
        (GoToZoneTask(Zone("moon")), "The world has no zone 'moon'."),
        (
            GetItemTask(gold),
            "The world has no item 'golds' that the player can hold. Did you mean 'gold'?",
        ),
        (PlaceItemTask(key), "The world has no item 'key' that can lie in a zone."),
    ):
        with pytest.raises(WorldError) as caught:
            HcraftEnv(TreasureEnv().world, task).reset()
        assert str(caught.value) == told


def test_a_world_that_cannot_be_played_is_refused_with_all_reasons() -> None:
    wrong = Transformation("wrong", inventory_changes=[Yield(PLAYER, Item("b"), -2)])
    world = World([Item("a")], [], [], [wrong], start_items=[Item("aa")])
    with pytest.raises(WorldError) as caught:
        HcraftEnv(world)
    assert str(caught.value).splitlines() == [
        "The start: the world has no item 'aa'. Did you mean 'a'?",
        "Transformation 0 ('wrong'): the world has no item 'b'.",
        "Transformation 0 ('wrong'): an amount of 'b' is -2, but must be a whole number of 0 to"
        " 2147483647.",
    ]


def test_a_script_plays_in_the_terminal() -> None:
    shown: list[str] = []
    score = render_env_with_human(TreasureEnv(), script=SOLUTION, write=shown.append)
    assert score == 1
    assert len(shown) == 8
    assert "There: 1 locked_chest" in shown[5]
    assert shown[7].startswith("take-gold-from-chest: reward 1\n")


def test_answers_are_numbers_or_names() -> None:
    answers = iter(["99", "dance", "search-key"])
    shown: list[str] = []
    action = get_human_action(TreasureEnv(), lambda _: next(answers), shown.append)
    assert action == 1
    assert shown == [f"There is no {wrong!r} among what can be done." for wrong in ("99", "dance")]


def test_gymnasium_makes_them_by_name() -> None:
    gymnasium = pytest.importorskip("gymnasium")
    assert len(HCRAFT_GYM_ENVS) == 67
    for name in ("Treasure-v1", "KeyCorridor-v1", "MineHcraft-Dragon-v1"):
        assert name in HCRAFT_GYM_ENVS
        _, infos = gymnasium.make(name).reset(seed=1)
        assert infos["action_is_legal"].any()
    env = gymnasium.make("MineHcraft-Diamond-v1").unwrapped
    env.reset()
    assert str(env.purpose).startswith("Purpose(default:[Get diamond#required], optional:[Get wood")


def test_a_task_that_was_written_for_hcraft() -> None:
    class Rich(Task):
        def reward(self, state: HcraftState) -> float:
            return 2.0 if self._is_terminal(state) else 0.0

        def _is_terminal(self, state: HcraftState) -> bool:
            return state.amount_of(TreasureEnv.KEY) >= 2

    task = Rich("Be rich")
    env = TreasureEnv(purpose=task)
    env.reset()
    steps = [env.step(action)[1:3] for action in (3, 1, 1)]
    assert steps == [(0.0, False), (0.0, False), (2.0, True)]
    assert task.is_terminated
    assert env.purpose.is_terminated
