"""Short names for sessions."""

import hashlib
import re

_RANDOM_UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-689a-f][0-9a-f]{3}-", re.IGNORECASE)
"""A UUID whose beginning tells it apart; that of version 7 is a clock, and sessions of one minute share it."""


def short_id(session: str) -> str:
    """Return the name of a session in page names and footnotes: eight letters and digits, the same for ever.

    The first eight of a random UUID, as `git log` would abbreviate it; of any other id that is longer, eight of a digest.
    """
    if _RANDOM_UUID.match(session):
        return session[:8].lower()
    bare = re.sub(r"[^0-9A-Za-z]", "", session)
    if bare == session and 0 < len(bare) <= 8:
        return bare
    return hashlib.blake2b(session.encode("utf-8", "replace"), digest_size=4).hexdigest()
