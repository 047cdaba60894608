"""The runtime's template and its sources agree."""

from twbench.story.zcode.layout import Attribute, Effect, inform_constants
from twbench.story.zcode.template import RUNTIME, load_template


def test_constants_are_those_of_the_layout() -> None:
    assert (RUNTIME / "constants.inf").read_text() == inform_constants()
    assert f"Constant EFFECT_MOVE = {Effect.MOVE.value};\n" in inform_constants()


def test_attributes_fit_into_an_object() -> None:
    numbers = [attribute.value for attribute in Attribute if attribute.name != "FIRST_FREE"]
    assert numbers == list(range(Attribute.LAST_FREE, 48))


def test_template_knows_what_it_prints() -> None:
    texts = " ".join(load_template().texts)
    for words in ("*** The End ***", "*** You lost! ***", "You are carrying nothing."):
        assert words in texts
