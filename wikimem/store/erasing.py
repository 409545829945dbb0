"""What a purge is to erase, and what becomes of one path, one branch and one file. Nothing here writes."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from wikimem.store import rawerase
from wikimem.store.refs import RAW
from wikimem.text.erasure import MARK, Eraser, file_name_of, without_lines
from wikimem.text.paths import DERIVED


@dataclass(frozen=True, slots=True)
class Erasure:
    """What is to be erased."""

    words: tuple[str, ...] = ()
    """Texts, wherever they stand."""
    paths: frozenset[str] = frozenset()
    """Files that go from every commit."""
    sessions: tuple[str, ...] = ()
    """Ids of sessions: lines that only they say go, and the messages of the commits that brought them."""
    shorts: tuple[str, ...] = ()
    """Their short ids."""
    claims: tuple[str, ...] = ()
    """Ids of claims whose lines go."""
    names: Mapping[str, str] = field(default_factory=dict)
    """Names in texts (of files, of claims) and what they become."""
    kept_derived: frozenset[str] = frozenset()
    """Ids of the derived pages that stay when lines go; older ones repeat what nobody can find in them."""

    @property
    def takes_lines(self) -> bool:
        """Tell whether more than words goes."""
        return bool(self.paths or self.shorts or self.claims)

    def path(self, path: str) -> str:
        """Return a path as it is afterwards, "" for one that goes."""
        if path in self.paths:
            return ""
        for text in self.words:  # one may name a folder and a file, or the ending of a name
            path = path.replace(text, MARK)
        return "/".join(renamed(part, self.words) for part in path.split("/"))


def erased_content(content: bytes, path: str, oid: str, erasure: Erasure, eraser: Eraser) -> bytes | None:
    """Return a file without what is erased, None when nothing is to be left of it; `oid` is "" for one on disk."""
    if content.startswith(rawerase.BEGINNING):
        return rawerase.erased(content, eraser).content if eraser.finds(content) else content
    if erasure.takes_lines and path.endswith(".md"):
        if path.rpartition("/")[2] in DERIVED:
            if oid and oid not in erasure.kept_derived:
                return None
        elif "/notes/" not in path:
            text = content.decode("utf-8", "surrogateescape")
            left = without_lines(text, erasure.shorts, erasure.claims)
            if left != text:
                content = left.encode("utf-8", "surrogateescape")
    elif erasure.claims and path.startswith(".wikimem/signals/"):
        lines = content.splitlines(keepends=True)
        content = b"".join(line for line in lines if not any(claim.encode() in line for claim in erasure.claims))
    return eraser.content(content)


def renamed(name: str, words: tuple[str, ...]) -> str:
    """Return a folder's or file's name without the words, its ending kept."""
    stem, dot, ending = name.rpartition(".")
    return f"{file_name_of(stem, words)}.{ending}" if dot and stem else file_name_of(name, words)


def renamed_ref(ref: str, eraser: Eraser) -> str:
    """Return what a branch or tag is called without the words; the branch of raw logs keeps its name."""
    for kind in ("refs/heads/", "refs/tags/"):
        if ref.startswith(kind) and ref != RAW:
            return kind + eraser.text(ref.removeprefix(kind))
    return ref
