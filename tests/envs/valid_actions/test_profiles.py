"""Things of which a story says the same whatever is done to them."""

from twbench.envs.valid_actions.candidates import Form
from twbench.envs.valid_actions.profiles import Profiles
from twbench.envs.valid_actions.trials import Outcome

VERBS = ("touch", "push", "pull", "turn", "take", "smell", "open", "close", "shake", "taste")
NAMES = ("coin", "ring", "purse", "bag", "moon", "sun", "me")


class _Trials:
    def __init__(self, replies):
        self.tried = {command: Outcome(reply, ()) for command, reply in replies.items()}

    def certain_changes(self, command):
        return self.tried[command].certain


def _profiles(own=()):
    forms = [Form(f"{verb} OBJ", (f"{verb} OBJ",), ("noun",)) for verb in VERBS]
    replies = {f"{verb} {name}": f"You {verb} the {name}." for verb in VERBS for name in NAMES}
    replies |= {f"{verb} moon": "The moon is too far away." for verb in VERBS[1:]}
    replies |= {f"{verb} bag": f"(the purse)\nYou {verb} the purse." for verb in VERBS}
    replies |= dict(own)
    return Profiles(_Trials(replies), forms, NAMES, NAMES)


def test_what_is_nearly_always_said_of_a_thing_is_usual():
    usual = _profiles().usual()
    assert usual == {"moon": "* is too far away."}
    assert (
        _profiles({"push moon": "It moves.", "pull moon": "Ow.", "turn moon": "No."}).usual() == {}
    )


def test_names_of_one_thing_get_the_same_answers_word_by_word():
    same = _profiles().same()
    assert same["bag"] == "purse"
    assert {name: same[name] for name in NAMES if name != "bag"} == {
        name: name for name in NAMES if name != "bag"
    }
    assert _profiles({"taste bag": "Leather."}).same()["bag"] == "bag"


def test_things_are_alike_if_they_are_answered_alike():
    alike = _profiles({"push ring": "It gleams."}).alike()
    assert (alike["purse"], alike["sun"]) == ("coin", "coin")
    assert (alike["ring"], alike["moon"]) == ("ring", "moon")


def test_what_was_tried_with_one_of_two_things_alone_tells_neither_apart():
    forms = [Form(f"{verb} OBJ", (f"{verb} OBJ",), ("noun",)) for verb in VERBS]
    for shared, first in ((8, "coin"), (7, "sun")):
        told = {f"{verb} {name}": "No." for verb in VERBS for name in ("coin", "ring", "purse")}
        told |= {f"{verb} sun": "No." for verb in VERBS[:shared]}
        assert Profiles(_Trials(told), forms, NAMES, NAMES).alike()["sun"] == first


def test_answers_are_known_with_all_that_got_them():
    assert _profiles().given()["* is too far away."] == {f"{verb} OBJ" for verb in VERBS[1:]}
