"""What callers of the library rely on: external ids, memories of agents and users, pins, ends, batches, the past."""

from pathlib import Path

import pytest

from tests.integration.test_memory import compile_again
from tests.integration.vaults import CHECK, PROJECT, QUEUE, Vault, asked
from wikimem import Narrow, Note
from wikimem.errors import NotFound, UsageError
from wikimem.text.frontmatter import parse

SCOPE = f"project:{PROJECT}"
OLD = "The glaze table is loaded from the old shelf."
NEW = "The glaze table is loaded from the new shelf."
LONG_AGO = "2020-01-01T00:00:00Z"


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    made = Vault(tmp_path)
    made.say("aaaa0001", *asked(f"Why does the firing queue lose jobs? {CHECK} {QUEUE}"))
    made.compile()
    return made


def live(vault: Vault) -> set[str]:
    return {claim.text for claim in vault.wiki.recall(limit=100, signal=False)}


def memory_page(vault: Vault) -> str:
    return vault.pages()[f"projects/{PROJECT}/MEMORY.md"]


def test_an_external_id_makes_twice_once(vault: Vault) -> None:
    first = vault.wiki.remember(OLD, scope=SCOPE, external_id="shelf")
    tips = vault.tips()
    again = vault.wiki.remember(OLD, scope=SCOPE, external_id="shelf")
    assert (again.claim, again.is_new, vault.tips()) == (first.claim, False, tips)
    assert vault.passages() == vault.passages(anew=True)
    vault.assert_in_order()


def test_another_text_under_an_external_id_replaces_the_one_before(vault: Vault) -> None:
    first = vault.wiki.remember(OLD, scope=SCOPE, external_id="shelf")
    second = vault.wiki.remember(NEW, scope=SCOPE, external_id="shelf")
    assert second.superseded == first.claim
    assert OLD not in live(vault)
    assert NEW in live(vault)
    assert f"~~{OLD}~~ until" in vault.pages()[first.page]
    assert dict(vault.wiki.log(limit=1)[0].trailers)["Supersedes"] == f"{first.claim} by {second.claim}"
    back = vault.wiki.remember(OLD, scope=SCOPE, external_id="shelf")
    assert (back.claim, back.superseded) == (first.claim, second.claim)
    assert OLD in live(vault)
    assert NEW not in live(vault)
    assert vault.wiki.lint() == []
    assert vault.passages() == vault.passages(anew=True)
    vault.assert_in_order()


def test_an_external_id_counts_in_its_scope_alone(vault: Vault) -> None:
    vault.wiki.remember(OLD, scope=SCOPE, external_id="1")
    vault.wiki.memory(agent="planner").remember(NEW, external_id="1")
    vault.wiki.memory(user="mara").remember(QUEUE, external_id="1")
    assert {OLD, NEW, QUEUE} <= live(vault)
    with pytest.raises(UsageError, match="several scopes"):
        vault.wiki.forget(external_id="1")
    assert vault.wiki.memory(agent="planner").forget(external_id="1").pages
    assert OLD in live(vault)
    assert NEW not in live(vault)


def test_a_text_that_two_external_ids_say_stays_while_one_does(vault: Vault) -> None:
    vault.wiki.remember(OLD, scope=SCOPE, external_id="a")
    vault.wiki.remember(OLD, scope=SCOPE, external_id="b")
    vault.wiki.remember(NEW, scope=SCOPE, external_id="a")
    assert {OLD, NEW} <= live(vault)
    vault.wiki.remember(NEW, scope=SCOPE, external_id="b")
    assert OLD not in live(vault)
    assert NEW in live(vault)
    assert vault.passages() == vault.passages(anew=True)
    assert vault.wiki.lint() == []


def test_a_line_a_person_changed_is_not_moved(vault: Vault) -> None:
    done = vault.wiki.remember(OLD, scope=SCOPE, external_id="shelf")
    mine = OLD.replace("old shelf", "shelf by the door")
    file = vault.root / done.page
    file.write_text(file.read_text("utf-8").replace(OLD, mine), "utf-8")
    vault.wiki.remember(NEW, scope=SCOPE, external_id="shelf")
    assert {mine, NEW} <= live(vault)
    assert "~~" not in vault.pages()[done.page]


def test_what_a_session_says_again_keeps_its_external_id(vault: Vault) -> None:
    done = vault.wiki.remember(CHECK, scope=SCOPE, external_id="check")
    assert not done.is_new
    compile_again(vault)
    assert vault.wiki.recall("make check", project=PROJECT, signal=False)[0].external_id == "check"
    vault.wiki.remember(CHECK, scope=SCOPE, external_id="check")
    vault.assert_in_order()


def test_what_is_pinned_stands_first_whatever_it_is_worth(vault: Vault) -> None:
    vault.wiki.remember(OLD, kind="question", scope=SCOPE, pin=True, at=LONG_AGO)
    page = memory_page(vault)
    assert page.index("## Pinned") < page.index(OLD) < page.index(CHECK)
    assert page.count(OLD) == 1
    assert not vault.wiki.remember(CHECK, scope=SCOPE, pin=True).is_new
    pinned = memory_page(vault).split("## ")[1]
    assert CHECK in pinned
    compile_again(vault)
    assert CHECK in memory_page(vault).split("## ")[1]
    assert vault.wiki.lint() == []


def test_a_person_pins_a_page_in_the_editor(vault: Vault) -> None:
    note = vault.root / f"projects/{PROJECT}/notes/cones.md"
    note.parent.mkdir(parents=True)
    note.write_text("---\ntype: Note\ntitle: Cones\npinned: true\n---\nWhich cone is for what.\n", "utf-8")
    vault.git("add", "-A")
    vault.git("-c", "user.name=P", "-c", "user.email=p@example.org", "commit", "-qm", "Cones")
    vault.wiki.remember(OLD, scope=SCOPE)
    assert "Which cone is for what." in memory_page(vault).split("## ")[1]


def test_what_has_ended_is_no_longer_shown_as_current(vault: Vault, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wikimem.verbs.memory.now", lambda: "2026-03-01T00:00:00Z")
    vault.wiki.remember("The north kiln is closed.", scope=SCOPE, expires="7d")
    vault.wiki.remember("The south kiln is closed.", scope=SCOPE, expires="2999-01-01")
    assert "The south kiln is closed." in live(vault)
    assert "The north kiln is closed." not in live(vault)
    assert "north kiln" not in vault.wiki.ask("Which kiln is closed?", project=PROJECT).context
    told = vault.wiki.search("Which north kiln is closed?", project=PROJECT, narrow=Narrow(superseded=True))
    assert "~~The north kiln is closed.~~ until 2026-03-08" in [hit.passage.text for hit in told]
    assert "The north kiln" in memory_page(vault)
    vault.say("aaaa0002", *asked("How hot does it get?"), day="2026-04-01")
    vault.compile()
    assert "The north kiln" not in memory_page(vault)
    assert "The south kiln" in memory_page(vault)


def test_a_claim_holds_as_long_as_anybody_says_so(vault: Vault, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wikimem.verbs.memory.now", lambda: "2026-03-01T00:00:00Z")
    vault.wiki.remember(OLD, scope=SCOPE, expires="1d", external_id="a")
    assert OLD not in live(vault)
    vault.wiki.remember(OLD, scope=SCOPE)
    assert OLD in live(vault)
    with pytest.raises(UsageError, match="past already"):
        vault.wiki.remember(NEW, scope=SCOPE, expires="2026-02-01")
    with pytest.raises(UsageError, match="no time"):
        vault.wiki.remember(NEW, scope=SCOPE, expires="soon")


def test_a_batch_is_one_commit_and_one_that_fails_stops_no_other(vault: Vault) -> None:
    before = vault.git("rev-list", "--count", "HEAD")
    notes = [
        Note(OLD, scope=SCOPE, external_id="shelf"),
        Note("", scope=SCOPE),
        Note(NEW, scope=SCOPE, external_id="shelf"),
        Note(NEW, scope="project:nowhere"),
        Note(QUEUE, scope="global"),
        Note(QUEUE, scope="global"),
    ]
    done = vault.wiki.remember_many(notes)
    assert [isinstance(one, UsageError) for one in done] == [False, True, False, True, False, False]
    assert [getattr(one, "is_new", None) for one in done] == [True, None, True, None, True, False]
    assert int(vault.git("rev-list", "--count", "HEAD")) == int(before) + 1
    assert NEW in live(vault)
    assert OLD not in live(vault)
    assert vault.passages() == vault.passages(anew=True)
    vault.assert_in_order()


def test_a_thing_is_dated_by_its_caller(vault: Vault) -> None:
    vault.wiki.remember(OLD, scope=SCOPE, at="2024-05-06T07:08:09+02:00")
    assert next(claim for claim in vault.wiki.recall("glaze shelf") if claim.text == OLD).at == "2024-05-06"


def test_a_memory_sees_what_is_global_and_its_own(vault: Vault) -> None:
    vault.wiki.remember("The kiln door opens to the left.", scope="global")
    planner, other = vault.wiki.memory(agent="planner"), vault.wiki.memory(agent="other")
    told = planner.remember("The kiln door is checked by the planner.")
    mara = vault.wiki.memory(agent="planner", user="mara")
    mara.remember("The kiln door sticks, says Mara.")
    assert told.page.startswith("agents/planner/")
    assert mara.remember("Mara opens the kiln door late.").page.startswith("agents/planner/users/mara/")
    seen = {claim.text for claim in planner.recall("kiln door")}
    assert seen == {"The kiln door opens to the left.", "The kiln door is checked by the planner."}
    assert {claim.text for claim in other.recall("kiln door")} == {"The kiln door opens to the left."}
    assert len(mara.recall("kiln door")) == 4
    assert CHECK in {claim.text for claim in planner.recall("make check", project=PROJECT)}
    assert CHECK not in {claim.text for claim in planner.recall("make check")}
    with pytest.raises(NotFound):
        other.forget(told.claim)
    with pytest.raises(NotFound):
        other.feedback(told.claim, "up")
    with pytest.raises(UsageError):
        other.ask("kiln door", narrow=Narrow(scope="agent:planner"))
    with pytest.raises(UsageError):
        planner.remember(OLD, scope="global")


def test_a_crowd_of_others_crowds_nobody_out(vault: Vault) -> None:
    vault.wiki.memory(agent="loud").remember_many([f"Kiln door number {n} opens to the left." for n in range(150)])
    vault.wiki.memory(agent="quiet").remember("One kiln door sticks.")
    assert [claim.text for claim in vault.wiki.memory(agent="quiet").recall("kiln door opens left", limit=1)] == [
        "One kiln door sticks."
    ]


@pytest.mark.parametrize("name", ["1", "true", "null", "1e3", ": x", "#a", "a'b\"c", "窯", "2026-01-01", "a/b#c", "[x"])
def test_any_name_will_do(vault: Vault, name: str) -> None:
    vault.wiki.remember(OLD, scope=SCOPE, external_id=name)
    assert vault.wiki.remember(NEW, scope=SCOPE, external_id=name).superseded
    assert vault.wiki.recall("new shelf")[0].external_id == name
    assert vault.wiki.forget(external_id=name).pages
    assert NEW not in live(vault)


def test_a_name_that_holds_a_secret_is_told_from_others_and_written_nowhere(vault: Vault) -> None:
    first, second = "key AKIAIOSFODNN7EXAMPLE", "key AKIAIOSFODNN7EXAMPLF"
    vault.wiki.remember(OLD, scope=SCOPE, external_id=first)
    assert not vault.wiki.remember(NEW, scope=SCOPE, external_id=second).superseded
    assert {OLD, NEW} <= live(vault)
    assert "AKIAIOSFODNN7" not in vault.git("log", "--all", "-p")
    vault.wiki.forget(external_id=first)
    assert OLD not in live(vault)


def test_names_that_are_alike_share_no_memory(vault: Vault) -> None:
    for name in ("mara.x", "mara x", "Mara X", "mara-x"):
        vault.wiki.memory(user=name).remember(f"The kiln belongs to {name}.")
    for name in ("mara.x", "mara x", "Mara X", "mara-x"):
        assert {claim.text for claim in vault.wiki.memory(user=name).recall("kiln belongs")} == {
            f"The kiln belongs to {name}."
        }


def test_a_page_is_forgotten_with_its_claims(vault: Vault) -> None:
    page = next(path for path, text in vault.pages().items() if QUEUE in text and "/preferences/" in path)
    done = vault.wiki.forget(page)
    assert page in done.pages
    assert done.claims
    assert page not in vault.pages()
    assert vault.wiki.lint() == []
    compile_again(vault)
    assert QUEUE not in vault.texts()
    assert CHECK in vault.texts()
    assert vault.wiki.forget(page).pages == ()
    vault.assert_in_order()


def test_the_page_of_a_session_goes_with_what_only_it_says(vault: Vault) -> None:
    vault.say("aaaa0002", *asked(f"Once more. {CHECK}"), day="2026-03-05")
    vault.compile()
    page = next(path for path in vault.session_pages() if path.endswith("aaaa0001.md"))
    done = vault.wiki.forget(page)
    assert page not in vault.pages()
    assert QUEUE not in vault.texts()
    assert CHECK in vault.texts()
    assert not [path for path in vault.pages() if "aaaa0001" in path]
    assert done.claims
    assert vault.wiki.lint() == []
    vault.assert_in_order()


@pytest.mark.parametrize("name", ["MEMORY.md", f"projects/{PROJECT}/MEMORY.md", ".wikimem/tombstones.jsonl"])
def test_what_is_no_page_cannot_be_forgotten(vault: Vault, name: str) -> None:
    with pytest.raises(UsageError):
        vault.wiki.forget(name)


def test_the_wiki_of_another_time_is_asked_and_read_and_never_written(vault: Vault) -> None:
    first = vault.wiki.remember(OLD, scope=SCOPE, external_id="shelf")
    commit = vault.wiki.commits.head()
    vault.wiki.remember(NEW, scope=SCOPE, external_id="shelf")
    signals = [path.read_bytes() for path in vault.layout.signals_dir.glob("*")]
    with vault.wiki.at(commit) as then:
        assert OLD in {claim.text for claim in then.recall(limit=100)}
        assert NEW not in {claim.text for claim in then.recall(limit=100)}
        assert OLD in then.ask("Where is the glaze table loaded from?").context
        assert then.search("glaze table shelf")[0].passage.text == OLD
        assert NEW not in then.pages.show(first.page)[1]
        assert first.page in [page.path for page in then.pages.list()]
        assert then.log(limit=1)[0].id == then.commits.head() == commit
        assert then.why(first.claim).revision.id == commit
        assert then.memory(agent="planner").recall("glaze") == ()
        for write in (
            lambda: then.remember(NEW, scope=SCOPE),
            lambda: then.forget(first.claim),
            lambda: then.feedback(first.claim, "up"),
            lambda: then.compile(None),
            lambda: then.handoffs,
            then.verify,
            lambda: then.inject(vault.home),
            lambda: then.ask("glaze", narrow=Narrow(as_of="2026-03-02")),
        ):
            with pytest.raises(UsageError):
                write()
    assert [path.read_bytes() for path in vault.layout.signals_dir.glob("*")] == signals
    with pytest.raises(NotFound):
        vault.wiki.at("no-such-revision")


def test_an_open_wiki_follows_what_others_commit(vault: Vault) -> None:
    assert vault.wiki.recall("glaze") == ()
    other = type(vault.wiki)(vault.layout, vault.wiki.config)
    other.remember(OLD, scope=SCOPE)
    assert [claim.text for claim in vault.wiki.recall("glaze")] == [OLD]
    page = vault.wiki.recall("glaze")[0].page
    file = vault.root / page
    assert parse(file.read_text("utf-8"))[0]["type"] == "Fact"
    file.write_text(file.read_text("utf-8").replace("old shelf", "shelf by the door"), "utf-8")
    vault.git("-c", "user.name=P", "-c", "user.email=p@example.org", "commit", "-qam", "By the door")
    assert "by the door" in vault.wiki.recall("glaze")[0].text
