"""Files that are written in full or not at all."""

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from twbench.system.files import (
    remove_unfinished,
    replacing,
    saying_where,
    write_atomically,
    write_where_asked,
)


def test_text_and_bytes_replace_what_was_there(tmp_path):
    path = tmp_path / "file"
    write_atomically(path, b"\x00one")
    write_atomically(path, "zwei: \u00e9\n", lasting=True)
    assert path.read_bytes() == b"zwei: \xc3\xa9\n"
    assert list(tmp_path.iterdir()) == [path]


def test_files_have_the_permissions_that_the_process_gives(tmp_path):
    before = os.umask(0o027)
    try:
        write_atomically(tmp_path / "file", b"")
    finally:
        os.umask(before)
    assert (tmp_path / "file").stat().st_mode & 0o777 == 0o640


def test_a_secret_is_never_readable_by_others(tmp_path, monkeypatch):
    modes = []

    def replace(unfinished, path, replace=os.replace):
        modes.append(type(path)(unfinished).stat().st_mode & 0o777)
        replace(unfinished, path)

    monkeypatch.setattr(os, "replace", replace)
    before = os.umask(0)
    try:
        write_atomically(tmp_path / "open", b"told")
        write_atomically(tmp_path / "key", b"kept", secret=True)
    finally:
        os.umask(before)
    assert modes == [0o666, 0o600]
    assert (tmp_path / "key").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("failure", [KeyboardInterrupt, ValueError])
def test_a_failure_leaves_what_was_there_and_nothing_else(tmp_path, failure):
    path = tmp_path / "file"
    path.write_text("old")

    def fail():
        with replacing(path) as unfinished:
            unfinished.write_text("half")
            assert path.read_text() == "old"
            raise failure

    with pytest.raises(failure):
        fail()
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_what_a_killed_process_leaves_is_removed(tmp_path):
    program = (
        "import os, sys; from pathlib import Path; from twbench.system.files import replacing\n"
        "with replacing(Path(sys.argv[1])) as path: path.write_text('half'); os._exit(9)"
    )
    done = subprocess.run([sys.executable, "-c", program, tmp_path / "file"], check=False)
    assert done.returncode == 9
    (tmp_path / "other").write_text("mine")
    assert len(list(tmp_path.iterdir())) == 2
    remove_unfinished(tmp_path)
    assert list(tmp_path.iterdir()) == [tmp_path / "other"]


def test_a_full_disk_is_named_after_the_file_that_found_it_full(tmp_path):
    with pytest.raises(OSError, match="No space left") as caught, replacing(tmp_path / "file"):
        raise OSError(errno.ENOSPC, "No space left on device")
    assert caught.value.filename == str(tmp_path / "file")
    with pytest.raises(FileNotFoundError) as missing, saying_where("there"):
        (tmp_path / "nowhere").read_bytes()
    assert missing.value.filename == str(tmp_path / "nowhere")


def test_what_cannot_be_written_is_told_by_its_own_name(tmp_path):
    file = tmp_path / "nowhere" / "file"
    with pytest.raises(FileNotFoundError) as caught:
        write_atomically(file, "")
    assert str(caught.value) == f"[Errno 2] No such file or directory: {str(file)!r}"
    with pytest.raises(FileNotFoundError) as caught, replacing(file) as path:
        path.write_text("")
    assert caught.value.filename == str(file)
    with pytest.raises(IsADirectoryError) as taken:
        write_atomically(tmp_path, "")
    assert str(taken.value).endswith(f": {str(tmp_path)!r}")


def test_what_is_no_file_is_written_to_where_a_user_asks_for_it(tmp_path):
    file, link, pipe = (tmp_path / name for name in ("file", "link", "pipe"))
    link.symlink_to(file)
    for text in ("one", "two"):
        write_where_asked(link, text)
        assert (file.read_text(), link.is_symlink()) == (text, True)
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        write_where_asked(pipe, "three")
        assert os.read(reader, 16) == b"three"
    finally:
        os.close(reader)
    assert sorted(tmp_path.iterdir()) == [file, link, pipe]


def test_a_device_that_is_full_is_named():
    with pytest.raises(OSError, match="No space left on device: '/dev/full'"):
        write_where_asked(Path("/dev/full"), "text")


def test_links_in_a_circle_are_told_and_stay(tmp_path):
    one, other = tmp_path / "one", tmp_path / "other"
    one.symlink_to(other)
    other.symlink_to(one)
    with pytest.raises(OSError, match=r"Too many levels of symbolic links: .*one"):
        write_where_asked(one, "text")
    assert one.is_symlink()
    assert sorted(tmp_path.iterdir()) == [one, other]
