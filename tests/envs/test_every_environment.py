"""Every environment and every wrapper of twbench keeps the contract of environments."""

from pathlib import Path

import pytest
from sample_games import STORIES, coin_collector, shed, write

import twbench.envs
from twbench.core import EnvInfos, Environment, GameState
from twbench.envs import (
    ActionRecorder,
    Filter,
    HtmlViewer,
    IsolatedEnv,
    JerichoEnv,
    Limit,
    ReadableNames,
    Recorder,
    RecordingViewer,
    StoryEnv,
    TextWorldEnv,
    TWInform7,
    own_folder,
)
from twbench.errors import ConfigError
from twbench.families import start
from twbench.testing import EnvironmentContract

OF_ALL_STORIES = ("description", "feedback", "inventory", "last_command")
OF_KNOWN_STORIES = ("lost", "max_score", "moves", "score", "won")
SEARCHED = ("admissible_commands", "valid_actions")
"""What is found by trying, in a story by another maker."""
DETECTED = ("location", *(name for name in EnvInfos.STORY_NAMES if name not in SEARCHED))
"""What is read in the memory of such a story."""


class OurStory(EnvironmentContract):
    """What holds for stories of ours, however they are played."""

    walkthrough = tuple(shed().walkthrough)
    infos = EnvInfos.NAMES
    counts_commands = True

    @pytest.fixture(autouse=True)
    def story(self, tmp_path: Path) -> None:
        self.path = write(shed(), tmp_path)

    def plain(self, infos: EnvInfos) -> Environment:
        return start(self.path, infos, isolated=False)

    make_environment = plain

    def test_a_state_says_after_a_step_whether_the_game_has_ended(self) -> None:
        with self._made() as env:
            assert self.reset(env).done is None
            for command in self.walkthrough:
                state, _, done = self.step(env, command)
                assert state["done"] is done
            assert done


class TestStoryEnv(OurStory):
    pass


class TestStoryEnvOfACoinCollector(OurStory):
    walkthrough = tuple(coin_collector(120).walkthrough)

    @pytest.fixture(autouse=True)
    def story(self, tmp_path: Path) -> None:
        self.path = write(coin_collector(120), tmp_path)


class TestStoryEnvWithoutItsGame(OurStory):
    """What the story itself knows is there without the game's file."""

    infos = (
        *("description", "facts", "feedback", "inventory", "last_command"),
        *EnvInfos.STANDING,
    )

    @pytest.fixture(autouse=True)
    def story(self, tmp_path: Path) -> None:
        self.path = write(shed(), tmp_path)
        self.path.with_suffix(".json").unlink()


@pytest.mark.slow  # a process for each environment
class TestIsolatedEnv(OurStory):
    def make_environment(self, infos: EnvInfos) -> Environment:
        return start(self.path, infos, isolated=True)


class TestActionRecorder(OurStory):
    def make_environment(self, infos: EnvInfos) -> Environment:
        return ActionRecorder(self.plain(infos))


class TestRecorder(OurStory):
    def make_environment(self, infos: EnvInfos) -> Environment:
        return Recorder(self.plain(infos))


class TestLimit(OurStory):
    def make_environment(self, infos: EnvInfos) -> Environment:
        return Limit(self.plain(infos), 100)


class TestHtmlViewer(OurStory):
    def make_environment(self, infos: EnvInfos) -> Environment:
        return HtmlViewer(self.plain(infos), open_automatically=False, port=0)


class TestRecordingViewer(OurStory):
    def make_environment(self, infos: EnvInfos) -> Environment:
        recorder = ActionRecorder(self.plain(infos))
        return RecordingViewer(recorder, print, open_automatically=False, port=0)


class TestReadableNames(OurStory):
    def make_environment(self, infos: EnvInfos) -> Environment:
        return ReadableNames(self.plain(infos))


class TestTWInform7(OurStory):
    def make_environment(self, infos: EnvInfos) -> Environment:
        env = TWInform7(JerichoEnv(infos))
        env.load(str(self.path))
        return env


class TestTextWorldEnv(OurStory):
    """The game's file has no texts of rooms and inventories."""

    infos = tuple(name for name in EnvInfos.NAMES if name not in ("description", "inventory"))

    def make_environment(self, infos: EnvInfos) -> Environment:
        return start(self.path.with_suffix(".json"), infos)


class TestFilter(OurStory):
    """It returns texts and information in place of states; those are the environment's still."""

    def make_environment(self, infos: EnvInfos) -> Environment:
        return Filter(self.plain(infos))

    def reset(self, env: Environment) -> GameState:
        env.reset()
        return env.state

    def step(self, env: Environment, command: str) -> tuple[GameState, float, bool]:
        _, score, done, _ = env.step(command)
        return env.state, score, done


class TestManyWrappers(TestFilter):
    def make_environment(self, infos: EnvInfos) -> Environment:
        viewer = HtmlViewer(self.plain(infos), open_automatically=False, port=0)
        return Filter(Recorder(Limit(Recorder(viewer), 100)))


needs_stories = pytest.mark.skipif(
    not STORIES.is_dir(), reason="the stories of other makers are not here"
)


class OfAnotherMaker(EnvironmentContract):
    """What holds for a story that Jericho knows, and wins with its walkthrough and seed 0."""

    infos = (*OF_ALL_STORIES, *OF_KNOWN_STORIES, *DETECTED)
    searched = SEARCHED
    path = STORIES / "awaken.z5"

    @pytest.fixture(autouse=True)
    def own_walkthrough(self) -> None:
        with own_folder():
            with start(self.path, EnvInfos(["walkthrough"]), isolated=False) as env:
                self.walkthrough = env.reset()["extra.walkthrough"]
            yield


@needs_stories
class TestJerichoEnv(OfAnotherMaker):
    def make_environment(self, infos: EnvInfos) -> Environment:
        return start(self.path, infos, isolated=False)


@needs_stories
@pytest.mark.slow
class TestIsolatedStoryOfAnotherMaker(OfAnotherMaker):
    def make_environment(self, infos: EnvInfos) -> Environment:
        return start(self.path, infos)


@needs_stories
@pytest.mark.filterwarnings("ignore::twbench.envs.JerichoUnsupportedGameWarning")
class TestJerichoEnvOfAnUnknownStory(EnvironmentContract):
    """Nobody knows how it stands, nor how it ends."""

    infos = (*OF_ALL_STORIES, *DETECTED)
    searched = SEARCHED
    unknown = OF_KNOWN_STORIES

    def make_environment(self, infos: EnvInfos) -> Environment:
        return start(STORIES / "godot.z5", infos, isolated=False)

    @pytest.fixture(autouse=True)
    def folder(self) -> None:
        with own_folder():
            yield


TESTED = (
    *(
        ActionRecorder,
        Filter,
        HtmlViewer,
        IsolatedEnv,
        JerichoEnv,
        Limit,
        ReadableNames,
        Recorder,
        RecordingViewer,
        StoryEnv,
    ),
    *(TWInform7, TextWorldEnv),
)


def test_no_environment_is_left_out() -> None:
    found = {getattr(twbench.envs, name) for name in twbench.envs.__all__}
    environments = {one for one in found if isinstance(one, type) and issubclass(one, Environment)}
    assert environments == set(TESTED)


@pytest.mark.parametrize("environment", [JerichoEnv, TextWorldEnv])
def test_what_is_requested_has_two_names(environment) -> None:
    infos = EnvInfos(score=True)
    assert environment(infos).infos is environment(request_infos=infos).infos is infos
    with pytest.raises(ConfigError, match="two names of one argument"):
        environment(infos, request_infos=infos)


@pytest.mark.parametrize("suffix", [".z8", ".json"])
def test_a_command_that_is_no_text_is_told(suffix, tmp_path) -> None:
    env = start(write(shed(), tmp_path).with_suffix(suffix))
    env.reset()
    for command in (3, None, ["look"], b"look"):
        with pytest.raises(ConfigError, match="A command is a text such as 'look', not"):
            env.step(command)
    assert env.step("look")[0].moves == 1
