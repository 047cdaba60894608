"""What every game of a challenge must satisfy, by the logic and by the compiled story."""

import hashlib
import json
import sys

from hash_seeds import printed

from twbench import story
from twbench.challenges import TreasureHunter
from twbench.challenges.treasure_hunter.level_layout import LevelLayout
from twbench.core import EnvInfos
from twbench.families import start
from twbench.generator import GameProgression
from twbench.seeding import Rng


def drawn_layout(level, seed):
    """Return a layout of treasure_hunter as it is drawn at first, with its contents."""
    options, rng = TreasureHunter(level).layout_options, Rng(seed)
    layout = LevelLayout.draw(options, rng)
    layout.draw_contents(options, rng)
    return layout


def check_constraints(game):
    """Check that the facts break no constraint of the logic."""
    state = game.world.state
    for constraint in game.kb.constraints.values():
        assert not list(state.all_instantiations(constraint)), constraint


def check_walkthrough(game):
    """Check that the walkthrough wins by the rules, with all points, at its last command only."""
    names = {id_: info.name for id_, info in game.infos.items() if info.name}
    progression = GameProgression(game)
    for command in game.walkthrough:
        assert not progression.done
        fitting = [
            action
            for action in progression.valid_actions
            if action.command_template and action.format_command(names) == command
        ]
        assert len(fitting) == 1, command
        progression.update(fitting[0])
    assert progression.completed
    assert progression.score == game.max_score


def check_story(game, folder):
    """Check that the walkthrough wins in the compiled story, with all points, at its end only."""
    path = folder / "game.z8"
    path.write_bytes(story.link(game))
    game.save(folder / "game.json")
    with start(path, EnvInfos(won=True, lost=True)) as env:
        state = env.reset()
        for number, command in enumerate(game.walkthrough, start=1):
            state, score, done = env.step(command)
            assert done == (number == len(game.walkthrough)), command
        assert (score, state.won, state.lost) == (game.max_score, True, False)


def digest_of(games):
    """Return a hash of all that games say of themselves."""
    data = json.dumps([game.serialize() for game in games])
    return hashlib.sha256(data.encode()).hexdigest()


def in_other_processes(test_module, expression):
    """Return what an expression over a test module prints in processes of other hash seeds."""
    script = f"import sys; sys.path[:0] = {sys.path!r}\nimport {test_module}\nprint({expression})"
    return {text.strip() for text in printed(script, ("0", "123"))}
