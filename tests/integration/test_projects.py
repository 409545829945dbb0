"""Projects renamed, joined and purged in a real vault: ids stay, later sessions follow, what is purged stays away."""

from pathlib import Path

import pytest

from tests.integration.vaults import CHECK, COPIES, QUEUE, UNITS, Vault, asked
from wikimem.compiler import Order, compile_vault
from wikimem.errors import NotFound, UsageError
from wikimem.store import rawlog

STONE = "Always fire stoneware at cone six."


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    made = Vault(tmp_path)
    made.git("config", "user.name", "Mira")
    made.git("config", "user.email", "mira@example.org")
    kiln = made.say("aaaa0001", *asked(f"Why does the firing queue lose jobs? {CHECK} {QUEUE}"))
    made.compile(kiln, project="kiln")
    oven = made.say("bbbb0002", *asked(f"And the glaze table? {CHECK} {COPIES}"), day="2026-03-03")
    made.compile(oven, project="oven")
    return made


def again(vault: Vault) -> None:
    """Compile every raw log once more, none of them captured anew."""
    for raw in vault.raw_logs():
        rawlog.mark_pending(vault.layout, raw)
    compile_vault(vault.layout, vault.wiki.config, Order(jobs=1))


def ids(vault: Vault) -> dict[str, str]:
    return {key: text for key, (_, text, _) in vault.claims().items()}


def assert_compiled_again_is_the_same(vault: Vault, *, in_order: bool = True) -> None:
    """Compile again and compare; where claims of several sessions met on a page anew, they may change their order."""
    before, said = vault.pages(), vault.claims()
    again(vault)
    after = vault.pages()
    assert before.keys() == after.keys()
    assert {key: set(sources) for key, (_, _, sources) in vault.claims().items()} == {
        key: set(sources) for key, (_, _, sources) in said.items()
    }
    assert not in_order or {path for path in before if before[path] != after[path]} == set()
    assert vault.passages() == vault.passages(anew=True)
    vault.assert_in_order()
    assert [str(finding) for finding in vault.wiki.lint() if finding.code.startswith("broken")] == []


def test_a_renamed_project_keeps_every_id_and_goes_on(vault: Vault) -> None:
    before = ids(vault)
    done = vault.wiki.projects.rename("kiln", "Kiln House")
    assert done.project == "kiln-house"
    assert not [path for path in vault.pages() if path.startswith("projects/kiln/")]
    assert ids(vault) == before
    assert "scope: project:kiln\n" not in "".join(vault.pages().values())
    assert_compiled_again_is_the_same(vault)
    assert [project.name for project in vault.wiki.projects.list()] == ["kiln-house", "oven"]
    hits = vault.wiki.search("firing queue lost jobs", project="kiln-house", signal=False)
    assert {hit.passage.project for hit in hits} == {"kiln-house"}
    assert any(hit.passage.path.startswith("raw/") for hit in hits)
    later = vault.say("cccc0003", *asked(f"Once more. {CHECK} {UNITS}"), day="2026-03-05")
    vault.compile(later, project="kiln")
    named = vault.say("dddd0004", *asked(f"And again. {UNITS}"), day="2026-03-06")
    vault.compile(named, project="kiln-house")
    paths = {path for path, text, _ in vault.claims().values() if text in (CHECK, UNITS)}
    assert {path.split("/")[1] for path in paths if "oven" not in path} == {"kiln-house"}
    assert_compiled_again_is_the_same(vault)


def test_what_is_remembered_and_forgotten_in_a_renamed_project_is_the_same_claim(vault: Vault) -> None:
    first = vault.wiki.remember(STONE, scope="project:kiln")
    vault.wiki.projects.rename("kiln", "pottery")
    again_ = vault.wiki.remember(STONE, scope="project:pottery")
    assert (again_.claim, again_.is_new) == (first.claim, False)
    claim = next(key for key, text in ids(vault).items() if text == QUEUE)
    vault.wiki.forget(claim)
    again(vault)
    assert QUEUE not in vault.texts()
    vault.assert_in_order()


def test_a_repository_goes_on_in_its_renamed_project(vault: Vault) -> None:
    folder = vault.home / "harbour"
    vault.git("init", "--quiet", str(folder))
    vault.wiki.remember(STONE, cwd=folder)
    vault.wiki.projects.rename("harbour", "port")
    assert vault.wiki.project_of(folder) == "port"
    done = vault.wiki.remember("Always moor at the eastern pier in a storm.", cwd=folder)
    assert done.page.startswith("projects/port/")
    (port,) = [project for project in vault.wiki.projects.list() if project.name == "port"]
    assert port.paths == (str(folder.resolve()),)
    vault.assert_in_order()


def test_a_name_in_use_is_refused_and_its_own_old_one_is_not(vault: Vault) -> None:
    before = vault.pages()
    with pytest.raises(UsageError):
        vault.wiki.projects.rename("kiln", "oven")
    with pytest.raises(NotFound):
        vault.wiki.projects.rename("cellar", "attic")
    vault.wiki.projects.rename("kiln", "pottery")
    with pytest.raises(UsageError):
        vault.wiki.projects.rename("oven", "kiln")
    vault.wiki.projects.rename("pottery", "kiln")
    assert vault.pages() == before
    assert vault.wiki.projects.rename("kiln", "kiln").written.files == ()
    assert_compiled_again_is_the_same(vault)


def test_two_projects_become_one_and_pages_of_one_name_one_page(vault: Vault) -> None:
    note = vault.root / "projects/oven/notes/plan.md"
    for project in ("oven", "kiln"):
        note = vault.root / f"projects/{project}/notes/plan.md"
        note.parent.mkdir(parents=True, exist_ok=True)
        note.write_text(f"---\ntype: Note\n---\nThe plan of the {project}. [[commits-and-branches]]\n", "utf-8")
    vault.git("add", "-A")
    vault.git("commit", "-qm", "Plans")
    before = ids(vault)
    assert list(before.values()).count(CHECK) == 2
    vault.wiki.projects.merge("oven", "kiln")
    assert not [path for path in vault.pages() if path.startswith("projects/oven/")]
    after = ids(vault)
    assert set(after.values()) == set(before.values())
    assert list(after.values()).count(CHECK) == 1
    (sources,) = [sources for _, text, sources in vault.claims().values() if text == CHECK]
    assert {source.partition("-")[0] for source in sources} == {"aaaa0001", "bbbb0002"}
    assert "The plan of the kiln." in vault.pages()["projects/kiln/notes/plan.md"]
    assert "The plan of the oven." in vault.pages()["projects/kiln/notes/plan-oven.md"]
    assert_compiled_again_is_the_same(vault, in_order=False)
    assert [project.name for project in vault.wiki.projects.list()] == ["kiln"]
    later = vault.say("cccc0003", *asked(f"Once more. {UNITS}"), day="2026-03-05")
    vault.compile(later, project="oven")
    assert next(path for path, text, _ in vault.claims().values() if text == UNITS).startswith("projects/kiln/")
    assert {passage.project for passage in vault.wiki.index.find(path=vault.raw_logs()[0])} == {"kiln"}
    vault.assert_in_order()


def test_a_session_goes_to_another_project_with_all_it_said(vault: Vault) -> None:
    done = vault.wiki.projects.move("aaaa0001", "oven")
    assert all(path.startswith("projects/oven/") for path in done.paths)
    left = [path for path in vault.pages() if path.startswith("projects/kiln/")]
    assert {path.rpartition("/")[2] for path in left} <= {"MEMORY.md", "index.md"}
    assert QUEUE in vault.texts()
    assert_compiled_again_is_the_same(vault, in_order=False)
    vault.say("aaaa0001", *asked(f"Why does the firing queue lose jobs? {CHECK} {QUEUE}"), *asked(f"Also: {UNITS}"))
    vault.wiki.compile(Order((vault.transcripts / "aaaa0001.jsonl",), jobs=1))
    assert all(path.startswith("projects/oven/") for path, _, _ in vault.claims().values())
    assert UNITS in vault.texts()
    assert vault.wiki.projects.move("aaaa0001", "oven").written.files == ()
    vault.assert_in_order()


def test_a_page_goes_to_another_project(vault: Vault) -> None:
    page = next(path for path, text, _ in vault.claims().values() if text == QUEUE)
    before = ids(vault)
    vault.wiki.projects.move(page, "oven")
    assert ids(vault) == before
    assert next(path for path, text, _ in vault.claims().values() if text == QUEUE).startswith("projects/oven/")
    assert_compiled_again_is_the_same(vault, in_order=False)


def test_a_purged_project_is_gone_and_a_sweep_does_not_bring_it_back(vault: Vault) -> None:
    folder = vault.home / "harbour"
    vault.git("init", "--quiet", str(folder))
    transcript = vault.put("swept.jsonl", b"")
    line = (
        '{{"session":"eeee0005","role":"{}","text":"{}","cwd":"' + str(folder) + '","time":"2026-03-07T10:0{}:00Z"}}\n'
    )
    transcript.write_text(line.format("user", f"In all my projects, {UNITS[0].lower()}{UNITS[1:]}", 0), "utf-8")
    vault.wiki.compile(Order((transcript,), jobs=1))
    assert vault.wiki.project_of(folder) == "harbour"
    raws = [raw for raw in vault.raw_logs() if "eeee0005" in raw]
    kept = vault.git("rev-parse", "HEAD").strip()
    told = vault.wiki.projects.purge("harbour", dry_run=True)
    assert told.paths == tuple(raws)
    assert vault.wiki.project_of(folder) == "harbour"
    done = vault.wiki.projects.purge("harbour")
    assert done.paths == tuple(raws)
    assert "kelvin" not in "".join(vault.pages().values())
    assert not [raw for raw in vault.raw_logs() if "eeee0005" in raw]
    assert "eeee0005" not in vault.git("ls-tree", "-r", "--name-only", "wikimem/raw")
    assert vault.wiki.project_of(folder) == ""
    assert "kelvin" in vault.git("log", "-p", kept)
    vault.wiki.compile(Order((transcript,), jobs=1, swept=True))
    assert not [raw for raw in vault.raw_logs() if "eeee0005" in raw]
    vault.assert_in_order()
    assert vault.passages() == vault.passages(anew=True)
    vault.wiki.compile(Order((transcript,), jobs=1))
    assert vault.wiki.project_of(folder) == "harbour"
    vault.assert_in_order()
