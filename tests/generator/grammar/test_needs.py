"""What text generation needs of a theme."""

from twbench.generator.grammar.needs import REQUIRED_SYMBOLS, missing_symbols, pair_symbol


def test_all_that_is_documented_is_enough_and_nothing_too_little():
    assert missing_symbols(REQUIRED_SYMBOLS) == []
    assert set(REQUIRED_SYMBOLS) - set(missing_symbols([])) == {
        "room_type",
        *(f"room_desc_({kind})_multi_{part}" for kind in "cs" for part in ("adj", "noun")),
    }


def test_themes_of_textworld_have_others_instead():
    others = ["(k<->d)_match", "room_desc_(d)", "room_desc_(dir)"]
    assert {*missing_symbols([]), *others} - {*missing_symbols(others), *others} == {
        "match",
        "room_exit_desc",
        "room_(d)_exit_desc",
        "room_(d)_exit_desc_alt",
    }


def test_the_pair_of_the_nearest_types_is_found_either_way_round():
    known = {"(k<->c)_match", "(chest<->k)_match"}.__contains__
    key, chest = ("k", "o", "t"), ("chest", "c", "t")
    assert pair_symbol(known, key, chest) == ("(chest<->k)_match", True)
    assert pair_symbol(known, key, chest[1:]) == ("(k<->c)_match", False)
    assert pair_symbol(known, key, ("d", "t")) is None
