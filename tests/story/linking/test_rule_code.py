"""Rules as routines of the story, beside the same rules read by the runtime as words."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest
from cooking_games import feast, supper
from sample_games import cottage, curios, lamps, shed, textworld_files, textworld_game, write

from twbench.bounded_cache import BoundedCache
from twbench.challenges import coin_collector
from twbench.core import EnvInfos
from twbench.envs import StoryEnv
from twbench.envs.frotz.session import Session
from twbench.envs.frotz.story_file import read_story
from twbench.generator import KnowledgeBase
from twbench.generator.games.game import Game
from twbench.story.linking import code_context, program_compiler, programs
from twbench.story.linking.programs import logic_program
from twbench.story.zcode.layout import RELATIONS
from twbench.story.zcode.template import load_template

GAMES: dict[str, Callable[[], Game]] = {
    "cottage": cottage,
    "shed": shed,
    "curios": curios,
    "lamps": lamps,
    "supper": supper,
    "feast": feast,
} | {path.stem: lambda path=path: textworld_game(path) for path in textworld_files()[:3]}
STEPS = 60


def played(path: Path, seed: int) -> tuple[list[str], list[object]]:
    """Play random commands that are possible, and some that are not; return what is told."""
    rng = random.Random(seed)
    infos = dict.fromkeys(("admissible_commands", "facts", "score", "moves", "last_action"), True)
    commands: list[str] = []
    found: list[object] = []
    with StoryEnv(EnvInfos(**infos), trusted=True) as env:
        env.load(path)
        state, done = env.reset(), False
        while len(commands) < STEPS and not done:
            words = rng.choice(state.admissible_commands).split()
            if rng.random() < 0.2:
                words = rng.sample(words, rng.randint(1, len(words)))
            commands.append(" ".join(words))
            state, _, done = env.step(commands[-1])
            found += [state.feedback, {*state.facts}, state.score, state.moves, state.last_action]
    return commands, found


@pytest.mark.parametrize("name", GAMES)
def test_routines_do_what_the_words_of_rules_say(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = GAMES[name]()
    compiled = write(game, tmp_path, "compiled")
    monkeypatch.setattr(programs, "_PROGRAMS", BoundedCache(4))
    monkeypatch.setattr(programs, "stored_program", lambda kb: None)
    monkeypatch.setattr(program_compiler, "has_room", lambda *_: False)
    read = write(game, tmp_path, "read")
    assert read.read_bytes() != compiled.read_bytes()
    for seed in range(3):
        assert played(compiled, seed) == played(read, seed)


def test_relations_without_a_variable_are_left_to_the_runtime(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = cottage()
    compiled = write(game, tmp_path, "compiled")
    monkeypatch.setattr(programs, "_PROGRAMS", BoundedCache(4))
    monkeypatch.setattr(programs, "stored_program", lambda kb: None)
    monkeypatch.setattr(code_context, "RELATIONS", 2)
    assert len(logic_program(game.kb).relations) == 2 < RELATIONS
    assert played(write(game, tmp_path, "few"), 1) == played(compiled, 1)


@pytest.mark.parametrize("name", GAMES)
def test_plain_commands_are_obeyed_as_all_others_are(name: str, tmp_path: Path) -> None:
    path = write(GAMES[name](), tmp_path)
    careful = load_template().symbols["careful"]
    for seed in range(3):
        commands, _ = played(path, seed)
        told, counts = [], []
        for plainly in (True, False):
            session = Session(read_story(path))
            session.reset()
            if not plainly:
                session.write_word(careful, 1)
            counts.append(session.count_instructions("look"))
            told.append([session.step(command) for command in commands])
            session.close()
        assert told[0] == told[1]
        assert counts[0] < counts[1]


def test_a_program_is_the_same_each_time_it_is_made() -> None:
    for kb in (KnowledgeBase.default(), coin_collector.knowledge_base()):
        first, second = (program_compiler.compiled_program(kb) for _ in range(2))
        assert first.code == second.code
        assert first.block.words == second.block.words
