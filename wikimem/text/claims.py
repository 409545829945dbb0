"""Subject pages: one bullet a claim, each citing its sources in footnotes.

Pure functions on a page's whole text. They change the lines and frontmatter keys they must and keep every other byte,
so that what a person wrote stays. A page whose frontmatter cannot be understood is a PageError.
"""

from collections.abc import Collection, Mapping, Sequence

from wikimem.model.claim import Claim
from wikimem.model.page import ClaimLine
from wikimem.text import frontmatter
from wikimem.text.clean import one_line
from wikimem.text.described import undescribed
from wikimem.text.inline import escape_inline
from wikimem.text.okf import generated
from wikimem.text.outline import (
    SUPERSEDED,
    drop_empty_section,
    drop_last_blank_lines,
    has_words,
    labels_in,
    read_outline,
    without_labels,
)
from wikimem.text.sheet import PRODUCER, Sheet, key_of, label_of


def new_page(title: str, type: str, scope: str, description: str, tags: Sequence[str], at: str) -> str:
    """Return a subject page without claims; `at` is the UTC instant its content is from."""
    meta = {
        "type": type,
        "title": one_line(title),
        "description": one_line(description),
        **({"tags": list(tags)} if tags else {}),
        "scope": scope,
        "status": "stable",
        **generated(PRODUCER, at),
        "sources": [],
    }
    return frontmatter.format(meta, f"# {escape_inline(one_line(title))}\n")


def claim_lines(body: str) -> tuple[ClaimLine, ...]:
    """Return the claims of a page in order: its bullets that carry a block id of ours or a footnote."""
    return tuple(bullet.claim for bullet in read_outline(body).bullets if bullet.claim.id or bullet.claim.sources)


def claims_said(body: str, scope: str) -> dict[str, str]:
    """Return what the bullets of a body say by the ids of their claims, also of those whose block id got lost."""
    return {key_of(bullet, scope): bullet.claim.text for bullet in read_outline(body).bullets}


def add_claims(text: str, claims: Sequence[Claim], notes: Mapping[str, str], at: str, zone: str = "UTC") -> str:
    """Return `text` with `claims` on it, each once, citing all their sources.

    A claim that is there already keeps its words and gains references; a new one becomes the last bullet of the main
    list. `notes` maps a source id to the text of its footnote. A claim cites at most eight sources: the three oldest
    and the five newest; their days are those of `zone`. Adding what is there already returns `text` as it is.
    """
    sheet = Sheet(text)
    for scope in {claim.scope for claim in claims}:  # that of the page, unless it or its project has moved since
        sheet.find_unmarked(scope)
    fresh: dict[str, Claim] = {}
    cited: dict[str, list[str]] = {}
    for claim in claims:
        fresh.setdefault(claim.id, claim)
        cited.setdefault(claim.id, []).extend(sheet.learn(claim.sources, zone))
    lines = []
    for key, claim in fresh.items():
        bullet = sheet.find(key)
        if bullet:
            sheet.cite(bullet, key, cited[key])
        else:
            refs = "".join(f" [^{label}]" for label in sheet.keep(cited[key]))
            lines.append(f"- {escape_inline(one_line(claim.text))}{refs} ^{key}")
    sheet.append(lines)
    return sheet.finished(notes, at)


def supersede(text: str, until: Mapping[str, str], at: str) -> str:
    """Return `text` with the claims in `until` retired: id to the day they ended, or "" for one that holds again.

    Retired claims stand in the order of those days. A claim that holds again becomes the last of the main list.
    """
    sheet = Sheet(text)
    outline = sheet.outline
    retired, living = [], []
    for bullet in outline.bullets:
        claim = bullet.claim
        if claim.id in until and until[claim.id] != claim.until:
            outline.dropped.update(range(bullet.first, bullet.end))
            refs = "".join(f" [^{label}]" for label in claim.sources)
            words = without_labels(claim.text, claim.sources)
            if day := until[claim.id]:
                retired.append(((day, claim.id), f"- ~~{words}~~ until {day}{refs} ^{claim.id}"))
            else:
                living.append(f"- {words}{refs} ^{claim.id}")
    sheet.append(living)
    sheet.append_superseded(sorted(retired))
    if not retired:
        drop_empty_section(outline, SUPERSEDED)
    return sheet.finished({}, at)


def drop_session(text: str, session_short: str, said: Collection[str] = (), scopes: Sequence[str] = ("global",)) -> str:
    """Return `text` without what only the session says: its references, footnotes, sources and lone claims.

    Claims whose ids are in `said` keep their place and lose only their references to it. A claim whose words a person
    changed is theirs: it stays as it is, with what it cites. `scopes` are those of the session's claims, where the page
    may have come from. Returns "" when neither a claim nor a line of a person is left.
    """
    prefix = f"{session_short}-"
    sheet = Sheet(text)
    outline = sheet.outline
    known = {label for label in (*outline.footnotes, *sheet.sources) if label.startswith(prefix)}
    for bullet in outline.bullets:
        unwanted = {label for label in bullet.claim.sources if label.startswith(prefix)}
        key = sheet.key_of(bullet)
        if not unwanted or (key not in said and not sheet.is_ours(bullet, scopes)):
            continue
        if key not in said and unwanted.issuperset(bullet.claim.sources):
            outline.dropped.update(range(bullet.first, bullet.end))
        for number in range(bullet.first, bullet.end):
            outline.lines[number] = without_labels(outline.lines[number], unwanted)
    unwanted = known.difference(labels_in("\n".join(outline.lines)))
    if not unwanted:
        return text
    outline.dropped.update(number for label, number in outline.footnotes.items() if label in unwanted)
    drop_empty_section(outline, SUPERSEDED)
    if not has_words(outline):
        return ""
    if unwanted.issuperset(outline.footnotes):
        drop_last_blank_lines(outline)
    kept = [entry for entry in sheet.entries if label_of(entry) not in unwanted]
    return frontmatter.patch(sheet.with_body(outline.text()), {"sources": kept} if "sources" in sheet.meta else {})


def drop_claim(text: str, key: str, at: str) -> str:
    """Return `text` without the claim whose id is `key`, what only it cites, and a description that quotes it.

    Returns "" when neither another claim nor a line of a person is left.
    """
    sheet = Sheet(text)
    outline = sheet.outline
    bullet = sheet.find(key)
    if bullet is None:
        return text
    sheet.drop(bullet)
    drop_empty_section(outline, SUPERSEDED)
    if not has_words(outline):
        return ""
    return undescribed(sheet.finished({}, at), bullet.claim.text)
