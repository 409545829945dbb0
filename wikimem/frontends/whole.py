"""Read a transcript that is one JSON document, whatever state the file is in.

For front-ends only. A document is written anew each time it grows, so half of one is not there yet: it yields nothing.
"""

from typing import Any

from wikimem.frontends.frontend import Lines
from wikimem.frontends.jsonl import values
from wikimem.model.diagnostic import Diagnostic


def document(lines: Lines) -> Any:
    """Return the value of a document, a `Diagnostic` when it is not whole, None when there is none."""
    data = b"".join(lines)
    if not data.strip():
        return None
    found, whole = values(data)
    if whole and len(found) == 1:
        return found[0]
    return Diagnostic("malformed-document", "the document is not whole JSON", line=1)
