"""What a plain `git pull` merges pages with: the merge driver of the vault.

Git hands the driver three files and takes the result from the second. What two sides both hold is merged as `sync`
does; whether a page stays that one side removed, git asks nobody.
"""

from pathlib import Path

from wikimem.passes.merge import Merged, merge
from wikimem.store.files import write_atomically
from wikimem.text.markers import has_conflict_markers


def drive(base: Path, ours: Path, theirs: Path, path: str) -> Merged:
    """Merge three files that git laid ready for the file at `path`, into the second.

    Where both versions must be kept as files, or markers would stay, nothing is written and `beside` holds one of them.
    """
    before, one, other = (file.read_bytes() for file in (base, ours, theirs))
    merged = merge(path, before or None, one, other)
    content = merged.content or b""
    if merged.beside is None and has_conflict_markers(content.decode("utf-8", "replace")):
        return Merged(one, beside=other)
    if merged.beside is None:
        write_atomically(ours, content)
    return merged
