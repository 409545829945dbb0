"""What a person should decide: claims that cannot both hold, and what two people changed at once."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from wikimem.model.diagnostic import Diagnostic
from wikimem.passes.supersession import Stated, contradictions, stated
from wikimem.store.layout import Layout
from wikimem.store.view import View
from wikimem.sync import PROPOSALS
from wikimem.text.frontmatter import parse
from wikimem.text.paths import is_subject_page
from wikimem.verbs.pages import page_paths

if TYPE_CHECKING:
    from wikimem.store.index import Index


_fenced = re.compile(r"^```\n(.*?)\n```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Review:
    """What of a wiki needs a person."""

    vault: Layout
    index_of: "Callable[[], Index]"

    def contradictions(self) -> list[Diagnostic]:
        """Return pairs of claims that cannot both hold and that no rule may decide."""
        view = View(self.vault, self.index_of())
        claims = [
            claim
            for path in page_paths(self.vault)
            if is_subject_page(path)
            for claim in stated(path, view.read(path) or "", view.scopes())
        ]
        return [_finding(older, newer) for older, newer in contradictions(claims, view)]

    def edits(self) -> list[Diagnostic]:
        """Return what two people changed at once and nobody has decided since: their page still holds both."""
        folder = self.vault.path(PROPOSALS)
        proposals = (file.read_text("utf-8", "replace") for file in sorted(folder.glob("*.md")))
        return [finding for text in proposals for finding in self._undecided(text)]

    def _undecided(self, proposal: str) -> Iterator[Diagnostic]:
        meta, body = parse(proposal)
        page = str(meta.get("page", ""))
        lines = self.vault.read(page).splitlines()
        versions = [found[1] for found in _fenced.finditer(body)]
        for low, high in zip(versions[::2], versions[1::2], strict=False):
            places = [number for number, line in enumerate(lines, 1) if line and line in (low, high)]
            if all(set(version.splitlines()) <= set(lines) for version in (low, high)):
                message = f"two people changed this at once: {low.strip()!r} and {high.strip()!r}"
                hint = "keep one of the two in the page, or put both into words of your own"
                yield Diagnostic("two-edits", message, path=page, line=min(places, default=0), hint=hint)


def _finding(older: Stated, newer: Stated) -> Diagnostic:
    where = "" if newer.page == older.page else f", {newer.page}"
    message = (
        f'"{older.text}" ({older.id}, {older.day or "undated"}) and "{newer.text}" '
        f"({newer.id}, {newer.day or 'undated'}{where}) cannot both hold"
    )
    hint = f"take out the wrong one, for example `wikimem forget {older.id}`, or edit its line"
    return Diagnostic("contradiction", message, path=older.page, hint=hint)
