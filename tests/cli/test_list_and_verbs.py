import subprocess
import sys

import pytest

from twbench import __version__, challenges
from twbench.cli import application, hydra_application
from twbench.dataset import load_dataset


def test_help_lists_every_verb(cli):
    from twbench.cli.main import VERBS

    code, out, _ = cli("--help")
    assert code == 0
    for name, verb in VERBS.items():
        assert f"{name} " in out
        assert verb.summary in out


def test_help_may_be_asked_for_in_a_word(cli):
    assert cli("help") == cli("--help")
    assert cli("help", "verify") == cli("verify", "--help")
    code, _, err = cli("help", "biuld")
    assert (code, "Did you mean 'build'?" in err) == (2, True)


def test_the_version_is_told(cli):
    assert cli("--version") == (0, f"twbench {__version__}\n", "")


def test_no_verb_shows_the_help_and_is_wrong_usage(cli):
    code, out, _ = cli()
    assert code == 2
    assert out.startswith("usage: twbench VERB")


def test_an_unknown_verb(cli):
    code, out, err = cli("biuld")
    assert (code, out) == (2, "")
    assert "no verb 'biuld'" in err
    assert "Did you mean 'build'?" in err


def test_help_loads_nothing_heavy():
    code = (
        "import sys; from twbench.cli import main; main(['--help']);"
        "print('\\n' + ' '.join(sorted({name.split('.')[0] for name in sys.modules})))"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True
    )
    loaded = result.stdout.splitlines()[-1].split()
    assert not {"hydra", "jericho", "joblib", "numpy", "pandas", "pyarrow", "tatsu"} & set(loaded)


def test_what_there_is_of_each_kind_is_listed(cli, tmp_path):
    _, out, _ = cli("list", "challenges")
    assert [line.split()[0] for line in out.splitlines()] == challenges.names()
    _, out, _ = cli("list", "datasets")
    assert "demo" in [line.split()[0] for line in out.splitlines()]
    _, out, _ = cli("list", "themes")
    assert out.split() == ["basic", "house"]
    themes = tmp_path / "textworld_data" / "text_grammars"
    themes.mkdir(parents=True)
    for name in ("house_obj.twg", "ship_obj.twf"):
        (themes / name).write_text("", encoding="utf-8")
    where = "yours, in textworld_data/text_grammars"
    lines = [line.split(maxsplit=1) for line in cli("list", "themes")[1].splitlines()]
    assert lines == [
        *(["basic"], ["house"], ["ship", where]),
        ["textworld_data/text_grammars/house", where],
    ]
    _, out, _ = cli("list", "agents")
    assert "walkthrough" in [line.split()[0] for line in out.splitlines()]


def test_a_game_is_made_and_played(cli, tmp_path):
    arguments = ("make", "tw-coin_collector", "--level", "4", "--seed", "3", "--output", "game.z8")
    assert cli(*arguments) == (0, "game.z8\n", "")
    story, game = (tmp_path / "game.z8").read_bytes(), (tmp_path / "game.json").read_bytes()
    code, _, err = cli(*arguments)
    assert code == 2
    assert err == "twbench: game.z8 exists already; -f replaces it.\n"
    assert cli(*arguments, "-f", "--silent") == (0, "", "")
    assert (tmp_path / "game.z8").read_bytes() == story
    assert (tmp_path / "game.json").read_bytes() == game
    (tmp_path / "game.z8").rename(tmp_path / "other.z8")
    assert cli(*arguments) == (2, "", "twbench: game.json exists already; -f replaces it.\n")
    (tmp_path / "other.z8").rename(tmp_path / "game.z8")
    code, out, _ = cli("play", "game.z8", "--mode", "walkthrough")
    assert code == 0
    assert "*** The End ***" in out
    code, out, _ = cli("play", "game.z8", "--mode", "random-cmd", "--max-steps", "3")
    assert code == 0
    assert "Done after 3 steps" in out


def test_a_game_in_a_folder_is_named_by_its_content(cli, tmp_path):
    code, out, _ = cli("make", "coin_collector", "--level", "3", "--seed", "1", "--output", "a/")
    assert code == 0
    assert out.startswith("a/tw-coin_collector-")
    assert sorted(path.suffix for path in (tmp_path / "a").iterdir()) == [".json", ".z8"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("coin_collector", "--level", "301"), "level must be between 1 and 300, not 301"),
        (("coin_collector", "--level", "x"), "invalid int value: 'x'"),
        (("coin_collector",), "required: --level"),
        (("coin_colector", "--level", "3"), "Did you mean 'coin_collector'"),
        ((), "needs a challenge: "),
        (("coin_collector", "--level", "3", "--output", "g.ulx"), "must be a folder or end in .z8"),
        (
            ("hierarchycraft_mini", "--world", "DoorKey", "--blend-descriptions"),
            "Options of a text grammar (blend_descriptions) mean nothing to hierarchycraft_mini",
        ),
    ],
)
def test_wrong_ways_to_make_a_game(cli, tmp_path, arguments, message):
    code, _, err = cli("make", *arguments)
    assert code == 2
    assert message in err
    assert list(tmp_path.iterdir()) == []


def test_extracting_from_a_dataset(cli, small_dataset, tmp_path):
    code, _, _ = cli("extract", "walkthroughs", str(small_dataset), "--output", "w.txt")
    assert code == 0
    lines = (tmp_path / "w.txt").read_text().splitlines()
    rows = [row for split in load_dataset(small_dataset).values() for row in split]
    assert lines == [" > ".join(row["walkthrough"]) for row in rows]
    code, _, err = cli("extract", "walkthroughs", str(small_dataset), "--output", "w.txt")
    assert code == 2
    assert "-f replaces it, --merge adds to it" in err


def test_a_folder_is_no_place_for_what_is_extracted(cli, tmp_path):
    (tmp_path / "words").mkdir()
    told = "twbench: words is a folder that exists already: choose another name.\n"
    for force in ((), ("-f",)):
        assert cli("extract", "vocab", "none.z8", "--output", "words", *force) == (2, "", told)


def test_extracting_from_games(cli, tmp_path):
    cli("make", "coin_collector", "--level", "4", "--seed", "3", "--output", "game.z8")
    assert cli("extract", "entities", "game.z8")[0] == 0
    entities = (tmp_path / "entities.txt").read_text().splitlines()
    assert "coin" in entities
    cli("make", "coin_collector", "--level", "9", "--seed", "5", "--output", "other.z8")
    assert cli("extract", "entities", "other.json", "--merge", "-q") == (0, "", "")
    merged = (tmp_path / "entities.txt").read_text().splitlines()
    assert set(entities) < set(merged)
    assert cli("extract", "commands", "game.z8")[0] == 0
    commands = (tmp_path / "commands.txt").read_text().splitlines()
    assert commands == [
        *("drop coin", "examine coin", "go east", "go north", "go south", "go west"),
        *("inventory", "look", "take coin"),
    ]
    assert cli("extract", "vocab", "game.z8", "--theme", "basic")[0] == 0
    assert {"coin", "north"} <= set((tmp_path / "vocab.txt").read_text().split())
    (tmp_path / "game.json").rename(tmp_path / "CAPITALS.JSON")
    assert cli("extract", "commands", "CAPITALS.JSON", "--output", "same.txt")[0] == 0
    assert (tmp_path / "same.txt").read_text().splitlines() == commands


def test_shells_are_told_what_may_come_next(cli, monkeypatch):
    code, out, _ = cli("--completion", "bash")
    assert code == 0
    assert "twbench" in out.splitlines()[-1]
    # Hydra has one script for both, and what is bash's in it zsh has to be told to read.
    code, in_zsh, _ = cli("--completion", "zsh")
    assert code == 0
    assert in_zsh.endswith("bashcompinit\n" + out)
    monkeypatch.setenv("COMP_LINE", "twbench build dataset=de")
    assert cli("-sc", "query=bash")[1] == "dataset=demo\n"
    monkeypatch.setenv("COMP_LINE", "twbench bu")
    assert cli("-sc", "query=bash")[1] == "build\n"
    code, _, err = cli("--completion", "fsh")
    assert code == 2
    assert "Did you mean 'fish'" in err


LINES = [
    ["dataset=simple", "dataset.splits.train=7"],
    ["dataset=coin_collector", "challenge.level={randint: [1, 30]}", "output=packed"],
    ["dataset=custom_small", "compute=joblib", "compute.n_jobs=2", "out=somewhere"],
]


def configuration_of(line: list[str]) -> object:
    found: list[object] = []
    application.run_application("build", line, lambda config: found.append(config) or 0, "")
    (config,) = found
    return config


@pytest.mark.parametrize("line", LINES, ids=lambda line: line[0])
def test_what_hydra_has_to_compose_needs_no_application_of_it(line, monkeypatch):
    monkeypatch.setattr(application, "composed", lambda *_: None)
    monkeypatch.setattr(hydra_application.hydra, "main", None)  # the application is not needed
    config = configuration_of(line)
    monkeypatch.undo()
    monkeypatch.setattr(application, "composed", lambda *_: None)
    monkeypatch.setattr(hydra_application, "_composed", lambda *_: None)
    assert config == configuration_of(line)


@pytest.mark.parametrize(
    "line",
    [["dataset=simple", "--multirun"], ["hydra.mode=MULTIRUN", "out=a,b"], ["out=${dataset.name}"]],
    ids=["option", "setting of Hydra", "reference"],
)
def test_other_lines_go_to_the_application(line, monkeypatch):
    monkeypatch.setattr(hydra_application, "_composed", lambda *_: pytest.fail("it was composed"))
    assert application.run_application("build", line, lambda _: 0, "") == 0


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_a_process_without_standard_streams_works(closed, tmp_path, cli):
    assert (
        cli("make", "coin_collector", "--level", "2", "--seed", "1", "--output", "game.z8")[0] == 0
    )
    for arguments in ("play game.z8", "list agents", "play game.z8 --mode walkthrough"):
        command = f"exec '{sys.executable}' -m twbench {arguments} {closed}"
        done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, ""), arguments


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("verify", "the following arguments are required: dataset"),
        ("make simple --seed 1", "the following arguments are required: --rewards, --goal"),
        (
            "make treasure_hunter --levle 3",
            "unrecognized arguments: --levle. Did you mean '--level'?",
        ),
        (
            "make custom --nb-rooms 5",
            "unrecognized arguments: --nb-rooms. Did you mean '--world-size'?",
        ),
        ("make custom --rooms 5", "unrecognized arguments: --rooms"),
        ("make simple --goal=none -o x.z8", "unrecognized arguments: -o"),
        ("play --mdoe=random", "unrecognized arguments: --mdoe=random. Did you mean '--mode'?"),
        ("make coin_collector --level x", "argument --level: invalid int value: 'x'"),
        ("build --cgf", "unrecognized arguments: --cgf. Did you mean '--cfg'?"),
        ("leaderboard runs --cfg", "argument --cfg/-c: expected one argument"),
        ("validate-run run --agent-module own.py", "--agent-module is for --rerun"),
        (
            "validate-run run --rerun --agent-module own.py",
            "argument --agent-module: there is no file at own.py",
        ),
    ],
)
def test_what_is_wrong_with_options_is_told_in_a_line(cli, line, message):
    words = line.split()
    prog = " ".join(["twbench", *words[: 1 + (words[0] == "make")]])
    assert cli(*words) == (2, "", f"{prog}: {message} ({prog} --help tells more)\n")


def test_options_before_a_challenge_are_those_of_all(cli):
    told = " Settings of a challenge stand behind its name.\n"
    assert cli("make", "--sede", "3", "custom") == (
        2,
        "",
        f"twbench: twbench make has no option --sede. Did you mean '--seed'?{told}",
    )
    assert cli("make", "--level", "3", "coin_collector")[2].endswith(told)


def test_a_reader_that_goes_leaves_no_descriptor_open():
    code = """
import os, sys
from twbench.cli import main

opened = lambda: len(os.listdir("/proc/self/fd"))
read, write = os.pipe()
os.dup2(write, 1)
os.close(write)
os.close(read)
before = opened()
assert main(["--help"]) == 1
sys.stderr.write(f"{opened() - before} more")
"""
    result = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)
    assert result.stderr == b"0 more"
