"""The template is what the runtime's sources make."""

import shutil

import pytest

from twbench.errors import TwbenchError
from twbench.story.zcode import compile_runtime as module
from twbench.story.zcode.compile_runtime import compile_runtime
from twbench.story.zcode.template import load_template


@pytest.mark.skipif(shutil.which("inform6") is None, reason="inform6 is not installed")
def test_template_is_reproduced_byte_for_byte() -> None:
    assert compile_runtime() == load_template()


needs_inform = pytest.mark.skipif(
    shutil.which("inform6") is None, reason="inform6 is not installed"
)


def test_without_the_compiler_its_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(TwbenchError, match="comes with Debian's package inform6-compiler"):
        compile_runtime()


@needs_inform
def test_what_the_compiler_refuses_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "inform_constants", lambda: "Constant BOUND_SLOT = ;\n")
    with pytest.raises(TwbenchError, match=r"inform6 refuses the runtime:\n[^$]*Error"):
        compile_runtime()
