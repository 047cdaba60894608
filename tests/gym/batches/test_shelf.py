"""Games that stay open while nobody plays them."""

import pytest

from twbench import EnvInfos
from twbench.gym.batches.seat import Seat, SeatSettings, Start
from twbench.gym.batches.shelf import Shelf


@pytest.fixture
def opened(monkeypatch):
    """The paths of the games that were opened."""
    from twbench.gym.batches import shelf

    paths = []
    start = shelf.start
    monkeypatch.setattr(
        shelf, "start", lambda path, infos: paths.append(path) or start(path, infos)
    )
    return paths


def test_a_game_is_opened_once(pool, opened):
    seat = Seat(SeatSettings(), Shelf())
    for path in [*pool, *pool]:
        seat.begin(Start(path, 0))
    assert opened == pool


def test_two_seats_have_two_games(pool, opened):
    shelf = Shelf()
    seats = [Seat(SeatSettings(), shelf) for _ in range(2)]
    for seat in seats:
        seat.begin(Start(pool[0], 0))
    seats[0].step("go east")
    assert "-= Attic =-" in seats[1].step("look").observation
    assert opened == [pool[0]] * 2


def test_the_one_that_has_waited_longest_goes_first(pool, opened):
    seat = Seat(SeatSettings(), Shelf(most=2))
    for path in (*pool[:3], pool[1], pool[3], pool[0]):
        seat.begin(Start(path, 0))
    assert opened == [*pool, pool[0]]


def test_what_was_asked_for_is_told_apart(pool, opened):
    shelf = Shelf()
    for infos in (EnvInfos(), EnvInfos(score=True), EnvInfos(extras=["walkthrough"])):
        seat = Seat(SeatSettings(infos), shelf)
        turn = seat.begin(Start(pool[0], 0))
        assert len(turn.infos) == len(infos)
        seat.leave()
    assert opened == [pool[0]] * 3


def test_a_closed_shelf_is_empty(pool, opened):
    shelf = Shelf()
    seat = Seat(SeatSettings(), shelf)
    seat.begin(Start(pool[0], 0))
    seat.leave()
    shelf.close()
    seat.begin(Start(pool[0], 0))
    assert opened == [pool[0]] * 2
