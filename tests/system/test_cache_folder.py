import sys
from pathlib import Path

import pytest

from twbench.system.cache_folder import cache_folder, private_folder


@pytest.mark.parametrize(
    ("platform", "variables", "expected"),
    [
        ("linux", {}, "/home/ann/.cache/twbench"),
        ("linux", {"XDG_CACHE_HOME": "/fast"}, "/fast/twbench"),
        ("linux", {"XDG_CACHE_HOME": "relative"}, "/home/ann/.cache/twbench"),
        ("darwin", {"XDG_CACHE_HOME": "/fast"}, "/home/ann/Library/Caches/twbench"),
        ("linux", {"XDG_CACHE_HOME": "/fast", "TWBENCH_CACHE": "/own"}, "/own"),
        ("darwin", {"TWBENCH_CACHE": "/own"}, "/own"),
    ],
)
def test_the_folder_is_where_the_system_wants_it(monkeypatch, platform, variables, expected):
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setenv("HOME", "/home/ann")
    for name in ("XDG_CACHE_HOME", "TWBENCH_CACHE"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert cache_folder() == Path(expected)


def test_a_folder_that_others_may_write_into_is_not_private(tmp_path):
    folder = tmp_path / "some" / "where"
    assert private_folder(folder)
    assert folder.stat().st_mode & 0o777 == 0o700
    folder.chmod(0o755)
    assert private_folder(folder)
    folder.chmod(0o775)
    assert not private_folder(folder)
    folder.chmod(0o700)
    (tmp_path / "link").symlink_to(folder)
    assert not private_folder(tmp_path / "link")
