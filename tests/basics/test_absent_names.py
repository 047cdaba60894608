"""Names that a version of TextWorld has: who imports one is told what there is instead."""

from importlib import import_module

import pytest

from twbench.utils.absent_names import INSTEAD

ABSENT = [(module, name) for module, names in INSTEAD.items() for name in names]


@pytest.mark.parametrize(("module", "name"), ABSENT)
def test_an_import_says_what_there_is_instead(module, name):
    said = f"twbench has no {name} in {module}: {INSTEAD[module][name]}."
    with pytest.raises(ImportError) as by_import:
        exec(f"from {module} import {name}")
    with pytest.raises(ImportError) as by_attribute:
        getattr(import_module(module), name)
    assert str(by_import.value) == str(by_attribute.value) == said


@pytest.mark.parametrize(("module", "name"), ABSENT)
def test_what_is_not_there_is_not_completed(module, name):
    assert name not in dir(import_module(module))


@pytest.mark.parametrize(
    ("module", "name"), [found for found in ABSENT if " is in " in INSTEAD[found[0]][found[1]]]
)
def test_the_other_module_has_it(module, name):
    other = INSTEAD[module][name].rpartition(" is in ")[2]
    assert hasattr(import_module(other), name)


def test_a_name_that_nobody_has_stays_an_ordinary_error():
    render = import_module("twbench.render")
    with pytest.raises(AttributeError, match=r"^module 'twbench\.render' has no attribute 'vis'$"):
        getattr(render, "vis")  # noqa: B009 - the mistake of somebody who types
    assert getattr(render, "vis", None) is None
