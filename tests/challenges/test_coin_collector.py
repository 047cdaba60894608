import pytest
from challenge_checks import digest_of, in_other_processes
from challenge_games import options_of

from twbench.challenges import CoinCollector, get
from twbench.challenges.coin_collector import make_without_text
from twbench.errors import ConfigError
from twbench.generator import Game, GameProgression, structure_hash
from twbench.generator.worlds.graph_networks import step
from twbench.seeding import Rng

ALL_LEVELS = range(1, 301)


def make(level, seed=0):
    return make_without_text(CoinCollector(level), options_of(seed), Rng(seed))


@pytest.fixture(scope="module")
def games():
    """One game of every level, the level being the seed."""
    return {level: make(level, seed=level) for level in ALL_LEVELS}


def distances(world):
    """Return the number of steps from the player's room to each room."""
    steps = {world.player_room.name: 0}
    queue = [world.player_room]
    for room in queue:
        for other in room.exits.values():
            if other.name not in steps:
                steps[other.name] = steps[room.name] + 1
                queue.append(other)
    return steps


def coin_room(world):
    (fact,) = [fact for fact in world.facts if fact.names[0] == "o_0"]
    return fact.names[1]


@pytest.mark.parametrize("mode", ["easy", "medium", "hard"])
def test_every_level_is_as_specified(games, mode):
    dead_ends = ["easy", "medium", "hard"].index(mode)
    for length in range(1, 101):
        level = 100 * dead_ends + length
        game = games[level]
        world = game.world
        rooms = world.rooms
        assert len(rooms) == length * (1 + dead_ends)
        assert len(world.facts) == 2 + 4 * (len(rooms) - 1)
        steps = distances(world)
        assert len(steps) == len(rooms)
        assert steps[coin_room(world)] == length - 1
        chain, ends = rooms[:length], rooms[length:]
        assert [len(room.exits) for room in ends] == [1] * len(ends)
        for index, room in enumerate(chain):
            along = (index > 0) + (index < length - 1)
            assert len(room.exits) == along + dead_ends
        assert (game.metadata["quest_length"], game.metadata["mode"]) == (length, mode)
        assert game.metadata["world_size"] == len(rooms)
        assert len(game.walkthrough) == length


def test_every_walkthrough_wins_in_its_state(games):
    for game in games.values():
        state = game.world.state.copy()
        (event,) = game.quests[0].win_events
        done = [one.format_command({"o_0": "coin"}) for one in event.actions]
        assert done == game.walkthrough == game.metadata["walkthrough"]
        for one in event.actions:
            assert not event.is_triggering(state)
            assert state.apply(one)
        assert event.is_triggering(state)


@pytest.mark.parametrize("level", [1, 2, 50, 101, 137, 201, 202, 240])
def test_constraints_hold_and_the_policy_is_the_walkthrough(level):
    game = make(level, seed=3)
    constraints = game.kb.constraints.values()
    assert list(game.world.state.all_applicable_actions(constraints, game.kb.constants)) == []
    progression = GameProgression(game)
    assert progression.winning_policy == list(game.quests[0].win_events[0].actions)
    for one in progression.winning_policy:
        progression.update(one)
    assert (progression.completed, progression.score, game.max_score) == (True, 1, 1)


@pytest.mark.parametrize("seed", range(40))
def test_the_longest_chains_never_cross_themselves(seed):
    cell, visited = (0, 0), [(0, 0)]
    for command in make(100, seed).walkthrough[:-1]:
        cell = step(cell, command.removeprefix("go "))
        visited.append(cell)
    assert len(set(visited)) == 100


@pytest.mark.parametrize("level", [5, 120, 220])
def test_seeds_give_different_puzzles(level):
    hashes = {structure_hash(make(level, seed)) for seed in range(60)}
    assert len(hashes) > 50 if level > 100 else len(hashes) > 30


def test_the_game_is_that_of_textworld():
    game = make(5)
    assert game.verbs == ["drop", "examine", "go", "inventory", "look", "take"]
    assert len(game.command_templates) == 10
    assert [str(fact) for fact in game.win_condition[0]] == ["in(o_0: o, I)"]
    assert list(game.metadata) == [
        *("walkthrough", "desc", "mode", "seeds", "world_size", "quest_length"),
        *("optimal_length", "uuid"),
    ]
    assert game.metadata["uuid"].startswith("tw-coin_collector-level5-house-")


def test_texts_tell_the_way_or_only_its_end():
    challenge = get("coin_collector")
    options = options_of(8)
    game = challenge.make(CoinCollector(6), options)
    ways = [command.removeprefix("go ") for command in game.walkthrough[:-1]]
    assert [word for word in game.objective.replace(".", " ").split() if word in ways] == ways
    assert "coin" in game.objective
    assert (game.infos["o_0"].name, game.quests[0].commands[-1]) == ("coin", "take coin")
    assert len({game.infos[room.name].name for room in game.world.rooms}) == 6
    options.grammar.only_last_action = True
    brief = challenge.make(CoinCollector(6), options)
    assert "coin" in brief.objective
    assert len(brief.objective) < len(game.objective)
    assert structure_hash(brief) == structure_hash(game)
    assert brief.metadata["uuid"] != game.metadata["uuid"]


def test_games_survive_their_files(tmp_path):
    game = get("coin_collector").make(CoinCollector(110), options_of(1))
    game.save(tmp_path / "game.json")
    assert Game.load(tmp_path / "game.json") == game


@pytest.mark.parametrize("level", [0, 301, -5])
def test_levels_out_of_range(level):
    with pytest.raises(ConfigError, match=f"level must be between 1 and 300, not {level}"):
        CoinCollector(level)


@pytest.mark.parametrize("level", ["5", 5.0, True, None])
def test_levels_of_the_wrong_type(level):
    with pytest.raises(ConfigError, match="level must be a whole number"):
        CoinCollector(level)


def digest(level):
    game = get("coin_collector").make(CoinCollector(level), options_of(7))
    return digest_of([game])


def test_same_seed_same_bytes_in_every_process():
    here = digest(5), digest(215)
    assert here[0] == digest(5)
    levels = "tuple(map(test_coin_collector.digest, (5, 215)))"
    assert in_other_processes("test_coin_collector", levels) == {str(here)}
