"""The wiki as the planners see it: files, the index over them, and the changes of this run.

Made by the compiler for one run, under the vault's lock.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

from wikimem.errors import PageError
from wikimem.model.change import Change, Write
from wikimem.model.passage import Level, Passage
from wikimem.model.score import score
from wikimem.model.signal import TallyLookup, no_tallies, subjects_of, tally_of
from wikimem.store import moves, tombstones
from wikimem.store.index import Index
from wikimem.store.layout import Layout
from wikimem.store.passages import Filter, day_number
from wikimem.text.claims import claim_lines
from wikimem.text.frontmatter import parse
from wikimem.text.inline import unescaped
from wikimem.text.paths import is_subject_page, scope_folder, scope_of
from wikimem.text.remembered import externals
from wikimem.text.supersession import about, ends

_CANDIDATES = 4
"""Claims looked at for each that is wanted: the index orders by importance and date alone."""
_OF_ONE_INSTANT = 32
"""Passages looked at beyond those wanted, so that which of one instant are taken is no matter of chance."""
_MOST_HANDOFFS = 20
"""Open handoffs of a project that are looked at; there are rarely more than two."""


class View:
    """A `WikiView` on disk: every look-up costs what it returns, not the size of the wiki."""

    def __init__(
        self, vault: Layout, index: Index, tallies: TallyLookup = no_tallies, left: Collection[str] = ()
    ) -> None:
        """Look at `vault` through its `index`, which mirrors the files as they are; `tallies` says what is of use.

        `left` are paths with changes of a person that cannot be committed yet, so that nothing may be written there.
        """
        self._left = left
        self._vault = vault
        self._index = index
        self._tallies = tallies
        self._read: dict[str, str | None] = {}
        self._applied: dict[str, str | None] = {}
        self._sessions: dict[tuple[str, str], str] = {}
        self._claims: dict[tuple[str, str], str] = {}
        """By scope and id, and by id alone where the scope is ""."""
        self._externals: dict[tuple[str, str], str] = {}
        self._keys: dict[str, tuple[frozenset[str], frozenset[str]]] = {}
        self._tombstones: Mapping[str, bool] | None = None
        self._moves: moves.Moves | None = None
        self._scopes: tuple[str, ...] = ()

    def apply(self, changes: Iterable[Change]) -> None:
        """Let the changes of a changeset be seen by those planned after it."""
        for change in changes:
            text = change.content.decode("utf-8", "replace") if isinstance(change, Write) else None
            self._applied[change.path] = text
            if change.path == moves.PATH:
                self._moves = None
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

    @property
    def seen(self) -> Mapping[str, str | None]:
        """Return what was read so far, by path: what the plans made on this view rest on."""
        return self._read

    def is_left(self, path: str) -> bool:
        """Tell whether nothing may be written at a path: a person's changes there cannot be committed yet."""
        return path in self._left

    def page_of_session(self, project: str, short: str) -> str | None:
        """Return the path of the session page whose name ends, or ended before a move, in `-<short>.md`, or None."""
        known = self._sessions.get((project, short)) or self._moved_session(project, short)
        if known:
            return known
        found = self._index.find(scope=f"project:{project}", claim=short)
        return next((passage.path for passage in found if passage.type == "Session"), None)

    def page_of_claim(self, scope: str, claim: str) -> str | None:
        """Return the path of the page that holds a claim id, one of the scope first, or None."""
        for within in (scope, ""):
            known = self._claims.get((within, claim))
            if known:
                return known
            found = self._index.find(scope=within, claim=claim, limit=1)
            if found and self.read(found[0].path) is not None:
                return found[0].path
        return None

    def scopes(self) -> tuple[str, ...]:
        """Return the scopes that claims of sessions are made in: everybody's, and projects by their first names."""
        if not self._scopes:
            self._scopes = ("global", *(f"project:{first}" for first in sorted(self._vault.project_names())))
        return self._scopes

    def moved(self, path: str) -> str:
        """Return where lies now the page that would be called `path`."""
        return moves.now_at(path, self._all_moves())

    def page_of_external(self, scope: str, external: str) -> str | None:
        """Return the path of the page that holds the claim with an external id of a scope, or None."""
        known = self._externals.get((scope, external))
        if known:
            return known
        lies = scope_of(f"{self.moved(scope_folder(scope))}/")
        found = self._index.find(scope=lies, external=external, limit=1)
        return found[0].path if found else None

    def pages_with(self, scope: str, about: Iterable[str], ends: Iterable[str]) -> tuple[str, ...]:
        """Return the pages that hold a claim about, or ending, one of these keys (`text.supersession`), retired too."""
        wanted, ending = frozenset(about), frozenset(ends)
        found = {path for path in self._index.sharing(scope, wanted, ending) if path not in self._applied}
        for path, (theirs, ended) in self._keys.items():
            if scope_of(path) == scope and (wanted & theirs or ending & ended):
                found.add(path)
        return tuple(sorted(found))

    def open_handoffs(self, project: str) -> tuple[str, ...]:
        """Return the paths of the project's handoffs that nobody accepted and none replaced, the newest first."""
        return tuple(passage.path for passage in self.newest(f"project:{project}", "Handoff", _MOST_HANDOFFS))

    def newest_handoff(self, project: str) -> Passage | None:
        """Return the page of the project's newest handoff, whatever became of it, None when there is none."""
        wanted = Filter(scopes=(f"project:{project}",), levels=(Level.PAGE,), types=("Handoff",), superseded=True)
        return next(iter(self._latest(wanted, 1)), None)

    def is_forgotten(self, claim: str) -> bool:
        """Tell whether the claim with this id, or the page with this key, must not be written again."""
        if self._tombstones is None:
            self._tombstones = tombstones.read(self.read(tombstones.PATH) or "")
        return bool(self._tombstones) and self._tombstones.get(tombstones.digest(claim), False)

    def best(self, scope: str, types: tuple[str, ...], most: int) -> tuple[Passage, ...]:
        """Return the best claims of a scope that still hold: those that are pinned, then by their score."""
        wanted = self._current(Filter(scopes=(scope,), levels=(Level.CLAIM,), types=types))
        pinned = self._index.top(replace(wanted, pinned=True), most)
        candidates = tuple(dict.fromkeys((*pinned, *self._index.top(wanted, most * _CANDIDATES))))
        if not candidates:
            return ()
        tallies = self._tallies(subjects_of(candidates))
        newest = max(day_number(passage.at) for passage in (*self.newest(scope, "Session", 1), *candidates))

        def worth(passage: Passage) -> tuple[bool, float]:
            age = newest - day_number(passage.at)
            return passage.pinned, score(passage.importance, age, tally_of(passage, tallies)).total

        return tuple(sorted(candidates, key=worth, reverse=True)[:most])

    def pinned(self, scope: str, most: int) -> tuple[Passage, ...]:
        """Return the claims and the pages without claims that are pinned in a scope and still hold, newest first."""
        wanted = self._current(Filter(scopes=(scope,), levels=(Level.CLAIM, Level.PAGE), pinned=True))
        found = self._latest(wanted, most)
        told = {passage.path for passage in found if passage.level is Level.CLAIM}
        return tuple(passage for passage in found if passage.level is Level.CLAIM or passage.path not in told)

    def newest(self, scope: str, type: str, most: int) -> tuple[Passage, ...]:
        """Return the pages of a type in a scope, newest first."""
        return self._latest(Filter(scopes=(scope,), levels=(Level.PAGE,), types=(type,)), most)

    def _latest(self, wanted: Filter, most: int) -> tuple[Passage, ...]:
        """Return the newest passages, those of one instant by their paths: how the index was made must not show."""
        found = sorted(self._index.top(wanted, most + _OF_ONE_INSTANT, by="at"), key=lambda passage: passage.path)
        return tuple(sorted(found, key=lambda passage: passage.at, reverse=True)[:most])

    def _current(self, wanted: Filter) -> Filter:
        """Return a filter that keeps out what was stale when the newest session of all ended: no clock is read."""
        newest = self._index.top(Filter(levels=(Level.PAGE,), types=("Session",)), 1, by="at")
        return replace(wanted, now=newest[0].at if newest else "")

    def _note(self, path: str, text: str) -> None:
        scope = scope_of(path)
        if "/sessions/" in path:
            self._sessions[scope.partition(":")[2], path.removesuffix(".md").rsplit("-", 1)[-1]] = path
            return
        try:
            lines = [line for line in claim_lines(parse(text, path)[1]) if line.id]
        except PageError:  # what a merge brings may be no page of ours
            return
        for line in lines:
            self._claims[scope, line.id] = self._claims["", line.id] = path
        for external in externals(text):
            self._externals[scope, external] = path
        said = [unescaped(line.text) for line in lines] if is_subject_page(path) else []
        self._keys[path] = (frozenset().union(*map(about, said)), frozenset().union(*map(ends, said)))

    def _all_moves(self) -> moves.Moves:
        if self._moves is None:
            self._moves = moves.read(self.read(moves.PATH) or "")
        return self._moves

    def _moved_session(self, project: str, short: str) -> str | None:
        """Return where the page of a session went that a person renamed or moved out of its project's folder."""
        for old in self._all_moves():
            folder, within, _ = old.partition("/sessions/")
            if old.endswith(f"-{short}.md") and within and self.moved(folder) == f"projects/{project}":
                return self.moved(old)
        return None
