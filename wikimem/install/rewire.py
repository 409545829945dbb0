"""One configuration file: from its text and the edits it shall hold to its new text, and back.

Pure. `rewire` first takes out what is ours, then puts in what shall be there. What it put in is remembered as spans,
so that taking it out of a file nobody touched since gives the same bytes as before; in a file that changed, our
entries are found by their place and their command. What comes of it is parsed again and compared before it is given.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from wikimem.errors import ConfigUnreadable
from wikimem.install import json_edits, others, prose, spans, toml_edits, yaml_edits
from wikimem.install.edit import Block, Default, Edit, Insertion, Item, Keys, Member, Whole, newline_of
from wikimem.install.spans import Span
from wikimem.text import own_marks

_BOM = "\ufeff"


class Format(StrEnum):
    """How a file is written."""

    JSON = "json"
    TOML = "toml"
    YAML = "yaml"
    PROSE = "prose"
    WHOLE = "whole"


@dataclass(frozen=True, slots=True)
class Trace:
    """What we left in a file: enough to take it out again, and no word of what others wrote."""

    sha256: str
    """Of the file's bytes as we left them."""
    spans: tuple[Span, ...] = ()
    """In characters, after a byte order mark; empty when the file held our entries already."""
    created: bool = False
    """Whether there was no file before us."""
    made: tuple[Keys, ...] = ()
    """Containers, and keys the agent demands, that were not there before us."""


def rewire(
    before: bytes | None, trace: Trace | None, form: Format, old: Sequence[Edit], new: Sequence[Edit]
) -> tuple[bytes | None, Trace | None]:
    """Return the bytes a file shall have (None: no file) and the trace that leaves.

    `old` are the edits that may be in it, `new` those that shall be. A file that holds the new ones and nothing else
    of ours is left as it is. `ConfigUnreadable` when it is not understood, or an edit would harm what others wrote.
    """
    text = _decoded(before)
    bom, text = (_BOM, text[1:]) if text.startswith(_BOM) else ("", text)
    if before is not None and new and _is_wired(text, form, old, new):
        return before, trace if trace and trace.sha256 == digest(before) else _grown(trace, before)
    bare, made = _bare(before, text, trace, form, old)
    created = before is None or form is Format.WHOLE or (trace is not None and trace.created)
    if not new:
        return (None if created and not bare.strip() else (bom + bare).encode()), None
    more = tuple(keys for edit in new for keys in others.missing(_data(bare, form), edit))
    filled, ours = _filled(bare, form, new)
    after = (bom + filled).encode()
    return after, Trace(digest(after), ours, created, tuple(dict.fromkeys((*made, *more))))


def digest(content: bytes) -> str:
    """Return the SHA-256 of a file's bytes, in hex."""
    return hashlib.sha256(content).hexdigest()


def is_wired(content: bytes | None, form: Format, edits: Sequence[Edit]) -> bool:
    """Tell whether a file holds all edits, whatever else is in it; `ConfigUnreadable` when it is not understood."""
    text = _decoded(content).removeprefix(_BOM)
    return content is not None and all(_holds(text, form, edit) for edit in edits)


def _decoded(before: bytes | None) -> str:
    try:
        return (before or b"").decode("utf-8")
    except UnicodeDecodeError as error:
        raise ConfigUnreadable(f"not UTF-8: {error.reason} at byte {error.start}") from error


def _grown(trace: Trace | None, before: bytes) -> Trace:
    """Return the trace of a file that holds our entries and changed around them."""
    return Trace(digest(before), (), trace is not None and trace.created, trace.made if trace else ())


def _is_wired(text: str, form: Format, old: Sequence[Edit], new: Sequence[Edit]) -> bool:
    if not all(_holds(text, form, edit) for edit in new):
        return False
    data = _data(text, form)
    return not any(others.has_stale(data, edit, new) for edit in (*old, *new))


def _holds(text: str, form: Format, edit: Edit) -> bool:
    match edit:
        case Block():
            return prose.block(text) == "\n".join(edit.text.strip().splitlines())
        case Whole():
            return text == edit.text
    return others.holds(_data(text, form), edit)


def _data(text: str, form: Format) -> Any:
    match form:
        case Format.JSON:
            return json_edits.data(text)
        case Format.TOML:
            return toml_edits.data(text)
        case Format.YAML:
            return yaml_edits.data(text)
    return None


def _bare(
    before: bytes | None, text: str, trace: Trace | None, form: Format, old: Sequence[Edit]
) -> tuple[str, tuple[Keys, ...]]:
    """Return the text without what is ours, and the containers of ours that others use now."""
    if trace and trace.spans and before is not None and digest(before) == trace.sha256:
        return spans.cut(text, trace.spans), ()
    if form is Format.WHOLE:
        if text and not own_marks.is_marked(text):
            raise ConfigUnreadable("a file that is not ours has this name", hint="move it away, then run it again")
        return "", ()
    if form is Format.PROSE:
        prose.block(text)
        return own_marks.strip(text), ()
    bare = text
    made = sorted(trace.made if trace else (), key=len, reverse=True)
    for edit in old:
        bare = _strip(bare, form, edit)
    for keys in made:
        bare = _drop_empty(bare, form, keys)
    data = _data(bare, form)
    stuck = any(others.has_stale(data, edit, ()) for edit in old)
    if stuck or others.theirs(data, old) != others.theirs(_data(text, form), old):
        raise ConfigUnreadable("our entries are written so that only a hand can take them out", hint="take them out")
    defaults = [edit for edit in old if isinstance(edit, Default)]
    if others.theirs(data, defaults) is None:
        if trace and trace.created:
            return "", ()
        for edit in defaults:
            bare = _strip(bare, form, Member(edit.keys, edit.value)) if edit.keys in made else bare
        return bare, ()
    return bare, tuple(keys for keys in made if not others.missing(data, Member((*keys, ""), None)))


def _filled(bare: str, form: Format, new: Sequence[Edit]) -> tuple[str, tuple[Span, ...]]:
    """Return the text with the edits in it, and the spans that are ours."""
    newline = newline_of(bare)
    filled = bare
    ours: tuple[Span, ...] = ()
    for edit in new:
        pieces = [Insertion(piece.at, piece.text.replace("\n", newline)) for piece in _insertions(filled, form, edit)]
        filled, ours = spans.insert(filled, ours, pieces)
    whole = form in (Format.WHOLE, Format.PROSE)
    if not whole and others.theirs(_data(filled, form), new) != others.theirs(_data(bare, form), new):
        raise ConfigUnreadable("our entries cannot be put in without touching others", hint="put them in by hand")
    return filled, ours


def _insertions(text: str, form: Format, edit: Edit) -> tuple[Insertion, ...]:
    match form, edit:
        case Format.JSON, Member() | Item() | Default():
            return json_edits.insert(text, edit)
        case Format.TOML, Member():
            return toml_edits.insert(text, edit)
        case Format.YAML, Member() | Item():
            return yaml_edits.insert(text, edit)
        case Format.PROSE, Block():
            return prose.insert(text, edit)
        case Format.WHOLE, Whole():
            return (Insertion(0, edit.text),)
    raise TypeError(f"{form} takes no {type(edit).__name__}")


def _strip(text: str, form: Format, edit: Edit) -> str:
    match form, edit:
        case Format.JSON, Member() | Item():
            return json_edits.strip(text, edit)
        case Format.TOML, Member():
            return toml_edits.strip(text, edit.keys)
        case Format.YAML, Member() | Item():
            return yaml_edits.strip(text, edit)
    return text


def _drop_empty(text: str, form: Format, keys: Keys) -> str:
    match form:
        case Format.JSON:
            return json_edits.drop_empty(text, keys)
        case Format.YAML:
            return yaml_edits.drop_empty(text, keys)
    return text
