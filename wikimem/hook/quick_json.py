"""JSON without the import of `json`, whose regular expressions cost a hook as much as starting the interpreter does.

It is the scanner and the quoting that `json` itself uses, which CPython keeps in a module of its own. Where that is
missing, `json` does the work.
"""

from collections.abc import Callable

try:
    from _json import encode_basestring_ascii as quoted
    from _json import make_scanner
except ImportError:
    from json.encoder import encode_basestring_ascii as quoted
    from json.scanner import make_scanner

_SPACE = " \t\r\n"
_BYTE_ORDER_MARK = "\ufeff"


class _Options:
    """What the scanner asks its decoder for."""

    strict = False
    object_hook = None
    object_pairs_hook = None
    parse_float = float
    parse_int = int
    parse_constant = float
    memo: dict[str, str] = {}  # noqa: RUF012 (the scanner's own)


_scan: Callable[[str, int], tuple[object, int]] = make_scanner(_Options)  # type: ignore[arg-type]  # as `json` does


def loads(data: bytes) -> object:
    """Return the JSON value in UTF-8 bytes; `ValueError` for what is none."""
    text = data.decode("utf-8", "replace").lstrip(_BYTE_ORDER_MARK).strip(_SPACE)
    try:
        value, end = _scan(text, 0)
    except (StopIteration, SystemError) as error:  # the second where the scanner finds no `json` to take its error from
        raise ValueError("no JSON") from error
    if end != len(text):
        raise ValueError("more than one JSON value")
    return value


def dumps(value: object) -> str:
    """Return a value of objects, lists, texts, numbers and truths as JSON in ASCII."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{quoted(str(key))}: {dumps(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(dumps, value)) + "]"
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return repr(value) if isinstance(value, int | float) else quoted(str(value))
