"""Plan what foreign pages become here: notes, which no compile touches, with where they come from in the frontmatter.

    basic-memory's `coffee/Brewing.md`  ->  global/notes/basic-memory/coffee/Brewing.md

Names and folders stay, so links between the pages stay right. A page that is brought again is written again only where
nobody edited it since; the hash in `imported` tells.
"""

import hashlib
import posixpath
import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import quote, unquote

from wikimem.errors import PageError
from wikimem.model.bundle import Brought, BundleFormat, Delivery
from wikimem.model.diagnostic import Diagnostic, Severity
from wikimem.model.ports import WikiView
from wikimem.text import frontmatter
from wikimem.text.inline import plain_inline
from wikimem.text.paths import DERIVED
from wikimem.text.slug import slug, unique
from wikimem.text.time import parse_instant

_ABSOLUTE = re.compile(r"\]\(/([^)\s#]+)")
_TITLE = re.compile(r"^# +(\S.*?)[ #]*$", re.MULTILINE)
_BLOCK_ID = re.compile(r"[ \t]\^c-[0-9a-f]{4,16}[ \t]*$", re.MULTILINE)
"""Looks like a claim's identity, which is ours to give."""
_ILLEGAL = re.compile(r'[<>:"|?*\\\x00-\x1f\x7f]|[. ]$|^ ')
_MOST_NAME = 200


def landed(delivery: Delivery, folder: str, view: WikiView) -> tuple[dict[str, str], dict[str, str], list[Diagnostic]]:
    """Return texts of notes below `folder` by path, where each attachment goes, and findings.

    Attachments of pages of ours stay where they are.
    """
    is_ours = delivery.format is BundleFormat.WIKIMEM
    paths = [*(page.path for page in delivery.brought), *delivery.attachments]
    places = {path: path for path in paths} if is_ours else _places(folder, paths)
    texts: dict[str, str] = {}
    findings: list[Diagnostic] = []
    for page in delivery.brought:
        place = view.moved(places[page.path])
        try:
            text = _note(page, delivery, places)
            kept = _kept(view.read(place), text)
        except PageError as error:
            findings.append(Diagnostic.of("bundle-frontmatter", error, Severity.WARNING, page.path))
            continue
        if kept is None:
            texts[place] = text
        elif kept:
            findings.append(Diagnostic("bundle-note-edited", kept, Severity.WARNING, place))
    return texts, {path: places[path] for path in delivery.attachments}, findings


def _places(folder: str, paths: Iterable[str]) -> dict[str, str]:
    """Return a portable path for each file; parts that would not do elsewhere become slugs."""
    places: dict[str, str] = {}
    taken: dict[str, set[str]] = {}
    """Folded stems by folder and ending."""
    for path in paths:
        *above, name = path.split("/")
        parts = [part if _is_portable(part) else slug(part) for part in above]
        stem, ending = posixpath.splitext(name)
        ending = ".md" if ending.lower() in (".md", ".markdown") else ending
        if not _is_portable(name) or ending != posixpath.splitext(name)[1]:
            stem = slug(stem)
        if f"{stem}{ending}" in DERIVED:
            stem = f"{stem}-page"
        base = "/".join((folder, *parts))
        places[path] = f"{base}/{_free(stem, path, taken.setdefault(_fold(f'{base}/{ending}'), set()))}{ending}"
    return places


def _free(stem: str, path: str, taken: set[str]) -> str:
    """Return a stem that no other file of its folder has, in any spelling, and take it."""
    stem = unique(stem, lambda name: _fold(name) in taken, path)
    taken.add(_fold(stem))
    return stem


def _is_portable(name: str) -> bool:
    is_device = slug(name.partition(".")[0]).endswith("-page") and not name.partition(".")[0].endswith("-page")
    is_fine = not _ILLEGAL.search(name) and not is_device and len(name.encode()) <= _MOST_NAME
    return is_fine and not name.startswith(".") and unicodedata.is_normalized("NFC", name)


def _fold(path: str) -> str:
    return unicodedata.normalize("NFC", path.casefold())


def _note(page: Brought, delivery: Delivery, places: Mapping[str, str]) -> str:
    """Return the page as it is kept here."""
    format = str(delivery.format)
    text = page.text.replace("\r\n", "\n")
    meta, body = frontmatter.parse(text, page.path)
    head = text[: len(text) - len(body)]
    body = _ABSOLUTE.sub(lambda link: _relative(link, page.path, places), _BLOCK_ID.sub("", body))
    changes: dict[str, Any] = {}
    if not str(meta.get("type") or "").strip():
        changes["type"] = "Note"
    if not meta.get("title"):
        heading = _TITLE.search(body)
        changes["title"] = plain_inline(heading[1]) if heading else posixpath.splitext(page.path)[0].rpartition("/")[2]
    if isinstance(tags := meta.get("tags"), str):
        changes["tags"] = [tag.strip() for tag in tags.split(",") if tag.strip()]
    if "generated" not in meta and (instant := parse_instant(page.at)):
        changes["generated"] = {"by": page.author or f"process:{format}", "at": instant}
    sources = _sources(page, format, meta.get("sources"))
    if sources is not None:
        changes["sources"] = sources
    text = frontmatter.patch(head + body, changes)
    return frontmatter.patch(text, {"imported": {"from": format, **_origin(delivery), "sha256": _hash(text)}})


def _kept(before: str | None, text: str) -> str | None:
    """Return why the page that is here stays, "" when it says the same already, None when it is to be written."""
    if before is None:
        return None
    if before == text:
        return ""
    old, new = frontmatter.parse(before)[0].get("imported"), frontmatter.parse(text)[0]["imported"]
    if not isinstance(old, Mapping):
        return "left out: the wiki has a page of its own here"
    if old == new:
        return ""
    if old.get("folder") != new.get("folder"):
        return "left out: a page of another folder is here; --project and --scope keep both"
    is_edited = _hash(frontmatter.patch(before, {"imported": None})) != old.get("sha256")
    return "left out: it changed there and was edited here; delete it here to take what is there" if is_edited else None


def _sources(page: Brought, format: str, known: object) -> list[Any] | None:
    """Return the page's sources with where it was brought from, None when what stands there is no list."""
    resource = f"{format}:{quote(page.path)}"
    entry = {"resource": resource, **({"author": page.author} if page.author else {})}
    before = [*page.cites] if known is None else known
    if not isinstance(before, list):
        return None
    listed = [other for other in before if not isinstance(other, Mapping) or other.get("resource") != resource]
    return [*listed, entry]


def _origin(delivery: Delivery) -> dict[str, str]:
    return {"folder": delivery.origin} if delivery.origin else {}


def _relative(link: "re.Match[str]", page: str, places: Mapping[str, str]) -> str:
    """Return a link from the root of the folder as one from the page, when it leads to something that came along."""
    target = unquote(link[1])
    found = next((places[path] for path in (target, f"{target}.md") if path in places), "")
    return f"]({quote(posixpath.relpath(found, posixpath.dirname(places[page])))}" if found else link[0]


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]
