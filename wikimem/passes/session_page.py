"""Plan a session's page: story -> page text.

The page says what was asked, what came of it, what was found on the way, what was committed and left open, each line
with the turn it comes from, and links the subject pages its claims are kept on. Never more than 1,500 words.
"""

from collections.abc import Sequence

from wikimem.model.ports import Renderer
from wikimem.model.session import Session
from wikimem.model.story import Distilled, Story, Told
from wikimem.text import frontmatter
from wikimem.text.clean import clip, one_line
from wikimem.text.inline import escape_inline, link_text
from wikimem.text.okf import generated, session_source
from wikimem.text.paths import relative, scope_of
from wikimem.text.prose import closed
from wikimem.text.time import local_day, local_minute

_DESCRIPTION = 100


def session_page(
    session: Session,
    distilled: Distilled,
    kept: Sequence[tuple[str, str]],
    path: str,
    *,
    zone: str,
    maker: str,
    render: Renderer,
) -> str:
    """Return the text of the page at `path`; `kept` are the (title, path) of the subject pages it feeds."""
    story = distilled.story
    values: dict[str, object] = {
        "title": escape_inline(story.title),
        "facts": _facts(session, distilled.turns, zone),
        "asked": [_line(told) for told in story.asked],
        "outcome": [_line(Told(" ".join(closed(told.text) for told in story.outcome), story.outcome[0].turn))]
        if story.outcome
        else [],
        "notes": [_line(told) for told in story.notes],
        "kept": [(link_text(title), relative(path, page)) for title, page in kept],
        "open": [_line(told) for told in story.open],
        "commits": [(made.id, f"{escape_inline(made.text)} (turn {made.turn})") for made in story.commits],
        "pulls": [f"{made.id} <{made.text}> (turn {made.turn})" for made in story.pulls],
        "files": [one_line(file).replace("`", "'") for file in story.files],
    }
    return frontmatter.format(
        _meta(session, story, path, zone, maker), render("page/session.md.j2", values).rstrip() + "\n"
    )


def _meta(session: Session, story: Story, path: str, zone: str, maker: str) -> dict[str, object]:
    lead = story.outcome or story.notes or story.asked
    return {
        "type": "Session",
        "title": story.title,
        "description": clip(one_line(lead[0].text), _DESCRIPTION) if lead else "",
        "tags": [session.agent],
        "scope": scope_of(path),
        "status": "stable",
        **generated(maker, session.ended),
        "session": session.id,
        "sources": [session_source(session, zone)],
    }


def _facts(session: Session, turns: int, zone: str) -> str:
    parts = [session.agent]
    if session.started:
        day, last = local_day(session.started, zone), local_day(session.ended, zone)
        begun, ended = local_minute(session.started, zone), local_minute(session.ended, zone)
        parts.append(f"{begun} to {ended[len(day) + 1 :] if day == last else ended}")
    if session.branch:
        parts.append(f"branch `{one_line(session.branch)}`")
    parts.append(f"{turns} turns")
    return " · ".join(parts)


def _line(told: Told) -> str:
    return f"{escape_inline(told.text)} (turn {told.turn})"
