"""Conflict markers of git: whether a text was left in the middle of a merge. Pure."""

_OPENING = "<<<<<<< "
_DIVIDER = "======="
_CLOSING = ">>>>>>> "


def has_conflict_markers(text: str) -> bool:
    """Tell whether the three markers stand in order at the starts of lines, outside code fences.

    One marker alone is prose: a rule of equal signs, a quotation, a page about git.
    """
    if _OPENING not in text:
        return False
    wanted = iter((_OPENING, _DIVIDER, _CLOSING))
    marker = next(wanted)
    fence = ""
    for line in text.split("\n"):
        if fence:
            fence = "" if line.startswith(fence) else fence
        elif line.startswith(("```", "~~~")):
            fence = line[:3]
        elif line.rstrip() == marker if marker == _DIVIDER else line.startswith(marker):
            marker = next(wanted, "")
            if not marker:
                return True
    return False
