"""Arrow tables made by hand, compared with those that pyarrow makes itself."""

import subprocess
import sys

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from twbench.dataset.files import columns
from twbench.dataset.files.arrays import (
    array_of,
    arrow_table,
    bytes_of,
    items_of,
    lengths_of,
    rows_of,
    schema_of,
    table_of,
)
from twbench.dataset.files.buffers import OtherColumnsError, read_columns, write_rows
from twbench.dataset.files.schema import MANIFEST, PACK, REJECTED, entities_schema

ENTITY = MANIFEST.field("entities").type.value_type
texts = st.text(max_size=6)
entities = st.fixed_dictionaries({"id": texts, "name": texts, "type": texts})
VALUES = {
    pa.string(): texts,
    pa.binary(): st.binary(max_size=6),
    pa.int32(): st.integers(-(2**31), 2**31 - 1),
    pa.int64(): st.integers(-(2**63), 2**63 - 1),
    pa.bool_(): st.booleans(),
    pa.float64(): st.floats(allow_nan=False),
    pa.list_(pa.string()): st.lists(texts, max_size=3),
    pa.list_(ENTITY): st.lists(entities, max_size=3),
}


@pytest.mark.parametrize("kind", VALUES, ids=str)
@given(st.data())
def test_an_array_is_the_one_that_pyarrow_makes(kind, data):
    values = data.draw(st.lists(st.none() | VALUES[kind], max_size=20))
    made = array_of(values, kind)
    made.validate(full=True)
    assert made.type == kind
    assert made.equals(pa.array(values, kind))
    assert made.null_count == values.count(None)


@pytest.mark.parametrize("schema", [MANIFEST, PACK, REJECTED, entities_schema(["train", "test"])])
@given(st.data())
def test_a_table_is_the_one_that_pyarrow_makes(schema, data):
    row = st.fixed_dictionaries({field.name: VALUES[field.type] for field in schema})
    rows = data.draw(st.lists(row, max_size=3))
    made = table_of(rows, schema)
    made.validate(full=True)
    assert made.equals(pa.Table.from_pylist(rows, schema=schema), check_metadata=True)


@pytest.mark.parametrize("wanted", [columns.MANIFEST, columns.PACK, columns.REJECTED])
@given(st.data())
def test_a_table_that_was_written_is_the_one_that_pyarrow_makes(wanted, data):
    schema = schema_of(wanted)
    row = st.fixed_dictionaries(
        {
            field.name: (st.none() | VALUES[field.type]) if field.nullable else VALUES[field.type]
            for field in schema
        }
    )
    rows = data.draw(st.lists(row, max_size=3))
    made = arrow_table(read_columns(memoryview(write_rows(rows, wanted)), wanted), schema)
    made.validate(full=True)
    assert made.equals(pa.Table.from_pylist(rows, schema=schema), check_metadata=True)


def test_a_table_with_other_columns_is_not_read():
    table = memoryview(write_rows([], columns.PACK))
    assert read_columns(table, columns.PACK)
    for others in (columns.REJECTED, columns.PACK[:2], columns.PACK[::-1]):
        with pytest.raises(OtherColumnsError):
            read_columns(table, others)


@given(st.lists(st.lists(texts, max_size=3), max_size=9), st.integers(0, 9), st.integers(0, 9))
def test_lengths_and_items_of_lists_are_those_of_arrow(lists, start, length):
    column = pa.chunked_array([pa.array(lists, pa.list_(pa.string()))] * 2).slice(start, length)
    assert lengths_of(column) == [len(one) for one in column.to_pylist()]
    items = [item for part in items_of(column) for item in part.to_pylist()]
    assert items == [item for one in column.to_pylist() for item in one]


@given(st.lists(st.lists(texts, max_size=3), max_size=9), st.integers(0, 9), st.integers(0, 9))
def test_lists_whose_texts_are_in_a_dictionary_are_read_from_any_place(lists, start, length):
    """Of no texts there may be no buffer, and a part of a column has those of the whole."""
    kind = pa.list_(pa.dictionary(pa.int32(), pa.string()))
    table = pa.table({"words": pa.chunked_array([pa.array(lists, kind)] * 2)}).slice(start, length)
    assert rows_of(table) == table.to_pylist()


@given(st.lists(st.lists(st.none() | st.binary(max_size=6), max_size=12), max_size=3), st.data())
def test_bytes_are_read_where_they_are(chunks, data):
    begin = data.draw(st.integers(0, 3))
    arrays = [pa.array(chunk, pa.binary()).slice(begin) for chunk in chunks]
    column = pa.chunked_array(arrays, pa.binary())
    read = bytes_of(column)
    assert [one if one is None else bytes(one) for one in read] == column.to_pylist()


def test_a_key_that_a_row_lacks_is_null():
    schema = pa.schema([pa.field("a", pa.string()), pa.field("b", pa.int32())])
    assert table_of([{"a": "x"}, {"b": 2}], schema).to_pylist() == [
        {"a": "x", "b": None},
        {"a": None, "b": 2},
    ]


@pytest.mark.parametrize(
    ("value", "kind", "error"),
    [
        (2**31, pa.int32(), OverflowError),
        (2**63, pa.int64(), OverflowError),
        ("7", pa.int32(), TypeError),
        (7, pa.string(), TypeError),
        (0, pa.string(), TypeError),
        ("x", pa.binary(), TypeError),
        ("", pa.binary(), TypeError),
        (3, pa.list_(pa.string()), TypeError),
        ("yes", pa.bool_(), TypeError),
    ],
)
def test_what_a_column_cannot_hold_is_refused(value, kind, error):
    for others in ([], [None]):
        with pytest.raises(error):
            array_of([value, *others], kind)


def test_tables_are_made_without_pandas():
    code = (
        "import sys; from twbench.dataset.files.arrays import table_of;"
        "from twbench.dataset.files.schema import REJECTED as kind;"
        "table_of([{field.name: None for field in kind}], kind);"
        "print('pandas' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
