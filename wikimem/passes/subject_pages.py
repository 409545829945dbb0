"""Plan the subject pages: claims + view of the wiki -> page texts.

    claim "`save` takes the lock" about "Retry queue", said in session 0a1b2c3d, turn 7
    becomes a line of projects/<p>/facts/retry-queue.md with the footnote [^0a1b2c3d-7]

A claim whose id stands on a page already gains a source there and nowhere else. When a session is compiled again, what
it said before is taken back first, so a page always says what the raw logs say. What was forgotten stays away.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from wikimem.errors import PageError
from wikimem.model.claim import Claim
from wikimem.model.ports import WikiView
from wikimem.model.session import Session
from wikimem.text.alike import alike, words_of
from wikimem.text.claims import add_claims, claim_lines, drop_session, new_page, plain
from wikimem.text.clean import clip
from wikimem.text.frontmatter import parse, patch
from wikimem.text.markdown import links
from wikimem.text.paths import MOST_BYTES, MOST_CLAIMS, relative, resolve, subject_page
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
    """File the claims of a session told on `page`, and take back what it said before and says no more.

    The days of sources are those of `zone`.
    """
    texts = _taken_back(session, view, page)
    homes: defaultdict[str, list[Claim]] = defaultdict(list)
    for claim in claims:
        if view.is_forgotten(claim.id):
            continue
        path = _home(claim, view, texts, homes)
        homes[path].append(_said_before(claim, _now(path, view, texts), path))
    kept = []
    for path, fresh in homes.items():
        notes = {
            source.id: f"[{local_day(source.at, zone) or title}]({relative(path, page)}), turn {source.turn}"
            for claim in fresh
            for source in claim.sources
        }
        text = _now(path, view, texts) or _blank(fresh[0], path)
        at = max(source.at for claim in fresh for source in claim.sources)
        texts[path] = add_claims(text, fresh, notes, at, zone)
        kept.append((_label(path, claims_about=title, text=texts[path]), path))
    return Filed(
        {path: text for path, text in texts.items() if text != (view.read(path) or "")},
        tuple(sorted(kept, key=lambda item: item[1])),
    )


def page_with(claim: Claim, view: WikiView, note: str, zone: str = "UTC") -> tuple[str, str]:
    """Return path and text of the page that takes a claim nobody said in a session, in these very words.

    `note` is the text of the footnote of its one source, which is the page itself. The page gains the claim's tags.
    """
    path = _home(claim, view, {}, {})
    text = view.read(path) or _blank(claim, path)
    source = replace(claim.sources[0], raw=path)
    text = add_claims(text, [replace(claim, sources=(source,))], {source.id: note}, source.at, zone)
    known = parse(text, path)[0].get("tags")
    before = known if isinstance(known, list) else []
    fresh = [tag for tag in claim.tags if tag not in before]
    return path, patch(text, {"tags": [*before, *fresh]}) if fresh else text


def kept_in(page: str, text: str) -> list[str]:
    """Return the subject pages an existing session page links to."""
    folder = page.rsplit("/sessions/", 1)[0]
    found = []
    for link in links(text):
        path = resolve(page, link.target)
        if path.startswith(("global/", f"{folder}/")) and "/sessions/" not in path and path.endswith(".md"):
            found.append(path)
    return found


def _label(path: str, *, claims_about: str, text: str) -> str:
    """Return how the session's page names a subject page: by its folder, and by its title when that says more."""
    folder, name = path.rsplit("/", 2)[1].capitalize(), str(parse(text, path)[0].get("title", path))
    return folder if name == claims_about else f"{folder}: {name}"


def _taken_back(session: Session, view: WikiView, page: str) -> dict[str, str]:
    before = view.read(page)
    texts: dict[str, str] = {}
    for path in kept_in(page, before) if before else ():
        text = view.read(path)
        if text and _is_open(path, text) and (dropped := drop_session(text, session.short)) != text:
            texts[path] = dropped
    return texts


def _now(path: str, view: WikiView, texts: Mapping[str, str]) -> str:
    """Return the text of a page as this run leaves it, empty when it is gone or was never there."""
    return texts[path] if path in texts else view.read(path) or ""


def _home(claim: Claim, view: WikiView, texts: Mapping[str, str], homes: Mapping[str, list[Claim]]) -> str:
    known = view.page_of_claim(claim.scope, claim.id)
    if known and texts.get(known, "kept") and _is_open(known, _now(known, view, texts)):
        return known
    number = 1
    while True:
        path = subject_page(claim.scope, claim.kind, claim.subject, number)
        text = _now(path, view, texts)
        if _is_open(path, text) and not _is_full(path, text, len(homes.get(path, ()))):
            return path
        number += 1


def _is_open(path: str, text: str) -> bool:
    """Tell whether a page can be added to; one whose frontmatter is broken is a person's to mend, and left alone."""
    try:
        parse(text, path)
    except PageError:
        return False
    return True


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
            and not conflict(claim.text, plain(line.text))
        ),
        "",
    )
    return replace(claim, same_as=same) if same else claim


def _blank(claim: Claim, path: str) -> str:
    number = path.removesuffix(".md").rsplit("-", 1)[-1]
    title = claim.subject
    if path != subject_page(claim.scope, claim.kind, claim.subject):
        title = f"{title} ({number})"
    return new_page(
        title, claim.kind.type, claim.scope, clip(claim.text, _DESCRIPTION), claim.tags, claim.sources[0].at
    )
