from twbench.dataset.files.index import read_index


def test_the_front_matter_names_the_files_of_every_split(build):
    out = build()
    head = (out / "README.md").read_text().split("---\n")[1]
    for split in ("train", "valid", "test"):
        assert f"  - split: {split}\n    path: data/{split}-*.parquet\n" in head
        assert len(list(out.glob(f"data/{split}-*.parquet"))) == 1


def test_the_card_tells_fingerprint_and_sizes(build):
    out = build()
    text = (out / "README.md").read_text()
    assert read_index(out).fingerprint in text
    assert "| train | coin_collector | 12 | 3-6 (4) |" in text
    assert "no two splits share a game up to names." in text


def test_the_card_tells_what_the_objectives_tell(build):
    levels = {"stratified": [1, 5]}
    out = build(challenge__level=levels, dataset__splits={"test": 4}, dataset__hygiene="none")
    assert (
        "What the objective tells the player: every step (`full`: 2 games);"
        " the last action only (`last`: 2 games).\n"
    ) in (out / "README.md").read_text()
