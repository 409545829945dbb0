"""What a person should look at: how a claim came to be what it is, and claims that cannot both hold."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from wikimem.model.diagnostic import Diagnostic
from wikimem.passes.supersession import Stated, contradictions, stated
from wikimem.store.layout import Layout
from wikimem.store.view import View
from wikimem.text.paths import is_subject_page
from wikimem.verbs.pages import page_paths

if TYPE_CHECKING:
    from wikimem.store.history import History
    from wikimem.store.index import Index
    from wikimem.verbs.chain import Event


@dataclass(frozen=True, slots=True)
class Review:
    """What became of the claims of one wiki, and what of it needs a person."""

    vault: Layout
    history_of: "Callable[[], History]"
    index_of: "Callable[[], Index]"

    def history(self, name: str) -> "tuple[Event, ...]":
        """Return what became of a claim and of its chain, or of the claims of a page, oldest first; `NotFound`."""
        from wikimem.verbs.chain import chain

        return chain(self.vault, self.history_of(), self.index_of, name)

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


def _finding(older: Stated, newer: Stated) -> Diagnostic:
    where = "" if newer.page == older.page else f", {newer.page}"
    message = (
        f'"{older.text}" ({older.id}, {older.day or "undated"}) and "{newer.text}" '
        f"({newer.id}, {newer.day or 'undated'}{where}) cannot both hold"
    )
    hint = f"take out the wrong one, for example `wikimem forget {older.id}`, or edit its line"
    return Diagnostic("contradiction", message, path=older.page, hint=hint)
