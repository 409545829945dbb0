"""Plan the handoff of a session: story + claims -> page text, or nothing.

    todo list left open, last report, open questions   ->   handoffs/2026-03-16-0a1b2c3d.md, status open

The next session of any agent in the project is given the newest one; a newer handoff expires the older.
"""

from collections.abc import Sequence

from wikimem.errors import PageError
from wikimem.model.claim import Claim, ClaimKind
from wikimem.model.ports import Renderer
from wikimem.model.session import Session
from wikimem.model.story import Story
from wikimem.text import frontmatter
from wikimem.text.clean import clip, one_line
from wikimem.text.inline import escape_inline, link_text
from wikimem.text.okf import generated, session_source
from wikimem.text.paths import relative

_MOST = 8
_FILES_MOST = 12


def handoff_page(
    session: Session,
    story: Story,
    claims: Sequence[Claim],
    page: str,
    path: str,
    *,
    zone: str,
    maker: str,
    render: Renderer,
) -> str:
    """Return the text of the handoff at `path` for the session told on `page`."""
    asked = story.asked[-1].text if story.asked else story.title
    values: dict[str, object] = {
        "title": escape_inline(story.title),
        "summary": [
            f"From [{link_text(story.title)}]({relative(path, page)}).",
            *([escape_inline(told.text) for told in story.outcome] or [f"Last asked: {escape_inline(asked)}"]),
        ],
        "done": [escape_inline(text) for text in story.done[:_MOST]]
        or [escape_inline(made.text) for made in story.commits[-_MOST:]],
        "next_steps": [escape_inline(told.text) for told in story.open[:_MOST]],
        "decided": _texts(claims, ClaimKind.DECISION),
        "open_questions": _texts(claims, ClaimKind.QUESTION),
        "files": [one_line(file).replace("`", "'") for file in story.files[:_FILES_MOST]],
    }
    meta = {
        "type": "Handoff",
        "title": f"Handoff: {story.title}",
        "description": clip(one_line((story.outcome or story.asked)[0].text), 200)
        if story.outcome or story.asked
        else "",
        "scope": f"project:{session.project}",
        "status": "stable",
        "handoff": "open",
        **generated(maker, session.ended),
        "session": session.id,
        "sources": [session_source(session, zone)],
    }
    return frontmatter.format(meta, render("page/handoff.md.j2", values).rstrip() + "\n")


def expired(text: str) -> str:
    """Return a handoff's text with its status set to expired; as it is when it has no frontmatter we can read."""
    try:
        return frontmatter.patch(text, {"status": "deprecated", "handoff": "expired"}) if text else text
    except PageError:
        return text


def written_at(text: str) -> str:
    """Return the instant a handoff speaks of, "" for an empty text and for one nobody can read."""
    try:
        known = frontmatter.parse(text)[0].get("generated")
    except PageError:
        return ""
    return str(known.get("at", "")) if isinstance(known, dict) else ""


def _texts(claims: Sequence[Claim], kind: ClaimKind) -> list[str]:
    return [escape_inline(claim.text) for claim in claims if claim.kind is kind][:_MOST]
