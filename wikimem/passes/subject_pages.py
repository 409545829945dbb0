"""Plan the subject pages: claims + view of the wiki -> page texts.

    claim "`save` takes the lock" about "Retry queue", said in session 0a1b2c3d, turn 7
    becomes a line of projects/<p>/facts/retry-queue.md with the footnote [^0a1b2c3d-7]

A claim whose id stands on a page already gains a source there and nowhere else. When a session is compiled again, what
it said before is taken back first, so a page always says what the raw logs say. What was forgotten stays away.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

from wikimem.errors import PageError
from wikimem.model.claim import Claim
from wikimem.model.ports import WikiView
from wikimem.model.session import Session
from wikimem.text.alike import alike, words_of
from wikimem.text.claims import add_claims, claim_lines, drop_session, new_page
from wikimem.text.clean import clip
from wikimem.text.frontmatter import parse, patch
from wikimem.text.inline import unescaped
from wikimem.text.markdown import links
from wikimem.text.okf import is_ours
from wikimem.text.paths import MOST_BYTES, MOST_CLAIMS, relative, resolve, scope_of, subject_page
from wikimem.text.supersession import conflict
from wikimem.text.time import local_day

_DESCRIPTION = 80


@dataclass(frozen=True, slots=True)
class Filed:
    """Where the claims of a session went."""

    texts: Mapping[str, str]
    """New text of every page that changes; an empty text means the page goes."""
    kept: tuple[tuple[str, str], ...]
    """Title and path of every page that holds a claim of the session."""


def subject_pages(
    session: Session, claims: Iterable[Claim], view: WikiView, page: str, title: str, zone: str = "UTC"
) -> Filed:
    """File the claims of a session told on `page` ("": on none), and take back what it said before and says no more.

    The days of sources are those of `zone`.
    """
    wanted = [claim for claim in claims if not view.is_forgotten(claim.id)]
    texts = _taken_back(session, {claim.id for claim in wanted}, view, page)
    homes: defaultdict[str, list[Claim]] = defaultdict(list)
    for claim in wanted:
        path = _home(claim, view, texts, homes)
        homes[path].append(_said_before(claim, _now(path, view, texts), path))
    kept = []
    for path, fresh in homes.items():
        notes = {
            source.id: _note(local_day(source.at, zone) or title, relative(path, page) if page else "", source.turn)
            for claim in fresh
            for source in claim.sources
        }
        text = _now(path, view, texts) or _blank(fresh[0], path)
        at = max(source.at for claim in fresh for source in claim.sources)
        texts[path] = add_claims(text, fresh, notes, at, zone)
        kept.append((_label(path, claims_about=title, text=texts[path]), path))
    return Filed(
        {path: text for path, text in texts.items() if text != (view.read(path) or "")},
        tuple(sorted(kept)),
    )


def page_with(claim: Claim, view: WikiView, note: str, zone: str = "UTC") -> tuple[str, str]:
    """Return path and text of the page that takes a claim nobody said in a session, in these very words.

    `note` is the text of the footnote of its one source, which is the page itself. The page gains the claim's tags.
    """
    path = _home(claim, view, {}, {}, _last(claim, view))
    text = view.read(path) or _blank(claim, path)
    source = replace(claim.sources[0], raw=path)
    text = add_claims(text, [replace(claim, sources=(source,))], {source.id: note}, source.at, zone)
    known = parse(text, path)[0].get("tags")
    before = known if isinstance(known, list) else []
    fresh = [tag for tag in claim.tags if tag not in before]
    return path, patch(text, {"tags": [*before, *fresh]}) if fresh else text


def kept_in(page: str, text: str) -> list[str]:
    """Return the subject pages an existing session page links to."""
    found = []
    for link in links(text):
        path = resolve(page, link.target)
        if path.startswith(("global/", "projects/")) and "/sessions/" not in path and path.endswith(".md"):
            found.append(path)
    return found


def _note(told: str, link: str, turn: int) -> str:
    return f"[{told}]({link}), turn {turn}" if link else f"{told}, turn {turn}"


def _label(path: str, *, claims_about: str, text: str) -> str:
    """Return how the session's page names a subject page: by its type, and by its title when that says more.

    Neither changes when the page is moved.
    """
    meta, _ = parse(text, path)
    kind = f"{meta['type']}s" if meta.get("type") else path.rsplit("/", 2)[1].capitalize()
    name = str(meta.get("title", path))
    return kind if name == claims_about else f"{kind}: {name}"


def _taken_back(session: Session, said: Collection[str], view: WikiView, page: str) -> dict[str, str]:
    before = view.read(page) if page else None
    texts: dict[str, str] = {}
    for path in kept_in(page, before) if before else ():
        text = view.read(path)
        if (
            text
            and is_open(path, view)
            and (dropped := drop_session(text, session.short, said, (f"project:{session.born}", "global"))) != text
        ):
            texts[path] = dropped
    return texts


def _now(path: str, view: WikiView, texts: Mapping[str, str]) -> str:
    """Return the text of a page as this run leaves it, empty when it is gone or was never there."""
    return texts[path] if path in texts else view.read(path) or ""


def _last(claim: Claim, view: WikiView) -> int:
    """Return the number of the last page about a claim's subject, with few looks however many there are."""

    def is_there(number: int) -> bool:
        return view.read(subject_page(claim.scope, claim.kind, claim.subject, number)) is not None

    beyond = 1
    while is_there(beyond):
        beyond *= 2
    return bisect_left(range(beyond), True, lo=beyond // 2 + 1, key=lambda number: not is_there(number)) - 1 or 1


def _home(
    claim: Claim, view: WikiView, texts: Mapping[str, str], homes: Mapping[str, list[Claim]], number: int = 1
) -> str:
    """Return the page for a claim: the one that holds it, else the first with room, of those from `number` on."""
    known = view.page_of_claim(claim.scope, claim.id)
    if known and texts.get(known, "kept") and is_open(known, view):
        return known
    while True:
        path = view.moved(subject_page(claim.scope, claim.kind, claim.subject, number))
        text = _now(path, view, texts)
        if is_open(path, view) and not _is_full(path, text, len(homes.get(path, ()))):
            return path
        number += 1


def is_open(path: str, view: WikiView) -> bool:
    """Tell whether the compiler may write a page: there is none yet, or it is one of ours and can be understood.

    A page without our mark is a person's, and one whose frontmatter is broken a person's to mend: both are left alone.
    """
    text = view.read(path)
    try:
        return not view.is_left(path) and (not text or is_ours(parse(text, path)[0]))
    except PageError:
        return False


def _is_full(path: str, text: str, waiting: int) -> bool:
    """Tell whether a page has room for no claim more, `waiting` ones of this session counted."""
    return len(text.encode()) >= MOST_BYTES or len(claim_lines(parse(text, path)[1])) + waiting >= MOST_CLAIMS


def _said_before(claim: Claim, text: str, path: str) -> Claim:
    """Return the claim as the one the page holds already, when they say the same in other words."""
    lines = claim_lines(parse(text, path)[1]) if text else ()
    words = words_of(claim.text)
    for line in lines:
        if line.id == claim.id:
            return claim
    same = next(
        (
            line.id
            for line in lines
            if line.id
            and not line.superseded
            and alike(words, words_of(line.text))
            and not conflict(claim.text, unescaped(line.text))
        ),
        "",
    )
    return replace(claim, same_as=same) if same else claim


def _blank(claim: Claim, path: str) -> str:
    title, number = claim.subject, path.removesuffix(".md").rsplit("-", 1)[-1]
    if number.isdecimal() and path == subject_page(scope_of(path), claim.kind, claim.subject, int(number)):
        title = f"{title} ({number})"
    return new_page(
        title, claim.kind.type, scope_of(path), clip(claim.text, _DESCRIPTION), claim.tags, claim.sources[0].at
    )
