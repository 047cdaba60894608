"""What plays NetHack is tested where NLE is; the rest everywhere."""

from importlib.util import find_spec

import pytest

WITHOUT = "NLE is not installed: make minihack tests with it"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip the tests that are marked ``nle`` where it is not installed."""
    if find_spec("nle") is None:
        for item in items:
            if item.get_closest_marker("nle") is not None:
                item.add_marker(pytest.mark.skip(reason=WITHOUT))
