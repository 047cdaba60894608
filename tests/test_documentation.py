"""What the documents say is run: README's Python, and the code of every notebook."""

import json
import re
import shutil
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pyarrow
import pytest
import yaml
from stories_at_hand import needs_stories, story

from twbench import EnvInfos, start
from twbench.cli import main
from twbench.core.states import ADMISSIBLE_NOTES

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("benchmarks/*.md")])
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
ENDS = {
    "quickstart": "*** The End ***",
    "treasure": "The treasure was found with a score of 1.",
}
"""What the notebooks print at their end."""
FIGURE = r"\d+(?:,\d{3})*(?:\.\d+)?"


def test_python_in_readme_runs(tmp_path, monkeypatch):
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    assert len(blocks) == 2
    monkeypatch.chdir(tmp_path)
    assert main(["build", "dataset=demo"]) == 0
    names: dict[str, object] = {}
    for block in blocks:
        exec(block, names)
    assert names["state"].feedback
    assert names["text"]


@needs_stories
def test_python_about_jericho_runs_and_prints_what_it_says(tmp_path, monkeypatch, capsys):
    text = (ROOT / "docs" / "jericho.md").read_text()
    blocks = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    (tmp_path / "stories").mkdir()
    shutil.copy(story("library.z5"), tmp_path / "stories")
    monkeypatch.chdir(tmp_path)
    names = {}
    for block in blocks:
        exec(block, names)
    printed = capsys.readouterr().out.splitlines()
    said = [
        line.partition("# ")[2]
        for block in blocks
        for line in block.splitlines()
        if "print(" in line
    ]
    assert len(printed) == len(said) == 8
    assert printed[1].startswith("['ask attendant for card', 'drop card', 'examine door', ")
    del printed[1], said[1]
    assert [one.partition(":")[0] for one in said] == printed


@needs_stories
def test_what_users_of_jericho_are_told_to_ask_for_is_there():
    text = (ROOT / "docs" / "jericho.md").read_text()
    named = set(re.findall(r"`state\.(\w+)`", text)) - set(ADMISSIBLE_NOTES)
    assert len(named) == 17
    infos = EnvInfos(**dict.fromkeys(named, True), extras=["walkthrough"])
    with start(story("library.z5"), infos) as env:
        state = env.reset()
        assert all(getattr(state, name) is not None for name in named)
        held = [one for one in state.object_tree if one["parent"] == state.player_object["number"]]
        assert [one["name"] for one in held] == ["ID card"]
        assert "Give card to Alan" in state["extra.walkthrough"]


def test_what_parts_of_a_large_dataset_share_is_found_as_it_is_said(tmp_path, monkeypatch):
    page = (ROOT / "docs" / "large-datasets.md").read_text()
    (block,) = re.findall(r"```python\n(import pyarrow.*?)```", page, re.DOTALL)
    monkeypatch.chdir(tmp_path)
    settings = ["dataset=coin_collector", "dataset.splits.train=3", "dataset.hygiene=none"]
    settings += [f"~dataset.splits.{name}" for name in ("valid", "test")]
    for part in ("part-001", "part-002"):
        assert main(["build", *settings, f"out={part}"]) == 0
    names: dict[str, pyarrow.Table] = {}
    exec(block, names)
    assert names["shared"].column("count_all").to_pylist() == [2, 2, 2]


def test_the_game_in_readme_is_played_as_it_says(tmp_path, monkeypatch, capsys):
    readme = (ROOT / "README.md").read_text()
    shown = re.search(
        r"```\n(twbench make .*)\n(twbench play .*)\n```\n\n```text\n(.*?)```", readme, re.S
    )
    make, play, told = shown.groups()
    monkeypatch.chdir(tmp_path)
    assert main(make.split()[1:]) == 0
    capsys.readouterr()
    typed = re.findall(r"^> (.*)$", told, re.MULTILINE)
    assert len(typed) == 5
    monkeypatch.setattr(sys, "stdin", StringIO("\n".join(typed) + "\n"))
    assert main(play.split()[1:]) == 0
    bare = re.sub(r"^> .*$", ">", told, flags=re.MULTILINE)
    # Where the input ends, play ends, and says so.
    said, _, end = capsys.readouterr().out.rpartition("Done after")
    assert said.split() == [*bare.split(), ">"]
    assert end.split() == ["5", "steps.", "Score", "2/4."]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_to_pages_and_their_sections(page):
    for target in re.findall(r"\]\((?!https?:)([^)]+)\)", page.read_text()):
        path, _, section = target.partition("#")
        linked = page.parent / path if path else page
        assert linked.exists(), target
        assert not section or section in sections(linked), target


def test_the_figures_of_readme_are_those_that_were_measured():
    told = [row for row in speed().splitlines() if row.startswith("| ")]
    measured = set(re.findall(FIGURE, (ROOT / "benchmarks" / "README.md").read_text()))
    assert len(told) > 40
    for row in told:
        assert set(re.findall(FIGURE, row)) <= measured, row


def speed() -> str:
    """Return the section of the README that has the tables of figures."""
    return (ROOT / "README.md").read_text().partition("## Speed\n")[2].partition("\n## ")[0]


def test_what_misses_its_goal_is_marked_in_readme_and_in_the_measurements():
    readme, measured = (
        {part for told in re.findall(r"\*\*(.*?)\*\*", text) for part in re.findall(FIGURE, told)}
        for text in (speed(), (ROOT / "benchmarks" / "README.md").read_text())
    )
    assert len(readme) > 30
    assert readme <= measured


def test_options_that_the_measurements_name_are_those_of_a_script():
    scripts = "".join(path.read_text() for path in (ROOT / "benchmarks").glob("*.py"))
    pages = [(ROOT / "benchmarks" / name).read_text() for name in ("README.md", "tried.md")]
    named = {option for page in pages for option in re.findall(r"--[a-z][a-z-]+", page)}
    named.remove("--tool")  # of valgrind
    assert len(named) > 10
    assert [option for option in sorted(named) if f'"{option}"' not in scripts] == []


def test_each_benchmark_is_named_with_a_command_and_options_of_its_own():
    page = (ROOT / "benchmarks" / "README.md").read_text()
    commands = re.findall(r"^.*?python benchmarks/(\w+)\.py(.*)$", page, re.MULTILINE)
    scripts = {path.stem: path.read_text() for path in (ROOT / "benchmarks").glob("*.py")}
    assert {name for name, _ in commands} >= {name for name in scripts if name[:6] == "bench_"}
    for name, arguments in commands:
        for option in re.findall(r"--[a-z][a-z-]+", arguments):
            assert f'"{option}"' in scripts[name], (name, option)


def sections(page: Path) -> set[str]:
    """The names by which one can link to the headings of a page."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize(("family", "count"), [("hierarchycraft", 8), ("minihack", 11)])
def test_tables_of_challenges_have_all_their_settings(family, count):
    page = (ROOT / "docs" / f"{family}.md").read_text()
    rows = re.findall(rf"^\| `({family}_\w+)` \|([^|]*)\|", page, re.MULTILINE)
    assert len(rows) == count
    for name, told in rows:
        settings = yaml.safe_load((ROOT / "conf" / "challenge" / f"{name}.yaml").read_text())
        assert set(settings) - {"name", "names"} <= set(re.findall(r"\w+", told)), name


def test_there_are_notebooks():
    assert NOTEBOOKS


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook_runs(path):
    cells = json.loads(path.read_text())["cells"]
    code = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    # In a process of its own: what the tests have loaded would hide what the cells leave out.
    done = subprocess.run(
        [sys.executable, "-c", "\n".join(code)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert ENDS[path.stem] in done.stdout


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook_holds_no_output(path):
    for cell in json.loads(path.read_text())["cells"]:
        assert not cell.get("outputs"), "clear the outputs before committing"
