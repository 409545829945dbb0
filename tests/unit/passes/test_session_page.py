"""A session's page tells its story, each line with its turn."""

from tests.build import a_session
from wikimem.model.story import Distilled, Made, Story, Told
from wikimem.passes.session_page import session_page
from wikimem.templating import render
from wikimem.text import frontmatter

PATH = "projects/ferry/sessions/2026/2026-03-08-lock-order-4c81d2f0.md"
STORY = Story(
    "Lock order",
    asked=(Told("fix the <b>lock</b>", 1),),
    outcome=(Told("`save` takes one lock", 9), Told("Tests pass.", 9)),
    notes=(Told("The lock was taken twice.", 3),),
    open=(Told("Test it", 8),),
    commits=(Made("1a2b3c4", "Take the lock once", 7), Made("", "Test it", 8)),
    pulls=(Made("#12", "https://github.com/mira/ferry/pull/12", 8),),
    files=("ferry/lock.py",),
)


def page(story, **fields):
    session = a_session(**fields)
    text = session_page(
        session,
        Distilled(story, (), 9),
        [("Lessons", "projects/ferry/lessons/lock-order.md")],
        PATH,
        zone="UTC",
        maker="wikimem/0",
        render=render,
    )
    return frontmatter.parse(text)


def test_the_page_says_what_it_is():
    meta, _ = page(STORY)
    assert (meta["type"], meta["title"], meta["scope"]) == ("Session", "Lock order", "project:ferry")
    assert meta["description"] == "`save` takes one lock"
    assert meta["session"].startswith("4c81d2f0-")


def test_every_part_of_the_story_is_told_with_its_turn():
    _, body = page(STORY, branch="mira/lock")
    for line in (
        "*claude-code · 2026-03-08 10:00 to 11:30 · branch `mira/lock` · 9 turns*",
        "`save` takes one lock. Tests pass. (turn 9)",
        "- The lock was taken twice. (turn 3)",
        "- [Lessons](../../lessons/lock-order.md)",
        "- Test it (turn 8)",
        "- `1a2b3c4` Take the lock once (turn 7)",
        "- Test it (turn 8)",
        "- #12 <https://github.com/mira/ferry/pull/12> (turn 8)",
        "`ferry/lock.py`",
    ):
        assert line in body.splitlines()


def test_foreign_markup_is_made_safe():
    assert r"fix the \<b>lock\</b>" in page(STORY)[1]


def test_what_a_story_lacks_makes_no_heading():
    _, body = page(Story("Lock order"))
    assert [line for line in body.splitlines() if line.startswith("## ")] == ["## Kept"]


def test_a_session_over_midnight_names_both_days():
    assert (
        "2026-03-08 23:00 to 2026-03-09 01:00"
        in page(STORY, started="2026-03-08T23:00:00Z", ended="2026-03-09T01:00:00Z")[1]
    )
