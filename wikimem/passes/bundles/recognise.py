"""Tell by its files what a folder is. A guess by content, so a person can always say it outright."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from wikimem.model.bundle import BundleFormat, Files
from wikimem.passes.bundles.loop_memory import NAME as LOOP_MEMORY

_OKF = re.compile(rb"\A---\r?\nokf_version:")
_AI_MEMORY = re.compile(r"(?:.*/)?(?:_(?:rules|slots|prompts|lint|pending)/.*|_meta\.md|bootstrap\.md)")
_PERMALINK = re.compile(rb"\A---\r?\n(?:[^\n]*\n){0,20}?permalink:[ \t]*\S")
_AI_SOURCE = b"ai-memory://"
_TOPIC = re.compile(rb"\A---\r?\n(?:[^\n]*\n){0,8}?(?:name:|metadata:)[^\n]*\n")
_HEAD = 2_000
_LOOKED_AT = 50
"""Pages whose heads are read."""


def recognise(name: str, files: Files, manifest: Mapping[str, Any]) -> BundleFormat:
    """Return the format of a folder; `name` is its absolute path, `manifest` what a bundle of ours says of itself."""
    if manifest.get("format") in (BundleFormat.WIKIMEM, BundleFormat.OKF):
        return BundleFormat.WIKIMEM
    if _is_loop_memory(files):
        return BundleFormat.LOOP_MEMORY
    if _is_agent_memory(name, files):
        return BundleFormat.CLAUDE
    heads = list(_heads(files))
    if any(_AI_MEMORY.fullmatch(path) for path in files) or any(_AI_SOURCE in head for head in heads):
        return BundleFormat.AI_MEMORY
    if _OKF.match(files.get("index.md", b"")[:_HEAD]):
        return BundleFormat.OKF
    if any(_PERMALINK.match(head) for head in heads):
        return BundleFormat.BASIC_MEMORY
    return BundleFormat.MARKDOWN


def _heads(files: Files) -> Iterator[bytes]:
    pages = [path for path in files if path.endswith(".md")]
    for path in pages[:_LOOKED_AT]:
        yield files[path][:_HEAD]


def _is_loop_memory(files: Files) -> bool:
    if "memories.jsonl" not in files:
        return False
    try:
        meta = json.loads(files.get("meta.json", b"{}"))
    except (ValueError, RecursionError):
        meta = {}
    return not meta or (isinstance(meta, dict) and meta.get("bundle", LOOP_MEMORY) == LOOP_MEMORY)


def _is_agent_memory(name: str, files: Files) -> bool:
    """Tell whether a folder is a coding agent's memory of a project: by its path, else by an index and its topics."""
    if re.search(r"/projects/[^/]+/memory/?$", name.replace("\\", "/")):
        return True
    index = files.get("MEMORY.md", b"---")
    topics = [path for path in files if path.endswith(".md") and path != "MEMORY.md"]
    return not index.startswith(b"---") and any(_TOPIC.match(files[path][:_HEAD]) for path in topics)
