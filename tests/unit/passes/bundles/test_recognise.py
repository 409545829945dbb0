"""What a folder is, told by its files."""

import pytest

from wikimem.model.bundle import BundleFormat
from wikimem.passes.bundles.recognise import recognise

MANIFEST = {"bundle": "wikimem", "format": "wikimem", "files": {}}
OKF = b'---\nokf_version: "0.2"\n---\n# Index\n'
PERMALINK = b"---\ntitle: A\npermalink: a\n---\n"
TOPIC = b"---\nname: a\ndescription: b\n---\n"


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({"a.md": b"A"}, BundleFormat.MARKDOWN),
        ({}, BundleFormat.MARKDOWN),
        ({"index.md": OKF}, BundleFormat.OKF),
        ({"index.md": OKF, "_rules/a.md": b"A"}, BundleFormat.AI_MEMORY),
        (
            {"index.md": OKF, "a.md": b'---\nsources: [{resource: "ai-memory://session/1"}]\n---\n'},
            BundleFormat.AI_MEMORY,
        ),
        ({"a.md": PERMALINK}, BundleFormat.BASIC_MEMORY),
        ({"memories.jsonl": b"", "meta.json": b'{"bundle": "loop-memory-bundle"}'}, BundleFormat.LOOP_MEMORY),
        ({"memories.jsonl": b"", "meta.json": b'{"bundle": "other"}'}, BundleFormat.MARKDOWN),
        ({"MEMORY.md": b"- [A](a.md)\n", "a.md": TOPIC}, BundleFormat.CLAUDE),
        ({"MEMORY.md": b"---\ntype: Memory\n---\n", "a.md": TOPIC}, BundleFormat.MARKDOWN),
    ],
)
def test_files_tell(files: dict[str, bytes], expected: BundleFormat) -> None:
    assert recognise("/somewhere", files, {}) is expected


def test_a_manifest_of_ours_and_the_place_of_a_memory_folder_tell_first() -> None:
    assert recognise("/x", {"index.md": OKF}, MANIFEST) is BundleFormat.WIKIMEM
    assert recognise("/x", {"index.md": OKF}, {**MANIFEST, "format": "okf"}) is BundleFormat.WIKIMEM
    assert recognise("/home/a/.qwen/projects/-src-kiln/memory", {"a.md": b"A"}, {}) is BundleFormat.CLAUDE
