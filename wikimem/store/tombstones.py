"""What was forgotten and must not come back: `.wikimem/tombstones.jsonl`, one line a decision, committed with it.

A line says when, which claim by a hash of its id, and whether it is kept out or let in again; it holds no word of the
claim. The newest line about a claim counts. A line nobody can read counts for nothing. The path of a page or raw log
and the `place` of a project are kept out in the same way:

    {"at":"2026-03-10T08:41:30Z","claim":"9a1c5f20e7b3d846","out":true}
"""

import hashlib
from collections.abc import Mapping

import orjson

PATH = ".wikimem/tombstones.jsonl"
"""Vault-relative; tracked, so that what was forgotten stays so in every clone."""


def read(text: str) -> Mapping[str, bool]:
    """Return for each hash of a claim's id whether that claim is kept out, from the text of the file."""
    rows: list[tuple[str, str, bool]] = []
    for line in text.splitlines():
        try:
            row = orjson.loads(line)
            rows.append((str(row["at"]), str(row["claim"]), row["out"] is True))
        except (ValueError, KeyError, TypeError):
            continue
    return {claim: out for _, claim, out in sorted(rows, key=lambda row: row[0])}


def appended(text: str, claim: str, at: str, *, out: bool) -> str:
    """Return the text of the file with one line more: from `at` on the claim is kept `out`, or let in again."""
    line = orjson.dumps({"at": at, "claim": digest(claim), "out": out}).decode()
    return f"{text}{'' if not text or text.endswith(chr(10)) else chr(10)}{line}\n"


def place(where: str) -> str:
    """Return the name under which the path or remote of a purged project is kept out."""
    return f"place {where}"


def session_name(agent: str, session: str) -> str:
    """Return the name under which a session that was purged is kept out."""
    return f"session {agent} {session}"


def digest(claim: str) -> str:
    """Return the hash that stands for a claim's id: sixteen hex digits."""
    return hashlib.sha256(claim.encode()).hexdigest()[:16]
