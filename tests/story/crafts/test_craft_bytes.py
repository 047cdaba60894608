"""A story of crafting has the same bytes in every process."""

from hash_seeds import printed

SCRIPT = """
import hashlib
from twbench import challenges, families

family = families.get("hierarchycraft")
worlds = {"mine": {}, "layered": {"names": "words"}, "mini": {"world": "DoorKey"}}
for kind, settings in worlds.items():
    challenge = challenges.get(f"hierarchycraft_{kind}")
    game = family.make(challenge, challenge.settings(**settings), 1, {})
    files = family.seal(game, challenge.name)
    print(hashlib.sha256(files.story + files.game).hexdigest(), files.vocabulary)
    print(family.picture(game).svg)
"""


def test_how_texts_are_hashed_changes_no_byte() -> None:
    assert len(printed(SCRIPT)) == 1
