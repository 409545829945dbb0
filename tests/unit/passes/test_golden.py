"""Whole sessions, the claims made of them and their pages; `pytest --update-golden` writes them anew."""

from pathlib import Path

import pytest

from tests.build import a_call, a_session, a_turn, agent, answer, person, plan, summary, todo
from wikimem.model.claim import Claim
from wikimem.model.record import Act, Kind, Role
from wikimem.model.session import Session
from wikimem.passes.pipeline import distil
from wikimem.passes.session_page import session_page
from wikimem.templating import render
from wikimem.text.paths import session_page as page_path

GOLDEN = Path(__file__).parents[2] / "golden" / "distil"

RETRIES = a_session(
    a_turn("Skills: always greet the person first.", role=Role.INJECTED),
    person("the ferry loses retries when a worker dies. can you look into it? never touch the tide table while you do"),
    agent(
        "Let me look at the queue first.",
        a_call("/home/mira/ferry/queue.py", "class RetryQueue: ...", act=Act.READ),
    ),
    agent(
        "Found it! The retries are lost because `RetryQueue` keeps them in a list of the worker, and `restart_worker` "
        "makes a new one. This means every booking that waits for its second attempt is dropped."
    ),
    answer("Which store should hold the retries of the ferry?", "postgres (Recommended)"),
    plan(
        "# Plan: Retry queue on Postgres\n\n## Context\n\nRetries live in the memory of one worker. "
        "They have to outlive it.\n\n## Steps\n\n1. Add the table `retry`.\n2. Read it in `RetryQueue.next`."
    ),
    agent("", a_call("/home/mira/ferry/queue.py", act=Act.EDIT), a_call("/home/mira/ferry/schema.sql", act=Act.EDIT)),
    agent(
        "",
        a_call("pytest -q", "1 failed: test_second_attempt", ok=False),
        a_call("pytest -q", "12 passed"),
        a_call(
            'git commit -am "Keep retries in Postgres" -m "A list in the worker is lost with it."',
            "[mira/retry-queue 5e6f7a8] Keep retries in Postgres\n 2 files changed",
        ),
    ),
    agent(
        "Retries are kept in the table `retry` now instead of a list in `RetryQueue`, so that a worker that dies "
        "leaves them behind for the next one.\n\n"
        "- `RetryQueue.next` must lock its row with `FOR UPDATE SKIP LOCKED`, because two workers would otherwise take "
        "the same booking and charge the passenger twice.\n"
        "- All tests pass.\n\n"
        "## Follow-ups\n\n"
        "- Rows of `retry` that failed five times are not handled yet: `RetryQueue.next` returns them for ever, which "
        "means that the important bookings behind them wait.\n\n"
        "Want me to open a pull request?"
    ),
    person("yes please"),
    agent("", a_call("gh pr create --fill", "https://github.com/mira/ferry/pull/12")),
    todo(("Keep retries in Postgres", "done"), ("Drop rows that failed five times", "open")),
    branch="mira/retry-queue",
)

CLOCK = a_session(
    summary(
        "## Primary request\n\n- Find out why `test_tides` fails by night.\n\n"
        "## Errors and fixes\n\n"
        "- **`test_tides` fails by night**: the root cause was that `tide_at` reads the clock of the container, which "
        "is in UTC, while `tides.json` is in the time of the harbour. Fixed by passing the zone to `tide_at`.\n\n"
        "## All user messages\n\n- why does it fail by night\n\n"
        "## Optional next step\n\n- Run `test_tides` again, because `tide_at` must be right by now."
    ),
    person("let's call it `harbour_zone` instead of `tz`. and from now on write names out"),
    agent("Good point. Renaming it now.", a_call("/home/mira/ferry/tides.py", act=Act.EDIT)),
    a_turn("`tide_at` must never read the clock, because it can't know the zone.", agent="sub-1"),
    agent(
        "Renamed the parameter `tz` of `tide_at` to `harbour_zone` in `tides.py` and its tests, since the team writes "
        "names out and `tz` was taken for the zone of the passenger twice.\n\n"
        "| call | zone |\n|---|---|\n| `tide_at` | `harbour_zone` |\n"
    ),
    a_turn("https://github.com/mira/ferry/pull/13", kind=Kind.LINK),
)

SESSIONS = {"retries": RETRIES, "clock": CLOCK}


def line_of(claim: Claim) -> str:
    (first, *_) = claim.sources
    where = ", ".join(str(source.turn) for source in claim.sources)
    about = f"{claim.scope} / {claim.subject} / {claim.importance:.2f}"
    return f"{claim.kind.type} (turn {where}, {first.said_by}, {about})\n    {claim.text}\n"


def told(session: Session) -> dict[str, str]:
    """Return the texts that a session makes, by the end of their file's name."""
    distilled = distil(session)
    path = page_path("ferry", "2026-03-08", distilled.story.title, session.short)
    page = session_page(session, distilled, (), path, zone="UTC", maker="wikimem", render=render)
    return {"claims.txt": "".join(map(line_of, distilled.claims)), "md": page}


@pytest.mark.parametrize("name", SESSIONS)
def test_a_session_makes_these_claims_and_this_page(name, request):
    for end, text in told(SESSIONS[name]).items():
        golden = GOLDEN / f"{name}.{end}"
        if request.config.getoption("--update-golden"):
            golden.parent.mkdir(parents=True, exist_ok=True)
            golden.write_text(text, "utf-8")
        assert text == golden.read_text("utf-8")
