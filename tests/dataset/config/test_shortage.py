"""A build that runs short of puzzles tells all of it, and loses nothing."""

import pyarrow.parquet as pq
import pytest
from configs import config
from fake_items import build_fake

from twbench.dataset.building import build as building
from twbench.dataset.building.build import build_dataset
from twbench.dataset.building.chunk import Chunk
from twbench.dataset.card.descriptions import DESCRIPTIONS
from twbench.dataset.config.recipe import parse_build
from twbench.dataset.items import item
from twbench.errors import DatasetError, GenerationError

SCARCE = {
    "challenge__level": 1,
    "dataset__splits": {"train": 12, "valid": 6, "test": 6},
    "dataset__max_attempts": 8,
    "compute__chunk_size": 64,
}


@pytest.fixture
def made(monkeypatch):
    """The candidates that are made, in order."""
    calls = []

    def counting(spec):
        calls.append((spec.split, spec.index, spec.attempt))
        yield 0
        return build_fake(spec)

    monkeypatch.setattr("twbench.dataset.items.item.build_in_parts", counting)
    return calls


def run(out, **changes):
    settings = {**SCARCE, **changes}
    return build_dataset(parse_build(config(out=str(out), **settings)), progress=False)


def test_all_parts_that_are_short_are_told_with_their_reasons(made, tmp_path):
    members = {"one": {"challenge": {"level": 1}}, "two": {"challenge": {"level": 2}}}
    with pytest.raises(GenerationError) as caught:
        run(tmp_path / "out", dataset__mixture=members, dataset__splits={"train": 60, "test": 60})
    lines = str(caught.value).splitlines()
    assert lines[0] == "Not enough different games after 8 attempts for each place:"
    short = [line.split(":")[0].strip() for line in lines if " games; " in line]
    assert short == ["train/one", "train/two", "test/one", "test/two"]
    assert "4 different structures among" in lines[1]
    assert "duplicate" in lines[1]
    assert "shared_structure" in lines[3]
    assert "let splits share more (dataset.hygiene=none)" in lines[5]


def test_where_splits_share_nothing_that_could_be_allowed_no_hygiene_is_no_advice(made, tmp_path):
    with pytest.raises(GenerationError) as caught:
        run(tmp_path / "out", dataset__splits={"train": 60}, dataset__hygiene="none")
    assert "or allow more attempts (dataset.max_attempts); then give" in str(caught.value)
    assert "dataset.hygiene=none" not in str(caught.value)


def test_where_nobody_wins_more_candidates_are_no_advice(monkeypatch, tmp_path):
    def losing(spec):
        yield 0
        return item.Rejection(spec, "not_won", "It ended with 0 of 1 points.")

    monkeypatch.setattr("twbench.dataset.items.item.build_in_parts", losing)
    with pytest.raises(GenerationError, match="No candidate was won, and more of them") as caught:
        run(tmp_path / "out")
    assert "Ask for fewer games" not in str(caught.value)


def test_candidates_and_the_reasons_of_their_rejection_stay(made, tmp_path):
    with pytest.raises(GenerationError, match=r"why each was rejected is in .*rejected\.parquet"):
        run(tmp_path / "out")
    rejected = pq.read_table(tmp_path / "out/.build/rejected.parquet").to_pylist()
    assert {row["reason"] for row in rejected} == {
        "duplicate",
        "not_generated",
        "shared_structure",
    }
    chunks = (tmp_path / "out/.build/chunks").iterdir()
    assert sum(len(Chunk(chunk).outcomes()) for chunk in chunks) == len(made)


@pytest.mark.parametrize(
    "relaxed",
    [
        {
            "dataset__hygiene": "none",
            "dataset__splits": {"train": 5, "valid": 2, "test": 2},
        },
        {"dataset__splits": {"train": 2, "test": 2}},
        {"dataset__splits": {"train": 6}, "dataset__max_attempts": 200},
    ],
)
def test_a_relaxed_configuration_goes_on_with_what_was_made(made, tree, tmp_path, relaxed):
    with pytest.raises(GenerationError):
        run(tmp_path / "out")
    before = set(made)
    made.clear()
    run(tmp_path / "out", **relaxed)
    assert not before & set(made)
    run(tmp_path / "fresh", **relaxed)
    assert tree(tmp_path / "out") == tree(tmp_path / "fresh")


def test_more_attempts_make_the_missing_candidates_alone(made, tmp_path):
    with pytest.raises(GenerationError):
        run(tmp_path / "out")
    made.clear()
    with pytest.raises(GenerationError, match="after 10 attempts"):
        run(tmp_path / "out", dataset__max_attempts=10)
    assert {attempt for _, _, attempt in made} == {8, 9}


def test_what_another_configuration_makes_otherwise_is_made_anew(made, tree, tmp_path):
    """The train split has other levels: its candidates are of no use, those of test are."""
    levels = {"per_split": {"train": {"challenge": {"level": 6}}}}
    changes = {
        "dataset__splits": {"train": 4, "test": 2},
        "dataset__per_split": levels["per_split"],
    }
    with pytest.raises(GenerationError):
        run(tmp_path / "out")
    made.clear()
    run(tmp_path / "out", **changes)
    assert {split for split, _, attempt in made if attempt == 0} == {"train"}
    run(tmp_path / "fresh", **changes)
    assert tree(tmp_path / "out") == tree(tmp_path / "fresh")


@pytest.mark.parametrize(
    "changes", [{"dataset__seed": 8}, {"challenge__level": 2}, {"grammar__include_adj": True}]
)
def test_the_work_of_another_configuration_is_not_given_up_unasked(made, tree, tmp_path, changes):
    with pytest.raises(GenerationError):
        run(tmp_path / "out")
    before = tree(tmp_path / "out")
    with pytest.raises(DatasetError, match="an unfinished build of another configuration"):
        run(tmp_path / "out", **changes)
    assert tree(tmp_path / "out") == before


def test_a_build_that_was_killed_while_writing_goes_on_relaxed(made, tree, tmp_path, monkeypatch):
    """Games that the first assembly has put into place are those of the second as well, or none."""
    with monkeypatch.context() as patch:
        patch.setitem(DESCRIPTIONS, "README.md", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            run(tmp_path / "out", challenge__level=5)
    made.clear()
    smaller = {"challenge__level": 5, "dataset__splits": {"train": 12, "test": 3}}
    run(tmp_path / "out", **smaller)
    assert made == []
    run(tmp_path / "fresh", **smaller)
    assert tree(tmp_path / "out") == tree(tmp_path / "fresh")


def test_the_bar_counts_games_taken_and_says_what_is_short(made, tmp_path, monkeypatch):
    seen = []

    class Bar(building.progress_bar("", 1, False).__class__):
        def update(self, n=1):
            self.n += n
            seen.append(self.n)

        def set_postfix_str(self, s="", refresh=True):
            seen.append(s)

    monkeypatch.setattr(building, "progress_bar", lambda name, total, shown: Bar(disable=True))
    with pytest.raises(GenerationError) as caught:
        run(tmp_path / "out")
    counts = [entry for entry in seen if isinstance(entry, int)]
    assert counts == sorted(counts)
    short = seen[-1]
    assert short.startswith("short: ")
    for entry in short.removeprefix("short: ").split(", "):
        split, missing = entry.split()
        assert f"{split}: {SCARCE['dataset__splits'][split] - int(missing)} of" in str(caught.value)
