"""NetHack on a level: documented parameters and helpers, seeds, limits, faults of others."""

import gc
import os
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hash_seeds import printed

from twbench import minihack
from twbench.errors import ConfigError, GameNotRunningError, MissingPackageError
from twbench.minihack import LevelGenerator, engine
from twbench.minihack.levels.geometry import MapOnScreen
from twbench.minihack.text.env import NetHackEnv
from twbench.minihack.text.game import LevelGame

nle = pytest.mark.nle
MINIHACK = os.environ.get("TWBENCH_MINIHACK_PYTHON")
NORTH, EAST, SOUTH, WEST = range(4)


def room() -> LevelGenerator:
    """A room with something on each side of the player, and the stair in a corner."""
    level = LevelGenerator(w=5, h=5)
    level.set_start_pos((2, 2))
    level.add_sink((1, 1))
    level.add_monster("newt", ":", (2, 1), ("asleep",))
    level.add_object("apple", "%", (3, 2))
    level.add_object("dagger", ")", (2, 3))
    level.add_stair_down((4, 4))
    return level


def navigation(level: Any = None, **arguments: Any) -> Any:
    from twbench.minihack import MiniHackNavigation

    return MiniHackNavigation(des_file=room() if level is None else level, **arguments)


def skill(level: Any = None, **arguments: Any) -> Any:
    from twbench.minihack import MiniHackSkill

    return MiniHackSkill(des_file=room() if level is None else level, **arguments)


def digest(env: Any, seed: int, steps: int = 60) -> bytes:
    draw = np.random.default_rng(seed)
    observation, _ = env.reset(seed=seed)
    parts = [observation["chars"].tobytes()]
    for _ in range(steps):
        observation, _, terminated, truncated, _ = env.step(int(draw.integers(8)))
        parts += [observation["chars"].tobytes(), observation["message"].tobytes()]
        if terminated or truncated:
            break
    return b"".join(parts)


@nle
def test_gymnasium_has_nothing_to_say_against_them() -> None:
    from gymnasium.utils.env_checker import check_env

    for env in (navigation(), skill()):
        with warnings.catch_warnings():
            # NLE's own method to seed, and that the class is not registered.
            warnings.filterwarnings("ignore", message=".*(seed. function|alternative render).*")
            check_env(env)
        env.close()


@nle
def test_navigation_is_as_documented() -> None:
    env = navigation()
    assert env.action_space.n == 8
    assert env.character == "rog-hum-cha-mal"
    assert env._max_episode_steps == 100
    assert not env._allow_all_yn_questions
    observation, _ = env.reset(seed=1)
    assert list(observation) == [
        *("glyphs", "chars", "colors", "specials"),
        *("glyphs_crop", "chars_crop", "colors_crop", "specials_crop"),
        *("blstats", "message"),
    ]
    assert observation["chars_crop"].shape == (9, 9)
    env.step(NORTH)
    observation, *_ = env.step(EAST)
    if b"apple" not in bytes(observation["message"]):
        observation, *_ = env.step(EAST)
    assert env.key_in_inventory("apple") is not None
    env.close()


@nle
def test_skills_are_as_documented() -> None:
    env = skill()
    assert env.action_space.n == 85
    assert env.character == "cav-hum-neu-mal"
    assert env._max_episode_steps == 250
    assert env._allow_all_yn_questions
    observation, _ = env.reset(seed=1)
    assert list(observation)[-2:] == ["inv_strs", "inv_letters"]
    observation, *_ = env.step(EAST)
    assert b"You see here 2 apples." in bytes(observation["message"])
    assert env.key_in_inventory("apple") is None
    assert env.key_in_inventory("club") == "a"
    env.close()


@nle
def test_helpers_tell_what_is_seen() -> None:
    env = navigation(use_wiki=True)
    observation, _ = env.reset(seed=1)
    assert env.get_neighbor_descriptions() == [
        *("sink", "newt", "floor of a room", "floor of a room", "human rogue called Agent"),
        *("an apple", "floor of a room", "a dagger", "floor of a room"),
    ]
    assert env.get_object_direction("apple") == env.actions[EAST]
    assert env.get_object_direction("dragon") is None
    assert env.screen_contains("sink")
    assert not env.screen_contains("dragon")
    x, y = observation["blstats"][:2]
    assert env.get_screen_description(x + 1, y, observation) == "an apple"
    assert env.key_in_inventory("dagger") == "b"
    assert "lizard" in env.get_neighbor_wiki_pages()[1]
    assert env.get_screen_wiki_page(0, 0) == ""
    env.close()


@nle
def test_windows_around_the_player_end_at_the_edges_of_the_level() -> None:
    env = navigation(LevelGenerator(w=76, h=21), obs_crop_h=5, obs_crop_w=7, obs_crop_pad=9)
    env.reset(seed=2)
    whole = np.arange(21 * 79, dtype=np.int16).reshape(21, 79)
    assert env._crop(whole, 10, 10).tolist() == whole[8:13, 7:14].tolist()
    corner = env._crop(whole, 0, 0)
    assert corner[2:, 3:].tolist() == whole[:3, :4].tolist()
    assert set(corner[:2].flat) == set(corner[:, :3].flat) == {9}
    env.close()


@nle
def test_a_seed_decides_the_episode_and_those_after_it() -> None:
    level = LevelGenerator(w=9, h=9)
    level.add_stair_down()
    level.add_monster("jackal", "d")
    one, other = navigation(level), navigation(level)
    episodes = [digest(one, 5), digest(one, 6), digest(one, 5)]
    assert episodes[0] == episodes[2] != episodes[1]
    assert digest(other, 5) == episodes[0]
    following = [env.reset()[0]["chars"].tobytes() for env in (one, other)]
    assert following[0] == following[1]
    one.close()
    other.close()


@nle
@pytest.mark.parametrize("seed", [-1, 2**64, 1.5, "7"])
def test_a_seed_that_nethack_cannot_take_is_refused_in_a_sentence(seed: Any) -> None:
    for reset in (lambda: navigation().reset(seed=seed), lambda: NetHackEnv().seed(seed)):
        with pytest.raises(ConfigError, match=f"^seed must be a whole number .* not {seed!r}"):
            reset()


@nle
def test_a_seed_may_be_one_of_numpy() -> None:
    one, same = navigation(), navigation()
    assert (one.reset(seed=np.int64(7))[0]["chars"] == same.reset(seed=7)[0]["chars"]).all()


@nle
def test_seeds_are_drawn_from_those_that_are_given() -> None:
    env = navigation(seeds=[3, 4])
    found = set()
    for number in range(12):
        env.reset(seed=0 if number == 0 else None)
        found.add(env.get_seeds()[:2])
    assert found == {(3, 3), (4, 4)}
    env.seed(11, 12)
    env.reset()
    assert env.get_seeds()[:2] == (11, 12)
    env.close()
    with pytest.raises(ConfigError, match="empty"):
        navigation(seeds=[])


@nle
def test_the_limit_cuts_off_and_does_not_end() -> None:
    env = navigation(LevelGenerator(w=4, h=4), max_episode_steps=3)
    with pytest.raises(GameNotRunningError, match="reset"):
        env.step(EAST)
    env.reset(seed=1)
    ends = [env.step(action)[2:4] for action in (EAST, WEST, EAST)]
    assert ends == [(False, False), (False, False), (False, True)]
    with pytest.raises(GameNotRunningError, match="reset"):
        env.step(EAST)
    env.close()


@nle
def test_rewards_are_those_of_winning_losing_and_standing_still() -> None:
    level = LevelGenerator(w=4, h=2)
    level.set_start_pos((0, 0))
    level.add_stair_down((2, 0))
    level.add_terrain((0, 1), "L")
    env = navigation(level, reward_win=3, reward_lose=-5, penalty_step=-0.25)
    env.reset(seed=1)
    assert [env.step(action)[1] for action in (WEST, WEST, EAST)] == [-0.25, -0.25, 0]
    _, reward, terminated, truncated, info = env.step(EAST)
    assert (reward, terminated, truncated, info["end_status"]) == (3, True, False, 2)
    env.reset(seed=1)
    _, reward, terminated, truncated, info = env.step(SOUTH)
    assert (reward, terminated, truncated, info["end_status"]) == (-5, True, False, 1)
    env.close()


@nle
def test_another_level_is_played_from_the_next_reset_on() -> None:
    env = navigation()
    env.reset(seed=1)
    small = LevelGenerator(w=2, h=1)
    small.set_start_pos((0, 0))
    small.add_stair_down((1, 0))
    env.update(small.get_des())
    env.reset(seed=1)
    assert env.step(EAST)[2]
    with pytest.raises(ConfigError, match="line 1"):
        env.update("no level")
    env.close()


@nle
def test_other_options_that_nethack_takes_are_taken() -> None:
    env = navigation(options=("color", "showexp", "number_pad:0"))  # and tell the story first
    env.reset(seed=1)
    env.step(EAST)
    assert "showscore" not in env.nethack.options
    env.close()


@nle
def test_what_cannot_be_is_said_before_anything_runs(tmp_path: Path) -> None:
    level = LevelGenerator()
    level.add_object("appple", "%")
    with pytest.raises(ConfigError, match=r"(?s)line 17: .*Did you mean 'apple'"):
        navigation(level)
    with pytest.raises(ConfigError, match="Did you mean 'glyphs'"):
        navigation(observation_keys=["glyph"])
    with pytest.raises(ConfigError, match="a list of names, not the text 'glyphs'"):
        navigation(observation_keys="glyphs")
    with pytest.raises(ConfigError, match="one of human, ansi, not 'rgb_array'"):
        navigation(render_mode="rgb_array")
    with pytest.raises(ConfigError, match="max_episode_steps must be a whole number"):
        navigation(max_episode_steps="5")
    for seeds in (3, "3", ["3"]):
        with pytest.raises(ConfigError, match="seeds"):
            navigation(seeds=seeds)
    with pytest.raises(ConfigError, match=r"'bard' is none of .*Did you mean 'bar'"):
        navigation(character="bard-hum-neu-mal")
    with pytest.raises(ConfigError, match=r"parameter 'x'\. Unknown option 'a'\."):
        navigation(options=("color", "a", "runmode:x"))
    with pytest.raises(ConfigError, match="a list of options of NetHack, not 'color'"):
        navigation(options="color")
    with pytest.raises(ConfigError, match="NetHack does not take these options"):
        navigation(options=("@no_file",))  # whose name NetHack takes all else for, too
    with pytest.raises(ConfigError, match="Cannot read the level"):
        navigation(str(tmp_path / "none.des"))
    (tmp_path / "room.des").write_text(room().get_des())
    navigation(str(tmp_path / "room.des")).close()
    env = navigation(descriptions=False)
    env.reset(seed=1)
    with pytest.raises(ConfigError, match="descriptions=True"):
        env.screen_contains("sink")
    with pytest.raises(ConfigError, match="use_wiki=True"):
        env.get_neighbor_wiki_pages()
    env.close()


@nle
def test_observations_are_not_written_over() -> None:
    env = navigation()
    first, _ = env.reset(seed=1)
    before = first["chars"].copy()
    env.step(SOUTH)
    assert (first["chars"] == before).all()
    env.close()


@nle
def test_a_screen_is_rendered_as_text() -> None:
    env = navigation(render_mode="ansi")
    env.reset(seed=1)
    shown = env.render()
    assert shown.splitlines()[0].startswith("Hello Agent")
    assert "#:" in shown.replace(" ", "")
    env.close()


@nle
def test_a_task_of_ones_own_judges_its_end_and_reward() -> None:
    """Subclasses of MiniHack's environments do; without it they would never be asked."""
    from twbench.minihack import MiniHackNavigation

    class West(MiniHackNavigation):
        def _is_episode_end(self, observation: Any) -> Any:
            x = observation[self._blstats_index][0]
            moved = x < self._previous_obs[self._blstats_index][0]
            return self.StepStatus.TASK_SUCCESSFUL if moved else self.StepStatus.RUNNING

        def _reward_fn(self, last: Any, action: int, observation: Any, end: Any) -> float:
            before = last[self._original_observation_keys.index("glyphs")]
            assert before.shape == observation[self._glyph_index].shape
            return 7.0 if end == self.StepStatus.TASK_SUCCESSFUL else float(action)

    env = West(des_file=room())
    env.reset(seed=1)
    assert env.step(SOUTH)[1:4] == (SOUTH, False, False)
    _, reward, terminated, _, info = env.step(WEST)
    assert (reward, terminated) == (7, True)
    assert info["end_status"] == env.StepStatus.TASK_SUCCESSFUL
    env.close()


def lines_of(*command: str) -> list[str]:
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


@nle
@pytest.mark.slow
@pytest.mark.skipif(not MINIHACK, reason="TWBENCH_MINIHACK_PYTHON names no Python with MiniHack")
def test_classes_of_minihacks_tasks_play_the_same_on_these() -> None:
    script = str(Path(__file__).with_name("task_classes.py"))
    (folder,) = lines_of(str(MINIHACK), "-c", "import minihack; print(minihack.__path__[0])")
    theirs = lines_of(str(MINIHACK), script, folder, "minihack")
    assert len(theirs) == 123
    assert lines_of(sys.executable, script, folder, "twbench") == theirs


@nle
def test_what_is_seen_is_told_of_observations_as_events_have_them() -> None:
    env = navigation()
    env.reset(seed=1)
    before = tuple(part.copy() for part in env.last_observation)
    env.step(EAST)
    assert "an apple" in env.get_neighbor_descriptions(before)
    assert "an apple" not in env.get_neighbor_descriptions(env.last_observation)
    assert env.screen_contains("apple", before)
    assert not env.screen_contains("apple", env.last_observation)
    x, y = (int(n) for n in before[env._blstats_index][:2])
    assert env.get_screen_description(x + 1, y, before) == "an apple"
    env.close()


@nle
def test_what_shows_nothing_says_so() -> None:
    env = navigation()
    env.reset(seed=1)
    with pytest.warns(UserWarning, match="render_mode='human'"):
        assert env.render() is None
    env.close()


@nle
def test_an_action_is_one_of_its_numbers() -> None:
    env = navigation()
    env.reset(seed=1)
    for wrong in ("north", 1.0, None, np.array([1])):
        with pytest.raises(TypeError, match="An action is the number of one of actions, not "):
            env.step(wrong)
    for number in (-1, 8):
        with pytest.raises(IndexError, match=f"There is no action {number}: .* from 0 to 7"):
            env.step(number)
    env.step(np.int64(0))
    env.step(np.array(2))
    env.close()
    with pytest.raises(GameNotRunningError):
        env.step(0)
    env.close()


@nle
@pytest.mark.slow
def test_maps_begin_where_it_is_computed() -> None:
    env = navigation(descriptions=False)
    for width, height in [(w, 3) for w in range(1, 77)] + [(4, h) for h in range(1, 22)]:
        level = LevelGenerator(w=width, h=height)
        level.set_start_pos((0, 0))
        env.update(level)
        observation, _ = env.reset(seed=1)
        assert tuple(observation["blstats"][:2]) == env.map_origin, (width, height)
    env.close()


def test_a_map_that_is_not_in_the_middle_has_no_known_origin() -> None:
    des = LevelGenerator(w=5, h=5).get_des()
    assert MapOnScreen.of(des).origin == (36, 9)
    assert MapOnScreen.of(des.replace("center,center", "left,center")).origin is None
    assert MapOnScreen.of(des + des).origin is None
    assert MapOnScreen.of(des).bounds == (5, 5)
    assert MapOnScreen.of('LEVEL: "mylevel"\n').origin is None


def test_rows_of_rock_above_the_floor_belong_to_the_map() -> None:
    rows = [" " * 9, " " * 9, "......", "      "]
    des = LevelGenerator("\n".join(rows)).get_des()
    assert MapOnScreen.of(des).origin == MapOnScreen.of(LevelGenerator(w=9, h=4).get_des()).origin


def test_what_is_around_a_map_that_is_no_rock_belongs_to_the_level() -> None:
    assert MapOnScreen.of(LevelGenerator(w=5, h=5, solidfill=".").get_des()).bounds is None
    mines = LevelGenerator(w=5, h=5).get_des().replace("solidfill,' '", "mines, '.', ' ', true")
    assert MapOnScreen.of(mines).bounds is None


def of_gymnasium() -> None:
    env = navigation(descriptions=False)
    env.reset(seed=1)
    env.step(EAST)
    env.close()


def of_text() -> None:
    with NetHackEnv() as env:
        env.open(LevelGame(room().get_des()))
        env.reset()
        env.step("east")


@nle
@pytest.mark.slow
@pytest.mark.parametrize("once", [of_gymnasium, of_text])
def test_a_thousand_environments_leave_nothing_behind(
    once: Callable[[], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def open_files() -> int:
        return len(list(Path("/proc/self/fd").iterdir()))

    def resident() -> int:
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    for _ in range(100):
        once()
    gc.collect()
    files, memory, folders = open_files(), resident(), set(tmp_path.iterdir())
    for _ in range(900):
        once()
    gc.collect()
    assert open_files() <= files
    assert resident() < memory + 20e6
    assert set(tmp_path.iterdir()) == folders
    assert len(folders) <= 1  # the one in which levels are compiled


SCRIPT = """
import hashlib, sys
sys.path.insert(0, {folder!r})
from test_minihack_environments import digest, navigation
from twbench.minihack import LevelGenerator
level = LevelGenerator(w=9, h=9)
level.add_stair_down()
level.add_monster("jackal", "d")
level.add_trap("pit")
print(hashlib.sha256(digest(navigation(level), 5)).hexdigest())
"""


@nle
@pytest.mark.slow
def test_three_processes_play_the_same() -> None:
    script = SCRIPT.format(folder=str(Path(__file__).parent))
    assert len(printed(script)) == 1


@pytest.mark.parametrize("name", ["MiniHack", "MiniHackNavigation", "MiniHackSkill"])
def test_without_nle_every_entry_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    entry = getattr(minihack, name)
    monkeypatch.setattr(engine, "find_spec", lambda name: None)
    monkeypatch.setattr(engine, "_LAST_PYTHON", sys.version_info[:2])
    with pytest.raises(MissingPackageError, match=r"pip install 'twbench\[minihack\]'"):
        entry(des_file=room())
    with pytest.raises(MissingPackageError, match=r"pip install 'twbench\[minihack\]'"):
        engine.staircase_task()()
