"""Modules of a run: a file is run only if whoever validates names it, and the run was of it."""

import pytest

from twbench import families
from twbench.errors import ConfigError, RunError
from twbench.evaluation.checking.own_modules import use_recorded_modules
from twbench.hashing import sha256_hex
from twbench.modules import use_modules

SOURCE = """\
from twbench.families import Family, register


class Echoes(Family):
    name, description, proof = "echoes", "a call that comes back", "heard"

    def describe(self, game, files=None, nodes=0):
        return {}

    def open(self, path, infos=None):
        raise NotImplementedError


register(Echoes())
"""


@pytest.fixture
def module(tmp_path):
    file = tmp_path / "echoes.py"
    file.write_text(SOURCE)
    yield file
    use_modules(())


@pytest.fixture
def record(module):
    """The record of a run that was played with the module."""
    digest = sha256_hex(module.read_bytes())
    own = {"file": "echoes.py", "sha256": digest, "metrics": [], "families": ["echoes"]}
    return {"metrics": {"modules": [own]}}


def test_a_module_is_run_if_it_is_named_and_recorded(module, record, tmp_path):
    assert "echoes" not in families.names()
    assert use_recorded_modules(tmp_path, record, [module]) == (str(module),)
    assert "echoes" in families.names()


def test_a_run_never_names_what_is_run(module, record, tmp_path):
    record["metrics"]["modules"][0]["file"] = str(module)
    with pytest.raises(RunError, match=r"of the family 'echoes', .* name that file with --module"):
        use_recorded_modules(tmp_path, record, [])
    assert "echoes" not in families.names()


def test_another_file_is_not_run(module, record, tmp_path):
    module.write_text("raise SystemExit('this was run')")
    with pytest.raises(RunError, match=r"It is none of .*echoes\.py\."):
        use_recorded_modules(tmp_path, record, [module])
    assert use_recorded_modules(tmp_path, {}, [module]) == ()  # the run needs none


def test_a_module_that_is_not_there_is_told(record, tmp_path):
    with pytest.raises(ConfigError, match=r"there is none at .*nowhere\.py"):
        use_recorded_modules(tmp_path, record, [tmp_path / "nowhere.py"])


@pytest.mark.parametrize(
    "record",
    [
        {},
        {"metrics": None},
        {"metrics": {"modules": {"families": ["echoes"]}}},
        {"metrics": {"modules": ["echoes", {"families": "echoes"}]}},
        {"metrics": {"packages": []}},
    ],
    ids=str,
)
def test_a_record_of_no_family_needs_no_module(record, tmp_path):
    assert use_recorded_modules(tmp_path, record, []) == ()
