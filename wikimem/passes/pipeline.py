"""The order of work, on one screen: how a session is lowered to a story and claims, and those to changes.

    Session ─statements─▶ statements ─harvest, extract─▶ claims ─CLAIM_PASSES─▶ claims ─PLANNERS─▶ page texts

Every function here is pure: the same session and the same wiki give the same bytes.
"""

from wikimem.model.session import Session
from wikimem.model.story import Distilled
from wikimem.passes.dedupe import dedupe
from wikimem.passes.extract import extract
from wikimem.passes.harvest import harvest
from wikimem.passes.limit import limit
from wikimem.passes.naming import name
from wikimem.passes.scope import scope
from wikimem.passes.statements import statements
from wikimem.passes.story import tell
from wikimem.passes.subject import subject


def distil(session: Session) -> Distilled:
    """Return the story and the claims of a session."""
    title = name(session)
    said = statements(session)
    found = (*harvest(session, title), *extract(session, said, title))
    claims = limit(dedupe(subject(scope(found, session))), len(session.turns))
    return Distilled(tell(session, said, claims, title), claims, len(session.turns))
