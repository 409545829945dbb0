"""Mask secrets before anything is written: the one door to `text.secret_*`.

Promises: a mask is `[redacted:<rule>]`; masking twice changes nothing; a value once seen as secret is masked wherever
it recurs later in the session; git ids, digests, UUIDs, paths and code are left alone. Pure, and linear in the text.
Called by `capture` on every word of a transcript, and by whatever writes text that did not pass there.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from wikimem.text import secret_scan
from wikimem.text.lazy_pattern import LazyPattern
from wikimem.text.secret_context import KEY_LINE, MEMORY_RANK, Span
from wikimem.text.secret_shape import SHORTEST, Promise, is_memorable, is_placeholder, looks_secret, promise_of

_MASK = LazyPattern(r"\[redacted:[a-z0-9-]+\]")
_MASK_HEAD = "[redacted:"
_LONGEST_MASK = 40
_PRIVATE_TAG = LazyPattern(r"(?i)</?private[^<>]{0,100}>")
_PRIVATE_WORD = LazyPattern(r"""[^\s"'`=<>(){},;]{8,}""")
_TELLING = LazyPattern(r"(?=[^\s]*[A-Za-z])[^\s]*\d|[^\s@]+@[^\s@]+\.\w|(?:\d\W?){9}")
_SURE_LENGTH = 16
"""From this length on a remembered value is masked inside longer words as well."""


class Redactor:
    """Masks the secrets of one session, and remembers them."""

    def __init__(self) -> None:
        """Start without memories."""
        self.counts: Counter[str] = Counter()
        """Masks made so far, by rule."""
        self._memory: dict[str, str] = {}
        self._remembered: list[str] = []
        self._automaton: Any = None

    def text(self, text: str) -> str:
        """Return `text` with every secret masked.

        What is learned from a text holds for the whole of it, hence the repetition: it ends, because each round
        leaves fewer characters outside masks, and it makes masking idempotent.
        """
        while len(text) >= SHORTEST and (spans := self._spans(text)):
            text = self._mask(text, spans)
        return text

    def value(self, value: Any) -> Any:
        """Return a JSON value with every secret masked; a string under a secret-like key is masked whole."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, Mapping):
            return {self._key(key): self._member(key, item, value) for key, item in value.items()}
        if isinstance(value, list | tuple):
            return [self.value(item) for item in value]
        return value

    def _key(self, key: Any) -> Any:
        return self.text(key) if isinstance(key, str) else key

    def _member(self, key: Any, item: Any, siblings: Mapping[Any, Any]) -> Any:
        name = siblings.get("name", siblings.get("key")) if key == "value" else key
        if not isinstance(item, str) or not isinstance(name, str):
            return self.value(item)
        promised = promise_of(name)
        if promised is None or not _fills(item, promised[0], named_apart=key == "value"):
            return self.text(item)
        masked = self.text(item)
        if masked != item:
            return masked
        return self._mask(item, [Span(0, len(item), promised[1], MEMORY_RANK)])

    def _spans(self, text: str) -> list[Span]:
        spans = secret_scan.find_secrets(text)
        if self._remembered:
            spans += self._recurring(text)
        if spans and _MASK_HEAD in text:
            spans = [span for span in spans if not _inside_mask(text, span)]
        return spans

    def _recurring(self, text: str) -> list[Span]:
        if self._automaton is None:
            self._automaton = secret_scan.build_automaton(self._remembered)
        spans = []
        for number, start, end in secret_scan.hits(self._automaton, text):
            value = self._remembered[number]
            if len(value) >= _SURE_LENGTH or _stands_apart(text, start, end):
                spans.append(Span(start, end, self._memory[value], MEMORY_RANK))
        return spans

    def _mask(self, text: str, spans: list[Span]) -> str:
        parts: list[str] = []
        done = 0
        for span in _joined(spans):
            self._remember(text[span.start : span.end], span.rule)
            self.counts[span.rule] += 1
            parts += (text[done : span.start], f"{_MASK_HEAD}{span.rule}]")
            done = span.end
        parts.append(text[done:])
        return "".join(parts)

    def _remember(self, secret: str, rule: str) -> None:
        if rule == "private":
            inside = _PRIVATE_TAG.compiled.sub(" ", secret).strip()
            values = [
                word.strip(".:!?") for word in _PRIVATE_WORD.compiled.findall(inside) if _TELLING.compiled.match(word)
            ]
            values += [line.strip() for line in inside.splitlines() if len(line.strip()) >= _SURE_LENGTH]
            values += [inside] if " " not in inside else []
        elif rule == "private-key":
            values = KEY_LINE.compiled.findall(secret)
        else:
            values = [secret]
        for value in values:
            if value not in self._memory and _is_memorable(value, rule):
                for spelling in {value, value.replace("\\", "\\\\").replace('"', '\\"')}:
                    self._memory[spelling] = rule
                    self._remembered.append(spelling)
                self._automaton = None


def _fills(item: str, promise: Promise, *, named_apart: bool) -> bool:
    """Tell whether a string under a key that promises a secret is one."""
    if looks_secret(item, promise, literal=True):
        return True
    if promise is Promise.KEY or named_apart or is_placeholder(item) or "://" in item:
        return False
    return promise is Promise.PASSWORD or (len(item) >= SHORTEST and " " not in item and "(" not in item)


def _inside_mask(text: str, span: Span) -> bool:
    start = text.rfind(_MASK_HEAD, max(0, span.start - _LONGEST_MASK), span.start + len(_MASK_HEAD))
    mask = _MASK.compiled.match(text, start) if 0 <= start <= span.start else None
    return mask is not None and span.end <= mask.end()


def _is_memorable(value: str, rule: str) -> bool:
    return is_memorable(value, private=rule == "private") and secret_scan.scannable(value) == value


def _stands_apart(text: str, start: int, end: int) -> bool:
    before, after = text[start - 1 : start], text[end : end + 1]
    return not ((before.isalnum() and text[start].isalnum()) or (after.isalnum() and text[end - 1].isalnum()))


def _joined(spans: list[Span]) -> list[Span]:
    """Return the spans in order, those that overlap made one under the name of the lowest rank."""
    joined: list[Span] = []
    for span in sorted(spans):
        last = joined[-1] if joined else None
        if last is None or span.start >= last.end:
            joined.append(span)
            continue
        namer = min(last, span, key=lambda one: (one.rank, one.start))
        joined[-1] = Span(last.start, max(last.end, span.end), namer.rule, namer.rank)
    return joined
