"""A handoff tells the next session where the last one left off."""

from tests.build import a_claim, a_session
from wikimem.model.claim import ClaimKind
from wikimem.model.handoff import Begun, HandoffStatus
from wikimem.model.story import Made, Story, Told
from wikimem.passes.handoff_page import accepted, begun_page, expired, handoff_page, read_handoff
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


def test_a_page_tells_which_handoff_it_is():
    found = read_handoff(PATH, handoff(Story("Lock order")))
    assert (found.project, found.title, found.at) == ("ferry", "Lock order", "2026-03-08T11:30:00Z")
    assert (found.status, found.is_begun, found.by) == (HandoffStatus.OPEN, False, "wikimem/0")
    for text in ("", "# No frontmatter", "---\ntype: Handoff\nhandoff: lost\n---\n", "---\n: :\n  - x\n---\n"):
        assert read_handoff(PATH, text) is None


def test_one_that_was_begun_says_what_its_author_said_and_nothing_else_obeys_it():
    begun = Begun(
        "ferry",
        "codex",
        "2026-03-08T12:00:00Z",
        "Half of `Vault` is renamed.\n\n# Not a heading",
        next_steps=("Rename the rest",),
        open_questions=("And the docs?",),
        files=("src/`x`.py",),
    )
    text = begun_page(begun, render)
    found = read_handoff(PATH, text)
    assert (found.is_begun, found.by, found.title) == (True, "codex", "Half of `Vault` is renamed.")
    for line in ("\\# Not a heading", "- Rename the rest", "- And the docs?", "- `src/'x'.py`"):
        assert line in text.splitlines()


def test_who_accepted_it_and_when():
    found = read_handoff(PATH, accepted(handoff(Story("Lock order")), "codex", "2026-03-09T08:00:00Z"))
    assert (found.status, found.accepted_by, found.accepted_at) == (
        HandoffStatus.ACCEPTED,
        "codex",
        "2026-03-09T08:00:00Z",
    )
