"""Read from people's edits what they mean for later compiles: `edits, view -> Adopted`.

    a claim's line is gone from its page and stands on no other    ->  the claim is forgotten
    the page of a session or a handoff is gone                     ->  the page is forgotten
    the page of a session or a handoff was edited                  ->  the page is theirs, and not told anew
    what was forgotten is back                                     ->  it is let in again
    a claim's words are others now                                 ->  the page's description quotes them no longer
    a page is gone and most of its lines stand on a new one        ->  it was moved

What they mean for the page itself needs no rule: their words are committed, and a compile adds to them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from wikimem.model.edit import Edit
from wikimem.model.ports import WikiView
from wikimem.text import frontmatter
from wikimem.text.claims import claims_said
from wikimem.text.paths import made_of_session, page_key, scope_of

_SAME = 0.5
"""Share of its lines that a page must have in common with another to be the same page under a new name."""


@dataclass(frozen=True, slots=True)
class Adopted:
    """What people's edits mean."""

    gone: tuple[tuple[str, Edit], ...] = ()
    """Ids of claims that were taken out, each with the edit that did."""
    back: tuple[tuple[str, Edit], ...] = ()
    """Ids of forgotten claims that were put in again."""
    pages_gone: tuple[Edit, ...] = ()
    told: tuple[Edit, ...] = ()
    """Pages of sessions that a person edited."""
    pages_back: tuple[Edit, ...] = ()
    unsaid: tuple[tuple[str, str], ...] = ()
    """Paths of pages, each with the words of a claim that stands there no longer or in other words."""
    moves: tuple[tuple[Edit, str], ...] = ()
    """Pages that have another name now: the edit that took the old one away, and the new path."""


def adopt(edits: Sequence[Edit], view: WikiView) -> Adopted:
    """Return what edits mean, as the wiki stands after all of them."""
    out: dict[str, Edit] = {}
    entered: dict[str, Edit] = {}
    unsaid: list[tuple[str, str]] = []
    for edit in edits:
        before, after = _said(edit.path, edit.before), _said(edit.path, edit.after)
        before = {
            claim: words for claim, words in before.items() if f"^{claim}" in edit.before
        }  # no bullet of their own
        out.update((claim, edit) for claim in before if claim not in after)
        entered.update((claim, edit) for claim in after if claim not in before)
        unsaid += [(edit.path, words) for claim, words in before.items() if after.get(claim) != words]
    stands = {claim for claim, edit in {**out, **entered}.items() if _stands(claim, edit.path, view)}
    last = {edit.path: edit for edit in edits}
    removed = [edit for edit in last.values() if view.read(edit.path) is None and edit.before]
    added = [edit for edit in edits if not edit.before and view.read(edit.path) is not None]
    moves = _moves(removed, [edit.path for edit in added], view)
    moved = {edit.path for edit, _ in moves}
    return Adopted(
        tuple((claim, edit) for claim, edit in out.items() if claim not in stands),
        tuple((claim, edit) for claim, edit in entered.items() if claim in stands and view.is_forgotten(claim)),
        tuple(edit for edit in removed if made_of_session(edit.path) and edit.path not in moved),
        tuple(edit for edit in last.values() if edit.before and edit.after and _is_told(edit.path, view)),
        tuple(edit for edit in added if view.is_forgotten(page_key(edit.path))),
        tuple(unsaid),
        moves,
    )


def _is_told(path: str, view: WikiView) -> bool:
    """Tell whether a page is one that a compile would tell anew."""
    return made_of_session(path) and view.read(path) is not None and not view.is_forgotten(page_key(path))


def _said(path: str, text: str) -> Mapping[str, str]:
    """Return the words of the claims on a page by their ids, also of those whose block id got lost."""
    return claims_said(frontmatter.split(text)[1], scope_of(path)) if text else {}


def _stands(claim: str, path: str, view: WikiView) -> bool:
    """Tell whether a claim that was taken off a page stands there again, or on another."""
    return claim in _said(path, view.read(path) or "") or view.page_of_claim(scope_of(path), claim) is not None


def _moves(removed: Sequence[Edit], added: Sequence[str], view: WikiView) -> tuple[tuple[Edit, str], ...]:
    found = []
    free = dict.fromkeys(added)
    for edit in removed:
        likeness = {path: _likeness(edit.before, view.read(path) or "") for path in free}
        best = max(likeness, key=likeness.__getitem__, default="")
        if best and likeness[best] >= _SAME:
            found.append((edit, best))
            del free[best]
    return tuple(found)


def _likeness(first: str, second: str) -> float:
    """Return the share of their lines that two pages have in common."""
    these, those = _lines(first), _lines(second)
    return len(these & those) / max(len(these), len(those), 1)


def _lines(text: str) -> set[str]:
    return {line.strip() for line in text.splitlines() if line.strip(" -")}
