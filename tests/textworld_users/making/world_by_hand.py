"""What a GameMaker knows of the world that is being made."""

from textworld import GameMaker

M = GameMaker()
hall = M.new_room("Hall")
attic = M.new_room("Attic", "Dust everywhere.")
M.connect(hall.north, attic.south)
chest = M.new(type="c", name="chest", desc="A heavy one.")
lamp = M.new(type="o", name="lamp")
coat = M.new(type="o", name="coat")
attic.add(chest)
chest.add(lamp)
M.inventory.add(coat)
M.set_player(hall)

assert {room.name for room in M.rooms} == {"Hall", "Attic"}
assert M.find_by_name("lamp") is lamp
assert M.find_by_name("spoon") is None
assert {entity.name for entity in M.findall("o")} == {"lamp", "coat"}
assert [entity.name for entity in M.findall("c")] == ["chest"]
assert M.find_path(hall, attic) is not None
assert (lamp.type, chest.type, hall.type) == ("o", "c", "r")
assert (lamp.parent, chest.parent, coat.parent) == (chest, attic, M.inventory)
assert attic.parent is None

assert lamp in attic
assert chest in attic
assert lamp not in hall
assert all(one in M for one in (lamp, coat, hall, M.inventory))
spoon = M.new(type="o", name="spoon")
assert spoon not in M

facts = {str(fact) for fact in M.facts}
assert f"at(P, {hall.id}: r)" in facts
assert f"at({chest.id}: c, {attic.id}: r)" in facts
assert f"in({lamp.id}: o, {chest.id}: c)" in facts
assert f"in({coat.id}: o, I)" in facts

chest.add_property("closed")
assert chest.has_property("closed")
assert M.state.is_fact(M.new_fact("closed", chest))
chest.remove_property("closed")
assert not chest.has_property("closed")

attic.remove(chest)
assert f"at({chest.id}: c, {attic.id}: r)" not in {str(fact) for fact in M.facts}
assert chest.parent is None
M.move(lamp, attic)
assert lamp.parent is attic
assert f"at({lamp.id}: o, {attic.id}: r)" in {str(fact) for fact in M.facts}
