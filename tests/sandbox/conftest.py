"""Strangers' processes for the tests of a module."""

import pytest
from sandbox_strangers import require, start


@pytest.fixture(scope="module", params=["landlock", "bubblewrap"])
def shut_in(request, tmp_path_factory):
    """Give a stranger in each kind of sandbox, for all tests of a module."""
    require(request.param)
    with pytest.MonkeyPatch.context() as monkeypatch:
        stranger = start(request.param, tmp_path_factory.mktemp("shut_in"), monkeypatch)
        yield stranger
        stranger.end()


@pytest.fixture(scope="module")
def at_large(tmp_path_factory):
    """Give a stranger in no sandbox: what is tried does succeed where nothing prevents it."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        stranger = start("open", tmp_path_factory.mktemp("at_large"), monkeypatch)
        yield stranger
        stranger.end()
