"""Signals in a real vault: what leaves them, whose commits they are in, and what they change."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.integration.vaults import CHECK, COPIES, QUEUE, ROOT, UNITS, Vault, asked
from wikimem.compiler import Order
from wikimem.errors import NotFound
from wikimem.model.narrow import Narrow
from wikimem.model.passage import Level
from wikimem.model.score import Tally
from wikimem.model.signal import Signal, SignalKind, subject_of
from wikimem.store import signals
from wikimem.store.layout import Layout
from wikimem.store.tallies import tallies_of
from wikimem.store.view import View

QUESTION = "When is the firing queue restarted while a kiln is hot?"
NOTE = "Note what was of use"


@pytest.fixture(autouse=True)
def nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    made = Vault(tmp_path)
    made.say("kiln-1", *asked(CHECK), *asked(QUEUE), *asked(UNITS), *asked(COPIES))
    made.compile()
    return made


def noted(vault: Vault) -> list[Signal | None]:
    lines = [line for path in signals.files(vault.layout) for line in path.read_bytes().splitlines()]
    return list(map(signals.parse, lines))


def memory(vault: Vault) -> list[str]:
    """Return the ids of the claims in the project's memory, in its order."""
    text = vault.pages()["projects/kiln/MEMORY.md"]
    places = {claim: text.find(said[:40]) for claim, (_, said, _) in vault.claims().items()}
    return sorted((claim for claim, place in places.items() if place >= 0), key=lambda claim: places[claim])


def subjects(vault: Vault) -> list[str]:
    return vault.git("log", "--format=%s").splitlines()


def test_what_the_block_shows_is_used_once_and_the_question_is_not_kept(vault: Vault) -> None:
    answer = vault.wiki.ask(QUESTION)
    assert answer.used
    assert [signal.subject for signal in noted(vault) if signal] == list(answer.used)
    assert {signal.kind for signal in noted(vault) if signal} == {SignalKind.USE}
    assert "hot?" not in "".join(path.read_text() for path in signals.files(vault.layout))


def test_search_signals_what_it_lists_and_neither_signals_when_told_so(vault: Vault) -> None:
    vault.wiki.ask(QUESTION, signal=False)
    vault.wiki.search("queue", signal=False)
    assert noted(vault) == []
    hits = vault.wiki.search("queue")
    assert {signal.subject for signal in noted(vault) if signal} == {subject_of(hit.passage) for hit in hits} - {""}


def test_what_the_wiki_does_not_know_uses_nothing(vault: Vault) -> None:
    assert not vault.wiki.ask("What is the Zanzibar protocol?").answered
    assert noted(vault) == []


def test_a_disk_that_refuses_the_signal_does_not_refuse_the_answer(vault: Vault) -> None:
    vault.layout.policy_dir.mkdir(exist_ok=True)
    vault.layout.signals_dir.write_text("a file is in the way")
    assert vault.wiki.ask(QUESTION).answered
    assert [finding.code for finding in vault.findings] == ["use-not-noted"]


def test_questions_make_no_commit_and_the_next_compile_takes_their_signals_along_as_ours(vault: Vault) -> None:
    before = vault.tips()
    vault.wiki.ask(QUESTION)
    vault.wiki.ask(QUESTION)
    assert vault.tips() == before
    assert vault.wiki.status().dirty == ()
    vault.say("kiln-2", *asked("Always sieve the glaze twice before it goes into the kiln."), day="2026-03-05")
    vault.compile()
    vault.assert_in_order()
    assert set(vault.git("log", "--format=%an").splitlines()) == {"wikimem"}
    newest = vault.git("show", "--format=", "--name-only", "HEAD").splitlines()
    assert vault.layout.relative(signals.files(vault.layout)[0]) in newest
    assert NOTE not in subjects(vault)


def test_signals_alone_have_a_commit_of_their_own_once(vault: Vault) -> None:
    vault.wiki.ask(QUESTION)
    report = vault.compile()
    assert (report.sessions, len(report.commits), subjects(vault)[0]) == (0, 1, NOTE)
    vault.assert_in_order()
    tips = vault.tips()
    assert vault.compile().commits == ()
    assert vault.tips() == tips


def test_an_edit_of_a_person_beside_signals_stays_theirs(vault: Vault) -> None:
    page = next(path for path, _, _ in vault.claims().values())
    (vault.root / page).write_text((vault.root / page).read_text() + "\nMy own words.\n")
    vault.wiki.ask(QUESTION)
    vault.say(
        "kiln-1", *asked(CHECK), *asked(QUEUE), *asked(UNITS), *asked(COPIES), *asked(CHECK.replace("push", "go"))
    )
    vault.compile()
    authors = {
        path: vault.git("log", "--format=%an", "--diff-filter=AM", "--", path).split()
        for path in (page, ".wikimem/signals")
    }
    assert set(authors[".wikimem/signals"]) == {"wikimem"}
    assert "My own words." in (vault.root / page).read_text()


def test_a_dry_run_says_what_a_compile_of_signals_does(vault: Vault) -> None:
    vault.wiki.ask(QUESTION)
    tips = vault.tips()
    planned = vault.wiki.preview(Order((vault.transcripts,)))
    assert [changeset.subject for changeset in planned.changesets] == [NOTE]
    assert vault.tips() == tips
    assert vault.compile().changesets == planned.changesets


def test_feedback_moves_a_claim_in_memory(vault: Vault) -> None:
    before = memory(vault)
    assert len(before) >= 3
    for _ in range(3):
        vault.wiki.feedback(before[0], SignalKind.DOWN)
        vault.wiki.feedback(before[-1], SignalKind.UP)
    vault.compile()
    after = memory(vault)
    assert after != before
    assert after.index(before[-1]) < after.index(before[0])
    vault.assert_in_order()


def test_what_was_of_use_is_shown_before_what_only_looks_important(vault: Vault) -> None:
    kinds = ("Preference", "Decision", "Lesson", "Fact")
    index = vault.wiki.index
    *_, last = View(vault.layout, index).best("project:kiln", kinds, 50)
    liked = {last.id: Tally(100, 5, 0)}
    assert View(vault.layout, index, lambda _: liked).best("project:kiln", kinds, 1) == (last,)
    assert View(vault.layout, index).best("project:nobody", kinds, 1) == ()


def test_lines_that_two_clones_appended_to_one_file_are_all_kept(vault: Vault) -> None:
    path = vault.layout.signals_dir / "shared.jsonl"
    for branch, subject in (("main", "c-1"), ("other", "c-2")):
        vault.git("switch", "--quiet", *(["--create", branch, "main~0"] if branch == "other" else [branch]))
        path.parent.mkdir(exist_ok=True)
        path.write_text(f'{{"at":"2026-03-09T10:00:00Z","kind":"up","of":"{subject}"}}\n')
        vault.git("add", ".wikimem/signals")
        vault.git("-c", "user.name=A", "-c", "user.email=a@example.test", "commit", "--quiet", "-m", subject)
        if branch == "main":
            vault.git("branch", "--quiet", "mine")
            vault.git("reset", "--quiet", "--hard", "HEAD~1")
    vault.git("-c", "user.name=A", "-c", "user.email=a@example.test", "merge", "--quiet", "--no-edit", "mine")
    assert {signal.subject for signal in noted(vault) if signal} == {"c-1", "c-2"}
    assert None not in noted(vault)


def test_feedback_takes_any_name_of_a_page_and_the_id_of_a_claim(vault: Vault) -> None:
    claim, (page, _, _) = next(iter(vault.claims().items()))
    names = [page, Path(page).stem, str(vault.root / page), claim, f"^{claim}", f"{page}#{claim}"]
    told = [vault.wiki.feedback(name, SignalKind.UP) for name in names]
    assert told == [page, page, page, claim, claim, claim]
    assert [signal.subject for signal in noted(vault) if signal] == told


@pytest.mark.parametrize("name", ["nothing", "c-00000000", "MEMORY.md", "../outside", ".gitignore"])
def test_feedback_on_what_is_no_page_is_not_found_with_a_hint(vault: Vault, name: str) -> None:
    with pytest.raises(NotFound) as caught:
        vault.wiki.feedback(name, SignalKind.DOWN)
    assert caught.value.hint
    assert noted(vault) == []


def test_a_signal_about_a_page_the_vault_does_not_have_makes_none(vault: Vault) -> None:
    at = "2026-03-09T10:00:00Z"
    strange = ("projects/gone/facts/a.md", "projects/../../a.md", "/etc/a.md", "c-00000000", "agents/x/a.md")
    signals.append(vault.layout, [Signal(at, SignalKind.UP, subject) for subject in strange])
    pages = vault.pages()
    vault.compile()
    assert vault.pages() == pages
    vault.assert_in_order()


def test_uses_and_verdicts_break_ties_in_answers(vault: Vault) -> None:
    def claims() -> dict[str, float]:
        pages = Narrow(types=("Decision", "Fact", "Lesson", "Preference"))
        hits = vault.wiki.search("kiln firing glaze log files", narrow=pages, limit=50, signal=False)
        return {hit.passage.id: hit.score for hit in hits if hit.passage.level is Level.CLAIM}

    before = claims()
    claim = min(before, key=before.__getitem__)
    vault.wiki.feedback(claim, SignalKind.UP)
    after = claims()
    assert before[claim] < after[claim] < 1.05 * before[claim]
    assert all(after[other] == before[other] for other in before if other != claim)


def test_processes_that_append_at_once_lose_nothing(tmp_path: Path) -> None:
    layout = Layout(tmp_path / "vault", tmp_path / "cache", tmp_path / "state")
    script = """
import sys
from pathlib import Path
from wikimem.model.signal import Signal, SignalKind
from wikimem.store import signals, tallies
from wikimem.store.layout import Layout
home, name = Path(sys.argv[1]), sys.argv[2]
vault = Layout(home / "vault", home / "cache", home / "state")
for number in range(100):
    signals.append(vault, [Signal("2026-03-02T10:00:00Z", SignalKind.UP, f"{name}-{number}.md")] * 3)
    if number % 10 == 0:
        tallies.tallies_of(vault, ["a-1.md"], print)
"""
    command = [sys.executable, "-c", script, str(tmp_path)]
    running = [
        subprocess.Popen([*command, name], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        for name in "ab"
    ]
    assert [(*process.communicate(timeout=60), process.returncode) for process in running] == [("", None, 0)] * 2
    (path,) = signals.files(layout)
    assert len(path.read_bytes().splitlines()) == 600
    names = [f"{name}-{number}.md" for name in "ab" for number in range(100)]
    assert sum(told.ups for told in tallies_of(layout, names, pytest.fail).values()) == 600
