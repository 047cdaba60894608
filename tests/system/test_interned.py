"""Tables of the one object that there is for each key."""

from twbench.system import interned


def test_a_table_of_objects_does_not_grow_with_those_that_have_gone(monkeypatch):
    class Thing:
        pass

    monkeypatch.setattr(interned, "_FEWEST", 10)
    table = interned.Interned()
    held = [table.hold(number, Thing()) for number in range(5)]
    for number in range(5, 1000):
        table.hold(number, Thing())
        assert len(table) <= 10
    assert [table.find(number) for number in range(6)] == [*held, None]
    more = [table.hold(number, Thing()) for number in range(1000, 1100)]
    assert [table.find(number) for number in range(1000, 1100)] == more
    assert table.find("no key") is None
