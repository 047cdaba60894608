"""A challenge of one's own, registered with its own options."""

import argparse

import textworld
from textworld import challenges


def make(settings, options):
    """Put as many things into a room as are asked for; the last one wins."""
    M = textworld.GameMaker(options)
    room = M.new_room("Store")
    M.set_player(room)
    for number in range(settings["things"]):
        room.add(M.new(type="o", name=f"thing {'abcdefgh'[number]}"))
    M.set_quest_from_commands([f"take thing {'abcdefgh'[settings['things'] - 1]}"])
    return M.build()


def add_arguments(parser=None):
    parser = parser or argparse.ArgumentParser()
    parser.add_argument("--things", type=int, required=True)
    return parser


challenges.register(name="tw-store", desc="A store", make=make, add_arguments=add_arguments)
assert {"tw-coin_collector", "tw-treasure_hunter", "tw-simple", "tw-cooking", "tw-store"} <= set(
    challenges.CHALLENGES
)
assert "tw-store" in challenges.CHALLENGES
assert "tw-shop" not in challenges.CHALLENGES
game = make({"things": 3}, textworld.GameOptions())
assert list(game.walkthrough) == ["take thing c"]
