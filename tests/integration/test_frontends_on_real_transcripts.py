"""The laws of `tests/contract/frontend_suite.py` on real transcripts, where they lie beside the checkout."""

import os
from pathlib import Path

import pytest

from wikimem.frontends import FRONTENDS, HEAD_BYTES
from wikimem.model.record import Record

SHARED = Path(os.environ.get("WIKIMEM_SHARED", Path(__file__).parents[3] / "shared")) / "data" / "transcripts"
CUTS = 12
AGENTS = {frontend.name: frontend for frontend in FRONTENDS}

pytestmark = [
    pytest.mark.shared,
    pytest.mark.skipif(not SHARED.is_dir(), reason="no real transcripts beside the checkout"),
]


@pytest.mark.parametrize(
    ("agent", "folder"),
    [
        ("claude-code", "claude-code"),
        ("claude-code", "claude-generated"),
        ("codex", "codex"),
        ("codex", "codex-generated"),
    ],
)
def test_real_transcripts_keep_the_laws(agent: str, folder: str) -> None:
    frontend = AGENTS[agent]
    paths = [path for path in sorted((SHARED / folder).rglob("*.jsonl")) if "schema_drift" not in path.name]
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
