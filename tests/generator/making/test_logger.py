import pytest

from twbench.errors import GameFileError
from twbench.generator import Event, Game, GameLogger, Quest, World
from twbench.logic import Proposition


def apple_game():
    """Open the chest, take the apple."""
    facts = ["at(P, r_0: r)", "at(c_0: c, r_0: r)", "closed(c_0: c)", "in(f_0: f, c_0: c)"]
    world = World.from_facts([Proposition.parse(fact) for fact in facts])
    state = world.state.copy()
    actions = []
    for name in ("open/c", "take/c"):
        actions.append(next(state.all_instantiations(world.kb.rules[name], world.kb.constants)))
        state.apply(actions[-1])
    game = Game(world, quests=[Quest([Event(actions, commands=["open c_0", "take f_0"])])])
    game.objective = "Take the apple."
    return game


EXPECTED = {
    "games": 1,
    "rooms": {"1": 1},
    "doors": {"0": 1},
    "objects": {"2": 1},
    "quests": {"1": 1},
    "quest_lengths": {"2": 1},
    "walkthrough_lengths": {"2": 1},
    "max_scores": {"1": 1},
    "entity_types": {"c": 1, "f": 1},
    "actions": {"open": 1, "take": 1},
    "objectives": 1,
}


def test_a_game_is_counted():
    logger = GameLogger()
    logger.collect(apple_game())
    assert logger.stats() == EXPECTED


def test_actions_may_be_counted_one_by_one():
    logger = GameLogger(group_actions=False)
    logger.collect(apple_game())
    assert logger.stats()["actions"] == {"open/c": 1, "take/c": 1}


def test_aggregate_adds_counts():
    logger, other = GameLogger(), GameLogger()
    logger.collect(apple_game())
    other.collect(apple_game())
    logger.aggregate(other)
    assert logger.stats()["games"] == 2
    assert logger.stats()["entity_types"] == {"c": 2, "f": 2}
    assert logger.stats()["objectives"] == 1
    assert other.stats() == EXPECTED


def test_counts_can_be_saved_and_loaded(tmp_path):
    logger = GameLogger()
    logger.collect(apple_game())
    logger.save(tmp_path / "counts.json")
    assert GameLogger.load(tmp_path / "counts.json").stats() == EXPECTED


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"[]", "not the counts of a GameLogger: It must be an object, not a list."),
        (b"{}", "not the counts of a GameLogger: group_actions is missing."),
        (b'{"group_actions": true, "games": "x"}', "games must be a whole number, not the text"),
        (b'{"group_actions": true, "games": 1, "counts": {"rooms": {"x": []}}}', "rooms.x must be"),
        (b"[" * 200_000, "nested more than 64 levels deep"),
        (b"\xff", "byte 0 is no UTF-8"),
    ],
)
def test_other_files_are_refused(tmp_path, data, reason):
    (tmp_path / "counts.json").write_bytes(data)
    with pytest.raises(GameFileError, match=reason):
        GameLogger.load(tmp_path / "counts.json")


def test_counts_are_printed(capsys):
    logger = GameLogger()
    logger.collect(apple_game())
    logger.display_stats()
    printed = capsys.readouterr().out.splitlines()
    assert printed[0] == "games: 1"
    assert "entity_types: c: 1, f: 1" in printed


def test_numbers_are_in_their_order():
    logger = GameLogger()
    for value in ("10", "9", "x"):
        logger._add("rooms", value)
    assert list(logger.stats()["rooms"]) == ["9", "10", "x"]
