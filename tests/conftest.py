"""How all tests run: one profile of Hypothesis. And what is in a folder."""

import pytest
from file_trees import contents
from hypothesis import HealthCheck, settings

# How long an example takes, and how quickly examples are found, depends on the machine and on what
# else it does; whether a property holds does not.
settings.register_profile("twbench", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("twbench")


@pytest.fixture
def tree():
    return contents
