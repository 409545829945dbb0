"""Short names for sessions."""

import hashlib
import re

_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
_VERSION = 14
"""Where a UUID says its version; version 7 begins with a clock, which sessions of one minute share."""


def short_id(session: str) -> str:
    """Return the name of a session in page names and footnotes: eight letters and digits, the same for ever.

    The first eight of a UUID, as agents abbreviate it; the last eight of one that begins with a clock; of any other id
    that is longer, eight of its digest.
    """
    if _UUID.fullmatch(session):
        return (session[-8:] if session[_VERSION] == "7" else session[:8]).lower()
    bare = re.sub(r"[^0-9A-Za-z]", "", session)
    if bare == session and 0 < len(bare) <= 8:
        return bare
    return hashlib.blake2b(session.encode("utf-8", "replace"), digest_size=4).hexdigest()
