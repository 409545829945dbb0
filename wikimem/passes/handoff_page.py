"""Plan handoffs: what a session left open, or what somebody hands over on purpose -> page text.

    todo list left open, last report, open questions   ->   handoffs/2026-03-16-0a1b2c3d.md, status open
    "The migration is half done, see ..."              ->   handoffs/2026-03-16-begun-5e6f7a8b.md, status open

The next session of any agent in the project is given one of them: the newest that was begun on purpose, else the newest
that a session left. A newer one expires the older, but what a session leaves never expires what was begun.
"""

from collections.abc import Sequence

from wikimem.errors import PageError
from wikimem.model.claim import Claim, ClaimKind
from wikimem.model.handoff import Begun, Handoff, HandoffStatus
from wikimem.model.ports import Renderer
from wikimem.model.session import Session
from wikimem.model.story import Story
from wikimem.text import frontmatter
from wikimem.text.clean import clip, one_line
from wikimem.text.inline import escape_inline, link_text
from wikimem.text.okf import generated, session_source
from wikimem.text.paths import relative, scope_of

_MOST = 8
_FILES_MOST = 12
_TITLE = 80
_DESCRIPTION = 200


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
    """Return the text of the handoff at `path` for the session told on `page`, "" for one without a page."""
    told_on = f"[{link_text(story.title)}]({relative(path, page)})" if page else escape_inline(story.title)
    asked = story.asked[-1].text if story.asked else story.title
    values: dict[str, object] = {
        "title": escape_inline(story.title),
        "summary": [
            f"From {told_on}.",
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
        "description": clip(one_line((story.outcome or story.asked)[0].text), _DESCRIPTION)
        if story.outcome or story.asked
        else "",
        "scope": scope_of(path),
        "status": "stable",
        "handoff": str(HandoffStatus.OPEN),
        **generated(maker, session.ended),
        "session": session.id,
        "sources": [session_source(session, zone)],
    }
    return frontmatter.format(meta, render("page/handoff.md.j2", values).rstrip() + "\n")


def begun_page(begun: Begun, render: Renderer) -> str:
    """Return the text of a handoff that somebody began."""
    paragraphs = [line for line in map(escape_inline, begun.summary.split("\n")) if line]
    title = clip(paragraphs[0], _TITLE)
    values: dict[str, object] = {
        "title": title,
        "summary": paragraphs,
        "done": [],
        "decided": [],
        "next_steps": list(map(escape_inline, begun.next_steps)),
        "open_questions": list(map(escape_inline, begun.open_questions)),
        "files": [one_line(file).replace("`", "'") for file in begun.files],
    }
    meta = {
        "type": "Handoff",
        "title": f"Handoff: {title}",
        "description": clip(one_line(begun.summary), _DESCRIPTION),
        "scope": f"project:{begun.project}",
        "status": "stable",
        "handoff": str(HandoffStatus.OPEN),
        **generated(begun.by, begun.at),
        "begun_by": begun.by,
    }
    return frontmatter.format(meta, render("page/handoff.md.j2", values).rstrip() + "\n")


def read_handoff(path: str, text: str) -> Handoff | None:
    """Return the handoff at `path` as its frontmatter tells it, None for a page that is none or nobody can read."""
    try:
        meta, _ = frontmatter.parse(text, path)
        status = HandoffStatus(str(meta.get("handoff")))
    except (PageError, ValueError):
        return None
    known = meta.get("generated")
    made = known if isinstance(known, dict) else {}
    return Handoff(
        path=path,
        project=scope_of(path).partition(":")[2],
        title=str(meta.get("title", "")).removeprefix("Handoff: "),
        status=status,
        by=str(meta.get("begun_by") or made.get("by", "")),
        at=str(made.get("at", "")),
        is_begun="begun_by" in meta,
        accepted_by=str(meta.get("accepted_by", "")),
        accepted_at=str(meta.get("accepted_at", "")),
        text=text,
    )


def accepted(text: str, by: str, at: str) -> str:
    """Return a handoff's text with its status set to accepted; `PageError` when its frontmatter cannot be read."""
    status = {"status": "deprecated", "handoff": str(HandoffStatus.ACCEPTED)}
    return frontmatter.patch(text, {**status, "accepted_by": by, "accepted_at": at})


def expired(text: str) -> str:
    """Return a handoff's text with its status set to expired; as it is when it has no frontmatter we can read."""
    try:
        return frontmatter.patch(text, {"status": "deprecated", "handoff": str(HandoffStatus.EXPIRED)})
    except PageError:
        return text


def _texts(claims: Sequence[Claim], kind: ClaimKind) -> list[str]:
    return [escape_inline(claim.text) for claim in claims if claim.kind is kind][:_MOST]
