"""A search through what may follow, with copies of the game."""

import textworld
from textworld import EnvInfos, GameMaker

M = GameMaker()
room, yard = M.new_room("Room"), M.new_room("Yard")
M.connect(room.north, yard.south)
M.set_player(room)
bucket, bone = M.new(type="c", name="bucket"), M.new(type="o", name="bone")
bucket.add_property("open")
room.add(bucket)
yard.add(bone)
M.set_quest_from_commands(["go north", "take bone", "go south", "insert bone into bucket"])

env = textworld.start(M.compile("./bone.z8"), EnvInfos(admissible_commands=True, facts=True))
state = env.reset()
frontier = [(env, state, [])]
seen = {frozenset(state.facts)}
solution = None
while frontier and solution is None:
    current, state, path = frontier.pop(0)
    for command in state.admissible_commands:
        if command.split()[0] in ("look", "inventory", "examine"):
            continue
        copied = current.copy()
        following, _, done = copied.step(command)
        if done:
            solution = [*path, command]
            break
        if frozenset(following.facts) not in seen:
            seen.add(frozenset(following.facts))
            frontier.append((copied, following, [*path, command]))
assert solution == ["go north", "take bone", "go south", "insert bone into bucket"]
