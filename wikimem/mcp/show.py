"""What the wiki gives back, as lines for an agent. Pure."""

from wikimem.model.change import Revision
from wikimem.model.handoff import Handoff
from wikimem.model.passage import Hit, Level
from wikimem.text.clean import clip, one_line

_SNIPPET = 300
_SHORT = 10
"""Characters of a commit id: enough to name it."""
_MOST_PATHS = 4


def hit_words(hit: Hit) -> str:
    """Return a hit: when, what, where, and how it reads."""
    passage = hit.passage
    claim = f" {passage.id}" if passage.level is Level.CLAIM else ""
    head = f"- {passage.at[:10] or 'undated'} {passage.type}{claim}: {one_line(passage.title)} ({passage.path})"
    return f"{head}\n  {clip(one_line(passage.text), _SNIPPET)}"


def revision_words(revision: Revision) -> str:
    """Return a revision: when, which, why, and the pages it changed."""
    pages = [path for path in revision.paths if path.endswith(".md")]
    more = f" and {len(pages) - _MOST_PATHS} more" if len(pages) > _MOST_PATHS else ""
    changed = f"\n  {', '.join(pages[:_MOST_PATHS])}{more}" if pages else ""
    return f"- {revision.at[:10]} {revision.id[:_SHORT]} {one_line(revision.subject)}{changed}"


def handoff_words(handoff: Handoff) -> str:
    """Return a handoff that was accepted: who left it, when, and the page."""
    return f"You took over the handoff of {one_line(handoff.by)}, {handoff.at[:10]}.\n{handoff.path}\n\n{handoff.text}"
