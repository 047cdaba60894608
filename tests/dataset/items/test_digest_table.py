"""Numbers by texts in little memory: like a dict, as far as it goes."""

from hypothesis import given
from hypothesis import strategies as st

from twbench.dataset.items.digest_table import DigestTable

NUMBERS = st.integers(0, (1 << 63) - 1)


@given(st.lists(st.tuples(st.text(max_size=3), NUMBERS)))
def test_it_finds_what_a_dict_finds(entries):
    table, known = DigestTable(), {}
    for text, number in entries:
        table[text] = known[text] = number
        assert len(table) == len(known)
    assert all(table.get(text) == number for text, number in known.items())
    assert table.get("none of these") is None


def test_nothing_is_lost_when_it_grows():
    table = DigestTable()
    for number in range(5_000):
        table[f"game {number}"] = number
    assert len(table) == 5_000
    assert all(table.get(f"game {number}") == number for number in range(5_000))
    assert table.get("game 5000") is None


def test_an_entry_takes_few_bytes():
    table = DigestTable()
    for number in range(20_000):
        table[str(number)] = number
    arrays = (table._low, table._high, table._values)
    assert sum(each.itemsize * len(each) for each in arrays) < 40 * len(table)
