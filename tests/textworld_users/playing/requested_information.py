"""What a game tells beside its text, if it is asked for."""

import textworld
from textworld import EnvInfos, GameMaker

M = GameMaker()
room = M.new_room("Workshop")
M.set_player(room)
bench = M.new(type="s", name="bench")
saw, nail = M.new(type="o", name="saw"), M.new(type="o", name="nail")
room.add(bench)
bench.add(saw)
M.inventory.add(nail)
M.set_quest_from_commands(["take saw from bench"])
game_file = M.compile("./workshop.z8")

request = EnvInfos(
    admissible_commands=True, command_templates=True, description=True, entities=True, facts=True,
    feedback=True, game=True, intermediate_reward=True, inventory=True, last_command=True,
    lost=True, max_score=True, moves=True, objective=True, policy_commands=True, score=True,
    verbs=True, won=True,
)  # fmt: skip
env = textworld.start(game_file, request)
state = env.reset()

assert set(state.admissible_commands) == {
    "drop nail", "examine bench", "examine nail", "examine saw", "inventory", "look",
    "put nail on bench", "take saw from bench",
}  # fmt: skip
assert "Workshop" in state.description
assert "nail" in state.inventory
assert {"bench", "saw", "nail"} <= set(state.entities)
assert {"take", "put", "examine"} <= set(state.verbs)
assert "put {o} on {s}" in state.command_templates
assert list(state.policy_commands) == ["take saw from bench"]
assert (state.score, state.max_score, state.moves) == (0, 1, 0)
assert (state.won, state.lost) == (False, False)
assert len(state.facts) > 3
assert {fact.name for fact in state.facts} >= {"at", "on", "in"}

state, score, done = env.step("put nail on bench")
assert state.last_command == "put nail on bench"
assert (state.moves, state.score, score, done) == (1, 0, 0, False)
assert "nothing" in state.inventory
state, score, done = env.step("take saw from bench")
assert state.intermediate_reward == 1
assert (state.won, state.score, done) == (True, 1, True)
env.close()

everything = EnvInfos()
for name in EnvInfos.__slots__:
    if name != "extras":
        setattr(everything, name, True)
assert len(everything) == len(everything.basics) == len(EnvInfos.__slots__) - 1
env = textworld.start(game_file, everything)
assert set(everything.basics) <= set(textworld.envs.wrappers.Filter(env).reset()[1])
env.close()
