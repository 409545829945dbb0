"""The laws of `tests/contract/frontend_suite.py` on real transcripts, where they lie beside the checkout.

`WIKIMEM_SHARED` names the folder that holds `data/transcripts`.
"""

import os
from collections import Counter
from pathlib import Path

import pytest

from wikimem.capture import capture
from wikimem.compiler import Order
from wikimem.frontends import FRONTENDS, HEAD_BYTES
from wikimem.model.record import Record
from wikimem.store.layout import Layout
from wikimem.verbs.orders import expanded

SHARED = Path(os.environ.get("WIKIMEM_SHARED", Path(__file__).parents[3] / "shared")) / "data" / "transcripts"
CUTS = 12
AGENTS = {frontend.name: frontend for frontend in FRONTENDS}

pytestmark = [
    pytest.mark.shared,
    pytest.mark.skipif(not SHARED.is_dir(), reason="no real transcripts beside the checkout"),
]


@pytest.mark.parametrize(
    ("agent", "folder", "names"),
    [
        ("aider", "aider", "*.md"),
        ("aider", "aider-generated", "*.md"),
        ("claude-code", "claude-code", "*.jsonl"),
        ("claude-code", "claude-generated", "*.jsonl"),
        ("cline", "cline-generated", "*.json"),
        ("codex", "codex", "*.jsonl"),
        ("codex", "codex-generated", "*.jsonl"),
        ("continue-dev", "continue-generated", "*-*.json"),
        ("oh-my-pi", "omp-generated", "*.jsonl"),
        ("pi", "pi", "*.jsonl"),
        ("pi", "pi-generated", "*.jsonl"),
    ],
)
def test_real_transcripts_keep_the_laws(agent: str, folder: str, names: str) -> None:
    frontend = AGENTS[agent]
    paths = [path for path in sorted((SHARED / folder).rglob(names)) if "schema_drift" not in path.name]
    assert paths
    for path in paths:
        data = path.read_bytes()
        lines = data.splitlines(keepends=True)
        identity = frontend.identify(str(path), lines)
        assert frontend.recognise(path.name, data[:HEAD_BYTES]), path
        assert identity is not None, path
        records = [one for one in frontend.parse(lines, identity) if isinstance(one, Record)]
        assert records, path
        assert len({one.key for one in records}) == len(records), path
        for count in range(0, len(lines), max(1, len(lines) // CUTS)):
            part = [one for one in frontend.parse(lines[:count], identity) if isinstance(one, Record)]
            assert part == records[: len(part)], (path, count)


def test_every_file_yields_its_sessions_or_is_named_with_the_reason(tmp_path: Path) -> None:
    """Print what became of each folder's files; `pytest -s` shows it."""
    vault = Layout(tmp_path / "vault", tmp_path / "cache", tmp_path / "state")
    vault.policy_dir.mkdir(parents=True)
    files = tuple(path for path in SHARED.rglob("*") if path.is_file() and path.name != "SOURCE.txt")
    order, findings = expanded(Order(files), {}, ())
    assert findings == []
    fates: dict[str, Counter[str]] = {}
    for source in order.sources:
        result = capture(vault, source)
        named = [found for found in result.diagnostics if found.path == str(source) and found.message]
        assert result.raw_path or named, source
        fate = result.agent if result.raw_path else result.skipped
        fates.setdefault(source.relative_to(SHARED).parts[0], Counter())[fate] += 1
    for folder, counts in sorted(fates.items()):
        print(f"{folder:22} " + ", ".join(f"{fate} {count}" for fate, count in counts.most_common()))
