"""Games that stay open while nobody plays them."""

from pathlib import Path

import pytest
from interrupts import interrupts

from twbench import EnvInfos
from twbench.core import Wrapper
from twbench.errors import ConfigError, EnvInfoMissingError
from twbench.gym.batches import shelf as shelves
from twbench.gym.batches.seat import Seat, SeatSettings, Start
from twbench.gym.batches.shelf import Shelf


@pytest.fixture
def opened(monkeypatch):
    """The paths of the games that were opened."""
    from twbench.gym.batches import shelf

    paths = []
    start = shelf.start
    monkeypatch.setattr(
        shelf, "start", lambda path, *rest: paths.append(path) or start(path, *rest)
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


class Naming(Wrapper):
    """Says which file is played, as wrappers of users do."""

    def __init__(self, env=None):
        super().__init__(env)
        self.played = []

    def load(self, path):
        super().load(path)
        self.played.append(path)

    def reset(self):
        state = super().reset()
        state["extra.gamefile"] = self.played[-1]
        return state


@pytest.mark.parametrize("given", [Naming, Naming()])
def test_a_wrapper_is_around_the_game_that_is_played(pool, given):
    settings = SeatSettings(EnvInfos(extras=["gamefile"]), wrappers=(given,))
    seat = Seat(settings, Shelf())
    for path in [*pool, *pool]:
        turn = seat.begin(Start(path, 0))
        assert turn.infos == {"extra.gamefile": path}
        assert f"-= {Path(path).stem.title()} =-" in turn.observation


def test_a_wrapper_is_around_one_game(pool):
    settings = SeatSettings(wrappers=(Naming(),))
    shelf = Shelf()
    seats = [Seat(settings, shelf) for _ in range(2)]
    seats[0].begin(Start(pool[0], 0))
    with pytest.raises(ConfigError, match="give its class"):
        seats[1].begin(Start(pool[1], 0))
    seats[0].leave()
    assert "Attic" in seats[1].begin(Start(pool[0], 0)).observation


def test_what_neither_game_nor_wrapper_gives_is_told(pool):
    seat = Seat(SeatSettings(EnvInfos(extras=["bogus"]), wrappers=(Naming,)), Shelf())
    with pytest.raises(EnvInfoMissingError, match=r"with its wrappers, .*'extra\.bogus'"):
        seat.begin(Start(pool[0], 0))


def test_games_are_begun_whatever_was_interrupted_before(pool):
    seat = Seat(SeatSettings(), Shelf(most=2))
    openings = [seat.begin(Start(path, 0)).observation for path in pool]
    for _ in interrupts(lambda: seat.begin(Start(pool[0], 0)), Path(shelves.__file__)):
        for path, opening in zip(pool, openings, strict=True):
            assert seat.begin(Start(path, 0)).observation == opening
