"""Quests that follow what happens in a state."""

from textworld import GameMaker
from textworld.generator.game import Event, GameProgression, Quest

M = GameMaker()
room = M.new_room("Room")
M.set_player(room)
chest = M.new(type="c", name="chest")
chest.add_property("closed")
room.add(chest)
ring = M.new(type="o", name="ring")
chest.add(ring)
M.set_quest_from_commands(["open chest", "take ring from chest"])
game = M.build()

(quest,) = game.quests
(event,) = quest.win_events
assert [action.name for action in event.actions] == ["open/c", "take/c"]
assert quest.reward == 1
assert not quest.optional
assert not quest.repeatable
assert Quest.deserialize(quest.serialize()) == quest
assert Event.deserialize(event.serialize()) == event
assert quest.copy() == quest

progress = GameProgression(game)
assert not progress.done
assert [action.name for action in progress.winning_policy] == ["open/c", "take/c"]
assert {action.name for action in progress.valid_actions} >= {"open/c"}
for action in event.actions:
    assert not progress.completed
    assert not event.is_triggering(progress.state)
    assert not quest.is_winning(progress.state)
    progress.update(action)
assert progress.completed
assert progress.done
assert not progress.failed
assert progress.score == 1
assert event.is_triggering(progress.state)
assert quest.is_winning(progress.state)
