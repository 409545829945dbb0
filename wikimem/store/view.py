"""The wiki as the planners see it: files, the index over them, and the changes of this run.

Made by the compiler for one run, under the vault's lock.
"""

from collections.abc import Iterable, Mapping
from contextlib import suppress

from wikimem.errors import PageError
from wikimem.model.change import Change, Write
from wikimem.model.passage import Level, Passage
from wikimem.model.score import score
from wikimem.model.signal import TallyLookup, no_tallies, subjects_of, tally_of
from wikimem.store import tombstones
from wikimem.store.index import Index
from wikimem.store.layout import Layout
from wikimem.store.passages import Filter, day_number
from wikimem.text.claims import claim_lines
from wikimem.text.frontmatter import parse
from wikimem.text.paths import scope_of

_CANDIDATES = 4
"""Claims looked at for each that is wanted: the index orders by importance and date alone."""
_MOST_HANDOFFS = 20
"""Open handoffs of a project that are looked at; there are rarely more than two."""


class View:
    """A `WikiView` on disk: every look-up costs what it returns, not the size of the wiki."""

    def __init__(self, vault: Layout, index: Index, tallies: TallyLookup = no_tallies) -> None:
        """Look at `vault` through its `index`, which mirrors the files as they are; `tallies` says what is of use."""
        self._vault = vault
        self._index = index
        self._tallies = tallies
        self._read: dict[str, str | None] = {}
        self._applied: dict[str, str | None] = {}
        self._sessions: dict[tuple[str, str], str] = {}
        self._claims: dict[tuple[str, str], str] = {}
        self._tombstones: Mapping[str, bool] | None = None

    def apply(self, changes: Iterable[Change]) -> None:
        """Let the changes of a changeset be seen by those planned after it."""
        for change in changes:
            text = change.content.decode("utf-8", "replace") if isinstance(change, Write) else None
            self._applied[change.path] = text
            if text is not None and change.path.endswith(".md"):
                self._note(change.path, text)

    def changed(self) -> dict[str, str | None]:
        """Return every page applied so far with its text, None for one that is gone."""
        return {path: text for path, text in self._applied.items() if path.endswith(".md")}

    def read(self, path: str) -> str | None:
        """Return the text of a page, or None when there is none at `path`."""
        if path in self._applied:
            return self._applied[path]
        if path not in self._read:
            try:
                self._read[path] = self._vault.path(path).read_bytes().decode("utf-8", "replace")
            except (FileNotFoundError, NotADirectoryError):
                self._read[path] = None
        return self._read[path]

    def page_of_session(self, project: str, short: str) -> str | None:
        """Return the path of the session page whose name ends in `-<short>.md`, or None."""
        known = self._sessions.get((project, short))
        if known:
            return known
        found = self._index.find(scope=f"project:{project}", claim=short)
        return next((passage.path for passage in found if passage.type == "Session"), None)

    def page_of_claim(self, scope: str, claim: str) -> str | None:
        """Return the path of the page that holds a claim id, or None."""
        known = self._claims.get((scope, claim))
        if known:
            return known
        found = self._index.find(scope=scope, claim=claim, limit=1)
        return found[0].path if found else None

    def open_handoffs(self, project: str) -> tuple[str, ...]:
        """Return the paths of the project's handoffs that nobody accepted and none replaced, the newest first."""
        return tuple(passage.path for passage in self.newest(f"project:{project}", "Handoff", _MOST_HANDOFFS))

    def newest_handoff(self, project: str) -> Passage | None:
        """Return the page of the project's newest handoff, whatever became of it, None when there is none."""
        wanted = Filter(scopes=(f"project:{project}",), levels=(Level.PAGE,), types=("Handoff",), superseded=True)
        return next(iter(self._index.top(wanted, 1, by="at")), None)

    def is_forgotten(self, claim: str) -> bool:
        """Tell whether the claim with this id was forgotten, so that it must not be written again."""
        if self._tombstones is None:
            self._tombstones = tombstones.read(self.read(tombstones.PATH) or "")
        return bool(self._tombstones) and self._tombstones.get(tombstones.digest(claim), False)

    def best(self, scope: str, types: tuple[str, ...], most: int) -> tuple[Passage, ...]:
        """Return the best claims of a scope by their score, best first."""
        wanted = Filter(scopes=(scope,), levels=(Level.CLAIM,), types=types)
        candidates = self._index.top(wanted, most * _CANDIDATES)
        if not candidates:
            return ()
        tallies = self._tallies(subjects_of(candidates))
        newest = max(day_number(passage.at) for passage in (*self.newest(scope, "Session", 1), *candidates))

        def worth(passage: Passage) -> float:
            age = newest - day_number(passage.at)
            return score(passage.importance, age, tally_of(passage, tallies)).total

        return tuple(sorted(candidates, key=worth, reverse=True)[:most])

    def newest(self, scope: str, type: str, most: int) -> tuple[Passage, ...]:
        """Return the pages of a type in a scope, newest first."""
        return self._index.top(Filter(scopes=(scope,), levels=(Level.PAGE,), types=(type,)), most, by="at")

    def _note(self, path: str, text: str) -> None:
        scope = scope_of(path)
        if "/sessions/" in path:
            self._sessions[scope.partition(":")[2], path.removesuffix(".md").rsplit("-", 1)[-1]] = path
            return
        with suppress(PageError):  # what a merge brings may be no page of ours
            body = parse(text, path)[1]
            self._claims.update({(scope, line.id): path for line in claim_lines(body) if line.id})
