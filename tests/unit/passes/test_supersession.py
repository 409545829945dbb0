"""Which claims are retired, which live again, and that the order in which they come does not matter."""

from dataclasses import replace

from tests.build import MODEL, a_claim
from tests.unit.passes.wiki import Pages
from wikimem.model.claim import Claim, ClaimKind, Source
from wikimem.model.page import ClaimLine
from wikimem.passes.supersession import contradictions, settled, stated
from wikimem.text.claims import add_claims, claim_lines, drop_claim, new_page
from wikimem.text.frontmatter import parse
from wikimem.text.paths import subject_page

OLD = "The scan queue lives in SQLite."
NEW = "The scan queue lives in Postgres instead of SQLite."
THREE, FIVE = "Retry 3 times before giving up.", "Retry 5 times before giving up."


def said(
    text: str, day: int, *, turn: int = 1, session: str = "", by: str = "", kind: ClaimKind = ClaimKind.DECISION
) -> Claim:
    """Return a claim said on a day of March, in a session of that day."""
    source = Source(session or f"{day:08}-0000", turn, "raw/x/a.jsonl", by or MODEL, f"2026-03-{day:02}T10:00:00Z")
    return a_claim(text, kind, sources=(source,))


def put(view: Pages, *claims: Claim, subject: str = "Queue") -> tuple[tuple[str, str], ...]:
    """Put claims on the page of a subject and settle what that changes; return who replaced whom."""
    texts: dict[str, str] = {}
    for claim in claims:
        path = subject_page("project:ferry", claim.kind, subject)
        before = texts.get(path) or view.read(path) or new_page(subject, claim.kind.type, claim.scope, "", (), "")
        texts[path] = add_claims(before, [claim], {}, claim.sources[0].at)
    return settle(view, texts)


def settle(view: Pages, texts: dict[str, str]) -> tuple[tuple[str, str], ...]:
    result = settled(texts, view, "2026-03-30T10:00:00Z")
    view.texts.update(result.texts)
    return result.pairs


def lines(view: Pages) -> dict[str, ClaimLine]:
    return {line.text: line for path, text in view.texts.items() for line in claim_lines(parse(text, path)[1])}


def until(view: Pages) -> dict[str, str]:
    """Return the day each retired claim ended."""
    return {text: line.until for text, line in lines(view).items() if line.superseded}


def test_a_newer_claim_retires_an_older_one_on_its_day() -> None:
    view = Pages()
    put(view, said(OLD, 3))
    assert put(view, said(NEW, 9), subject="Another") == ((said(OLD, 3).id, said(NEW, 9).id),)
    assert until(view) == {OLD: "2026-03-09"}


def test_the_older_one_may_come_later() -> None:
    view = Pages()
    put(view, said(NEW, 9))
    assert put(view, said(OLD, 3)) == ((said(OLD, 3).id, said(NEW, 9).id),)
    assert until(view) == {OLD: "2026-03-09"}


def test_the_first_successor_gives_the_day_whenever_it_comes() -> None:
    view = Pages()
    for claim in (said(THREE, 3), said("Retry 9 times before giving up.", 12), said(FIVE, 7)):
        put(view, claim)
    assert until(view) == {THREE: "2026-03-07", FIVE: "2026-03-12"}


def test_saying_the_successor_again_changes_no_day() -> None:
    view = Pages()
    put(view, said(THREE, 3), said(FIVE, 7))
    assert put(view, said(FIVE, 12)) == ()
    assert until(view) == {THREE: "2026-03-07"}


def test_what_is_said_again_later_lives_again() -> None:
    view = Pages()
    put(view, said(THREE, 3), said(FIVE, 7))
    assert put(view, said(THREE, 12)) == ((said(FIVE, 7).id, said(THREE, 3).id),)
    assert until(view) == {FIVE: "2026-03-12"}


def test_what_only_a_claim_that_is_gone_replaced_lives_again() -> None:
    view = Pages()
    put(view, said(THREE, 3), said(FIVE, 7))
    (path,) = view.texts
    settle(view, {path: drop_claim(view.texts[path], said(FIVE, 7).id, "")})
    assert until(view) == {}
    assert list(lines(view)) == [THREE]


def test_what_a_person_retired_stays_retired() -> None:
    view = Pages()
    put(view, said(THREE, 3), said("The pot is blue.", 3))
    (path,) = view.texts
    (key,) = (line.id for line in lines(view).values() if line.text == THREE)
    struck = view.texts[path].replace(f"- {THREE}", f"## Superseded\n- ~~{THREE}~~ until 2026-03-05")
    assert key in struck
    view.texts[path] = struck
    put(view, said("The pot is large.", 12))
    assert until(view)[THREE] == "2026-03-05"
    assert put(view, said(FIVE, 9)) == ()
    assert until(view)[THREE] == "2026-03-05"
    put(view, said(THREE, 12))
    assert THREE not in until(view)


def test_a_line_that_a_person_wrote_over_is_theirs_and_reported() -> None:
    view = Pages()
    put(view, said(THREE, 3))
    (path,) = view.texts
    view.texts[path] = view.texts[path].replace("Retry 3 times", "Retry 4 times")
    assert put(view, said(FIVE, 7)) == ()
    assert until(view) == {}
    ((older, newer),) = contradictions(stated(path, view.texts[path]), view)
    assert (older.text, newer.text) == ("Retry 4 times before giving up.", FIVE)


def test_without_a_direction_nothing_is_retired_on_one_day() -> None:
    view = Pages()
    assert put(view, said(THREE, 3, session="aaaaaaaa"), said(FIVE, 3, session="bbbbbbbb")) == ()
    assert (
        len(list(contradictions((one for path, text in view.texts.items() for one in stated(path, text)), view))) == 1
    )
    assert put(Pages(), said(OLD, 3, session="aaaaaaaa"), said(NEW, 3, session="bbbbbbbb")) != ()


def test_within_a_session_the_later_turn_holds() -> None:
    view = Pages()
    put(view, said(FIVE, 3, turn=9), said(THREE, 3, turn=4))
    assert until(view) == {THREE: "2026-03-03"}


def test_what_a_person_prefers_only_a_person_takes_back() -> None:
    always, never = "Always squash commits before a merge.", "Never squash commits before a merge."
    rule = said(always, 3, by="human:user", kind=ClaimKind.PREFERENCE)
    view = Pages()
    put(view, rule)
    assert put(view, said(never, 7)) == ()
    assert put(view, said(never, 9, by="human:user", kind=ClaimKind.PREFERENCE)) != ()
    assert until(view) == {always: "2026-03-09"}


def test_another_project_is_not_concerned() -> None:
    view = Pages()
    put(view, said(OLD, 3))
    other = replace(said(NEW, 9), scope="project:kiln")
    path = subject_page(other.scope, other.kind, "Queue")
    page = new_page("Queue", "Decision", other.scope, "", (), "")
    assert settle(view, {path: add_claims(page, [other], {}, "")}) == ()
    assert until(view) == {}


def test_settling_twice_changes_nothing() -> None:
    view = Pages()
    put(view, said(OLD, 3), said(NEW, 9), said(THREE, 3), said(FIVE, 7))
    before = dict(view.texts)
    assert settle(view, dict(view.texts)) == ()
    assert view.texts == before
