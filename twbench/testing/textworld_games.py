"""Small games to try things on, under the names of TextWorld's own (docs: textworld.testing)."""

__all__ = [
    "build_and_compile_game",
    "build_and_compile_no_quest_game",
    "build_game",
    "capture_stdout",
]

import io
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout

from twbench.generator import Event, Game, GameMaker, GameOptions, Quest, compile_game


@contextmanager
def capture_stdout() -> Iterator[io.StringIO]:
    """Collect what is printed meanwhile, and yield where it is collected."""
    with redirect_stdout(io.StringIO()) as printed:
        yield printed


def build_game(options: GameOptions) -> Game:
    """Return a game of two rooms: a carrot is to be put into a chest, which is then to be closed.

    The first is worth two points, the second one; both fail when the carrot is eaten.
    """
    maker = GameMaker(options)
    bedroom, kitchen = maker.new_room("bedroom"), maker.new_room("kitchen")
    maker.set_player(bedroom)
    passage = maker.connect(bedroom.east, kitchen.west)
    passage.door = maker.new(type="d", name="wooden door")
    passage.door.add_property("open")
    carrot = maker.new(type="f", name="carrot")
    maker.inventory.add(carrot)
    chest = maker.new(type="c", name="chest")
    chest.add_property("open")
    kitchen.add(chest)

    put_away = ["go east", "insert carrot into chest"]
    all_done = [*put_away, "close chest"]
    eaten = Event(conditions={maker.new_fact("eaten", carrot)})
    shut_in = Event(
        actions=maker.new_event_using_commands(all_done).actions,
        conditions={maker.new_fact("in", carrot, chest), maker.new_fact("closed", chest)},
    )
    maker.quests = [
        Quest([maker.new_event_using_commands(put_away)], [eaten], reward=2),
        Quest([shut_in], [eaten]),
    ]
    maker.set_walkthrough(all_done)
    return maker.build()


def build_and_compile_game(options: GameOptions) -> tuple[Game, str]:
    """Return the game of `build_game`, and the path of its story."""
    game = build_game(options)
    return game, compile_game(game, options)


def build_and_compile_no_quest_game(options: GameOptions) -> tuple[Game, str]:
    """Return a game of one thing in one room, without a quest, and the path of its story."""
    maker = GameMaker(options)
    room = maker.new_room()
    maker.set_player(room)
    room.add(maker.new(type="o"))
    game = maker.build()
    return game, compile_game(game, options)
