"""The scripts of users of TextWorld, and which of them cannot be run where, with the reason."""

from pathlib import Path

FOLDER = Path(__file__).parent
SCRIPTS = sorted(
    path.relative_to(FOLDER).as_posix()
    for path in FOLDER.glob("*/*.py")
    if path.parent.name != "__pycache__"
)
"""Each is written for TextWorld, and asserts what TextWorld gives."""

WAITING = {
    "challenges/coin_collector.py": "users",
    "challenges/cooking.py": "users",
    "challenges/own_challenge.py": "users",
    "challenges/simple.py": "users",
    "challenges/treasure_hunter.py": "users",
    "commands/third_party.py": "users",
    "generator/chains.py": "users",
    "gym/agent.py": "classic",
    "gym/batch.py": "classic",
    "gym/cycles.py": "classic",
    "gym/each_game_once.py": "classic",
    "gym/named.py": "classic",
    "gym/new_games_by_themselves.py": "classic",
    "gym/one_game.py": "classic",
    "logic/knowledge.py": "users",
    "playing/always_known.py": "users",
    "playing/own_agent.py": "users",
    "playing/wrappers.py": "users",
}
"""What twbench does not do yet, by script, and the part that brings it."""

NOT_IN_TEXTWORLD = {
    "playing/end_of_games.py": "documented, but TextWorld 1.7 raises GameNotRunningError in no such"
    " case: a step after the end of a game, or before it begins, is answered",
}
"""What TextWorld 1.7 does not do itself, by script."""

NEEDS_GYM = frozenset(name for name in SCRIPTS if name.startswith("gym/"))
"""Scripts that need the extra ``gym``."""


def renamed(source: str) -> str:
    """Return what a script becomes when its user changes the import, mechanically."""
    return source.replace("textworld", "twbench")
