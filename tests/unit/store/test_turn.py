"""At most one process works for a vault in the background, and no mark is overlooked."""

from pathlib import Path

from wikimem.store.turn import is_taken, leave_mark, take_turns

VAULT = "/v/wiki"


def nothing() -> None:
    """Do not wait."""


def test_work_is_done_once_for_all_marks_left_before(tmp_path: Path) -> None:
    state, done = str(tmp_path), []
    assert take_turns(state, VAULT, lambda: done.append(1), nothing)
    assert done == []
    leave_mark(state, VAULT)
    leave_mark(state, VAULT)
    assert take_turns(state, VAULT, lambda: done.append(1), nothing)
    assert done == [1]


def test_a_mark_left_meanwhile_is_seen_and_nobody_else_works(tmp_path: Path) -> None:
    state, done = str(tmp_path), []

    def work() -> None:
        done.append(is_taken(state, VAULT))
        assert not take_turns(state, VAULT, lambda: done.append(None), nothing)
        if len(done) < 3:
            leave_mark(state, VAULT)

    leave_mark(state, VAULT)
    assert take_turns(state, VAULT, work, nothing)
    assert done == [True, True, True]
    assert not is_taken(state, VAULT)


def test_work_that_fails_gives_the_turn_back(tmp_path: Path) -> None:
    def fail() -> None:
        raise RuntimeError

    leave_mark(str(tmp_path), VAULT)
    try:
        take_turns(str(tmp_path), VAULT, fail, nothing)
    except RuntimeError:
        assert not is_taken(str(tmp_path), VAULT)
    else:
        raise AssertionError


def test_each_vault_has_its_own_turn(tmp_path: Path) -> None:
    state, seen = str(tmp_path), []
    leave_mark(state, VAULT)
    take_turns(state, VAULT, lambda: seen.append((is_taken(state, VAULT), is_taken(state, "/v/other"))), nothing)
    assert seen == [(True, False)]
