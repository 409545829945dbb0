import errno
import os
import threading
from pathlib import Path

import pytest

from wikimem.errors import StoreError
from wikimem.store import files


def test_a_file_is_replaced_whole_and_nothing_is_left_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "file"
    files.write_atomically(path, b"old")
    files.write_atomically(path, b"new")
    assert path.read_bytes() == b"new"
    assert [entry.name for entry in path.parent.iterdir()] == ["file"]


def test_a_failed_write_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")

    def full(self: Path, content: bytes) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(StoreError) as caught:
        files.write_atomically(path, b"new")
    assert "free some space" in caught.value.hint
    assert path.read_bytes() == b"old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["file"]


def test_a_locked_file_is_held_until_it_is_let_go(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"")
    order: list[str] = []
    held = threading.Event()

    def other() -> None:
        with path.open("r+b") as file:
            held.wait()
            with files.locked(file.fileno()):
                order.append("other")

    thread = threading.Thread(target=other)
    thread.start()
    with path.open("r+b") as file, files.locked(file.fileno()):
        held.set()
        thread.join(timeout=0.05)
        order.append("first")
    thread.join()
    assert order == ["first", "other"]


@pytest.mark.parametrize(
    ("number", "hint"), [(errno.EROFS, "writable"), (errno.EACCES, "writable"), (errno.EIO, "again")]
)
def test_what_the_disk_refuses_comes_with_advice(number: int, hint: str) -> None:
    error = files.disk_refused(OSError(number, os.strerror(number)), Path("x"))
    assert os.strerror(number) in error.message
    assert hint in error.hint
