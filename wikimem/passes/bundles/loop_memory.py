"""loop-memory's bundle, schema 1, checked against loop-memory 0.4.17.

    MEMORY.md INDEX.md pages/<slug>.md memories.jsonl graph.json sessions.json meta.json

Read leniently: its writer does not quote YAML. Written as a superset that says the same on every run: no clock, quoted
values, all scopes, `bundle_ext` in meta.json. Links between pages say what its graph would, so that stays empty.
"""

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from wikimem.errors import PageError
from wikimem.model.bundle import Brought, BundleFormat, Delivery, Files, Leaf, Parcel, Row
from wikimem.model.claim import ClaimKind
from wikimem.model.diagnostic import Diagnostic, Severity
from wikimem.model.passage import Passage
from wikimem.text import frontmatter
from wikimem.text.clean import one_line
from wikimem.text.inline import plain
from wikimem.text.slug import slug, unique
from wikimem.text.time import parse_instant

NAME, EXTENSION = "loop-memory-bundle", "wikimem"
_KINDS = {
    "preference": ClaimKind.PREFERENCE,
    "decision": ClaimKind.DECISION,
    "reflection": ClaimKind.LESSON,
    "plan": ClaimKind.PLAN,
}
"""Its kinds as ours; `fact`, `episode` and whatever else is a fact."""
_THEIRS = {"Preference": "preference", "Decision": "decision", "Lesson": "reflection", "Plan": "plan"}
_UNTAGGED = "Other"
_NOTES = re.compile(r"^\[\^[^\]\s]+\]:.*\n?", re.MULTILINE)
_MARKS = re.compile(r"[ \t]?\[\^[^\]\s]+\]|[ \t]\^c-[0-9a-f]{4,16}[ \t]*$", re.MULTILINE)


def to_files(parcel: Parcel, min_importance: float = 0.0) -> dict[str, bytes]:
    """Return the files of a bundle: every page but sessions and handoffs, and every claim as a memory."""
    leaves = [leaf for leaf in parcel.leaves if leaf.type not in ("Session", "Handoff") and leaf.passages]
    sessions = [leaf for leaf in parcel.leaves if leaf.type == "Session" and leaf.passages]
    names: set[str] = set()
    slugs = {}
    for leaf in leaves:
        slugs[leaf.path] = unique(slug(leaf.title), names.__contains__, leaf.path)
        names.add(slugs[leaf.path])
    memories = sorted(
        (_memory(leaf, claim) for leaf in leaves for claim in leaf.claims),
        key=lambda row: (-row["created_at"], row["id"]),
    )
    newest = max((leaf.at for leaf in parcel.leaves), default="")
    meta = {
        "agent_id": "",
        "bundle": NAME,
        "bundle_ext": EXTENSION,
        "exported_at": newest,
        "graph_entities": 0,
        "graph_relations": 0,
        "memory_count": len(memories),
        "min_importance": min_importance,
        "page_count": len(leaves),
        "schema_version": 1,
        "scope": "all",
        "user_id": "",
    }
    counts = ("MEMORY.md", f"pages: {len(leaves)}", f"memories.jsonl: {len(memories)}", f"sessions: {len(sessions)}")
    files = {
        "INDEX.md": "# Index\n\n" + "".join(f"- {line}\n" for line in counts),
        "MEMORY.md": _overview(leaves, slugs, newest),
        "graph.json": _json({"entities": [], "relations": []}),
        "memories.jsonl": "".join(json.dumps(row, ensure_ascii=False, sort_keys=True) + "\n" for row in memories),
        "meta.json": _json(meta),
        "sessions.json": _json({"sessions": [_session(leaf) for leaf in sessions]}),
        **{f"pages/{slugs[leaf.path]}.md": _page(leaf, slugs[leaf.path]) for leaf in leaves},
    }
    return {path: text.encode() for path, text in files.items()}


def from_files(files: Files) -> Delivery:
    """Return the pages and memories of a bundle; its graph and its list of sessions hold nothing that lasts."""
    brought, findings, rows = [], list[Diagnostic](), list[Row]()
    for path, content in files.items():
        if path.startswith("pages/") and path.endswith(".md"):
            try:
                brought.append(Brought(path, _mended(content.decode(), path)))
            except UnicodeDecodeError:
                findings.append(_unread("bundle-no-text", "left out: it is no UTF-8 text", path))
            except PageError as error:
                findings.append(Diagnostic.of("bundle-frontmatter", error, Severity.WARNING, path))
    seen: set[str] = set()
    for found in _memories(files.get("memories.jsonl", b"")):
        if isinstance(found, Diagnostic):
            findings.append(found)
        elif found.external in seen:
            findings.append(_unread("bundle-id-twice", f"the memory {found.external} stands twice", "memories.jsonl"))
        else:
            seen.add(found.external)
            rows.append(found)
    return Delivery(BundleFormat.LOOP_MEMORY, brought=tuple(brought), rows=tuple(rows), findings=tuple(findings))


def _overview(leaves: list[Leaf], slugs: Mapping[str, str], newest: str) -> str:
    groups: dict[str, list[Leaf]] = {}
    for leaf in sorted(leaves, key=lambda leaf: (-leaf.importance, leaf.path)):
        groups.setdefault(_tags(leaf)[0] if _tags(leaf) else _UNTAGGED, []).append(leaf)
    parts = ["# Long-term memory\n\nOne entry a page; the pages lie in pages/.\n"]
    for group in sorted(groups):
        parts.append(f"## {group}\n")
        for leaf in groups[group]:
            facts = "".join(f"- {_said(claim)}\n" for claim in leaf.claims)
            head = f"### {one_line(leaf.title)} (`{slugs[leaf.path]}`, importance={leaf.importance:.2f})\n"
            summary = f"\n> {_summary(leaf)}\n" if _summary(leaf) else ""
            parts.append(f"{head}{summary}" + (f"\n**Key facts:**\n{facts}" if facts else ""))
    meta = {"agent_id": "", "generated_at": newest, "page_count": len(leaves), "schema_version": 1, "user_id": ""}
    return frontmatter.format(meta, "\n".join(parts))


def _page(leaf: Leaf, name: str) -> str:
    """Return a page that is YAML for us and for a reader that takes numbers and lists by their first characters."""
    facts = [_said(claim) for claim in leaf.claims]
    meta = {
        "evidence_ids": [_digest(leaf, claim) for claim in leaf.claims],
        "key_facts": facts,
        "scope": leaf.scope,
        "slug": name,
        "summary": _summary(leaf),
        "title": leaf.title,
    }
    tags = "".join(f"  - {slug(tag)}\n" for tag in _tags(leaf))
    plain_lines = f"importance: {leaf.importance:.3f}\n" + (f"tags:\n{tags}" if tags else "")
    listed = "".join(f"- {fact}\n" for fact in facts)
    summary = f"> {_summary(leaf)}\n\n" if _summary(leaf) else ""
    key_facts = f"## Key facts\n{listed}\n" if facts else ""
    head = frontmatter.format(meta, "").removesuffix("---\n") + plain_lines
    return f"{head}---\n# {one_line(leaf.title)}\n\n{summary}{key_facts}## Body\n\n{_words(leaf)}"


def _memory(leaf: Leaf, claim: Passage) -> dict[str, Any]:
    source = claim.sources[0] if claim.sources else None
    return {
        "agent_id": source.said_by if source else "",
        "created_at": _epoch(claim.at),
        "external_id": f"wikimem:{leaf.scope}:{claim.id}",
        "id": _digest(leaf, claim),
        "importance": round(claim.importance, 3),
        "kind": _THEIRS.get(leaf.type, "fact"),
        "session_id": source.session if source else "",
        "source": EXTENSION,
        "tags": list(_tags(leaf)),
        "text": _said(claim),
        "user_id": "",
    }


def _session(leaf: Leaf) -> dict[str, Any]:
    source = leaf.passages[0].sources[0] if leaf.passages[0].sources else None
    return {
        "ended_at": leaf.at,
        "external_id": source.session if source else "",
        "id": leaf.path.removesuffix(".md").rpartition("-")[2],
        "message_count": 0,
        "metadata": {},
        "source": source.said_by.partition("/")[0] if source else "",
        "started_at": "",
        "title": leaf.title,
    }


def _memories(content: bytes) -> Iterator[Row | Diagnostic]:
    for number, line in enumerate(content.split(b"\n"), start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except (ValueError, RecursionError):
            row = None
        text = row.get("text") if isinstance(row, dict) else None
        if not isinstance(row, dict) or not isinstance(text, str) or not text.strip():
            yield Diagnostic("bundle-row", "left out: no memory", Severity.WARNING, "memories.jsonl", number)
            continue
        external = next((str(row[key]) for key in ("external_id", "id") if row.get(key)), "")
        created, tags = row.get("created_at"), row.get("tags")
        yield Row(
            text,
            _KINDS.get(str(row.get("kind")), ClaimKind.FACT),
            external or "sha1:" + hashlib.sha1(text.encode("utf-8", "replace"), usedforsecurity=False).hexdigest()[:16],
            parse_instant(created) if isinstance(created, str | int | float) else "",
            one_line(str(row.get("agent_id") or row.get("source") or "")),
            tuple(str(tag) for tag in tags) if isinstance(tags, list) else (),
        )


def _mended(text: str, path: str) -> str:
    """Return a page with frontmatter that is YAML: its own where it parses, else each line taken at its word."""
    try:
        frontmatter.parse(text, path)
    except PageError:
        block, body = frontmatter.split(text)
        meta: dict[str, Any] = {}
        key = ""
        for line in block.split("\n"):
            if line.startswith("  - ") and key:
                before = meta.get(key)
                meta[key] = [*(before if isinstance(before, list) else []), line[4:].strip()]
            elif ":" in line and not line.startswith((" ", "-", "#")):
                key, _, value = (part.strip() for part in line.partition(":"))
                meta[key] = value
        if not meta:
            raise
        return frontmatter.format(meta, body)
    return text


def _words(leaf: Leaf) -> str:
    """Return what a page says without footnotes and block ids, which `evidence_ids` stand for there."""
    return _MARKS.sub("", _NOTES.sub("", leaf.body)).strip("\n") + "\n"


def _summary(leaf: Leaf) -> str:
    return plain(one_line(str(leaf.meta.get("description") or "")))


def _said(claim: Passage) -> str:
    return plain(one_line(claim.text))


def _tags(leaf: Leaf) -> tuple[str, ...]:
    return leaf.passages[0].tags


def _digest(leaf: Leaf, claim: Passage) -> str:
    return hashlib.blake2b(f"{leaf.scope}\n{claim.id}".encode(), digest_size=16).hexdigest()


def _epoch(at: str) -> float:
    instant = parse_instant(at)
    return datetime.fromisoformat(instant).timestamp() if instant else 0.0


def _json(document: object) -> str:
    return json.dumps(document, ensure_ascii=False, indent=2, sort_keys=True)


def _unread(code: str, message: str, path: str) -> Diagnostic:
    return Diagnostic(code, message, Severity.WARNING, path)
