"""Tombstones: the newest line about a claim counts, and no line says what the claim said."""

from wikimem.store import tombstones

CLAIM = "c-1f0c77aa"
EARLY, LATE = "2026-03-02T10:00:00Z", "2026-03-03T10:00:00Z"


def is_out(text: str, claim: str = CLAIM) -> bool:
    return tombstones.read(text).get(tombstones.digest(claim), False)


def test_a_claim_is_out_until_it_is_let_in_again() -> None:
    text = tombstones.appended("", CLAIM, EARLY, out=True)
    assert is_out(text)
    assert not is_out(text, "c-00000000")
    assert not is_out(tombstones.appended(text, CLAIM, LATE, out=False))


def test_the_order_of_merged_lines_does_not_matter() -> None:
    out = tombstones.appended("", CLAIM, EARLY, out=True)
    into = tombstones.appended("", CLAIM, LATE, out=False)
    assert is_out(out + into) is is_out(into + out) is False


def test_a_line_holds_no_id_of_the_claim() -> None:
    text = tombstones.appended("", CLAIM, EARLY, out=True)
    assert CLAIM not in text
    assert CLAIM.removeprefix("c-") not in text


def test_lines_nobody_can_read_count_for_nothing_and_an_unfinished_one_is_ended() -> None:
    broken = 'x\n[]\n{"at":1}\n{"at":"2026-03-02T10:00:00Z","claim"'
    text = tombstones.appended(broken, CLAIM, EARLY, out=True)
    assert is_out(text)
    assert len(tombstones.read(text)) == 1
