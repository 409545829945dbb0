"""What follows from people's edits for the rest of the wiki, and for what is compiled later.

`people` calls it when there are any: a claim that was deleted stays out, a page that was renamed keeps its links, the
page of a session that was edited is not told anew.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from wikimem.errors import NotFound, PageError, RawLogDamaged
from wikimem.model.change import Change, Changeset, Write
from wikimem.model.edit import Edit, Taken
from wikimem.model.passage import Level, Passage
from wikimem.passes.adopt import Adopted, adopt
from wikimem.passes.moving import moved_pages, names_of
from wikimem.passes.pipeline import distil
from wikimem.recall.pages import passages_of_page
from wikimem.store import moves, rawlog, tombstones
from wikimem.store.history import History
from wikimem.store.layout import Layout
from wikimem.store.project import Projects
from wikimem.store.view import View
from wikimem.text.alike import alike, words_of
from wikimem.text.described import undescribed
from wikimem.text.frontmatter import parse
from wikimem.text.okf import is_ours
from wikimem.text.paths import page_key, scope_of


def following(taken: Taken, vault: Layout, history: History, view: View) -> Changeset:
    """Return what people's edits change besides themselves."""
    adopted = adopt(taken.edits, view)
    at = max(edit.at for edit in taken.edits)
    changes = [change for change in _moved(adopted, history, view, at) if not _is_theirs(change, taken, view)]
    view.apply(changes)
    changes += [Write(path, text.encode()) for path, text in _undescribed(adopted, taken, view).items()]
    before = view.read(tombstones.PATH) or ""
    stones = before
    for key, when, out in _stones(adopted, vault, view):
        stones = tombstones.appended(stones, key, when, out=out)
    changes += [Write(tombstones.PATH, stones.encode())] if stones != before else []
    left = {change.path: change for change in changes}
    return Changeset("Follow what was edited", tuple(left.values()), at)


def _moved(adopted: Adopted, history: History, view: View, at: str) -> Iterator[Change]:
    """Yield what follows when pages have other names: links that are mended, and the line that remembers it."""
    to = {edit.path: new for edit, new in adopted.moves}
    if to:
        yield from moved_pages(view, to, history.mentioning, names_of(history.paths(), to))
        yield Write(moves.PATH, moves.appended(view.read(moves.PATH) or "", to, at).encode())


def _is_theirs(change: Change, taken: Taken, view: View) -> bool:
    """Tell whether a page is a person's own, which is not written unasked, or holds changes not to be committed."""
    if not change.path.endswith(".md"):
        return False
    return change.path in taken.left or not is_ours(_meta(change.path, view.read(change.path) or ""))


def _meta(path: str, text: str) -> Mapping[str, object]:
    """Return the frontmatter of a page, nothing when it cannot be understood."""
    try:
        return parse(text, path)[0]
    except PageError:
        return {}


def _undescribed(adopted: Adopted, taken: Taken, view: View) -> dict[str, str]:
    """Return the pages of ours whose description quotes what a person took out or said in other words."""
    texts: dict[str, str] = {}
    for path, words in adopted.unsaid:
        text = texts.get(path) or view.read(path)
        if text and path not in taken.left and is_ours(_meta(path, text)):
            texts[path] = undescribed(text, words)
    return {path: text for path, text in texts.items() if text != view.read(path)}


def _stones(adopted: Adopted, vault: Layout, view: View) -> Iterator[tuple[str, str, bool]]:
    """Yield key, instant and whether it is kept out, for each decision that the tombstones do not hold yet."""
    for claim, edit in adopted.gone:
        for key in (claim, *_siblings(vault, claim, edit)):
            if not view.is_forgotten(key):
                yield key, edit.at, True
    for claim, edit in adopted.back:
        yield claim, edit.at, False
    for edit in (*adopted.pages_gone, *adopted.told):
        if not view.is_forgotten(page_key(edit.path)):
            yield page_key(edit.path), edit.at, True
    for edit in adopted.pages_back:
        yield page_key(edit.path), edit.at, False


def _siblings(vault: Layout, claim: str, edit: Edit) -> list[str]:
    try:
        passages = list(passages_of_page(edit.path, edit.before, scope_of(edit.path)))
    except PageError:
        return []
    stood = next((one for one in passages if one.level is Level.CLAIM and one.id == claim), None)
    return in_other_words(vault, stood) if stood else []


def in_other_words(vault: Layout, claim: Passage) -> list[str]:
    """Return the ids under which the turns a claim cites would bring it back: each session says it in its own words."""
    words, turns = words_of(claim.text), {source.id for source in claim.sources}
    found: dict[str, None] = {}
    projects = Projects.read(vault)
    for raw in dict.fromkeys(source.raw for source in claim.sources if source.raw.startswith("raw/")):
        try:
            log = rawlog.read_log(vault, raw)
            of = projects.assign(log.header.place, override=log.header.project)
            session = replace(log.session(), project=of.slug, first_project=of.first)
        except (NotFound, RawLogDamaged):
            continue
        for said in distil(session).claims:
            if turns.intersection(source.id for source in said.sources) and alike(words, words_of(said.text)):
                found[said.id] = None
    found.pop(claim.id, None)
    return list(found)
