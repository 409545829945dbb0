"""A wiki in memory, as the planners see it."""

from collections.abc import Iterable, Sequence

from wikimem.model.passage import Passage
from wikimem.text.claims import claim_lines
from wikimem.text.frontmatter import parse
from wikimem.text.paths import scope_of


class Pages:
    """A `WikiView` over texts by path."""

    def __init__(self, texts: dict[str, str] | None = None, passages: Sequence[Passage] = ()) -> None:
        self.texts = dict(texts or {})
        self.passages = tuple(passages)
        self.forgotten: set[str] = set()
        self.left: set[str] = set()
        self.gone_to: dict[str, str] = {}

    def read(self, path: str) -> str | None:
        return self.texts.get(path)

    def is_left(self, path: str) -> bool:
        return path in self.left

    def page_of_session(self, project: str, short: str) -> str | None:
        return next((path for path in self.texts if path.endswith(f"-{short}.md")), None)

    def page_of_claim(self, scope: str, claim: str) -> str | None:
        holding = [
            path
            for path, text in self.texts.items()
            if claim in {line.id for line in claim_lines(parse(text, path)[1])}
        ]
        return min(holding, key=lambda path: scope_of(path) != scope, default=None)

    def scopes(self) -> tuple[str, ...]:
        return ("global",)

    def moved(self, path: str) -> str:
        return self.gone_to.get(path, path)

    def pages_with(self, scope: str, about: Iterable[str], ends: Iterable[str]) -> tuple[str, ...]:
        return tuple(path for path in self.texts if scope_of(path) == scope)

    def open_handoffs(self, project: str) -> tuple[str, ...]:
        return ()

    def is_forgotten(self, claim: str) -> bool:
        return claim in self.forgotten

    def best(self, scope: str, types: tuple[str, ...], most: int) -> tuple[Passage, ...]:
        return tuple(passage for passage in self.passages if passage.type in types)[:most]

    def pinned(self, scope: str, most: int) -> tuple[Passage, ...]:
        return tuple(passage for passage in self.passages if passage.pinned)[:most]

    def newest(self, scope: str, type: str, most: int) -> tuple[Passage, ...]:
        return self.best(scope, (type,), most)
