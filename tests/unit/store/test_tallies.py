"""What signals add up to: ages, several machines, and a cache that may be anything and changes nothing."""

import shutil
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wikimem.model.diagnostic import Diagnostic
from wikimem.model.score import Tally
from wikimem.model.signal import Signal, SignalKind, Tallies
from wikimem.store import signals
from wikimem.store.layout import Layout
from wikimem.store.tallies import tallies_of

SUBJECTS = ("c-1", "c-2", "notes/a.md")
DAY = st.integers(1, 28).map(lambda day: f"2026-02-{day:02}T07:00:00Z")
SIGNALS = st.lists(st.builds(Signal, DAY, st.sampled_from(SignalKind), st.sampled_from(SUBJECTS)), max_size=6)


def machine(home: Path, name: str = "one") -> Layout:
    """Return a vault as one of several machines sees it."""
    return Layout(home / "vault", home / f"cache-{name}", home / f"state-{name}")


def use(day: str, subject: str = "c-1") -> Signal:
    return Signal(f"{day}T00:00:00Z", SignalKind.USE, subject)


def told(vault: Layout, subjects: Iterable[str] = SUBJECTS) -> Tallies:
    findings: list[Diagnostic] = []
    found = tallies_of(vault, subjects, findings.append)
    assert findings == []
    return found


def file(vault: Layout) -> Path:
    (path,) = signals.files(vault)
    return path


def test_without_signals_nothing_is_told_and_nothing_written(tmp_path: Path) -> None:
    assert told(machine(tmp_path)) == {}
    assert list(tmp_path.iterdir()) == []


def test_a_use_halves_in_ninety_days_counted_from_the_newest_signal(tmp_path: Path) -> None:
    vault = machine(tmp_path)
    signals.append(vault, [use("2026-01-01"), use("2026-04-01"), use("2026-04-01", "c-2")])
    assert told(vault) == {"c-1": Tally(pytest.approx(1.5)), "c-2": Tally(pytest.approx(1))}
    signals.append(vault, [use("2026-06-30", "c-3")])
    assert told(vault)["c-1"] == Tally(pytest.approx(0.75))


def test_verdicts_do_not_age(tmp_path: Path) -> None:
    vault = machine(tmp_path)
    kinds = (SignalKind.UP, SignalKind.UP, SignalKind.DOWN)
    signals.append(vault, [Signal("2020-01-01T00:00:00Z", kind, "c-1") for kind in kinds])
    signals.append(vault, [use("2026-01-01", "c-2")])
    assert told(vault)["c-1"] == Tally(0, 2, 1)


def test_what_several_machines_noted_adds_up(tmp_path: Path) -> None:
    one, two = machine(tmp_path, "one"), machine(tmp_path, "two")
    signals.append(one, [use("2026-01-01")])
    signals.append(two, [use("2026-01-01"), use("2026-01-01", "c-2")])
    assert len(signals.files(one)) == 2
    assert told(one) == told(two) == {"c-1": Tally(pytest.approx(2)), "c-2": Tally(pytest.approx(1))}


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(("one", "two")), SIGNALS), max_size=6))
def test_folding_in_pieces_is_folding_at_once(steps: Sequence[tuple[str, Sequence[Signal]]]) -> None:
    home = Path(tempfile.mkdtemp())
    try:
        for name, said in steps:
            signals.append(machine(home, name), said)
            told(machine(home))
        kept = told(machine(home))
        assert kept == told(Layout(home / "vault", home / "cache-new", home / "state-one"))
    finally:
        shutil.rmtree(home)


@pytest.mark.parametrize("content", [b"", b"not a database at all, but long enough to be one" * 100])
def test_a_damaged_cache_is_made_anew(tmp_path: Path, content: bytes) -> None:
    vault = machine(tmp_path)
    signals.append(vault, [use("2026-01-01")])
    kept = told(vault)
    vault.tallies_cache.write_bytes(content)
    assert told(vault) == kept
    assert told(vault) == kept
    assert vault.tallies_cache.read_bytes().startswith(b"SQLite format 3")


def test_where_no_cache_can_be_kept_the_files_are_folded_in_memory(tmp_path: Path) -> None:
    vault = machine(tmp_path)
    signals.append(vault, [use("2026-01-01")])
    vault.cache_home.write_text("a file is in the way")
    assert told(vault) == {"c-1": Tally(pytest.approx(1))}


def test_a_file_that_did_more_than_grow_is_folded_again(tmp_path: Path) -> None:
    vault = machine(tmp_path)
    signals.append(vault, [use("2026-01-01"), use("2026-01-02")])
    told(vault)
    lines = file(vault).read_bytes().splitlines(keepends=True)
    file(vault).write_bytes(lines[1])
    assert told(vault)["c-1"].uses == pytest.approx(1)
    replaced = file(vault).with_suffix(".new")
    replaced.write_bytes(lines[0] + lines[1] + lines[1])
    replaced.replace(file(vault))
    assert told(vault)["c-1"].uses == pytest.approx(2 + 2 ** (-1 / 90), abs=1e-6)
    file(vault).unlink()
    assert told(vault) == {}


def test_an_unfinished_line_counts_once_it_is_finished(tmp_path: Path) -> None:
    vault = machine(tmp_path)
    signals.append(vault, [use("2026-01-01"), use("2026-01-01")])
    whole = file(vault).read_bytes()
    file(vault).write_bytes(whole[:-9])
    assert told(vault)["c-1"].uses == pytest.approx(1)
    with file(vault).open("ab") as end:
        end.write(whole[-9:])
    assert told(vault)["c-1"].uses == pytest.approx(2)


def test_garbled_lines_are_told_once_and_passed_over(tmp_path: Path) -> None:
    vault = machine(tmp_path)
    signals.append(vault, [use("2026-01-01")])
    with file(vault).open("ab") as end:
        end.write(b"<<<<<<< HEAD\nnonsense\n")
    findings: list[Diagnostic] = []
    assert tallies_of(vault, SUBJECTS, findings.append)["c-1"].uses == pytest.approx(1)
    assert [(found.code, found.message) for found in findings] == [
        ("signals-garbled", "lines that are no signals, and do not count: 2")
    ]
    assert told(vault)["c-1"].uses == pytest.approx(1)


def test_a_file_that_cannot_be_read_is_told_and_the_others_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    vault = machine(tmp_path)
    signals.append(vault, [use("2026-01-01")])
    (vault.signals_dir / "folder.jsonl").mkdir()
    assert told(vault)["c-1"].uses == pytest.approx(1)
    kept = file(vault)
    monkeypatch.setattr(signals, "files", lambda _: (kept, vault.signals_dir / "gone.jsonl"))
    findings: list[Diagnostic] = []
    assert tallies_of(vault, SUBJECTS, findings.append)["c-1"].uses == pytest.approx(1)
    assert [found.code for found in findings] == ["signals-unreadable"]
