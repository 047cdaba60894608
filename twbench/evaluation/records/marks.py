"""Marks: who has checked a run, as far as this machine knows.

- ``self-reported``: its figures were computed anew from its episodes, as those of any run are that
  is read. Nothing shows that the episodes were played.
- ``replayed``: every command was typed into the stories again, and led to the same episodes. It
  shows that these commands reach these scores, not who has found them: the walkthroughs of a
  dataset pass, handed in under another name.
- ``re-run``: the agent itself has played again, on this side's machine, and done the same.

A mark is kept in the run's folder (``validation.json``), signed with a secret of the user, so that
one that comes with a stranger's run counts for nothing.
"""

__all__ = ["MARKS", "REPLAYED", "RERUN", "SELF_REPORTED", "keep_mark", "mark_of"]

import hmac
import json
import os
import secrets
from pathlib import Path
from typing import Any

from twbench.errors import RunError
from twbench.hashing import canonical_json, sha256_hex
from twbench.system.files import write_atomically
from twbench.untrusted import inside, read_json, regular_file

SELF_REPORTED, REPLAYED, RERUN = MARKS = ("self-reported", "replayed", "re-run")
"""From the lowest to the highest."""
_FILE = "validation.json"
_KEY_BYTES = 32


def keep_mark(folder: Path, mark: str, run_sha256: str) -> None:
    """Keep in the run's ``folder`` that it was checked; a higher mark stays.

    ``run_sha256`` is the hash of the ``run.json`` that was checked: of what has taken its place
    meanwhile the mark says nothing. Raises RunError where the mark or the user's secret cannot be
    kept.
    """
    if MARKS.index(mark_of(folder)) > MARKS.index(mark):
        return
    file = _key_file()
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        if _key(file) is None:
            write_atomically(file, secrets.token_hex(_KEY_BYTES), lasting=True, secret=True)
        key = file.read_bytes()
    except OSError as error:
        raise RunError(f"The mark cannot be signed: {file} {error.strerror}.") from error
    content = _content(mark, run_sha256)
    text = json.dumps({**content, "signature": _signature(key, content)}, indent=2, sort_keys=True)
    try:
        write_atomically(folder / _FILE, text + "\n")
    except OSError as error:
        raise RunError(
            f"The mark cannot be kept: {folder / _FILE} {error.strerror or error}."
        ) from error


def mark_of(folder: Path) -> str:
    """Return the mark of the run in ``folder``, if it is of this user and of this record."""
    path = folder / _FILE
    if not path.exists() or (key := _key(_key_file())) is None:
        return SELF_REPORTED
    known = read_json(inside(folder, _FILE, RunError), RunError)
    mark = known.get("mark") if isinstance(known, dict) else None
    if mark not in MARKS or not regular_file(folder / "run.json"):
        return SELF_REPORTED
    signature = _signature(key, _content(mark, sha256_hex((folder / "run.json").read_bytes())))
    same = hmac.compare_digest(signature.encode(), str(known.get("signature")).encode())
    return mark if same else SELF_REPORTED


def _content(mark: str, run_sha256: str) -> dict[str, Any]:
    return {"mark": mark, "run_sha256": run_sha256}


def _signature(key: bytes, content: dict[str, Any]) -> str:
    return hmac.new(key, canonical_json(content).encode(), "sha256").hexdigest()


def _key(file: Path) -> bytes | None:
    """Return the user's secret, None if there is none: anybody can sign with an empty one."""
    key = file.read_bytes() if file.is_file() else b""
    return key if len(key) >= 2 * _KEY_BYTES else None


def _key_file() -> Path:
    home = os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config"
    return Path(home) / "twbench" / "key"
