"""Claims are filed on subject pages; what a session said before is taken back first."""

from dataclasses import replace

from tests.build import a_claim, a_session
from tests.unit.passes.wiki import Pages
from wikimem.model.claim import ClaimKind
from wikimem.passes.subject_pages import kept_in, subject_pages
from wikimem.text.claims import claim_lines
from wikimem.text.frontmatter import parse

PAGE = "projects/ferry/sessions/2026/2026-03-08-retry-queue-4c81d2f0.md"
FACTS = "projects/ferry/facts/retry-queue.md"
LOCK = a_claim("`save` takes the lock before it writes the index.")
LATER = "7d0aa111-0000-4000-8000-000000000000"


def file(view, *claims, session=None, page=PAGE):
    """File the claims and keep what changed in the view."""
    filed = subject_pages(session or a_session(), claims, view, page, "Retry queue")
    view.texts.update(filed.texts)
    return filed


def lines(view, path=FACTS):
    return claim_lines(parse(view.texts[path], path)[1])


def from_later(claim):
    return replace(claim, sources=tuple(replace(source, session=LATER, turn=2) for source in claim.sources))


def test_a_claim_makes_a_page_with_its_source():
    view = Pages()
    filed = file(view, LOCK)
    (line,) = lines(view)
    assert (line.text, line.sources, line.id) == (LOCK.text, ("4c81d2f0-1",), LOCK.id)
    assert filed.kept == (("Facts", FACTS),)
    assert parse(view.texts[FACTS], FACTS)[0]["title"] == "Retry queue"


def test_a_page_with_a_name_of_its_own_is_called_by_it():
    filed = file(Pages(), a_claim("Never merge.", ClaimKind.PREFERENCE, subject="Testing"))
    assert filed.kept == (("Preferences: Testing", "projects/ferry/preferences/testing.md"),)


def test_a_claim_said_again_gains_a_source_where_it_stands():
    view = Pages()
    file(view, LOCK)
    file(view, from_later(replace(LOCK, subject="Another")), session=a_session(id=LATER))
    assert [line.sources for line in lines(view)] == [("4c81d2f0-1", "7d0aa111-2")]
    assert list(view.texts) == [FACTS]


def test_the_same_in_other_words_is_the_same_claim():
    view = Pages()
    file(view, LOCK)
    again = from_later(a_claim("The lock is what `save` takes before it writes the index."))
    file(view, again, session=a_session(id=LATER))
    (line,) = lines(view)
    assert (line.id, line.sources) == (LOCK.id, ("4c81d2f0-1", "7d0aa111-2"))


def test_compiling_again_changes_nothing():
    view = Pages()
    view.texts[PAGE] = f"- [Facts]({'../../facts/retry-queue.md'})\n"
    file(view, LOCK)
    assert file(view, LOCK).texts == {}


def test_what_a_session_says_no_more_is_taken_back():
    view = Pages()
    view.texts[PAGE] = "- [Facts](../../facts/retry-queue.md)\n"
    file(view, LOCK, a_claim("Tides are read once a day."))
    file(view, LOCK)
    assert [line.text for line in lines(view)] == [LOCK.text]
    assert file(view).texts == {FACTS: ""}


def test_a_full_page_goes_on_in_another():
    view = Pages()
    claims = [a_claim(f"Table {n} {'abcdefghij'[n % 10] * 9}{n} holds berth{n} of pier{n}.") for n in range(61)]
    file(view, *claims[:60])
    file(view, claims[60])
    assert len(lines(view)) == 60
    assert parse(view.texts["projects/ferry/facts/retry-queue-2.md"])[0]["title"] == "Retry queue (2)"


def test_one_session_fills_no_page_beyond_its_limit():
    view = Pages()
    file(
        view, *(a_claim(f"`name_{number}` is the port of berth {number} in dock {number * 7}.") for number in range(62))
    )
    assert [len(lines(view, path)) for path in sorted(view.texts)] == [2, 60]


def test_the_pages_a_session_feeds_are_read_from_its_links():
    text = (
        "[a](../../facts/a.md) [b](../../../../global/preferences/b.md#x) [c](2026-03-07-c.md) [d](https://d.org/d.md)"
    )
    assert kept_in(PAGE, text) == ["projects/ferry/facts/a.md", "global/preferences/b.md"]


def test_the_day_of_a_source_is_local():
    night = replace(LOCK, sources=tuple(replace(source, at="2026-04-15T22:30:00Z") for source in LOCK.sources))
    filed = subject_pages(a_session(), [night], Pages(), PAGE, "Retry queue", "Asia/Shanghai")
    text = filed.texts[FACTS]
    assert parse(text, FACTS)[0]["sources"][0]["last_modified"] == "2026-04-16"
    assert "[^4c81d2f0-1]: [2026-04-16](" in text
