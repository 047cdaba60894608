"""The rooms of a coin collector's game as a graph, and the shortest way to the coin."""

from collections import deque

import textworld
from textworld.challenges.tw_coin_collector.coin_collector import make
from textworld.generator.game import GameOptions

OPPOSITE = {"north": "south", "south": "north", "east": "west", "west": "east"}


def maze(level, seed):
    options = GameOptions()
    options.seeds = seed
    game = make({"level": level}, options)
    start = coin = None
    for fact in game.world.facts:
        if fact.name == "at" and fact.names[0] == "P":
            start = fact.names[1]
        elif fact.name == "at" and fact.names[0] == "o_0":
            coin = fact.names[1]
    exits = {
        room.name: {way: other.name for way, other in room.exits.items()}
        for room in game.world.rooms
    }
    assert all(game.infos[name].desc for name in exits)
    return game, start, coin, exits


def shortest(start, coin, exits):
    ways, queue = {start: []}, deque([start])
    while queue:
        room = queue.popleft()
        for way, other in exits[room].items():
            if other not in ways:
                ways[other] = [*ways[room], "go " + way]
                queue.append(other)
    return ways[coin]


for level, rooms in ((5, 5), (105, 10), (205, 15)):
    game, start, coin, exits = maze(level, seed=100)
    assert len(exits) == len(game.world.rooms) == rooms
    for room, ways in exits.items():
        for way, other in ways.items():
            assert exits[other][OPPOSITE[way]] == room
    assert [*shortest(start, coin, exits), "take coin"] == list(game.walkthrough)
    assert isinstance(game, textworld.Game)
