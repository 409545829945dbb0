"""Whole pages as they lie in a vault; `pytest --update-golden` writes them anew."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from wikimem.model.claim import Claim, ClaimKind, Source
from wikimem.templating import render
from wikimem.text import frontmatter
from wikimem.text.claims import add_claims, new_page, supersede
from wikimem.text.links import check_links
from wikimem.text.okf import check

GOLDEN = Path(__file__).parents[2] / "golden" / "pages"
AT = "2026-03-08T16:40:00Z"
SESSION = "projects/harbour/sessions/2026/2026-03-08-stop-double-bookings-5f0c2a91.md"
DECISIONS = "projects/harbour/decisions/how-berths-are-locked.md"
HANDOFF = "projects/harbour/handoffs/2026-03-08-5f0c2a91.md"


def source(session: str, turn: int, day: str, said_by: str = "claude-code/claude-opus-4-5") -> Source:
    return Source(f"{session}-0000-4000-8000-000000000000", turn, f"raw/claude-code/2026/{session}.jsonl", said_by, day)


def decision(text: str, *sources: Source) -> Claim:
    return Claim(ClaimKind.DECISION, text, "How berths are locked", sources, "project:harbour")


def subject_page() -> str:
    before = source("1be7d0c4", 12, "2026-03-01T09:00:00Z")
    now = source("5f0c2a91", 41, AT)
    person = source("5f0c2a91", 44, AT, "human:user")
    old = decision("Berths are locked in the process, with `threading.Lock`.", before)
    claims = [
        old,
        decision(
            "Berths are locked by a row of the table `berth_lock`, since two workers run since March.", now, person
        ),
        decision("A lock older than <30 seconds> is taken over: see issue #7.", now),
    ]
    title = "1be7d0c4"
    notes = {
        before.id: f"Session {title}, turn 12",
        now.id: f"[Stop double bookings](../sessions/2026/{Path(SESSION).name}), turn 41",
        person.id: f"[Stop double bookings](../sessions/2026/{Path(SESSION).name}), turn 44",
    }
    text = new_page(
        "How berths are locked", "Decision", "project:harbour", "Row locks, not process locks.", ["locks"], AT
    )
    return supersede(add_claims(text, claims, notes, AT), {old.id: "2026-03-08"}, AT)


def derived(type: str, title: str, body: str, **more: Any) -> str:
    meta = {"type": type, "title": title, "generated": {"by": "wikimem/0.1.0", "at": AT}, **more}
    return frontmatter.format(meta, body)


def session_page() -> str:
    values = {
        "title": "Stop double bookings",
        "facts": "claude-code · claude-opus-4-5 · 2026-03-08 · 52 min · branch `fix/double-booking`",
        "asked": ["Two boats got berth 14. Find out why and stop it."],
        "outcome": ["Bookings take a row lock; the test with two workers passes. (turn 60)"],
        "notes": ["Berths are locked by a row. (turn 41)"],
        "files": ["harbour/booking.py", "tests/test_booking.py"],
        "commits": [("4d1e9f2", "Lock berths by row")],
        "pulls": ["[#12](https://example.test/harbour/pull/12)"],
        "kept": [("Decisions: How berths are locked", "../../decisions/how-berths-are-locked.md")],
        "open": ["Old locks are not cleaned up yet."],
    }
    body = render("page/session.md.j2", values)
    return derived("Session", "Stop double bookings", body, scope="project:harbour", status="stable")


def handoff_page() -> str:
    values = {
        "title": "Handoff: stop double bookings",
        "summary": ["Row locks are in; the clean-up of old locks is next."],
        "done": ["Lock berths by row"],
        "next_steps": ["Remove locks older than a day."],
        "open_questions": [],
        "files": ["harbour/booking.py"],
        "decided": ["Berths are locked by a row."],
    }
    body = render("page/handoff.md.j2", values)
    return derived(
        "Handoff", "Handoff: stop double bookings", body, scope="project:harbour", status="stable", state="open"
    )


def memory_page() -> str:
    values = {
        "title": "harbour",
        "sections": [
            ("Preferences", []),
            (
                "Decisions",
                [("Berths are locked by a row of `berth_lock`.", "2026-03-08", "decisions/how-berths-are-locked.md")],
            ),
        ],
        "left_out": 3,
    }
    return derived("Memory", "harbour", render("page/memory.md.j2", values), scope="project:harbour")


def index_page(title: str, *sections: tuple[str, list[tuple[str, str, str]]]) -> str:
    return render("page/index.md.j2", {"title": title, "sections": sections})


def vault() -> Mapping[str, str]:
    entry = ("How berths are locked", "decisions/how-berths-are-locked.md", "Row locks, not process locks.")
    session = ("Stop double bookings", SESSION.removeprefix("projects/harbour/"), "")
    root = index_page("Wiki", ("Projects", [("harbour", "projects/harbour/index.md", "Berths and boats")]))
    return {
        "index.md": frontmatter.format({"okf_version": "0.2"}, root),
        "projects/harbour/index.md": index_page("harbour", ("Decisions", [entry]), ("Sessions", [session])),
        "projects/harbour/MEMORY.md": memory_page(),
        SESSION: session_page(),
        DECISIONS: subject_page(),
        HANDOFF: handoff_page(),
    }


@pytest.mark.parametrize("path", sorted(vault()))
def test_golden(path: str, request: pytest.FixtureRequest) -> None:
    text = vault()[path]
    golden = GOLDEN / path
    if request.config.getoption("--update-golden"):
        golden.parent.mkdir(parents=True, exist_ok=True)
        golden.write_text(text, encoding="utf-8", newline="\n")
    assert text == golden.read_text(encoding="utf-8")


def test_the_golden_vault_is_conformant_and_its_links_resolve() -> None:
    pages = {path.relative_to(GOLDEN).as_posix(): path.read_text(encoding="utf-8") for path in GOLDEN.rglob("*.md")}
    assert set(pages) == set(vault())
    assert [finding for path, text in pages.items() for finding in check(path, text)] == []
    assert check_links(pages) == []
