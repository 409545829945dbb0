"""One AGENTS.md (or CLAUDE.md, or whatever an agent reads first): a block of ours between markers.

A person's text around the block stays byte for byte.
"""

from wikimem.model.bundle import Parcel
from wikimem.model.claim import ClaimKind
from wikimem.passes.bundles.shelf import Shelf
from wikimem.text.clean import clip, one_line
from wikimem.text.own_marks import BEGIN, BLOCK, END

_SECTIONS = (
    ("Preferences", ClaimKind.PREFERENCE, 20),
    ("Decisions", ClaimKind.DECISION, 20),
    ("Lessons", ClaimKind.LESSON, 15),
    ("Facts", ClaimKind.FACT, 10),
)
MOST_BYTES = 12_000
"""An agent pays for it in every session."""
_LINE = 320


def with_block(text: str, parcel: Parcel) -> str:
    """Return a file's text with our block in it: in the place of the one that is there, else at the end."""
    block = f"{BEGIN}\n{_block(parcel)}{END}\n"
    found = BLOCK.search(text)
    if found:
        lead = "\n" if found[0].startswith("\n") else ""
        return text[: found.start()] + lead + block + text[found.end() :]
    lead = "" if not text else "\n" if text.endswith("\n") else "\n\n"
    return text + lead + block


def _block(parcel: Parcel) -> str:
    shelf = Shelf(parcel.leaves)
    scopes = sorted({leaf.scope for leaf in parcel.leaves})
    lines = ["## Memory", "", "What earlier sessions found out. The code wins where the two differ.", ""]
    size = sum(len(line.encode()) + 1 for line in lines)
    for heading, kind, most in _SECTIONS:
        claims = [claim for scope in scopes for claim in shelf.best(scope, (kind.type,), most)]
        fresh = [f"### {heading}", ""]
        for claim in claims[:most]:
            line = f"- {clip(one_line(claim.text), _LINE)}"
            if size + sum(len(one.encode()) + 1 for one in fresh) + len(line.encode()) + 2 > MOST_BYTES:
                break
            fresh.append(line)
        if len(fresh) > 2:
            fresh.append("")
            lines += fresh
            size += sum(len(one.encode()) + 1 for one in fresh)
    return "\n".join(lines[:-1]) + "\n"
