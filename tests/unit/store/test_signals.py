"""Signal files: what is written, whose they are, and what a broken line does."""

from pathlib import Path

import pytest

from wikimem.errors import StoreError
from wikimem.model.signal import Signal, SignalKind
from wikimem.store import signals
from wikimem.store.layout import Layout

AT = "2026-03-02T10:00:00Z"
USE = Signal(AT, SignalKind.USE, "c-1f0c77aa")


@pytest.fixture
def vault(tmp_path: Path) -> Layout:
    return Layout(tmp_path / "vault", tmp_path / "cache", tmp_path / "state")


def lines(vault: Layout) -> list[bytes]:
    return [line for path in signals.files(vault) for line in path.read_bytes().splitlines()]


def test_a_line_says_when_what_and_of_what_and_nothing_else(vault: Layout) -> None:
    signals.append(vault, [USE, Signal(AT, SignalKind.DOWN, "notes/a b.md")])
    assert lines(vault) == [
        b'{"at":"2026-03-02T10:00:00Z","kind":"use","of":"c-1f0c77aa"}',
        b'{"at":"2026-03-02T10:00:00Z","kind":"down","of":"notes/a b.md"}',
    ]
    assert list(map(signals.parse, lines(vault))) == [USE, Signal(AT, SignalKind.DOWN, "notes/a b.md")]


def test_nothing_to_say_writes_nothing(vault: Layout) -> None:
    signals.append(vault, [])
    assert signals.files(vault) == ()
    assert not vault.root.exists()


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"{",
        b"null",
        b"[]",
        b'{"at":"2026-03-02T10:00:00Z","kind":"use"}',
        b'{"at":"2026-03-02T10:00:00Z","kind":"like","of":"c-1"}',
        b'{"at":"2026-03-02T10:00:00Z","kind":["use"],"of":"c-1"}',
        b'{"at":"2026-03-02T10:00:00Z","kind":"use","of":""}',
        b'{"at":"2026-03-02T10:00:00Z","kind":"use","of":7}',
        b'{"at":"yesterday","kind":"use","of":"c-1"}',
        b'{"at":null,"kind":"use","of":"c-1"}',
        b'{"at":"9999-03-02T10:00:00Z","kind":"use","of":"c-1"}',
        b"\xff\xfe",
    ],
)
def test_what_is_no_signal_is_none(line: bytes) -> None:
    assert signals.parse(line) is None


def test_a_line_left_without_its_end_spoils_no_other(vault: Layout) -> None:
    signals.append(vault, [USE])
    (path,) = signals.files(vault)
    path.write_bytes(path.read_bytes() + b'{"at":"2026-03')
    signals.append(vault, [USE])
    assert list(map(signals.parse, lines(vault))) == [USE, None, USE]


def test_a_name_that_is_no_valid_text_is_written_all_the_same(vault: Layout) -> None:
    signals.append(vault, [Signal(AT, SignalKind.UP, "notes/\udcff.md")])
    assert all(map(signals.parse, lines(vault)))


def test_a_machine_keeps_its_name_and_shares_it_with_nobody(vault: Layout, tmp_path: Path) -> None:
    other = Layout(vault.root, vault.cache_home, tmp_path / "elsewhere")
    assert signals.machine(vault) == signals.machine(vault)
    assert signals.machine(vault) != signals.machine(other)
    assert len(signals.machine(vault)) == 12
    assert signals.machine(vault).isalnum()


def test_a_machine_that_cannot_keep_a_number_still_has_a_name(vault: Layout) -> None:
    vault.state_home.parent.mkdir(exist_ok=True)
    vault.state_home.write_text("a file is in the way")
    assert signals.machine(vault) == signals.machine(vault)


def test_a_disk_that_refuses_is_a_store_error(vault: Layout) -> None:
    vault.policy_dir.mkdir(parents=True)
    vault.signals_dir.write_text("a file is in the way")
    with pytest.raises(StoreError):
        signals.append(vault, [USE])
    assert signals.files(vault) == ()
