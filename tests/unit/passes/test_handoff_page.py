"""A handoff tells the next session where the last one left off."""

from tests.build import a_claim, a_session
from wikimem.model.claim import ClaimKind
from wikimem.model.story import Made, Story, Told
from wikimem.passes.handoff_page import expired, handoff_page, written_at
from wikimem.templating import render
from wikimem.text import frontmatter

PAGE = "projects/ferry/sessions/2026/2026-03-08-lock-order-4c81d2f0.md"
PATH = "projects/ferry/handoffs/2026-03-08-4c81d2f0.md"


def handoff(story, claims=()):
    return handoff_page(a_session(), story, claims, PAGE, PATH, zone="UTC", maker="wikimem/0", render=render)


def test_it_says_what_is_done_open_and_decided():
    story = Story("Lock order", outcome=(Told("One lock.", 9),), open=(Told("Test it", 8),), done=("Read it",))
    decided, left = "Renamed `Store` to `Vault`.", "Windows is not handled yet."
    text = handoff(story, [a_claim(decided, ClaimKind.DECISION), a_claim(left, ClaimKind.QUESTION), a_claim("A fact.")])
    meta, body = frontmatter.parse(text)
    assert (meta["type"], meta["handoff"], meta["status"]) == ("Handoff", "open", "stable")
    for said in ("One lock.", "Test it", "Read it", decided, left, f"(../{PAGE.removeprefix('projects/ferry/')})"):
        assert said in body
    assert "A fact." not in body


def test_commits_stand_for_a_task_list_and_the_last_request_for_a_report():
    story = Story("Lock order", asked=(Told("fix it", 1), Told("test it", 4)), commits=(Made("", "Fix it", 3),))
    body = frontmatter.parse(handoff(story))[1]
    assert "Last asked: test it" in body
    assert "Fix it" in body


def test_an_expired_handoff_keeps_its_words():
    text = handoff(Story("Lock order"))
    meta, body = frontmatter.parse(expired(text))
    assert (meta["handoff"], meta["status"]) == ("expired", "deprecated")
    assert body == frontmatter.parse(text)[1]


def test_when_a_handoff_was_written():
    assert written_at(handoff(Story("Lock order"))) == "2026-03-08T11:30:00Z"
    assert written_at("") == ""
