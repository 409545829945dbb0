"""Two machines and a remote: what arrives, what wins, and what is refused with nothing lost."""

import subprocess
from pathlib import Path

import pytest

from tests.integration.fleet import POLICY, Fleet
from tests.integration.killing import killer
from tests.integration.vaults import CHECK, COPIES, PROJECT, QUEUE, UNITS, Vault, asked
from wikimem.errors import GitFailed, StoreError, UsageError
from wikimem.model.claim import claim_id
from wikimem.store.git import Git
from wikimem.store.history import History
from wikimem.verbs.syncing import carries_raw
from wikimem.wiki import Wiki

SCOPE = f"project:{PROJECT}"
CHECKED = claim_id(SCOPE, CHECK)
MARKED = "# Notes\n\n<<<<<<< HEAD\nmine\n=======\ntheirs\n>>>>>>> other\n"


@pytest.fixture
def fleet(tmp_path: Path) -> Fleet:
    """Return two machines that are in step: both know one claim."""
    fleet = Fleet(tmp_path)
    first = fleet.vaults[0]
    first.compile(first.say("11111111-a", *asked(CHECK)))
    fleet.settle()
    return fleet


def page_of(vault: Vault, claim: str) -> Path:
    return vault.root / vault.claims()[claim][0]


def test_what_one_machine_learns_the_other_knows(fleet: Fleet) -> None:
    one, other = fleet.vaults
    one.compile(one.say("22222222-b", *asked(COPIES), day="2026-03-03"))
    fleet.settle()
    assert COPIES in other.texts()
    assert len(fleet.trees()) == 1
    assert COPIES in other.wiki.ask("how often may the glaze table be loaded?").context
    assert other.wiki.verify() == []


def test_both_learn_and_the_derived_pages_tell_of_both(fleet: Fleet) -> None:
    one, other = fleet.vaults
    one.compile(one.say("22222222-b", *asked(COPIES), day="2026-03-03"))
    other.compile(other.say("33333333-c", *asked(QUEUE), day="2026-03-04"))
    fleet.settle()
    memory = (one.root / f"projects/{PROJECT}/MEMORY.md").read_text()
    assert COPIES in memory
    assert QUEUE in memory
    assert len(fleet.trees()) == 1


def test_a_claim_both_heard_cites_both(fleet: Fleet) -> None:
    one, other = fleet.vaults
    one.compile(one.say("22222222-b", *asked(COPIES), day="2026-03-03"))
    other.compile(other.say("33333333-c", *asked(COPIES), day="2026-03-04"))
    fleet.settle()
    (sources,) = [sources for _, text, sources in one.claims().values() if text == COPIES]
    assert len(sources) == 2


def test_a_claim_that_two_machines_filed_on_two_pages_gets_one(fleet: Fleet) -> None:
    one, other = fleet.vaults
    for vault, kind in ((one, "Fact"), (other, "Decision")):
        vault.wiki.remember("The kiln stands on bricks.", kind=kind, scope="global")
    fleet.settle()
    assert "The kiln stands on bricks." in one.texts()  # `claims` checks that it is there once
    assert len(fleet.trees()) == 1


def test_a_person_s_words_win_over_a_new_source(fleet: Fleet) -> None:
    one, other = fleet.vaults
    page = page_of(one, CHECKED)
    page.write_text(page.read_text().replace("before you push to main", "before each push, said Ann"))
    other.compile(other.say("22222222-b", *asked(CHECK), day="2026-03-03"))
    fleet.settle()
    _, text, sources = other.claims()[CHECKED]
    assert "said Ann" in text
    assert len(sources) == 2


def test_a_page_that_two_machines_begin_is_no_matter_for_people(fleet: Fleet) -> None:
    one, other = fleet.vaults
    one.compile(one.say("22222222-b", *asked(COPIES), day="2026-03-03"))
    other.compile(other.say("33333333-c", *asked(UNITS), day="2026-03-04"))
    fleet.settle()
    assert {COPIES, UNITS} <= one.texts()
    assert not (one.root / ".wikimem/proposals").exists()
    assert all("+00:00" not in text for text in one.pages().values())


def test_two_persons_edits_of_one_line_are_both_kept_and_told(fleet: Fleet) -> None:
    one, other = fleet.vaults
    for vault, name in ((one, "Ann"), (other, "Bob")):
        page = page_of(vault, CHECKED)
        page.write_text(page.read_text().replace("before you push to main", f"says {name}"))
    one.wiki.sync()
    done = other.wiki.sync()
    fleet.settle()
    text = page_of(one, CHECKED).read_text()
    assert "says Ann" in text
    assert "says Bob" in text
    assert [finding.code for finding in done.findings] == ["two-edits"]
    (proposal,) = (one.root / ".wikimem/proposals").iterdir()
    assert "says Ann" in proposal.read_text()
    assert len(fleet.trees()) == 1
    (open_one,) = one.wiki.review.edits()
    page = page_of(one, CHECKED)
    assert open_one.path == page.relative_to(one.root).as_posix()
    page.write_text("".join(line for line in page.read_text().splitlines(True) if "says Bob" not in line))
    assert one.wiki.review.edits() == []


def test_what_a_person_deleted_stays_deleted(fleet: Fleet) -> None:
    one, other = fleet.vaults
    page_of(one, CHECKED).unlink()
    other.compile(other.say("22222222-b", *asked(COPIES), day="2026-03-03"))
    fleet.settle()
    assert CHECKED not in other.claims()


def test_a_deleted_page_stays_when_the_other_side_wrote_on_it(fleet: Fleet) -> None:
    one, other = fleet.vaults
    path = page_of(one, CHECKED).relative_to(one.root)
    (one.root / path).unlink()
    (other.root / path).write_text((other.root / path).read_text() + "\nA word of mine.\n")
    fleet.settle()
    text = (one.root / path).read_text()
    assert "A word of mine." in text
    assert CHECKED not in text


def test_what_was_forgotten_at_one_does_not_come_back_from_the_other(fleet: Fleet) -> None:
    one, other = fleet.vaults
    one.wiki.forget(CHECKED)
    other.compile(other.say("22222222-b", *asked(CHECK), day="2026-03-03"))
    fleet.settle()
    assert CHECK not in one.texts() | other.texts()


def test_vaults_that_began_apart_become_one(tmp_path: Path) -> None:
    fleet = Fleet(tmp_path, "a")
    fleet.found("b")
    late = Vault(tmp_path / "late")
    subprocess.run(["rm", "-r", str(late.root)], check=True)
    History.init(late.root, at="2026-02-01T00:00:00Z")
    late.layout.config.parent.mkdir()
    late.layout.config.write_bytes(POLICY)
    late.git("remote", "add", "origin", str(fleet.hub))
    fleet.vaults.append(late)
    for vault, text in zip(fleet.vaults, (CHECK, COPIES), strict=True):
        vault.compile(vault.say(f"1111{text[0]}111-a", *asked(text)))
    fleet.settle()
    assert fleet.vaults[0].texts() >= {CHECK, COPIES}
    assert len(fleet.trees()) == 1


def test_when_another_was_faster_it_is_fetched_again(fleet: Fleet, monkeypatch: pytest.MonkeyPatch) -> None:
    from wikimem.store.remote import Remote

    one, other = fleet.vaults
    one.wiki.remember("The kiln stands on bricks.", kind="Fact", scope="global")
    other.wiki.remember("The kiln is fired with gas.", kind="Fact", scope="global")
    push = Remote.push

    def late(self: Remote, *arguments: object) -> bool:
        if self.git.root == one.root:
            other.wiki.sync()
        return push(self, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(Remote, "push", late)
    one.wiki.sync()
    assert one.texts() >= {"The kiln stands on bricks.", "The kiln is fired with gas."}


def test_a_dry_run_tells_and_changes_nothing(fleet: Fleet) -> None:
    one, other = fleet.vaults
    one.wiki.remember("The kiln stands on bricks.", kind="Fact", scope="global")
    one.wiki.sync()
    other.wiki.remember("The kiln is fired with gas.", kind="Fact", scope="global")
    head = other.git("rev-parse", "HEAD")
    foreseen = other.wiki.sync(dry_run=True)
    assert (foreseen.fetched, foreseen.pushed, foreseen.is_merge) == (1, 2, True)
    assert other.git("rev-parse", "HEAD") == head
    done = other.wiki.sync()
    assert (done.fetched, done.pushed, done.is_merge) == (1, 2, True)


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize(
    ("module", "name"),
    [("wikimem.store.landing", "Landing._put_in_place"), ("wikimem.store.remote", "Remote.push")],
)
def test_killed_on_the_way_the_next_sync_goes_on(fleet: Fleet, module: str, name: str, when: str) -> None:
    one, other = fleet.vaults
    one.wiki.remember("The kiln stands on bricks.", kind="Fact", scope="global")
    one.wiki.sync()
    other.wiki.remember("The kiln is fired with gas.", kind="Fact", scope="global")
    fleet.crash(other, killer(module, name, when))
    fleet.settle()
    assert one.texts() >= {"The kiln stands on bricks.", "The kiln is fired with gas."}
    assert len(fleet.trees()) == 1
    assert other.git("status", "--porcelain") == ""


class TestRawLogs:
    def test_stay_here_until_asked_for(self, fleet: Fleet) -> None:
        one, other = fleet.vaults
        hub = subprocess.run(["git", "-C", fleet.hub, "branch"], capture_output=True, check=True)
        assert b"wikimem/raw" not in hub.stdout
        assert other.raw_logs() == []
        assert not carries_raw(Git(one.root))

    def test_arrive_for_reading_and_are_not_compiled_again(self, fleet: Fleet) -> None:
        one, other = fleet.vaults
        other.compile(other.say("33333333-c", *asked(QUEUE), day="2026-03-04"))
        for vault in fleet.vaults:
            vault.wiki.carry_raw(on=True)
        fleet.settle()
        assert one.raw_logs() == other.raw_logs()
        assert len(one.raw_logs()) == 2
        head = other.git("rev-parse", "HEAD")
        other.compile()
        assert other.git("rev-parse", "HEAD") == head
        assert [one.wiki.verify(), other.wiki.verify()] == [[], []]
        assert one.git("rev-parse", "wikimem/raw") == other.git("rev-parse", "wikimem/raw")

    def test_of_one_session_that_went_on_the_longer_is_kept(self, fleet: Fleet) -> None:
        one, other = fleet.vaults
        for vault in fleet.vaults:
            vault.wiki.carry_raw(on=True)
        fleet.settle()
        one.compile(one.say("11111111-a", *asked(CHECK), *asked(COPIES)))
        fleet.settle()
        (path,) = one.raw_logs()
        assert one.raw(path) == other.raw(path)
        assert other.wiki.verify() == []

    def test_that_are_two_are_both_kept(self, fleet: Fleet) -> None:
        one, other = fleet.vaults
        other.compile(other.say("11111111-a", *asked(QUEUE)))
        for vault in fleet.vaults:
            vault.wiki.carry_raw(on=True)
        fleet.settle()
        assert one.raw_logs() == other.raw_logs()
        assert len(one.raw_logs()) == 2
        assert {one.raw(path) for path in one.raw_logs()} == {other.raw(path) for path in other.raw_logs()}
        assert [one.wiki.verify(), other.wiki.verify()] == [[], []]


class TestBadInput:
    @pytest.fixture
    def fleet(self, tmp_path: Path) -> Fleet:
        """Return two machines that are in step and know nothing."""
        fleet = Fleet(tmp_path)
        fleet.settle()
        return fleet

    def refused(self, vault: Vault, kind: type[Exception] = GitFailed) -> str:
        """Sync, expect to be refused with one next step, and return what is said."""
        before = vault.pages()
        with pytest.raises(kind) as caught:
            vault.wiki.sync()
        assert vault.pages() == before
        assert caught.value.hint  # type: ignore[attr-defined]
        return f"{caught.value} / {caught.value.hint}"  # type: ignore[attr-defined]

    def test_no_remote(self, tmp_path: Path) -> None:
        assert "remote add origin" in self.refused(Vault(tmp_path), UsageError)

    def test_a_remote_nobody_knows_and_one_that_is_an_option(self, fleet: Fleet) -> None:
        for name in ("elsewhere", "--upload-pack=x", "ext::sh"):
            with pytest.raises(UsageError, match="no remote is called"):
                fleet.vaults[0].wiki.sync(name)

    def test_an_address_that_is_a_command(self, fleet: Fleet, tmp_path: Path) -> None:
        vault = fleet.vaults[0]
        vault.git("remote", "set-url", "origin", f"ext::touch {tmp_path}/ran")
        assert "transport" in self.refused(vault)
        assert not (tmp_path / "ran").exists()

    def test_no_access(self, fleet: Fleet) -> None:
        fleet.part()
        assert "git remote -v" in self.refused(fleet.vaults[0])

    def test_an_unfinished_merge_and_a_rebase(self, fleet: Fleet) -> None:
        vault = fleet.vaults[0]
        (vault.root / ".git/MERGE_HEAD").write_text(vault.git("rev-parse", "HEAD"))
        assert "finish or abort the merge" in self.refused(vault)
        (vault.root / ".git/MERGE_HEAD").unlink()
        (vault.root / ".git/rebase-merge").mkdir()
        assert "finish or abort the rebase" in self.refused(vault)

    def test_a_detached_head(self, fleet: Fleet) -> None:
        vault = fleet.vaults[0]
        vault.git("checkout", "-q", "--detach")
        assert "git switch" in self.refused(vault)

    def test_a_shallow_clone(self, fleet: Fleet, tmp_path: Path) -> None:
        subprocess.run(["git", "clone", "-q", "--depth=1", f"file://{fleet.hub}", tmp_path / "new"], check=True)
        with pytest.raises(GitFailed, match="shallow") as caught:
            Wiki.open(tmp_path / "new").sync()
        assert "--unshallow" in caught.value.hint

    def test_a_partial_clone(self, fleet: Fleet, tmp_path: Path) -> None:
        fleet.vaults[0].git("-C", str(fleet.hub), "config", "uploadpack.allowFilter", "true")
        command = ["git", "clone", "-q", "--filter=blob:none", f"file://{fleet.hub}", tmp_path / "new"]
        subprocess.run(command, check=True)
        with pytest.raises(GitFailed, match="partial") as caught:
            Wiki.open(tmp_path / "new").sync()
        assert "--filter" in caught.value.hint

    def test_a_remote_whose_history_was_rewritten(self, fleet: Fleet) -> None:
        one, other = fleet.vaults
        one.git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "--amend", "-m", "Say it otherwise")
        one.git("push", "-q", "--force", "origin", "main")
        assert "rewritten" in self.refused(other)
        assert "rewritten" in self.refused(other)
        other.git("reset", "-q", "--hard", "origin/main")
        other.wiki.sync()
        assert len(fleet.trees()) == 1

    def test_a_history_that_was_rewritten_here(self, fleet: Fleet) -> None:
        one, other = fleet.vaults
        one.wiki.remember("The kiln stands on bricks.", kind="Fact", scope="global")
        fleet.settle()
        one.git("config", "wikimem.rewritten", "true")
        one.git("reset", "-q", "--hard", "HEAD~1")
        one.git("update-ref", "-d", "refs/wikimem/sync/origin/main")
        assert "git push --force" in self.refused(one)
        one.git("push", "-q", "--force", "origin", "HEAD:main")
        one.wiki.sync()
        assert "rewritten" in self.refused(other)
        assert "The kiln stands on bricks." not in one.texts()

    def test_a_remote_with_another_branch(self, tmp_path: Path) -> None:
        fleet = Fleet(tmp_path)
        one, other = fleet.vaults
        one.git("branch", "-m", "wiki")
        one.wiki.sync()
        assert "git branch -m wiki" in self.refused(other)

    def test_a_remote_that_is_no_wiki(self, fleet: Fleet, tmp_path: Path) -> None:
        other = tmp_path / "code"
        subprocess.run(["git", "init", "-q", "-b", "main", other], check=True)
        git = ["git", "-C", str(other), "-c", "user.name=a", "-c", "user.email=a@b"]
        subprocess.run([*git, "commit", "-q", "--allow-empty", "-m", "Code"], check=True)
        fleet.vaults[0].git("remote", "add", "code", str(other))
        with pytest.raises(StoreError, match="code is no wiki"):
            fleet.vaults[0].wiki.sync("code")

    def test_conflict_markers_at_the_remote(self, fleet: Fleet) -> None:
        one, other = fleet.vaults
        (one.root / "global/notes").mkdir(parents=True)
        (one.root / "global/notes/plan.md").write_text(MARKED)
        one.git("add", "-A")
        one.git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "-m", "Plan")
        one.git("push", "-q", "origin", "main")
        assert "conflict markers" in self.refused(other, StoreError)
        assert not (other.root / "global/notes").exists()

    def test_conflict_markers_here_are_not_carried(self, fleet: Fleet) -> None:
        one, other = fleet.vaults
        (one.root / "global/notes").mkdir(parents=True)
        (one.root / "global/notes/plan.md").write_text(MARKED)
        fleet.settle()
        assert not (other.root / "global/notes").exists()
        assert (one.root / "global/notes/plan.md").read_text() == MARKED
        assert "edit-left" in [finding.code for finding in one.findings]

    def test_a_nested_repository_stays_here(self, fleet: Fleet) -> None:
        one, other = fleet.vaults
        subprocess.run(["git", "init", "-q", one.root / "tool"], check=True)
        (one.root / "tool/readme.md").write_text("# Tool\n")
        fleet.settle()
        assert not (other.root / "tool").exists()
        assert "edit-left" in [finding.code for finding in one.findings]

    def test_a_submodule_at_the_remote(self, fleet: Fleet) -> None:
        one, other = fleet.vaults
        head = one.git("rev-parse", "HEAD").strip()
        one.git("update-index", "--add", "--cacheinfo", f"160000,{head},tool")
        one.git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "-m", "Add a tool")
        one.git("push", "-q", "origin", "main")
        assert "submodule" in self.refused(other, StoreError)

    def test_a_remote_that_refuses(self, fleet: Fleet) -> None:
        hook = fleet.hub / "hooks/pre-receive"
        hook.write_text("#!/bin/sh\necho no >&2\nexit 1\n")
        hook.chmod(0o755)
        vault = fleet.vaults[0]
        vault.wiki.remember("The kiln stands on bricks.", kind="Fact", scope="global")
        assert "right to push" in self.refused(vault)


def test_a_plain_git_pull_merges_as_sync_does(fleet: Fleet) -> None:
    one, other = fleet.vaults
    one.compile(one.say("22222222-b", *asked(CHECK), day="2026-03-03"))
    other.compile(other.say("33333333-c", *asked(CHECK), day="2026-03-04"))
    page = page_of(other, CHECKED)
    page.write_text(page.read_text() + "\nA word of mine.\n")
    one.wiki.sync()
    other.git("add", "-A")
    person = ("-c", "user.name=a", "-c", "user.email=a@b")
    other.git(*person, "commit", "-q", "-m", "Note")
    other.git(*person, "pull", "-q", "--no-rebase", "origin", "main")
    assert "A word of mine." in page.read_text()
    assert len(other.claims()[CHECKED][2]) == 3
    fleet.settle()
    assert len(fleet.trees()) == 1
