"""The marks that git leaves in a file it could not merge. Pure."""

import re

_MARKS = re.compile(r"^<{7}(?: .*)?$.*?^={7}$.*?^>{7}(?: .*)?$", re.MULTILINE | re.DOTALL)


def has_conflict_markers(text: str) -> bool:
    """Tell whether a text holds the three marks of a conflict, each at the start of its line and in their order."""
    return "<<<<<<<" in text and _MARKS.search(text.replace("\r\n", "\n")) is not None
