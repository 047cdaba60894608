"""Two rooms, a locked door between them, and the key that opens it."""

import textworld

M = textworld.GameMaker()
cellar, garden = M.new_room("Cellar"), M.new_room("Garden")
path = M.connect(cellar.east, garden.west)
door = M.new_door(path, name="iron door")
door.add_property("locked")
key = M.new(type="k", name="rusty key")
M.add_fact("match", key, door)
cellar.add(key)
rose = M.new(type="o", name="rose")
garden.add(rose)
M.set_player(cellar)
M.set_quest_from_commands(
    ["take rusty key", "unlock iron door with rusty key", "open iron door", "go east", "take rose"]
)

assert path.door is door
assert door.has_property("locked")
assert not door.has_property("open")
assert {str(fact) for fact in path.facts} >= {
    f"link({cellar.id}: r, {door.id}: d, {garden.id}: r)",
    f"link({garden.id}: r, {door.id}: d, {cellar.id}: r)",
    f"east_of({garden.id}: r, {cellar.id}: r)",
    f"west_of({cellar.id}: r, {garden.id}: r)",
}

game = M.build()
env = textworld.start(
    M.compile("./locked.z8"), textworld.EnvInfos(won=True, inventory=True, location=True)
)
env.reset()
state, score, done = env.step("go east")
assert (score, done, state.won) == (0, False, False)
for command in game.walkthrough:
    assert not done
    state, score, done = env.step(command)
assert (score, done, state.won) == (1, True, True)
assert "a rose" in state.inventory
assert "a rusty key" in state.inventory
env.close()
