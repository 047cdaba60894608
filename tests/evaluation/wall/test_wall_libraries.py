import sys
from pathlib import Path

import pytest

from twbench.evaluation.wall import libraries
from twbench.evaluation.wall.libraries import import_libraries


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of installed libraries, found before another one, in which nothing is installed."""
    for folder in ("installed", "own"):
        (tmp_path / folder).mkdir()
        monkeypatch.syspath_prepend(str(tmp_path / folder))
    monkeypatch.setattr(libraries, "_folders", lambda: {tmp_path / "installed"})
    libraries._is_installed.cache_clear()
    return tmp_path / "installed"


def package(folder: Path, *names: str) -> None:
    folder.mkdir()
    for name in names:
        (folder / f"{name}.py").write_text("")


def test_installed_modules_are_imported_with_their_packages(installed: Path) -> None:
    package(installed / "lib_one", "__init__", "part")
    package(installed / "lib_spread", "part")
    import_libraries(["lib_one.part", "lib_spread.part", "lib_one.missing", "missing.part", ""])
    assert {"lib_one", "lib_one.part", "lib_spread.part"} <= sys.modules.keys()


def test_a_name_in_a_package_of_the_agents_own_does_not_run_the_package(installed: Path) -> None:
    own = installed.with_name("own")
    package(own / "own_package", "__init__", "part")
    package(own / "own_spread", "part")
    package(installed / "lib_shared", "part")
    package(own / "lib_shared", "own_part")
    import_libraries(["own_package.part", "own_package.no", "own_spread.part"])
    import_libraries(["lib_shared.own_part", "lib_shared.part"])
    assert not [name for name in sys.modules if name.startswith(("own_", "lib_shared"))]
