from twbench.bounded_cache import BoundedCache


def test_what_is_kept_is_found_until_there_is_too_much():
    recent: BoundedCache[str, int] = BoundedCache(2)
    assert recent.keep("one", 1) == 1
    assert recent.keep("two", 2) == 2
    assert recent == {"one": 1, "two": 2}
    assert recent.keep("three", 3) == 3
    assert recent == {"three": 3}
