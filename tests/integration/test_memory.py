"""`remember` and `forget` in a real vault: once is enough, secrets stay out, what is forgotten does not come back."""

import json
from pathlib import Path

import pytest

from tests.integration.vaults import CHECK, PROJECT, QUEUE, Vault, asked
from wikimem.errors import NotFound, UsageError
from wikimem.store import rawlog
from wikimem.verbs.memory import MOST_TEXT, Note

SCOPE = f"project:{PROJECT}"
RULE = "Always fire stoneware at cone six."
SECRET = "AKIAIOSFODNN7EXAMPLE"


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    made = Vault(tmp_path)
    made.say("aaaa0001", *asked(f"Why does the firing queue lose jobs? {CHECK} {QUEUE}"))
    made.compile()
    return made


def compile_again(vault: Vault) -> None:
    for raw in vault.raw_logs():
        rawlog.mark_pending(vault.layout, raw)
    vault.compile()


def test_what_is_remembered_is_a_claim_of_who_said_it(vault: Vault) -> None:
    done = vault.wiki.remember(RULE, scope=SCOPE, tags=["Cone 6"])
    assert vault.claims()[done.claim][:2] == (done.page, RULE)
    text = vault.pages()[done.page]
    assert "author: human:user" in text
    assert "tags: [cone-6]" in text
    assert RULE in vault.pages()[f"projects/{PROJECT}/MEMORY.md"]
    assert vault.wiki.search("stoneware cone", project=PROJECT, signal=False)[0].passage.id == done.claim
    assert vault.wiki.why(done.claim).said[0].source.said_by == "human:user"
    assert vault.passages() == vault.passages(anew=True)
    vault.assert_in_order()


def test_twice_is_once_and_a_number_makes_a_difference(vault: Vault) -> None:
    first = vault.wiki.remember(RULE, scope=SCOPE)
    tips = vault.tips()
    again = vault.wiki.remember(f"  {RULE.upper()} ", by="codex", scope=SCOPE)
    assert (again.claim, again.is_new, vault.tips()) == (first.claim, False, tips)
    assert vault.wiki.remember(RULE.replace("six", "ten"), scope=SCOPE).is_new


def test_a_secret_reaches_neither_page_nor_history_nor_message(vault: Vault) -> None:
    done = vault.wiki.remember(f"The kiln's key is {SECRET} and it rotates monthly.", scope=SCOPE)
    assert "[redacted:" in done.text
    held = vault.git("log", "--all", "-p") + "".join(vault.pages().values())
    assert SECRET not in held


def test_a_dry_run_tells_and_changes_nothing(vault: Vault) -> None:
    tips, before = vault.tips(), vault.passages()
    done = vault.wiki.remember(RULE, scope=SCOPE, dry_run=True)
    assert ("M", f"projects/{PROJECT}/MEMORY.md") in done.written.files
    assert ("M", done.page) in done.written.files
    other = vault.wiki.remember(RULE, kind="fact", scope=SCOPE, dry_run=True)
    assert ("A", other.page) in other.written.files
    gone = vault.wiki.forget(next(iter(vault.claims())), dry_run=True)
    assert gone.written.files
    assert (vault.tips(), vault.passages()) == (tips, before)
    vault.assert_in_order()


@pytest.mark.parametrize(
    "note",
    [
        Note(" ... ", scope=SCOPE),
        Note("x" * (MOST_TEXT + 1), scope=SCOPE),
        Note(RULE, kind="Song", scope=SCOPE),
        Note(RULE, scope="everywhere"),
        Note(RULE, scope="project:nowhere"),
        Note(RULE),
    ],
)
def test_what_cannot_be_kept_is_refused_and_nothing_is_written(vault: Vault, note: Note) -> None:
    tips = vault.tips()
    (error,) = vault.wiki.remember_many([note])
    assert isinstance(error, UsageError)
    assert vault.tips() == tips


def test_a_repository_the_wiki_does_not_know_becomes_a_project(vault: Vault) -> None:
    folder = vault.home / "harbour" / "src"
    folder.mkdir(parents=True)
    vault.git("init", "--quiet", str(vault.home / "harbour"))
    done = vault.wiki.remember(RULE, cwd=folder)
    assert done.page.startswith("projects/harbour/")
    assert vault.wiki.project_of(folder) == "harbour"
    vault.assert_in_order()


def test_what_is_forgotten_does_not_come_back(vault: Vault) -> None:
    claim = next(key for key, (_, text, _) in vault.claims().items() if text == CHECK)
    done = vault.wiki.forget(claim)
    assert claim not in vault.claims()
    vault.assert_in_order()
    assert vault.wiki.lint() == []
    compile_again(vault)
    vault.say("aaaa0002", *asked(f"Once more. {CHECK}"), day="2026-03-05")
    vault.compile()
    assert CHECK not in vault.texts()
    assert CHECK not in vault.pages()[f"projects/{PROJECT}/MEMORY.md"]
    assert QUEUE in vault.texts()
    assert vault.passages() == vault.passages(anew=True)
    stones = (vault.root / ".wikimem/tombstones.jsonl").read_text("utf-8")
    assert all(set(json.loads(line)) == {"at", "claim", "out"} for line in stones.splitlines())
    assert done.pages
    vault.assert_in_order()


def test_other_wordings_of_it_stay_away_too(vault: Vault) -> None:
    claim = next(key for key, (_, text, _) in vault.claims().items() if text == CHECK)
    vault.say("aaaa0002", *asked(f"Once more. {CHECK.replace('push to main', 'push')}"), day="2026-03-05")
    vault.compile()
    vault.wiki.forget(claim)
    compile_again(vault)
    assert not [text for text in vault.texts() if "make check" in text]


def test_forgetting_twice_is_once_and_only_claims_can_be_forgotten(vault: Vault) -> None:
    claim = next(iter(vault.claims()))
    vault.wiki.forget(claim)
    tips = vault.tips()
    assert vault.wiki.forget(claim).pages == ()
    with pytest.raises(UsageError):
        vault.wiki.forget("MEMORY.md")
    with pytest.raises(NotFound):
        vault.wiki.forget("c-00000000")
    assert vault.tips() == tips


def test_a_person_can_let_it_in_again_and_an_agent_cannot(vault: Vault) -> None:
    claim = vault.wiki.remember(RULE, scope=SCOPE).claim
    vault.wiki.forget(claim)
    with pytest.raises(UsageError, match="on purpose"):
        vault.wiki.remember(RULE, by="codex", scope=SCOPE)
    assert vault.wiki.remember(RULE, scope=SCOPE).claim == claim
    compile_again(vault)
    assert claim in vault.claims()
