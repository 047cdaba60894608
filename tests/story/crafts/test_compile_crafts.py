"""The template of the runtime of crafting worlds is what its source makes."""

import shutil

import pytest

from twbench.story.crafts.compile_crafts import sources
from twbench.story.crafts.layout import CRAFTS
from twbench.story.zcode.compile_runtime import compile_runtime
from twbench.story.zcode.template import load_template


@pytest.mark.skipif(shutil.which("inform6") is None, reason="inform6 is not installed")
def test_template_is_reproduced_byte_for_byte() -> None:
    assert compile_runtime(sources()) == load_template(CRAFTS)
