"""The tutorial of HierarchyCraft runs as it is printed, with the import renamed."""

import re
from pathlib import Path

import pytest

from twbench.hierarchycraft import HcraftEnv
from twbench.hierarchycraft.examples import TreasureEnv

SEEDS = Path(__file__).resolve().parents[3] / "shared" / "seeds"
PRINTED = 14
"""How many blocks of code the page has that are not a folder, or an inclusion."""


def blocks() -> list[str]:
    """Return the code of the page: it is printed with the number of each line before the line."""
    found = sorted(SEEDS.glob("004_*.txt"))
    if not found:
        pytest.skip(f"the documentation is not beside the checkout, in {SEEDS}")
    text = found[0].read_text(encoding="utf-8")
    return [unnumbered(block) for block in re.findall(r"```python (\d.*?)```", text)]


def unnumbered(block: str) -> str:
    number, rest = int(re.match(r"\d+", block)[0]), block
    lines = []
    while rest.lstrip().startswith(str(number)):
        rest = rest.lstrip().removeprefix(str(number))
        line, found, after = rest.partition(f" {number + 1}")
        lines.append(line)
        rest, number = (f"{number + 1}{after}" if found else ""), number + 1
    return "\n".join(lines)


def test_every_block_runs(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    code = [block for block in blocks() if ".. include" not in block]
    names: dict[str, object] = {}
    for block in code[:PRINTED]:
        renamed = re.sub(r"^from hcraft\b", "from twbench.hierarchycraft", block, flags=re.M)
        renamed = renamed.replace("import hcraft", "import twbench.hierarchycraft as hcraft")
        exec(compile(renamed, "tutorial", "exec"), names)
    assert len(code) >= PRINTED
    env = names["env"]
    assert isinstance(env, HcraftEnv)
    assert names["WORLD_2"].resources_path == Path("resources")
    assert "Zone: start_room" in capsys.readouterr().out
    env.reset()
    ends = [env.step(action)[1:4] for action in env.planning_problem().solve()]
    assert ends[-1] == (1.0, True, False)
    assert len(ends) == 7


def test_the_packaged_class_is_the_world_of_the_tutorial() -> None:
    env = TreasureEnv()
    assert [item.name for item in env.world.items] == ["key", "gold"]
    pictures = Path(str(env.world.resources_path)) / "items"
    assert sorted(path.stem for path in pictures.glob("*.svg")) == sorted(
        ["gold", "key", "locked_chest", "treasure_chest"]
    )
