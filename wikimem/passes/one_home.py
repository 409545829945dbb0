"""Give each claim one page: two machines may have filed what both heard on two.

Changes of a merge + view of the wiki as it was before them -> changes in which no claim stands twice. The page whose
path comes first keeps the claim, with the sources of both.
"""

from collections.abc import Iterable

from wikimem.errors import PageError
from wikimem.model.change import Change, Remove, Write
from wikimem.model.ports import WikiView
from wikimem.passes.merge import holds_claims, merge
from wikimem.text import frontmatter, ownyaml
from wikimem.text.body_merge import sheet_of
from wikimem.text.claims import claim_lines, drop_claim
from wikimem.text.paths import scope_of


def one_home(changes: Iterable[Change], view: WikiView) -> tuple[Change, ...]:
    """Return the changes with each claim on one page."""
    result = {change.path: change for change in changes}
    texts = {
        path: change.content.decode("utf-8", "replace")
        for path, change in result.items()
        if isinstance(change, Write) and holds_claims(path)
    }
    gone = {path for path, change in result.items() if isinstance(change, Remove)}
    for path in sorted(texts):
        for key in _claims(texts[path]):
            other = view.page_of_claim(scope_of(path), key)
            if not other or other == path or other in gone:
                continue
            text = texts.get(other, view.read(other) or "")
            if key in _claims(text):
                texts[other] = text
                _join(texts, min(path, other), max(path, other), key)
    for path, text in texts.items():
        result[path] = Write(path, text.encode()) if text else Remove(path)
    return tuple(result.values())


def _claims(text: str) -> list[str]:
    try:
        return [line.id for line in claim_lines(frontmatter.parse(text)[1]) if line.id]
    except PageError:
        return []


def _join(texts: dict[str, str], kept: str, dropped: str, key: str) -> None:
    """Move a claim from one page to its twin on another."""
    meta, body = frontmatter.parse(texts[dropped])
    sheet = sheet_of(body, scope_of(dropped))
    claim = sheet.claims[key]
    notes = [sheet.notes[label] for label in claim.claim.sources if label in sheet.notes]
    listed = meta.get("sources")
    cited = [entry for entry in listed if entry.get("id") in claim.claim.sources] if isinstance(listed, list) else []
    head = ownyaml.write({"sources": cited})
    twin = "\n".join([f"---\n{head}---", *claim.lines, "", *notes, ""])
    texts[kept] = (merge(kept, b"", texts[kept].encode(), twin.encode()).content or b"").decode()
    texts[dropped] = drop_claim(texts[dropped], key, "")
