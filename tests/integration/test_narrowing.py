"""Where and when to look: what a person may ask for of a real vault, and what nobody can mean."""

import os
import time
from datetime import date
from pathlib import Path

import pytest

from tests.integration.vaults import PROJECT, QUEUE, Vault, asked
from wikimem.errors import NotFound, UsageError
from wikimem.model.narrow import Narrow
from wikimem.verbs import asking

TIMER = (
    "Root cause: the firing queue lost jobs because its timer fired twice whenever the clock was set back. "
    "Fixed by counting with the monotonic clock instead of the wall clock."
)
DISK = (
    "Root cause: the firing queue lost jobs because a full disk made `append` write half a line. "
    "Fixed by checking what was written and refusing the job otherwise."
)
QUESTION = "Why does the firing queue lose jobs?"


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    """A vault in Shanghai with two sessions of one local day, which are two days in UTC, and one of the day after."""
    vault = Vault(tmp_path, timezone="Asia/Shanghai")
    vault.say("aaaa0001", *asked(f"{QUESTION} {QUEUE}"), day="2026-04-15", hour=22)
    vault.say("aaaa0002", *asked(f"{QUESTION} It worked before lunch.", TIMER), day="2026-04-16", hour=1)
    vault.say("aaaa0003", *asked(f"{QUESTION} Nobody touched it overnight.", DISK), day="2026-04-16", hour=23)
    vault.compile()
    return vault


def sessions(vault: Vault, **narrow: object) -> set[str]:
    wanted = Narrow(**narrow)  # type: ignore[arg-type]
    found = vault.wiki.search(QUESTION, narrow=wanted, limit=50)
    assert {hit.passage.path for hit in vault.wiki.ask(QUESTION, narrow=wanted).hits} <= {
        hit.passage.path for hit in found
    }
    return {source.session for hit in found for source in hit.passage.sources}


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="the machine's zone cannot be set here")
@pytest.mark.parametrize("machine", ["UTC", "America/Los_Angeles", "Asia/Shanghai"])
def test_days_are_those_of_the_vault_not_of_the_machine(
    vault: Vault, monkeypatch: pytest.MonkeyPatch, machine: str
) -> None:
    monkeypatch.setitem(os.environ, "TZ", machine)
    time.tzset()
    try:
        turns = {"types": ("turn",)}
        assert sessions(vault, since="2026-04-16", **turns) == {"aaaa0001", "aaaa0002", "aaaa0003"}
        assert sessions(vault, since="2026-04-16", until="2026-04-16", **turns) == {"aaaa0001", "aaaa0002"}
        assert sessions(vault, since="2026-04-17", **turns) == {"aaaa0003"}
        assert sessions(vault, until="2026-04-15", **turns) == set()
    finally:
        monkeypatch.undo()
        time.tzset()


def test_claims_are_dated_to_a_local_day(vault: Vault) -> None:
    rules = {"types": ("preference",)}
    assert sessions(vault, **rules) == {"aaaa0001"}
    assert sessions(vault, until="2026-04-15", **rules) == set()
    assert sessions(vault, since="2026-04-16", until="2026-04-16", **rules) == {"aaaa0001"}
    assert sessions(vault, since="2026-04-17", **rules) == set()


def test_a_bound_may_be_said_in_words(vault: Vault, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "local_today", lambda zone: date(2026, 4, 18))
    assert sessions(vault, since="yesterday", types=("Turn",)) == {"aaaa0003"}
    assert sessions(vault, until="2 days ago", types=("Turn",)) == {"aaaa0001", "aaaa0002"}
    assert sessions(vault, since="last week") == sessions(vault)
    assert sessions(vault, since="this month", until="yesterday") == sessions(vault)


def test_types_are_pages_and_turns_in_any_case(vault: Vault) -> None:
    def types(*names: str) -> set[str]:
        return {hit.passage.type for hit in vault.wiki.search(QUESTION, narrow=Narrow(types=names), limit=50)}

    assert types("turn") == {"Turn"}
    assert types("PREFERENCE", "Session") == {"Preference", "Session"}
    page = vault.root / "notes" / "kiln.md"
    page.parent.mkdir()
    page.write_text("---\ntype: Runbook\n---\nRestart the firing queue.\n")
    vault.git("add", "notes")
    vault.git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "a page of a person")
    vault.wiki.close()
    assert types("Runbook") == {"Runbook"}


def test_scope_and_agent_narrow(vault: Vault) -> None:
    vault.put(
        "codex.jsonl",
        b'{"timestamp":"2026-05-01T10:00:00.000Z","type":"session_meta","payload":{"id":"bbbb0001","cwd":"/srv/kiln",'
        b'"timestamp":"2026-05-01T10:00:00.000Z","originator":"codex_cli_rs","cli_version":"0.1.0"}}\n'
        b'{"timestamp":"2026-05-01T10:00:01.000Z","type":"response_item","payload":{"type":"message","role":"user",'
        b'"content":[{"type":"input_text","text":"Why does the firing queue lose jobs on Fridays?"}]}}\n',
    )
    vault.compile()
    assert sessions(vault, agent="codex") == {"bbbb0001"}
    assert "bbbb0001" not in sessions(vault, agent="generic-jsonl")
    assert sessions(vault, agent="claude-code") == set()
    assert sessions(vault, scope="global") == set()
    assert sessions(vault, scope=f"project:{PROJECT}") == sessions(vault)
    assert sessions(vault, scope="agent:codex") == set()


def test_what_no_longer_holds_answers_when_it_is_included(vault: Vault) -> None:
    (path,) = {path for path, text in vault.pages().items() if "/preferences/" in path and QUEUE in text}
    text = (vault.root / path).read_text()
    line = next(line for line in text.splitlines() if line.startswith("- ") and QUEUE in line)
    struck = line.replace(QUEUE, f"~~{QUEUE}~~ until 2026-05-01")
    (vault.root / path).write_text(text.replace(line, f"## Superseded\n{struck}"))
    vault.git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qam", "retire a rule")
    vault.wiki.close()
    rules = ("Preference",)
    assert "~~" in vault.wiki.ask(QUESTION, narrow=Narrow(types=rules, superseded=True)).context
    assert "~~" not in vault.wiki.ask(QUESTION, narrow=Narrow(types=rules)).context


@pytest.mark.parametrize(
    ("narrow", "words"),
    [
        ({"since": "soon"}, ("since must be a day, not 'soon'", "2026-02-01")),
        ({"until": "2026-02-30"}, ("until must be a day, not '2026-02-30'", "last week")),
        ({"since": "2026-03-01", "until": "2026-02-01"}, ("since 2026-03-01 is after until 2026-02-01", "swap")),
        ({"types": ("Poem",)}, ("nothing is of the type 'Poem'", "Decision")),
        ({"scope": "kiln"}, ("'kiln' is no scope", "project:NAME")),
        ({"scope": "project:nope"}, ("no project is called 'nope'", f"projects: {PROJECT}")),
        ({"scope": "agent:nope"}, ("no agent is called 'nope'", "codex")),
        ({"agent": "nope"}, ("no agent is called 'nope'", "generic-jsonl")),
    ],
)
def test_what_nobody_can_mean_is_said_with_what_to_do(
    vault: Vault, narrow: dict[str, str], words: tuple[str, str]
) -> None:
    with pytest.raises(UsageError) as raised:
        vault.wiki.search(QUESTION, narrow=Narrow(**narrow))  # type: ignore[arg-type]
    assert words[0] in raised.value.message
    assert words[1] in raised.value.hint


def test_a_project_and_a_scope_are_one_too_many(vault: Vault) -> None:
    with pytest.raises(UsageError, match="a project and a scope"):
        vault.wiki.ask(QUESTION, project=PROJECT, narrow=Narrow(scope="global"))
    with pytest.raises(NotFound):
        vault.wiki.ask(QUESTION, project="nope")


def test_the_day_in_a_question_is_no_filter(vault: Vault) -> None:
    assert vault.wiki.ask("Why did the firing queue lose jobs in January 2020?").answered
