"""NetHack's compiler says what is wrong with a level, before anything runs."""

import pytest
from level_calls import NAMES, RandomLevel

from twbench.errors import ConfigError, MissingPackageError
from twbench.minihack import LevelGenerator, LevelSpecification, check_level, engine, level_faults
from twbench.minihack.levels.compiler import _packed, _unpacked, packed_level

nle = pytest.mark.nle
AREA = "$a = selection:rect (0,0,2,1)"
FAULTS = [
    ("OBJECT:('%',\"appple\"),random", "Unknown object ('%', \"appple\")! Did you mean 'apple'?"),
    ("OBJECT:('(',\"apple\"),random", "'apple' is of the class '%'."),
    ('OBJECT:"dager",random', "Did you mean 'dagger'?"),
    ("OBJECT:('/',\"deth\"),random", "Did you mean 'death'?"),
    ("OBJECT:('%',\"\"),random", "Unknown object"),
    ("OBJECT:('%',\"apple\"),(99,99)", "Coordinates (99,99) out of map range!"),
    ("OBJECT:('(',random),random", 'syntax error at "random"'),
    ("OBJECT:random,rndcoord($a)", 'syntax error at "$a"'),
    ("OBJECT:random", "Object needs a coord"),
    ('MONSTER:"jackall",random', "Did you mean 'jackal'?"),
    ("MONSTER:('d',\"lich\"),random", "'lich' is of the class 'L'."),
    ("MONSTER:('d',random),random", 'syntax error at "random"'),
    ("MONSTER:'d',random,angry", 'syntax error at "angry"'),
    ('MONSTER:"newt",(3)', "syntax error"),
    ('TRAP:"telport",random', "Did you mean 'teleport'?"),
    ('TRAP:"",random', "Unknown trap type"),
    ("TRAP:pit,random", "syntax error"),
    ("STAIR:(-1,0),down", 'syntax error at "-1"'),
    ("STAIR:(1,1),sideways", 'syntax error at "sideways"'),
    ("STAIR:(1,1)", "syntax error"),
    ("GOLD: 2.5,random", "syntax error"),
    ("GOLD: many,random", 'syntax error at "many"'),
    ("BRANCH:(0,0,4,2),(9,9,9,9)", "out of map range"),
    ("BRANCH:(0,0,0,0)", "syntax error"),
    ("TERRAIN:rect (3,1,0,0),'L'", "Region start > end"),
    ("TERRAIN:line (3,1,0,0),'L'", "syntax error"),
    ("TERRAIN:rect (0,0,1,1),'?'", ""),
    ("MAZEWALK:(1,1),up", 'syntax error at "up"'),
    ("DOOR:ajar,random", 'syntax error at "ajar"'),
    ("ALTAR:random,good,altar", 'syntax error at "good"'),
    ("FOUNTAIN: $nowhere", 'syntax error at "$nowhere"'),
    ("TELEPORT_REGION:(0,0,0,0", "syntax error"),
    (f"{AREA}\nSINK:rndcoord($b)", 'syntax error at "$b"'),
    ("Put an apple here.", "syntax error"),
]


def with_lines(lines: str) -> str:
    level = LevelGenerator(w=5, h=3)
    level.add_line(lines)
    return level.get_des()


@nle
@pytest.mark.parametrize(("lines", "reason"), FAULTS)
def test_an_invalid_level_is_answered_with_its_line_and_the_reason(lines: str, reason: str) -> None:
    des = with_lines(lines)
    [fault] = level_faults(des)
    assert reason in fault.reason
    assert fault.line == des.count("\n")
    assert fault.text == lines.split("\n")[-1]
    with pytest.raises(ConfigError, match=f"line {fault.line}: "):
        check_level(des)
    with pytest.raises(ConfigError, match=f"line {fault.line}: "):
        packed_level(des)


@nle
def test_all_faults_are_told() -> None:
    faults = level_faults(with_lines('OBJECT:"appple",random\nTRAP:"pitt",random'))
    assert [fault.line for fault in faults] == [12, 13]
    with pytest.raises(ConfigError, match="2 faults"):
        check_level(with_lines('OBJECT:"appple",random\nTRAP:"pitt",random'))


@nle
@pytest.mark.parametrize("des", ["", "\n", "no level at all"])
def test_no_level_is_no_silent_dungeon(des: str) -> None:
    with pytest.raises(ConfigError, match="line 1: "):
        check_level(des)


@nle
@pytest.mark.slow
def test_levels_with_each_documented_call_compile() -> None:
    levels = [RandomLevel(seed) for seed in range(300)]
    assert {name for level in levels for name, _ in level.calls} == set(NAMES)
    refused = []
    for level in levels:
        # The name of an area is known below the line that gives it.
        level.calls.sort(key=lambda call: call[0] != "set_area_variable")
        level.calls.insert(0, ["set_area_variable", ["$area", "rect", 0, 0, 1, 1]])
        refused += level_faults(LevelSpecification.from_data(level.data()).des())
    assert refused == []


@nle
def test_an_archive_is_packed_as_it_was() -> None:
    shipped = (engine.hack_folder() / "nhdat").read_bytes()
    assert _packed(_unpacked(shipped)) == shipped


def test_without_nle_one_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "find_spec", lambda name: None)
    monkeypatch.setattr(engine, "_LAST_PYTHON", (9, 9))
    with pytest.raises(MissingPackageError, match=r"pip install 'twbench\[minihack\]'"):
        engine.hack_folder()
    monkeypatch.setattr(engine, "_LAST_PYTHON", (3, 10))
    with pytest.raises(ConfigError, match=r"wheels for Python 3\.11 to 3\.13"):
        engine.hack_folder()
