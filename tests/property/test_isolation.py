"""What one agent or user remembers never shows in the answers of another, whatever is remembered and asked."""

import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.integration.vaults import Vault
from wikimem import Narrow, Note
from wikimem.errors import UsageError

AGENTS, USERS = ("", "planner", "coder"), ("", "mara", "oda")
OWNER = st.tuples(st.sampled_from(AGENTS), st.sampled_from(USERS))
WORD = st.sampled_from(("kiln", "glaze", "cone", "firing", "queue", "shelf", "door", "stoneware", "key", "table"))
SAID = st.tuples(OWNER, st.lists(WORD, min_size=1, max_size=3), st.sampled_from(("", "1", "2")), st.booleans())
NARROW = st.builds(
    Narrow,
    superseded=st.booleans(),
    scope=st.sampled_from(("", "global", "agent:planner", "user:oda", "agent:coder/user:mara")),
    as_of=st.sampled_from(("", "HEAD")),
)


@pytest.fixture(scope="module", autouse=True)
def nobody(tmp_path_factory: pytest.TempPathFactory) -> "pytest.MonkeyPatch":
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOME", str(tmp_path_factory.mktemp("home")))
        patch.setenv("GIT_CONFIG_NOSYSTEM", "1")
        yield patch


def marked(number: int, owner: tuple[str, str], words: list[str]) -> str:
    """Return a claim that says whose it is, so that wherever it shows up it can be told."""
    return f"Secret{number}of{owner[0] or 'any'}and{owner[1] or 'any'} is about the {' '.join(words)}."


@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(SAID, min_size=4, max_size=14), st.lists(WORD, min_size=1, max_size=3), NARROW, st.integers(1, 5))
def test_nothing_leaks(said: list[tuple], words: list[str], narrow: Narrow, limit: int) -> None:
    home = Path(tempfile.mkdtemp())
    try:
        vault = Vault(home)
        texts: dict[tuple[str, str], list[str]] = {}
        for owner in {owner for owner, *_ in said}:
            notes = []
            for number, (whose, about, external, pin) in enumerate(said):
                if whose == owner:
                    text = marked(number, owner, about)
                    texts.setdefault(owner, []).append(text)
                    notes.append(Note(text, scope="" if any(owner) else "global", external_id=external, pin=pin))
            vault.wiki.memory(*owner).remember_many(notes)
        question = f"What is the secret about the {' '.join(words)}?"
        for agent in AGENTS:
            for user in USERS:
                if agent or user:
                    assert_sees_only_its_own(vault, agent, user, question, narrow, limit, texts)
    finally:
        shutil.rmtree(home)


def assert_sees_only_its_own(vault, agent, user, question, narrow, limit, texts) -> None:
    memory = vault.wiki.memory(agent, user)
    try:
        shown = memory.ask(question, narrow=narrow).context
        shown += "".join(hit.passage.text for hit in memory.search(question, narrow=narrow, limit=limit))
        shown += "".join(claim.text for claim in memory.recall(question, narrow=narrow, limit=limit))
    except UsageError:
        assert narrow.scope not in ("", "global")
        return
    everything = {claim.text for claim in memory.recall(narrow=Narrow(superseded=True), limit=100)}
    for (other_agent, other_user), claims in texts.items():
        theirs = other_agent in ("", agent) and other_user in ("", user)
        for text in claims:
            name = text.split()[0]
            assert theirs or name not in shown
            assert theirs == any(name in said for said in everything)
