"""A vault's policy: `.wikimem/config.toml` read into one frozen `Config`.

Every key is optional. Whoever starts a command reads it once and hands the values down.
"""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wikimem.errors import UsageError
from wikimem.model.diagnostic import Diagnostic


@dataclass(frozen=True, slots=True)
class Config:
    """What a vault's owner decided; sizes in the unit the name says."""

    timezone: str = "UTC"
    """IANA name; decides which day a session belongs to, whatever the machine's own zone."""
    raw_track: bool = True
    """Whether raw logs are committed to the branch `wikimem/raw`."""
    raw_result_limit: int = 2048
    """Characters of a tool result that are kept whole; a longer one keeps its head and tail."""
    memory_lines: int = 200
    """Lines of a MEMORY.md: Claude Code reads no more of its own at a start."""
    memory_bytes: int = 25_000
    """Bytes of a MEMORY.md, for the same reason."""
    inject_bytes: int = 9_500
    """Bytes `inject` prints: hook output over 10,000 is cut by the agents."""
    capture_idle_minutes: int = 10
    """Minutes without a word after which a sweep takes a session for over, though nobody reported its end."""
    ask_tokens: int = 1_500
    """Tokens of an answer's context block, at four characters a token."""
    recall_semantic: bool = True
    """Whether questions use the embedding model, where the extra `semantic` is installed."""


_KEYS = {
    "timezone": "timezone",
    "raw.track": "raw_track",
    "raw.result_limit": "raw_result_limit",
    "memory.lines": "memory_lines",
    "memory.bytes": "memory_bytes",
    "inject.bytes": "inject_bytes",
    "capture.idle_minutes": "capture_idle_minutes",
    "ask.tokens": "ask_tokens",
    "recall.semantic": "recall_semantic",
}


def read(path: Path) -> tuple[Config, tuple[Diagnostic, ...]]:
    """Read the configuration file at `path`; a missing file means the defaults. `UsageError` as for `parse`."""
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        return Config(), ()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"cannot read the configuration: {error}", path=str(path)) from error
    if text == default_text():
        return Config(), ()  # as `init` wrote it: no command should wait for the parser to find that out
    return parse(text, str(path))


def parse(text: str, path: str = "") -> tuple[Config, tuple[Diagnostic, ...]]:
    """Return the policy a TOML text states, with a finding for each key nobody knows.

    `UsageError` with the line, when the text is no TOML or a value is of the wrong type.
    """
    import tomllib

    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"line (\d+)", str(error))
        hint = "correct the line by hand"
        raise UsageError(
            f"not valid TOML: {error}", path=path, line=int(found[1]) if found else 0, hint=hint
        ) from error
    values: dict[str, Any] = {}
    unknown: list[Diagnostic] = []
    for key, value in _flat(document):
        if key in _KEYS:
            values[_KEYS[key]] = _checked(key, value, path, text)
        else:
            hint = "known settings: " + ", ".join(sorted(_KEYS))
            line = _line_of(text, key)
            unknown.append(
                Diagnostic("unknown-setting", f"no setting is called {key}", path=path, line=line, hint=hint)
            )
    return Config(**values), tuple(unknown)


def default_text(timezone: str = "UTC") -> str:
    """Return the configuration file a new vault starts with."""
    return f"""\
# The policy of this vault. Every key is optional; the values below are the defaults.
timezone = "{timezone}"   # decides which day a session belongs to

[raw]
track = true          # commit raw logs to the branch wikimem/raw
result_limit = 2048   # characters of a tool result that are kept whole

[memory]
lines = 200           # of each MEMORY.md
bytes = 25000

[inject]
bytes = 9500

[capture]
idle_minutes = 10     # without a word, after which a session counts as over

[ask]
tokens = 1500

[recall]
semantic = true       # find by meaning, too, where the extra `semantic` is installed
"""


def _flat(document: dict[str, Any]) -> list[tuple[str, Any]]:
    pairs: list[tuple[str, Any]] = []
    for key, value in document.items():
        if isinstance(value, dict) and key not in _KEYS:
            pairs.extend((f"{key}.{inner}", inner_value) for inner, inner_value in value.items())
        else:
            pairs.append((key, value))
    return pairs


def _line_of(text: str, key: str) -> int:
    """Return the line that sets `key`, or 0 when its spelling hides it."""
    table, _, name = key.rpartition(".")
    current = ""
    for number, line in enumerate(text.splitlines(), 1):
        if header := re.match(r"\s*\[\s*([^\[\]]+?)\s*\]", line):
            current = header[1]
        elif re.match(rf"\s*[\"']?{re.escape(name)}[\"']?\s*=", line) and current == table:
            return number
    return 0


def _checked(key: str, value: object, path: str, text: str) -> object:
    """Return a value of the type its default has; `UsageError` otherwise."""
    default = getattr(Config(), _KEYS[key])
    if isinstance(default, bool):
        fits, wanted = isinstance(value, bool), "true or false"
    elif isinstance(default, int):
        fits = isinstance(value, int) and not isinstance(value, bool) and value > 0
        wanted = "a whole number above 0"
    else:
        fits, wanted = isinstance(value, str) and is_zone(value), "the name of a time zone, such as Europe/Vienna"
    if not fits:
        line = _line_of(text, key)
        hint = "correct the line by hand"
        raise UsageError(f"{key} must be {wanted}, not {value!r}", path=path, line=line, hint=hint)
    return value


def is_zone(name: str) -> bool:
    """Tell whether this machine knows a zone; UTC is known even where no zone data is installed."""
    if name == "UTC":
        return True
    from zoneinfo import ZoneInfo

    try:
        ZoneInfo(name)
    except (ValueError, OSError, KeyError):
        return False
    return True
