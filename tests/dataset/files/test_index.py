"""What a finished dataset says of itself."""

import pytest

from twbench.dataset.files.load import load_dataset
from twbench.errors import DatasetError


def test_a_folder_without_dataset(tmp_path):
    with pytest.raises(DatasetError, match=r"is no dataset: it has no dataset\.json"):
        load_dataset(tmp_path)


def test_a_damaged_index(build):
    out = build()
    (out / "dataset.json").write_text("{}")
    with pytest.raises(DatasetError, match=r"dataset.json is damaged"):
        load_dataset(out)
