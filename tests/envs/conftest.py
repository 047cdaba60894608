"""The tests of environments use the sample games of the tests of stories."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "story"))
