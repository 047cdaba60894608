"""Quests on the way to the last one, with a policy that is followed to the end."""

from textworld import GameMaker
from textworld.generator.game import GameProgression

M = GameMaker()
hall, vault = M.new_room("hall"), M.new_room("vault")
door = M.new_door(M.connect(hall.north, vault.south), name="steel door")
door.add_property("locked")
key, gold = M.new(type="k", name="steel key"), M.new(type="o", name="gold")
hall.add(key)
vault.add(gold)
M.add_fact("match", key, door)
M.set_player(hall)
way = ["take steel key", "unlock steel door with steel key", "open steel door", "go north"]
first = M.new_quest_using_commands(way[:2])
last = M.new_quest_using_commands([*way, "take gold"])
first.reward, last.reward = 1, 5
M.quests = [first, last]
game = M.build()
assert game.max_score == 6
assert list(game.walkthrough) == [*way, "take gold"]

progression = GameProgression(game)
before = progression.copy()
scores = []
for action in list(progression.winning_policy):
    progression.update(action)
    scores.append((action.name, progression.score))
assert scores == [("take", 0), ("unlock/d", 1), ("open/d", 1), ("go/north", 1), ("take", 6)]
assert progression.completed
assert progression.winning_policy is None
assert [quest.completed for quest in before.quest_progressions] == [False, False]
(event,) = before.quest_progressions[0].win_events
other = event.copy()
assert [action.name for action in event.triggering_policy] == ["take", "unlock/d"]
other.update(before.winning_policy[0])
assert len(event.triggering_policy) == 2
