import dataclasses
from importlib.util import find_spec

import pytest

from twbench import __version__
from twbench.cli.verbs.build import composed, made_datasets
from twbench.dataset.building.build import build_dataset
from twbench.dataset.files.index import read_index
from twbench.dataset.files.registry import (
    Published,
    dump_registry,
    publication,
    read_registry,
    registry_file,
)
from twbench.errors import DatasetError

SMALL, LARGEST = 60, 600
COSTLY = ("hierarchycraft_mine",)

REGISTRY = read_registry()
PLAYED = pytest.mark.skipif(find_spec("nle") is None, reason="NLE is not installed: make minihack")


def published():
    """Those of this version that are not too large to be built again, most marked as slow."""
    for name, versions in REGISTRY.items():
        found = versions.get(__version__)
        if found is not None and found.games <= LARGEST:
            quick = found.games <= SMALL and name not in COSTLY
            marks = [] if quick else [pytest.mark.slow]
            if name.startswith("minihack_"):
                marks.append(PLAYED)
            yield pytest.param(name, found, marks=marks, id=name)


def test_every_shipped_configuration_is_listed_for_this_version():
    assert sorted(REGISTRY) == made_datasets()
    assert all(__version__ in versions for versions in REGISTRY.values())


@pytest.mark.parametrize("name", made_datasets())
def test_a_configuration_has_the_name_of_its_file(name):
    assert composed([f"dataset={name}"]).recipe.dataset.name == name


def test_the_file_is_written_by_the_tool():
    assert registry_file().read_text() == dump_registry(REGISTRY)
    assert REGISTRY["demo"][__version__] is not None


@pytest.mark.parametrize(("name", "expected"), list(published()))
def test_a_published_dataset_is_built_again(tmp_path, name, expected):
    config = dataclasses.replace(composed([f"dataset={name}"]), out=tmp_path / "dataset")
    index = build_dataset(config, progress=False).index
    assert Published(index.fingerprint, index.size) == expected, (
        "The games have changed: python tools/update_registry.py writes the new fingerprints."
    )
    assert publication(index, REGISTRY) == f"yes: this is {name} of twbench {__version__}"


def test_what_is_said_of_a_dataset(build):
    index = read_index(build())
    assert publication(index, {}) == "no: there is no published dataset of this name"
    waiting = publication(index, {"tiny": {__version__: None}})
    assert waiting == f"unknown: tiny of twbench {__version__} has not been published yet"
    known = {"tiny": {__version__: Published(index.fingerprint, 20)}}
    assert publication(index, known) == f"yes: this is tiny of twbench {__version__}"
    claim = publication(index, known, claimed=True)
    assert claim == f"it says it is tiny of twbench {__version__}: twbench verify finds out"
    other = publication(index, {"tiny": {__version__: Published("0" * 64, 20)}})
    assert other.endswith(f"has fingerprint {'0' * 64}")


def test_a_registry_is_read_back(tmp_path):
    registry = {"a": {"0.1.0": Published("f" * 64, 3), "0.2.0": None}}
    path = tmp_path / "registry.json"
    path.write_text(dump_registry(registry))
    assert read_registry(path) == registry


@pytest.mark.parametrize("text", ["", "[]", '{"format": 2, "datasets": {}}', '{"datasets": 3}'])
def test_a_damaged_registry(tmp_path, text):
    path = tmp_path / "registry.json"
    path.write_text(text)
    with pytest.raises(DatasetError):
        read_registry(path)
