"""The time that a version 7 UUID tells.

For front-ends only.
"""

import re

_UUID7 = re.compile(r"([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}")


def born(id_: str) -> int:
    """Return the time a version 7 UUID was made, as epoch milliseconds; 0 for any other id."""
    found = _UUID7.fullmatch(id_)
    return int(found[1] + found[2], 16) if found else 0
