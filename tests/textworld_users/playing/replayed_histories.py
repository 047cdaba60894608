"""States that are histories of commands, played again where a search asks for them."""

from dataclasses import dataclass

import textworld
from textworld.render import load_state_from_game_state


@dataclass(frozen=True)
class Seen:
    objective: str
    inventory: str
    admissible: tuple
    policy: tuple
    score: int
    won: bool


class Runner:
    def __init__(self, path):
        infos = textworld.EnvInfos(
            objective=True,
            description=True,
            inventory=True,
            feedback=True,
            admissible_commands=True,
            policy_commands=True,
            score=True,
            max_score=True,
            won=True,
            lost=True,
            facts=True,
            game=True,
            last_action=True,
        )
        self.env = textworld.start(path, infos)
        self.history = None
        self.state = None

    def observe(self, history):
        known = self.history
        if known is None or history[: len(known)] != known:
            self.state = self.env.reset()
            self.history = known = ()
        for command in history[len(known) :]:
            self.state, _, _ = self.env.step(command)
            self.history += (command,)
        state = self.state
        return Seen(
            state["objective"] or "",
            state["inventory"] or "",
            tuple(state["admissible_commands"] or ()),
            tuple(state["policy_commands"] or ()),
            int(state["score"] or 0),
            bool(state["won"]),
        )


options = textworld.GameOptions()
options.seeds = 8
options.nb_rooms = 4
options.quest_length = 4
options.path = "./replayed.z8"
path, game = textworld.make(options)
runner = Runner(path)
first = runner.observe(())
assert first.objective == game.objective
way = ()
while not runner.observe(way).won:
    seen = runner.observe(way)
    for command in seen.admissible[:3]:
        runner.observe((*way, command))
    assert runner.observe(way) == seen
    assert seen.policy[0] in seen.admissible
    way += (seen.policy[0],)
assert runner.observe(()) == first
assert runner.observe(way).score == game.max_score
assert len(way) == len(first.policy)

runner.observe(way[:1])
drawn = load_state_from_game_state(runner.state)
assert len(drawn["rooms"]) == 4
names = {room["name"] for room in drawn["rooms"]}
assert {end for link in drawn["connections"] for end in (link["src"], link["dest"])} <= names
runner.env.close()
