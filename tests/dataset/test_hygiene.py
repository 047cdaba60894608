from twbench.dataset.hygiene import Claims
from twbench.dataset.plan import Slot

TRAIN, OTHER, TEST = Slot("train", 0), Slot("train", 1), Slot("test", 0)


def test_no_game_is_taken_twice():
    claims = Claims(shared_structures=True)
    assert claims.claim(TRAIN, "g", "s") is None
    assert claims.claim(OTHER, "g", "s").reason == "duplicate"
    refusal = claims.claim(TEST, "g", "s")
    assert refusal.detail == "The same game as number 0 of split train."


def test_structures_stay_within_a_split():
    claims = Claims()
    assert claims.claim(TRAIN, "g", "s") is None
    assert claims.claim(OTHER, "h", "s") is None
    assert claims.claim(TEST, "i", "s").reason == "shared_structure"
    assert claims.claim(TEST, "i", "t") is None


def test_shared_structures_on_request():
    claims = Claims(shared_structures=True)
    assert claims.claim(TRAIN, "g", "s") is None
    assert claims.claim(TEST, "h", "s") is None
