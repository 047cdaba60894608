import json
import shutil


def test_info_shows_counts_difficulty_and_overlap(cli, small_dataset):
    code, out, _ = cli("info", str(small_dataset))
    assert code == 0
    rows = {tuple(line.split()) for line in out.splitlines()}
    assert ("train", "3", "3", "4", "5", "5") in rows or any(
        row[:1] == ("train",) and len(row) == 6 for row in rows
    )
    overlap = next(line for line in out.splitlines() if line.startswith("test in train"))
    games, structures, *_, words, names = overlap.replace(" %", "").split()[3:]
    assert (games, structures) == ("0", "0")
    assert float(words) > 50
    assert float(names) > 0


def test_info_of_no_dataset(cli, tmp_path):
    code, _, err = cli("info", str(tmp_path))
    assert code == 1
    assert "is no dataset" in err


def test_info_says_how_to_cite(cli, small_dataset):
    from twbench.dataset import read_index

    _, out, _ = cli("info", str(small_dataset))
    assert "published    no: there is no published dataset of this name" in out
    assert "licence      MIT" in out
    assert "To cite it\n  @misc{small,\n" in out
    assert f"note = {{fingerprint {read_index(small_dataset).fingerprint}}}" in out


def test_info_says_what_the_objectives_tell(cli, small_dataset):
    assert "\nguidance     last (9 games)\n" in cli("info", str(small_dataset))[1]


def test_no_text_of_a_dataset_passes_for_a_line_of_ours(cli, small_dataset, tmp_path):
    """What is printed of it, `verify` may not have looked at."""
    index = json.loads((small_dataset / "dataset.json").read_text())
    own = {"description": "Good.\npublished    yes", "license": "MIT\n\rno"}
    index["config"]["dataset"] |= {**own, "citation": "Me.\n\npublished    yes"}
    folder = shutil.copytree(small_dataset, tmp_path / "small")
    (folder / "dataset.json").write_text(json.dumps(index))
    _, out, _ = cli("info", str(folder))
    lines = out.splitlines()
    assert lines[0] == "small: Good. published yes"
    assert "licence      MIT no" in lines
    assert sum(line.startswith("published") for line in lines) == 1
