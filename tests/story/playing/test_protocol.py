"""TextWorld's protocol: what its programs ask a story, and TextWorld itself playing ours."""

import json
import os
import subprocess
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
from sample_games import HAND_MADE, coin_collector, cottage, write

from twbench.envs import StoryEnv
from twbench.generator.games.game import Game
from twbench.logic import Proposition

TEXTWORLD = os.environ.get("TWBENCH_TEXTWORLD_PYTHON")
PROGRAM = """
import json, sys
import textworld
from textworld.agents import WalkthroughAgent
story, infos = json.load(sys.stdin)
env = textworld.start(story, textworld.EnvInfos(**dict.fromkeys(infos, True)))
state = env.reset()
turns = []
for command in state.game.metadata["walkthrough"]:
    state, score, done = env.step(command)
    turns.append({
        "facts": sorted(f"{f.name}({', '.join(map(str, f.names))})" for f in state.facts),
        "score": score, "moves": state.moves, "won": state.won, "done": done,
        "description": state.description, "inventory": state.inventory,
    })
env.close()
class Walkthrough(WalkthroughAgent):
    acted = 0
    def act(self, state, reward, done):
        self.acted += 1
        return super().act(state, reward, done)
agent = Walkthrough()
textworld.play(story, agent=agent, max_nb_steps=500, silent=True)
print(json.dumps({"turns": turns, "acted": agent.acted}))
"""
INFOS = [
    "admissible_commands",
    "description",
    "facts",
    "game",
    "inventory",
    "moves",
    "score",
    "won",
]
SCORE = "<score>\n{}\n</score><moves>\n{}\n</moves>\n"


def plain_text(text: str) -> str:
    return " ".join(text.split())


def named(game: Game, facts: Iterable[Proposition]) -> list[str]:
    """Return facts as TextWorld shows them: entities go by their names."""
    names = {info.id: info.name for info in game.infos.values() if info.name}
    return sorted(f"{f.name}({', '.join(names.get(n, n) for n in f.names)})" for f in facts)


@pytest.mark.skipif(not TEXTWORLD, reason="TWBENCH_TEXTWORLD_PYTHON names no Python of TextWorld")
@pytest.mark.parametrize("make", [*HAND_MADE, lambda: coin_collector(30)])
def test_textworld_itself_tracks_and_wins(
    make: Callable[[], Game], tmp_path: Path, open_story: Callable[..., StoryEnv]
) -> None:
    game = make()
    story = write(game, tmp_path)
    done = subprocess.run(
        [str(TEXTWORLD), "-c", PROGRAM],
        input=json.dumps([str(story), INFOS]),
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    seen = json.loads(done.stdout.splitlines()[-1])
    assert seen["acted"] == len(game.walkthrough)
    assert seen["turns"][-1]["won"]
    env = open_story(game, description=True, facts=True, inventory=True, moves=True)
    env.reset()
    for command, theirs in zip(game.walkthrough, seen["turns"], strict=True):
        mine, score, ended = env.step(command)
        assert theirs["done"] == ended
        assert theirs["score"] == score
        assert theirs["moves"] == mine.moves
        assert theirs["facts"] == named(game, mine.facts), command
        assert plain_text(theirs["description"]) == plain_text(mine.description)
        assert plain_text(theirs["inventory"]) == plain_text(mine.inventory)


def answers(env: StoryEnv, commands: list[str]) -> list[str]:
    env.reset()
    return [env.step(command)[0].feedback for command in commands]


def test_score_and_moves_follow_every_answer_once_asked_for(
    open_story: Callable[..., StoryEnv],
) -> None:
    said = answers(
        open_story(cottage()),
        ["inventory", "tw-extra-infos score", "inventory", "xyzzy", "tw-extra-infos moves"],
    )
    assert ["<score>" in answer for answer in said] == [False, True, True, True, True]
    assert said[1].endswith(SCORE.format(0, 1))
    assert said[2] == said[0] + "\n" + SCORE.format(0, 2)
    assert said[4].endswith(SCORE.format(0, 2))


def test_description_and_inventory_can_be_asked_for(open_story: Callable[..., StoryEnv]) -> None:
    look, inventory, *_, last = answers(
        open_story(cottage()),
        ["look", "inventory", "tw-extra-infos inventory", "tw-extra-infos description", "z"],
    )
    expected = f"<description>\n{look}</description><inventory>\n{inventory}</inventory>\n"
    assert last == "Time passes.\n\n" + expected


def test_actions_are_traced_once_asked_for(open_story: Callable[..., StoryEnv]) -> None:
    plain = answers(open_story(cottage()), ["take lamp", "take lamp", "drop it"])
    asked, *traced = answers(
        open_story(cottage()), ["tw-trace-actions", "take lamp", "take lamp", "drop it"]
    )
    assert asked == "[tracing the actions - succeeded]\n"
    assert traced[0] == f"[taking the lamp]\n{plain[0]}[taking the lamp - succeeded]\n"
    assert traced[1] == plain[1]
    event = "dropping the lamp"
    assert traced[2] == f"[{event}]\n{plain[2]}[{event} - succeeded]\n"


@pytest.mark.parametrize("command", ["tw-extra-infos", "tw-extra-infos foo", "tw-print foo"])
def test_unknown_requests_are_refused(command: str, open_story: Callable[..., StoryEnv]) -> None:
    assert answers(open_story(cottage()), [command]) == ["That's not a verb I recognise.\n"]


def test_description_after_the_end_is_that_of_the_room(
    open_story: Callable[..., StoryEnv],
) -> None:
    env = open_story(cottage(), description=True, inventory=True)
    env.reset()
    for command in cottage().walkthrough:
        state, _, done = env.step(command)
    assert done
    assert "You are carrying" in state.inventory
    assert state.description.startswith("-= Garden =-\nAn untidy garden")
