"""What can be reached with some verbs, proven on the rules that a game's file has."""

import json
from collections import deque

from textworld import GameMaker
from textworld.logic import GameLogic, Proposition, State, Variable

ROOMS = [("Hall", "A bare hall."), ("Store", "Shelves."), ("Yard", "An open yard.")]
LINKS = [(0, "north", 1), (1, "east", 2)]
OPPOSITE = {"north": "south", "east": "west"}

M = GameMaker()
rooms = [M.new_room(name, desc) for name, desc in ROOMS]
for here, way, there in LINKS:
    M.connect(getattr(rooms[here], way), getattr(rooms[there], OPPOSITE[way]))
chest = M.new(type="c", name="oak chest", desc="A chest.")
M.add_fact("closed", chest)
rooms[2].add(chest)
gourd = M.new(type="f", name="blue gourd", desc="A gourd.")
M.add_fact("edible", gourd)
chest.add(gourd)
coin = M.new(type="o", name="coin")
M.inventory.add(coin)
M.set_player(rooms[0])
M.compile("world/world.z8")

with open("world/world.json") as file:
    data = json.load(file)
built = {info["name"] for _, info in data["infos"] if info.get("type") == "r"}
assert built == {name for name, _ in ROOMS}
logic = GameLogic.parse(data["KB"]["logic"])
start = State(logic, [Proposition.deserialize(fact) for fact in data["world"]])
for name, info in data["infos"]:
    assert start.has_variable(Variable(name, info["type"]))


def search(verbs, goal):
    """Return the rules that lead to a fact, None if none do, and how many states there are."""
    rules = [rule for name, rule in logic.rules.items() if name.split("/")[0] in verbs]
    seen = {frozenset(str(fact) for fact in start.facts)}
    queue = deque([(start, ())])
    while queue:
        state, path = queue.popleft()
        if state.is_fact(goal):
            return path, len(seen)
        for action in state.all_applicable_actions(rules):
            following = state.copy()
            assert following.apply(action)
            key = frozenset(str(fact) for fact in following.facts)
            if key not in seen:
                seen.add(key)
                queue.append((following, (*path, action.name)))
    return None, len(seen)


held = Proposition("in", [Variable(gourd.id, "f"), Variable("I", "I")])
path, _ = search({"go", "open", "take"}, held)
assert path == ("go/north", "go/east", "open/c", "take/c")
assert search({"go", "take"}, held) == (None, 3)
path, _ = search({"go", "open", "take", "eat"}, Proposition("eaten", [Variable(gourd.id, "f")]))
assert path[-1] == "eat"
