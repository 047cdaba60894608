"""The seed of ``twbench play`` reaches the story, and what is not known is said in a sentence."""

from pathlib import Path

import pytest

from twbench.cli import main

STORIES = Path(__file__).resolve().parents[3] / "shared" / "data" / "stories"
ZORK = STORIES / "zork1.z3"
pytestmark = [
    pytest.mark.skipif(not STORIES.is_dir(), reason="the stories are not beside this checkout"),
    pytest.mark.filterwarnings("always::twbench.envs.JerichoUnsupportedGameWarning"),
]


@pytest.mark.parametrize(("given", "seeds"), [(["--seed", "7"], [7]), ([], [])])
def test_the_story_is_given_the_seed_that_was_asked_for(given, seeds, monkeypatch, capsys):
    from twbench.envs import isolated

    seen = []
    original = isolated.IsolatedEnv.seed

    def seed(self, value=None):
        seen.append(value)
        return original(self, value)

    monkeypatch.setattr(isolated.IsolatedEnv, "seed", seed)
    assert main(["play", str(ZORK), "--mode", "random", "-q", "--max-steps", "1", *given]) == 0
    assert seen == seeds
    expected = (
        "twbench: warning: Jericho does not know zork1.z3."
        " What stays unknown: maximum score, ending.\n"
    )
    assert capsys.readouterr().err == expected
