"""Any sequence of small sessions, compiled in any pieces: twice is once, and the files alone give the same index."""

import json
import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.integration.vaults import CHECK, COPIES, QUEUE, REPORT, UNITS, Vault, chat

WORDS = st.sampled_from((CHECK, COPIES, UNITS, QUEUE, REPORT, "Why?", "Go on.", "Repair `save()` in src/queue.py."))
ANYTHING = st.text(st.characters(codec="utf-8", exclude_categories=["Cs"]), max_size=60)
TURN = st.tuples(st.sampled_from(("user", "assistant", "system")), st.one_of(WORDS, WORDS, ANYTHING))
SESSION = st.sampled_from(("kiln-1", "kiln-2", "Kiln-1", "../kiln", "窯"))
DAY = st.sampled_from(("2026-03-02", "2026-03-03", "2025-12-31", ""))
STEP = st.tuples(SESSION, st.lists(TURN, min_size=1, max_size=4), DAY)


@pytest.fixture(scope="module", autouse=True)
def nobody(tmp_path_factory: pytest.TempPathFactory) -> "pytest.MonkeyPatch":
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOME", str(tmp_path_factory.mktemp("home")))
        patch.setenv("GIT_CONFIG_NOSYSTEM", "1")
        yield patch


@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(STEP, min_size=1, max_size=5))
def test_twice_is_once_and_a_rebuild_is_the_same(steps: list[tuple[str, list[tuple[str, str]], str]]) -> None:
    home = Path(tempfile.mkdtemp())
    try:
        vault = Vault(home)
        for number, (session, turns, day) in enumerate(steps):
            vault.compile(vault.put(f"{number}.jsonl", chat(session, *turns, day=day)))
        vault.assert_in_order()
        tips, held = vault.tips(), vault.passages()
        assert vault.passages(anew=True) == held
        vault.layout.sources_cache.unlink(missing_ok=True)
        report = vault.compile()
        assert (report.commits, vault.tips()) == ((), tips), json.dumps(steps)
        assert vault.passages() == held
    finally:
        shutil.rmtree(home)
