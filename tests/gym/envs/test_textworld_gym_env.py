"""One game after the other, with the interface of the Gym of 2020."""

from pathlib import Path

import pytest

import twbench.gym
from twbench import EnvInfos
from twbench.envs import Limit
from twbench.errors import ConfigError, GameNotRunningError, StoryFileError
from twbench.gym.envs import TextworldBatchGymEnv, TextworldGamesEnv, TextworldGymEnv

ROOMS = ("Attic", "Cellar", "Garden", "Kitchen")


@pytest.fixture
def env(pool):
    with TextworldGymEnv(pool, EnvInfos(inventory=True, score=True), max_episode_steps=3) as env:
        yield env


def room(observation):
    """The room that a game begins in."""
    [name] = [name for name in ROOMS if f"-= {name} =-" in observation]
    return name


def rooms(env, games):
    return [room(env.reset()[0]) for _ in range(games)]


def test_an_episode_is_played_to_its_end(env):
    env.seed(0)
    observation, infos = env.reset()
    assert room(observation) == "Garden"
    assert infos == {"inventory": "You are carrying nothing.\n", "score": 0}
    observation, score, done, infos = env.step("go east")
    assert ("-= Shed =-" in observation, score, done) == (True, 0, False)
    observation, score, done, infos = env.step("take coin")
    assert (score, done, infos["score"]) == (1, True, 1)
    assert "coin" in infos["inventory"]


def test_the_score_is_that_of_all_points_so_far(pool):
    env = TextworldGymEnv(pool[:1])
    env.reset()
    assert [env.step(command)[1] for command in ("go east", "take coin", "look")] == [0, 1, 1]


def test_a_step_after_the_end_has_no_effect(env):
    env.reset()
    env.step("go east")
    last = env.step("take coin")
    assert env.step("drop coin") == last
    assert env.step("") == last


def test_the_steps_are_limited(env):
    env.reset()
    assert [env.step("look")[2] for _ in range(3)] == [False, False, True]
    assert env.step("go east")[2]
    env.reset()
    assert not env.step("look")[2]


def test_without_a_limit_there_is_none(pool):
    env = TextworldGymEnv(pool[:1])
    env.reset()
    assert not any(env.step("look")[2] for _ in range(60))


def test_a_game_may_begin_again_by_itself(pool):
    env = TextworldGymEnv(pool, max_episode_steps=2, auto_reset=True)
    opening, _ = env.reset()
    assert [env.step("go east")[2] for _ in range(2)] == [False, True]
    observation, score, done, _ = env.step("go east")
    assert (observation, score, done) == (opening, 0, False)
    assert "-= Shed =-" in env.step("go east")[0]
    assert room(env.reset()[0]) != room(opening)


def test_each_game_is_played_once_before_any_is_played_again(env):
    played = rooms(env, 12)
    for loop in range(0, 12, 4):
        assert sorted(played[loop : loop + 4]) == list(ROOMS)
    assert len({tuple(played[loop : loop + 4]) for loop in range(0, 12, 4)}) > 1


@pytest.mark.parametrize(
    ("seed", "order"),
    [(0, (2, 3, 1, 0, 2, 1, 3, 0)), (1, (3, 2, 0, 1, 3, 0, 2, 1)), (5, (0, 1, 2, 3, 3, 0, 2, 1))],
)
def test_a_seed_gives_the_order_that_it_gives_in_textworld(env, seed, order):
    """As TextWorld 1.7 plays four games."""
    assert env.seed(seed) == [seed]
    assert rooms(env, 8) == [ROOMS[number] for number in order]


def test_an_order_that_nobody_has_seeded_is_always_the_same(env):
    # As with TextWorld 1.7, whose default it is too.
    assert rooms(env, 6) == [ROOMS[number] for number in (0, 1, 2, 3, 1, 2)]


def test_a_seed_begins_the_order_anew(env):
    env.seed(7)
    first = rooms(env, 6)
    env.seed(7)
    assert rooms(env, 6) == first


def test_other_games_are_played_from_the_next_seed_on(env, pool):
    """As TextWorld's environments have it, whose scripts keep one for all games."""
    env.gamefiles = pool[2:3]
    assert env.gamefiles == (pool[2],)
    assert rooms(env, 2) == list(ROOMS[:2])
    env.seed(0)
    assert rooms(env, 2) == [ROOMS[2]] * 2


def test_other_games_are_looked_at_as_the_first_were(env, pool):
    with pytest.raises(ConfigError, match="must be a list of paths"):
        env.gamefiles = pool[0]
    with pytest.raises(StoryFileError, match="no story at"):
        env.gamefiles = ["/nowhere/game.z8"]
    assert env.gamefiles == tuple(pool)


def test_a_drawn_seed_is_told(env):
    [seed] = env.seed()
    first = rooms(env, 8)
    assert env.seed(seed) == [seed]
    assert rooms(env, 8) == first


def test_games_are_skipped(env):
    env.seed(0)
    all_games = rooms(env, 8)
    env.seed(0)
    env.skip(2)
    assert rooms(env, 2) == all_games[2:4]
    env.skip()
    assert rooms(env, 3) == all_games[5:8]


def test_the_last_turn_is_rendered_in_every_mode(env, capsys):
    opening, _ = env.reset()
    assert env.render(mode="text") == opening
    answer = env.step("inventory")[0]
    shown = f"> inventory\n{answer}"
    assert env.render("text") == shown
    assert env.render("ansi").read() == shown
    assert capsys.readouterr().out == ""
    assert env.render() is None
    assert capsys.readouterr().out == shown


def test_what_is_shown_is_no_order_to_a_terminal(env):
    env.reset()
    env.step("look\x1b[2J")
    assert env.render("text").startswith("> look\\x1b[2J\n")
    assert env.metadata == {"render.modes": ["human", "ansi", "text"]}


def copy_game(source, path):
    for suffix in (".z8", ".json"):
        path.with_suffix(suffix).write_bytes(Path(source).with_suffix(suffix).read_bytes())


def test_the_order_of_calls_is_checked(env):
    with pytest.raises(GameNotRunningError, match=r"call reset\(\) first"):
        env.step("look")
    with pytest.raises(GameNotRunningError, match=r"call reset\(\) first"):
        env.render()
    env.reset()
    env.close()
    env.close()
    with pytest.raises(GameNotRunningError, match=r"call reset\(\) first"):
        env.step("look")
    with pytest.raises(GameNotRunningError, match="is closed"):
        env.reset()


def test_a_command_that_is_no_text_ends_no_episode(env):
    with pytest.raises(GameNotRunningError):
        env.step(3)
    env.reset()
    before = env.step("look")
    with pytest.raises(ConfigError, match="must be a text such as 'look', not 3"):
        env.step(3)
    assert env.last_commands == ["look"]
    assert env.step("look") == before


def test_modes_that_there_are_not_are_refused(env):
    env.reset()
    with pytest.raises(ConfigError, match=r"not 'tex'. Did you mean 'text'\?"):
        env.render("tex")


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"gamefiles": []}, "gamefiles is empty"),
        ({"gamefiles": "game.z8"}, r"must be a list of paths, not one: \['game.z8'\]"),
        ({"gamefiles": Path("game.z8")}, "must be a list of paths"),
        ({"gamefiles": None}, "must be a list of paths, not None"),
        ({"gamefiles": [3]}, "must be paths, which 3 is not"),
        ({"max_episode_steps": 0}, "max_episode_steps must be a whole number of at least 1"),
        ({"request_infos": ["score"]}, r"must be an EnvInfos .*, not \['score'\]"),
        ({"batch_size": 2}, "plays one game at a time, not 2"),
    ],
)
def test_what_cannot_be_is_refused(pool, wrong, message):
    with pytest.raises(ConfigError, match=message):
        TextworldGymEnv(**{"gamefiles": pool, **wrong})


@pytest.mark.parametrize("seed", [-1, 2**32, 1.5, True, "one"])
def test_what_is_no_seed_is_refused(env, seed):
    with pytest.raises(ConfigError, match="A seed must be a whole number between 0 and 4294967295"):
        env.seed(seed)


def test_a_number_of_games_to_skip_is_positive(env):
    with pytest.raises(ConfigError, match="not -1 of them"):
        env.skip(-1)


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(StoryFileError, match=r"There is no story at .*lost\.z8"):
        TextworldGymEnv([tmp_path / "lost.z8"])


def test_a_file_that_is_no_story(tmp_path):
    path = tmp_path / "notes.txt"
    path.write_text("Buy bread.")
    env = TextworldGymEnv([path])
    with pytest.raises(StoryFileError, match=r"notes\.txt"):
        env.reset()


def test_a_game_that_is_made_anew_is_played_anew(pool, tmp_path):
    path = tmp_path / "game.z8"
    copy_game(pool[0], path)
    env = TextworldGymEnv([path])
    assert room(env.reset()[0]) == "Attic"
    copy_game(pool[1], path)
    assert room(env.reset()[0]) == "Cellar"


def test_wrappers_are_put_around_each_game(pool):
    env = TextworldGymEnv(pool[:1], wrappers=[lambda env: Limit(env, 2)])
    env.reset()
    assert [env.step("look")[2] for _ in range(2)] == [False, True]


def test_later_changes_of_what_was_requested_change_nothing(pool):
    request_infos = EnvInfos(inventory=True)
    env = TextworldGymEnv(pool, request_infos)
    request_infos.facts = True
    assert set(env.reset()[1]) == {"inventory"}


def test_spaces_have_the_words_of_the_games(pool):
    env = TextworldGymEnv(pool)
    assert {"coin", "attic", "kitchen"} <= set(env.action_space.vocab)
    assert env.action_space.shape == (8,)
    assert env.observation_space.shape == (200,)
    assert env.action_space.contains(env.action_space.tokenize("take coin", padding=True))


def test_spaces_may_be_given(pool):
    space = twbench.gym.text_spaces.Word(3, ["look"])
    env = TextworldGymEnv(pool, action_space=space, observation_space=space)
    assert (env.action_space, env.observation_space) == (space, space)


def test_the_class_of_2019_has_its_own_parameters(pool):
    env = TextworldGamesEnv(game_files=pool, request_infos=EnvInfos(moves=True))
    env.reset()
    assert env.step("go east")[3] == {"moves": 1}
    assert isinstance(env, TextworldGymEnv)
    assert issubclass(TextworldGymEnv, TextworldBatchGymEnv)
    assert env.unwrapped is env
