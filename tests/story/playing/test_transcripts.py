"""Stories answer as the transcripts say."""

from pathlib import Path

import pytest
import transcript


@pytest.mark.parametrize("path", transcript.files(), ids=lambda path: path.stem)
def test_story_answers_as_before(path: Path, tmp_path: Path) -> None:
    assert transcript.played(path, tmp_path) == path.read_text(encoding="utf-8")


def test_there_are_transcripts() -> None:
    assert len(transcript.files()) >= 5
    assert sum(len(transcript.read(path)[1]) for path in transcript.files()) >= 60
