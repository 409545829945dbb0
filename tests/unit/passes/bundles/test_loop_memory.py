"""loop-memory's bundle, by the shapes of its version 0.4.17."""

import json

from tests.unit.passes.bundles.leaves import PAGES, parcel
from wikimem.model.claim import ClaimKind
from wikimem.passes.bundles.loop_memory import from_files, to_files
from wikimem.text.frontmatter import parse

THEIRS = """---
slug: glazes
title: Glazes: which and why
importance: 0.700
scope: codex
tags:
  - glaze
  - kiln
---

# Glazes: which and why

> Ash on stoneware

## Body

Ash it is.
"""


def row(**fields: object) -> bytes:
    return json.dumps(fields).encode() + b"\n"


def test_a_bundle_has_their_files_and_shapes() -> None:
    files = {path: content.decode() for path, content in to_files(parcel()).items()}
    assert files.keys() == {
        "INDEX.md",
        "MEMORY.md",
        "graph.json",
        "memories.jsonl",
        "meta.json",
        "pages/glazes-which-and-why.md",
        "pages/shelves.md",
        "sessions.json",
    }
    meta = json.loads(files["meta.json"])
    assert (meta["bundle"], meta["schema_version"], meta["exported_at"]) == (
        "loop-memory-bundle",
        1,
        "2026-03-10T08:41:30Z",
    )
    (memory,) = map(json.loads, files["memories.jsonl"].splitlines())
    assert memory["text"] == "Use ash glaze on stoneware."
    assert memory["kind"] == "decision"
    assert memory["external_id"] == "wikimem:project:kiln:c-11112222"
    assert len(memory["id"]) == 32
    assert memory["created_at"] == 1773014400.0
    (session,) = json.loads(files["sessions.json"])["sessions"]
    assert (session["id"], session["title"]) == ("aaaa0001", "Choose the glazes")


def test_a_page_is_yaml_and_what_their_reader_expects() -> None:
    text = to_files(parcel())["pages/glazes-which-and-why.md"].decode()
    meta, body = parse(text)
    assert meta["title"] == "Glazes: which and why"
    assert meta["key_facts"] == ["Use ash glaze on stoneware."]
    assert "\nimportance: 0.85" in text
    assert "\ntags:\n  - glaze\n---\n" in text
    assert "## Key facts\n- Use ash glaze on stoneware.\n" in body
    assert "[^" not in body
    assert "^c-" not in body


def test_a_page_that_is_no_yaml_is_taken_at_its_word() -> None:
    (page,) = from_files({"pages/glazes.md": THEIRS.encode()}).brought
    meta, body = parse(page.text)
    assert meta["title"] == "Glazes: which and why"
    assert meta["tags"] == ["glaze", "kiln"]
    assert body == THEIRS.partition("\n---\n")[2]


def test_memories_become_rows_and_what_is_none_is_named() -> None:
    lines = (
        row(id="a" * 32, external_id="x1", kind="reflection", text="Ash crawls.", created_at=1770000000.5, tags=["a"])
        + row(id="b" * 32, kind="episode", text="We fired.", agent_id="codex")
        + row(text="No id.")
        + b"not json\n"
        + row(kind="fact")
        + row(external_id="x1", text="Twice.")
    )
    delivery = from_files({"memories.jsonl": lines})
    assert [(one.external[:6], one.kind, one.at, one.by) for one in delivery.rows] == [
        ("x1", ClaimKind.LESSON, "2026-02-02T02:40:00Z", ""),
        ("bbbbbb", ClaimKind.FACT, "", "codex"),
        ("sha1:f", ClaimKind.FACT, "", ""),
    ]
    assert [(finding.code, finding.line) for finding in delivery.findings] == [
        ("bundle-row", 4),
        ("bundle-row", 5),
        ("bundle-id-twice", 0),
    ]


def test_nothing_in_it_is_from_a_clock() -> None:
    assert to_files(parcel()) == to_files(parcel(dict(reversed(PAGES.items()))))
