"""People win: what a person did to the wiki between two compiles is theirs, and stays so."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.integration.vaults import CHECK, COPIES, PROJECT, QUEUE, UNITS, Vault, asked
from wikimem.passes import session_page as session_pages
from wikimem.store.landing import Landing, Staged

ANA = ("user.name=Ana", "user.email=ana@example.test")


@pytest.fixture
def vault(tmp_path: Path) -> Iterator[Vault]:
    vault = Vault(tmp_path)
    for pair in ANA:
        vault.git("config", *pair.split("="))
    vault.say("aaaa0001", *asked(f"Why does the firing queue lose jobs? {CHECK}"), *asked(f"And the units? {UNITS}"))
    vault.compile()
    yield vault
    vault.wiki.close()


def goes_on(vault: Vault, *more: str) -> None:
    """Let the session go on, and compile it again from its beginning."""
    said = [*asked(f"Why does the firing queue lose jobs? {CHECK}"), *asked(f"And the units? {UNITS}")]
    for text in more or (QUEUE,):
        said += asked(f"One thing more. {text}")
    vault.say("aaaa0001", *said)
    vault.compile()
    vault.assert_in_order()


def page_of(vault: Vault, text: str) -> Path:
    return vault.root / next(path for path, said, _ in vault.claims().values() if said == text)


def edit(page: Path, old: str, new: str) -> None:
    text = page.read_text("utf-8")
    assert old in text
    page.write_text(text.replace(old, new), "utf-8")


def line_of(page: Path, text: str) -> str:
    return next(line for line in page.read_text("utf-8").splitlines() if text in line and line.startswith("- "))


def test_words_a_person_changed_stay_when_the_session_is_compiled_again(vault: Vault) -> None:
    page = page_of(vault, CHECK)
    edit(page, CHECK, "Run make check before every push, except to a draft branch.")
    before = line_of(page, "draft branch")
    goes_on(vault)
    assert line_of(page, "draft branch") == before
    assert CHECK not in vault.texts()


def test_even_a_changed_comma_stays(vault: Vault) -> None:
    page = page_of(vault, CHECK)
    edit(page, "From now on, always", "From now on always")
    goes_on(vault)
    assert "From now on always run" in page.read_text("utf-8")


def test_a_line_a_person_deleted_stays_out_whatever_is_compiled_later(vault: Vault) -> None:
    page = page_of(vault, CHECK)
    edit(page, line_of(page, CHECK) + "\n", "")
    goes_on(vault)
    vault.say("aaaa0002", *asked(f"Now the glaze. {CHECK} {COPIES}"), day="2026-03-05")
    vault.compile()
    assert CHECK not in vault.texts()
    assert {COPIES, QUEUE} <= vault.texts()
    told = [text for path, text in vault.pages().items() if "/sessions/" not in path and "/handoffs/" not in path]
    assert CHECK not in "".join(told)  # nor in a description


def test_a_deletion_that_the_person_committed_counts_as_well(vault: Vault) -> None:
    page = page_of(vault, CHECK)
    edit(page, line_of(page, CHECK) + "\n", "")
    vault.git("commit", "--quiet", "--all", "--message=Tidy up")
    edit(page, page.read_text("utf-8").splitlines()[1], page.read_text("utf-8").splitlines()[1])
    goes_on(vault)
    assert CHECK not in vault.texts()


def test_a_line_that_is_put_back_is_let_in_again(vault: Vault) -> None:
    page = page_of(vault, CHECK)
    line = line_of(page, CHECK) + "\n"
    text = page.read_text("utf-8")
    edit(page, line, "")
    goes_on(vault)
    page.write_text(text, "utf-8")
    goes_on(vault, QUEUE, COPIES)
    assert CHECK in vault.texts()


def test_a_line_moved_to_another_page_is_not_deleted(vault: Vault) -> None:
    page = page_of(vault, CHECK)
    line = line_of(page, CHECK)
    edit(page, line + "\n", "")
    other = page_of(vault, UNITS) if page_of(vault, UNITS) != page else None
    target = other or page.with_name("house-rules.md")
    if other is None:
        target.write_text(f"---\ntype: Preference\ntitle: House rules\n---\n# House rules\n\n{line}\n", "utf-8")
    else:
        edit(other, "\n\n- ", f"\n\n{line}\n- ")
    goes_on(vault)
    found = [path for path, text in vault.pages().items() if CHECK in text and "/preferences/" in path]
    assert found == [target.relative_to(vault.root).as_posix()]


def test_frontmatter_order_comments_and_text_stay_byte_for_byte(vault: Vault) -> None:
    page = page_of(vault, CHECK)
    edit(page, "status: stable\n", 'status: stable   # keep\nmine: [b,  a]\nver: "1.10"\n')
    text = page.read_text("utf-8") + "\n## Mine\n\n   * odd   spacing *\n\n\n"
    page.write_text(text, "utf-8")
    goes_on(vault)
    now = page.read_text("utf-8")
    assert 'status: stable   # keep\nmine: [b,  a]\nver: "1.10"\n' in now
    assert "\n## Mine\n\n   * odd   spacing *\n" in now


def test_a_session_page_a_person_deleted_stays_deleted(vault: Vault) -> None:
    (path,) = vault.session_pages()
    (vault.root / path).unlink()
    said = (*asked(f"Why does the firing queue lose jobs? {CHECK}"), *asked(f"One thing more. {QUEUE}"))
    vault.say("aaaa0001", *said, *asked("And that is all."))
    vault.compile()
    assert vault.session_pages() == []
    assert QUEUE in vault.texts()


def test_a_page_renamed_by_hand_keeps_its_claims_and_its_links(vault: Vault) -> None:
    page = page_of(vault, CHECK)
    (session,) = vault.session_pages()
    new = page.parent.parent / "notes" / "house rules.md"
    new.parent.mkdir(exist_ok=True)
    page.rename(new)
    goes_on(vault)
    vault.say("aaaa0002", *asked(f"Now the glaze. {CHECK}"), day="2026-03-05")
    vault.compile()
    vault.assert_in_order()
    assert not page.exists()
    assert "[^aaaa0002-1]" in new.read_text("utf-8")
    assert "../../notes/house%20rules.md" in (vault.root / session).read_text("utf-8")
    assert "../sessions/" in new.read_text("utf-8")


def test_the_page_of_a_session_that_a_person_edited_is_theirs_from_then_on(vault: Vault) -> None:
    (path,) = vault.session_pages()
    page = vault.root / path
    edit(page, "\n# ", "\nAna was there.\n\n# ")
    goes_on(vault)
    now = page.read_text("utf-8")
    assert "Ana was there." in now
    assert QUEUE in vault.texts()
    goes_on(vault, QUEUE, COPIES)
    assert page.read_text("utf-8") == now


def test_pages_without_our_mark_are_read_and_never_written(vault: Vault) -> None:
    page = page_of(vault, CHECK)
    mine = "---\ntype: Preference\ntitle: Testing\n---\n# Testing\n\nAna's own page about glazes.\n"
    page.write_text(mine, "utf-8")
    goes_on(vault)
    assert page.read_text("utf-8") == mine
    assert vault.wiki.search("Ana's own page about glazes")[0].passage.path.endswith(page.name)


def test_notes_and_attachments_are_committed_as_the_persons(vault: Vault) -> None:
    note = vault.root / "projects" / PROJECT / "notes" / "kiln log.md"
    note.parent.mkdir(parents=True, exist_ok=True)
    note.write_text("Cone 6 reached at noon.\n", "utf-8")
    (note.parent / "curve.png").write_bytes(b"\x89PNG\r\n\x1a\n\0\0")
    vault.compile()
    assert vault.git("status", "--porcelain", "--untracked-files=all") == ""
    assert vault.git("log", "-1", "--format=%an", "--", note.relative_to(vault.root).as_posix()).strip() == "Ana"
    assert (note.parent / "curve.png").read_bytes() == b"\x89PNG\r\n\x1a\n\0\0"
    assert vault.wiki.ask("When was cone 6 reached?").answered


def test_a_page_edited_while_it_is_compiled_keeps_both(vault: Vault, monkeypatch: pytest.MonkeyPatch) -> None:
    page = page_of(vault, CHECK)
    written = []

    def render_late(*args: object, **named: object) -> str:
        if not written:
            written.append(True)
            edit(page, "\n\n- ", "\n\nAna wrote this meanwhile.\n\n- ")
        return text_of(*args, **named)  # type: ignore[arg-type]

    text_of = session_pages.session_page
    monkeypatch.setattr("wikimem.planner.session_page", render_late)
    vault.say("aaaa0003", *asked(f"A third matter. {COPIES} {CHECK}"), day="2026-03-06")
    vault.compile()
    vault.assert_in_order()
    assert "Ana wrote this meanwhile." in page.read_text("utf-8")
    assert COPIES in vault.texts()
    assert "[^aaaa0003-1]" in page.read_text("utf-8")


def test_an_edit_that_overtakes_a_commit_is_joined_with_it(vault: Vault, monkeypatch: pytest.MonkeyPatch) -> None:
    page = page_of(vault, CHECK)
    put = Landing._put_in_place

    def too_late(self: Landing, staged: list[Staged]) -> None:
        monkeypatch.setattr(Landing, "_put_in_place", put)
        edit(page, "\n\n- ", "\n\nAna wrote this meanwhile.\n\n- ")
        put(self, staged)

    monkeypatch.setattr(Landing, "_put_in_place", too_late)
    vault.say("aaaa0003", *asked(f"A third matter. {CHECK} Never push to a branch of somebody else."), day="2026-03-06")
    vault.compile()
    vault.wiki.close()
    vault.compile()
    vault.assert_in_order()
    text = page.read_text("utf-8")
    assert "Ana wrote this meanwhile." in text
    assert "[^aaaa0003-1]" in text
    assert "Never push to a branch of somebody else." in vault.texts()


def test_marks_of_a_merge_are_never_committed_and_block_nothing_else(vault: Vault) -> None:
    page = page_of(vault, CHECK)
    torn = page.read_text("utf-8") + "<<<<<<< HEAD\nmine\n=======\ntheirs\n>>>>>>> other\n"
    page.write_text(torn, "utf-8")
    vault.say("aaaa0002", *asked(f"Now the glaze. {COPIES}"), day="2026-03-05")
    vault.findings.clear()
    report = vault.compile()
    assert page.read_text("utf-8") == torn
    assert COPIES in vault.texts()
    assert "<<<<<<<" not in vault.git("log", "-p", "--all")
    assert any(finding.code == "edit-left" and "merge" in finding.message for finding in report.diagnostics)


def test_a_secret_a_person_typed_is_not_committed(vault: Vault) -> None:
    note = vault.root / "global" / "notes" / "keys.md"
    note.parent.mkdir(parents=True, exist_ok=True)
    key = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    note.write_text(f"The deploy key is {key}\n", "utf-8")
    report = vault.compile()
    assert note.exists()
    assert key not in vault.git("log", "-p", "--all")
    assert any("secret" in finding.message for finding in report.diagnostics)


def test_a_nested_repository_a_sync_copy_and_a_huge_file_are_left_alone(
    vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wikimem.store.edits.LARGEST", 1_000)
    nested = vault.root / "nested"
    nested.mkdir()
    vault.git("init", "--quiet", str(nested))
    (nested / "a.txt").write_text("inside", "utf-8")
    (vault.root / "video.bin").write_bytes(bytes(2_000))
    copy = vault.root / "global" / "MEMORY.sync-conflict-20260305-101010-ABCDEFG.md"
    copy.parent.mkdir(exist_ok=True)
    copy.write_text("x\n", "utf-8")
    vault.say("aaaa0002", *asked(f"Now the glaze. {COPIES}"), day="2026-03-05")
    report = vault.compile()
    assert COPIES in vault.texts()
    left = {finding.path for finding in report.diagnostics if finding.code == "edit-left"}
    assert left == {"nested/", "video.bin", "global/" + copy.name}
    assert all(finding.hint for finding in report.diagnostics if finding.code == "edit-left")


def test_a_dry_run_commits_no_edit(vault: Vault) -> None:
    page = page_of(vault, CHECK)
    edit(page, CHECK, "Something else.")
    tips = vault.tips()
    vault.wiki.remember("The kiln has twelve shelves.", scope=f"project:{PROJECT}", dry_run=True)
    assert vault.tips() == tips
