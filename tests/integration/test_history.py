"""The way into git, with the real program: what is committed, as whom, and what is left alone."""

import contextlib
import os
import subprocess
import threading
import time
from pathlib import Path

import pytest

from wikimem.errors import GitFailed, NotAVault, NotFound, StoreError, UsageError
from wikimem.model.change import Changeset, Remove, Write
from wikimem.store import indexlock
from wikimem.store.history import History

NOON = "2026-02-03T12:00:00Z"


@pytest.fixture(autouse=True)
def nobody(tmp_path, monkeypatch):
    """A person whom git does not know, in an environment that tries to lead git astray."""
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    return home


@pytest.fixture
def vault(tmp_path):
    return History.init(tmp_path / "vault", at="2026-01-01T00:00:00Z")


def git(root, *arguments, check=True):
    identity = ("-c", "user.name=Ada", "-c", "user.email=ada@example.test")
    done = subprocess.run(["git", "-C", root, *identity, *arguments], capture_output=True, text=True, check=False)
    assert not check or done.returncode == 0, done.stderr
    return done.stdout.strip()


def page(path, content=b"text\n", subject="Note", at=NOON, raw=(), **more):
    return Changeset(subject, (Write(path, content),), at, raw=raw, **more)


def status(history):
    return git(history.root, "status", "--porcelain")


def put_raw(history, name, content):
    path = history.root / "raw" / "claude-code" / "2026" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return f"raw/claude-code/2026/{name}"


class TestInit:
    def test_makes_a_repository_with_one_commit(self, vault):
        assert git(vault.root, "symbolic-ref", "HEAD") == "refs/heads/main"
        assert vault.paths() == [".gitattributes", ".gitignore"]
        assert status(vault) == ""

    def test_twice_is_once(self, vault):
        before = vault.head()
        assert History.init(vault.root).head() == before

    def test_joins_a_repository_with_commits_and_keeps_its_lines(self, tmp_path):
        root = tmp_path / "notes"
        git(tmp_path, "init", "-q", "-b", "trunk", str(root))
        (root / ".gitignore").write_text("secret*")
        git(root, "add", ".")
        git(root, "commit", "-qm", "Mine")
        config = (root / ".git" / "config").read_bytes()
        history = History.init(root, at=NOON)
        assert history.show(".gitignore").startswith(b"secret*\n/raw/\n")
        assert (root / ".git" / "config").read_bytes() == config
        assert git(root, "log", "--format=%s", "trunk").splitlines()[-1] == "Mine"
        assert status(history) == ""

    def test_in_an_unborn_repository_with_a_staged_file(self, tmp_path):
        root = tmp_path / "new"
        git(tmp_path, "init", "-q", "-b", "main", str(root))
        (root / "mine.md").write_text("mine\n")
        git(root, "add", "mine.md")
        history = History.init(root, at=NOON)
        assert "mine.md" not in history.paths()
        assert status(history) == "A  mine.md"

    def test_raw_logs_do_not_reach_the_wiki_branch(self, vault):
        put_raw(vault, "s.jsonl", b"{}\n")
        assert status(vault) == ""


class TestCommit:
    def test_writes_commits_and_leaves_a_clean_status(self, vault):
        changeset = page(
            "global/notes/a.md", subject="Learn a thing", body="Why.", trailers=(("Session", "s1"), ("Agent", "codex"))
        )
        ids = vault.commit([changeset])
        assert ids == [vault.head()]
        assert git(vault.root, "log", "-1", "--format=%an <%ae>|%cn <%ce>|%at %ct|%B") == (
            "wikimem <wikimem@localhost>|wikimem <wikimem@localhost>|1770120000 1770120000|"
            "Learn a thing\n\nWhy.\n\nSession: s1\nAgent: codex"
        )
        assert (vault.root / "global/notes/a.md").read_bytes() == b"text\n"
        assert status(vault) == ""
        git(vault.root, "fsck", "--strict")

    def test_history_is_a_function_of_its_input(self, tmp_path):
        heads = set()
        for name in ("one", "two"):
            history = History.init(tmp_path / name, at=NOON)
            history.commit([page("a.md"), page("b.md", at="2026-02-04T12:00:00Z")])
            heads.add(history.head())
        assert len(heads) == 1

    def test_the_same_content_makes_no_commit(self, vault):
        first = vault.commit([page("a.md"), page("a.md"), page("b.md")])
        head = vault.head()
        assert [bool(commit) for commit in first] == [True, False, True]
        assert vault.commit([page("a.md"), Changeset("Gone", (Remove("never.md"),), NOON)]) == ["", ""]
        assert vault.head() == head

    def test_removes_a_page_and_its_empty_folder(self, vault):
        vault.commit([page("global/notes/a.md")])
        vault.commit([Changeset("Forget a", (Remove("global/notes/a.md"),), NOON)])
        assert not (vault.root / "global").exists()
        assert status(vault) == ""
        assert vault.show("global/notes/a.md", "HEAD~1") == b"text\n"

    def test_a_page_written_removed_and_written_again_in_one_go(self, vault):
        vault.commit([page("a.md", b"1\n"), Changeset("Out", (Remove("a.md"),), NOON), page("a.md", b"2\n")])
        assert (vault.root / "a.md").read_bytes() == b"2\n"
        assert status(vault) == ""
        assert len(vault.log("a.md")) == 3

    @pytest.mark.parametrize(
        "name", ["with space.md", "日本/é.md", 'quo"te\\.md'.replace("\\", ""), "new\nline.md", "*.md"]
    )
    def test_any_name_survives_the_stream(self, vault, name):
        vault.commit([page(name, b"odd\n"), page("plain.md")])
        assert set(vault.paths()) >= {name, "plain.md"}
        assert status(vault) == ""
        vault.commit([page(name, b"odder\n")])
        assert vault.show(name) == b"odder\n"
        assert [revision.paths for revision in vault.log(name)] == [(name,), (name,)]

    def test_a_stream_of_changesets_is_all_or_nothing(self, vault):
        before = vault.head()

        def stream():
            yield page("a.md")
            raise RuntimeError("the compiler stumbled")

        with pytest.raises(RuntimeError):
            vault.commit(stream())
        assert vault.head() == before
        assert not (vault.root / "a.md").exists()
        assert list((vault.root / ".git").glob("fast_import_crash*")) == []
        assert vault.commit([page("a.md")]) == [vault.head()]

    def test_progress_counts_changesets(self, vault):
        seen = []
        vault.commit([page(f"{n}.md") for n in range(3)], on_progress=seen.append)
        assert seen == [1, 2, 3]

    def test_a_changeset_without_an_instant_is_refused(self, vault):
        with pytest.raises(UsageError, match="no instant"):
            vault.commit([page("a.md", at="")])

    def test_a_large_index_is_split_and_status_stays_clean(self, vault, monkeypatch):
        monkeypatch.setattr("wikimem.store.landing.SPLIT_FROM", 100)
        vault.commit([page(f"{n}.md") for n in range(20)])
        vault.commit([page("5.md", b"new\n")])
        assert list((vault.root / ".git").glob("sharedindex.*"))
        assert status(vault) == ""


class TestRaw:
    def test_raw_logs_go_to_their_own_branch(self, vault):
        log = put_raw(vault, "s.jsonl", b'{"a": 1}\r\n' * 20_000)
        vault.commit([page("a.md", raw=(log,), trailers=(("Raw", f"{log} 200000"),))])
        assert vault.changed(raw=True) == [("A", log)]
        oid, size = vault.blob(log)
        assert size == 200_000
        assert git(vault.root, "cat-file", "-s", oid) == "200000"
        assert log not in vault.paths()
        assert vault.raw_head() == git(vault.root, "rev-parse", "wikimem/raw")
        assert "Raw: " in git(vault.root, "log", "-1", "--format=%B", "wikimem/raw")

    def test_only_what_grew_is_committed_again(self, vault):
        log = put_raw(vault, "s.jsonl", b"{}\n")
        vault.commit([page("a.md", raw=(log,))])
        first = vault.raw_head()
        vault.commit([page("a.md", b"more\n", raw=(log,))])
        assert vault.raw_head() == first
        put_raw(vault, "s.jsonl", b"{}\n{}\n")
        assert vault.commit([page("a.md", b"more\n", raw=(log,))]) == [""]
        assert vault.changed(first, raw=True) == [("M", log)]

    def test_raw_logs_stay_out_of_git_when_told(self, tmp_path):
        history = History.init(tmp_path / "vault", track_raw=False)
        history.commit([page("a.md", raw=(put_raw(history, "s.jsonl", b"{}\n"),))])
        assert history.raw_head() == ""
        assert history.blob("raw/claude-code/2026/s.jsonl") is None

    def test_a_missing_raw_log_stops_everything(self, vault):
        before = vault.head()
        with pytest.raises(StoreError) as caught:
            vault.commit([page("a.md", raw=("raw/codex/2026/gone.jsonl",))])
        assert caught.value.path.endswith("gone.jsonl")
        assert (vault.head(), vault.raw_head()) == (before, "")


class TestThePersonsEdits:
    def test_are_committed_first_as_theirs(self, vault, nobody):
        vault.commit([page("a.md", b"ours\n"), page("b.md")])
        (vault.root / "a.md").write_bytes(b"theirs\n")
        (vault.root / "b.md").write_bytes(b"elsewhere\n")
        (nobody / ".gitconfig").write_text("[user]\nname = Ada\nemail = ada@example.test\n")
        vault.commit([page("a.md", b"ours again\n")])
        ours, theirs, *_ = vault.log("a.md")
        assert (theirs.author, theirs.subject) == ("Ada <ada@example.test>", "Edit a.md")
        assert vault.show("a.md", theirs.id) == b"theirs\n"
        assert vault.show("a.md", ours.id) == b"ours again\n"
        assert vault.dirty() == ["b.md"]

    def test_without_an_identity_are_somebodys(self, vault):
        (vault.root / "a.md").write_bytes(b"untracked\n")
        vault.commit([page("a.md")])
        theirs = vault.log("a.md")[1]
        assert (theirs.author, theirs.subject) == ("human <human@localhost>", "Add a.md")

    def test_a_deletion_is_an_edit(self, vault):
        vault.commit([page("a.md"), page("b.md")])
        (vault.root / "a.md").unlink()
        vault.commit([page("a.md", b"again\n")])
        assert vault.log("a.md")[1].subject == "Remove a.md"
        (vault.root / "b.md").unlink()
        vault.commit([Changeset("Forget b", (Remove("b.md"),), NOON)])
        assert vault.log("b.md")[0].author == "human <human@localhost>"
        assert status(vault) == ""

    def test_equal_to_ours_are_still_theirs(self, vault):
        (vault.root / "a.md").write_bytes(b"same\n")
        assert vault.commit([page("a.md", b"same\n")]) == [""]
        assert [revision.author for revision in vault.log("a.md")] == ["human <human@localhost>"]
        assert status(vault) == ""

    def test_made_while_we_compile_are_never_overwritten(self, tmp_path):
        findings = []
        history = History.init(tmp_path / "vault", report=findings.append)
        history.commit([page("a.md", b"ours\n")])

        def stream():
            yield page("a.md", b"compiled\n")
            (history.root / "a.md").write_bytes(b"typed just now\n")

        history.commit(stream())
        assert (history.root / "a.md").read_bytes() == b"typed just now\n"
        assert history.show("a.md") == b"compiled\n"
        assert [finding.code for finding in findings] == ["edited-meanwhile"]
        history.commit([page("a.md", b"both\n")])
        assert history.show("a.md", "HEAD~1") == b"typed just now\n"


class TestLineEnds:
    def test_a_crlf_checkout_keeps_its_line_ends_and_git_gets_lf(self, tmp_path):
        origin = tmp_path / "origin"
        git(tmp_path, "init", "-q", "-b", "main", str(origin))
        (origin / "a.md").write_bytes(b"---\ntitle: A\n---\n")
        git(origin, "add", ".")
        git(origin, "commit", "-qm", "Pages")
        git(tmp_path, "clone", "-q", "-c", "core.autocrlf=true", str(origin), str(tmp_path / "clone"))
        history = History(tmp_path / "clone")
        assert (history.root / "a.md").read_bytes() == b"---\r\ntitle: A\r\n---\r\n"
        history.commit([page("a.md", b"---\ntitle: B\n---\n")])
        assert (history.root / "a.md").read_bytes() == b"---\r\ntitle: B\r\n---\r\n"
        assert history.show("a.md") == b"---\ntitle: B\n---\n"
        assert [revision.author for revision in history.log()] == [
            "wikimem <wikimem@localhost>",
            "Ada <ada@example.test>",
        ]
        assert status(history) == ""

    def test_a_history_that_holds_crlf_goes_on_holding_it(self, tmp_path):
        git(tmp_path, "init", "-q", "-b", "main", str(tmp_path / "old"))
        (tmp_path / "old" / "a.md").write_bytes(b"1\r\n2\r\n")
        git(tmp_path / "old", "-c", "core.autocrlf=false", "add", ".")
        git(tmp_path / "old", "commit", "-qm", "Pages")
        history = History(tmp_path / "old")
        history.commit([page("a.md", b"1\n3\n")])
        assert history.show("a.md") == b"1\r\n3\r\n"
        assert status(history) == ""


class TestSurroundings:
    def test_no_identity_anywhere(self, tmp_path, nobody):
        (nobody / ".gitconfig").write_text("[user]\nuseConfigOnly = true\n")
        history = History.init(tmp_path / "vault", at=NOON)
        history.commit([page("a.md")])
        assert history.log()[0].author == "wikimem <wikimem@localhost>"
        assert (nobody / ".gitconfig").read_text() == "[user]\nuseConfigOnly = true\n"

    def test_a_shallow_clone(self, tmp_path, vault):
        vault.commit([page("a.md"), page("b.md")])
        git(tmp_path, "clone", "-q", "--depth=1", f"file://{vault.root}", str(tmp_path / "shallow"))
        history = History(tmp_path / "shallow")
        history.commit([page("a.md", b"new\n")])
        assert len(history.log()) == 2
        assert status(history) == ""

    def test_a_linked_worktree(self, tmp_path, vault):
        git(vault.root, "worktree", "add", "-q", "-b", "other", str(tmp_path / "linked"))
        history = History(tmp_path / "linked")
        assert history.head() == vault.head()
        history.commit([page("a.md", raw=(put_raw(history, "s.jsonl", b"{}\n"),))])
        assert history.head() == git(vault.root, "rev-parse", "other") != vault.head()
        assert history.raw_head() == vault.raw_head() != ""
        assert status(history) == ""

    def test_packed_refs_are_read(self, vault):
        vault.commit([page("a.md", raw=(put_raw(vault, "s.jsonl", b"{}\n"),))])
        heads = vault.head(), vault.raw_head()
        git(vault.root, "pack-refs", "--all")
        assert not (vault.root / ".git/refs/heads/main").exists()
        assert (
            (vault.head(), vault.raw_head())
            == heads
            == tuple(git(vault.root, "rev-parse", "HEAD", "wikimem/raw").split())
        )

    def test_inherited_git_variables_lead_nowhere(self, tmp_path, vault, monkeypatch):
        decoy = tmp_path / "decoy"
        git(tmp_path, "init", "-q", str(decoy))
        monkeypatch.setenv("GIT_DIR", str(decoy / ".git"))
        monkeypatch.setenv("GIT_WORK_TREE", str(decoy))
        monkeypatch.setenv("GIT_INDEX_FILE", str(decoy / "index"))
        monkeypatch.setenv("GIT_OBJECT_DIRECTORY", str(decoy / "objects"))
        vault.commit([page("a.md")])
        assert vault.show("a.md") == b"text\n"
        assert vault.dirty() == []
        assert not (decoy / "objects").exists()

    def test_hooks_signing_and_helpers_of_the_repository_do_not_run(self, tmp_path, vault):
        ran = tmp_path / "ran"
        hooks = vault.root / ".git" / "hooks"
        hooks.mkdir(exist_ok=True)
        for name in ("pre-commit", "post-commit", "reference-transaction", "post-index-change", "fsmonitor"):
            (hooks / name).write_text(f"#!/bin/sh\necho {name} >> '{ran}'\n")
            (hooks / name).chmod(0o755)
        for key, value in (
            ("commit.gpgsign", "true"),
            ("gpg.program", "false"),
            ("core.fsmonitor", str(hooks / "fsmonitor")),
        ):
            git(vault.root, "config", key, value)
        config = (vault.root / ".git" / "config").read_bytes()
        ran.unlink(missing_ok=True)
        vault.commit([page("a.md")])
        assert vault.dirty() == []
        assert not ran.exists()
        assert (vault.root / ".git" / "config").read_bytes() == config

    def test_a_repository_above_is_not_taken_for_the_vault(self, tmp_path):
        git(tmp_path, "init", "-q", str(tmp_path / "outer"))
        (tmp_path / "outer" / "inner").mkdir()
        with pytest.raises(NotAVault):
            History(tmp_path / "outer" / "inner")

    def test_gitpython_reads_what_we_wrote(self, vault):
        from git import Repo

        vault.commit([page("a.md", trailers=(("Session", "s1"),))])
        with Repo(vault.root) as repo:
            assert repo.head.commit.tree["a.md"].data_stream.read() == b"text\n"
            assert repo.head.commit.trailers_dict == {"Session": ["s1"]}
            assert not repo.is_dirty(untracked_files=True)


class TestRefusals:
    def refused(self, history, hint, kind=GitFailed):
        before = git(history.root, "for-each-ref")
        with pytest.raises(kind) as caught:
            history.commit([page("new.md")])
        assert hint in caught.value.hint
        assert not (history.root / "new.md").exists()
        assert git(history.root, "for-each-ref") == before

    def test_detached_head(self, vault):
        git(vault.root, "checkout", "-q", "--detach")
        assert vault.head() == git(vault.root, "rev-parse", "HEAD")
        self.refused(vault, "git switch")

    def test_an_unfinished_merge(self, vault):
        vault.commit([page("a.md", b"base\n")])
        git(vault.root, "checkout", "-qb", "side")
        (vault.root / "a.md").write_text("side\n")
        git(vault.root, "commit", "-qam", "Side")
        git(vault.root, "checkout", "-q", "main")
        vault.commit([page("a.md", b"main\n")])
        git(vault.root, "merge", "side", check=False)
        self.refused(vault, "abort the merge")

    def test_an_unfinished_rebase(self, vault):
        (vault.root / ".git" / "rebase-merge").mkdir()
        self.refused(vault, "abort the rebase")

    def test_a_bare_repository(self, tmp_path):
        git(tmp_path, "init", "-q", "--bare", str(tmp_path / "bare"))
        with pytest.raises(GitFailed, match="bare"):
            History.init(tmp_path / "bare")

    @pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can give files away")
    def test_somebody_elses_repository_until_it_is_trusted(self, vault, nobody):
        os.chown(vault.root, 12345, 12345)
        os.chown(vault.root / ".git", 12345, 12345)
        with pytest.raises(GitFailed) as caught:
            History(vault.root).commit([page("new.md")])
        assert "safe.directory" in caught.value.hint
        (nobody / ".gitconfig").write_text(f"[safe]\ndirectory = {vault.root}\n")
        assert History(vault.root).commit([page("new.md")]) == [vault.head()]

    @pytest.mark.parametrize(
        "path",
        ["/etc/passwd", "../out.md", "a/../../out.md", "a//b.md", "", "./a.md", ".git/config", "a/.GIT/hooks/x",
         "git~1/config", ".g\u200cit/config", "a\\b.md", "C:/a.md", "nul\0.md", "e\u0301.md", "\udcff.md"],
    )  # fmt: skip
    def test_an_unsafe_name(self, vault, path):
        before = vault.head()
        with pytest.raises(UsageError):
            vault.commit([page("good.md"), page(path)])
        with pytest.raises(UsageError):
            vault.commit([Changeset("Out", (Remove(path),), NOON)])
        assert vault.head() == before
        assert not (vault.root / "good.md").exists()

    def test_a_folder_that_leads_out_of_the_vault(self, vault, tmp_path):
        (tmp_path / "outside").mkdir()
        (vault.root / "global").symlink_to(tmp_path / "outside")
        with pytest.raises(StoreError, match="symbolic link"):
            vault.commit([page("global/a.md")])
        assert list((tmp_path / "outside").iterdir()) == []

    def test_a_file_where_a_folder_should_be_and_the_reverse(self, vault):
        vault.commit([page("a.md"), page("dir/b.md")])
        for path in ("a.md/x.md", "dir"):
            with pytest.raises(StoreError) as caught:
                vault.commit([page(path)])
            assert caught.value.path
        assert status(vault) == ""

    def test_a_full_disk_leaves_everything_as_it_was(self, vault, monkeypatch):
        vault.commit([page("a.md")])
        before = vault.head()

        write = Path.write_bytes

        def full(self, content):
            if self.parent.name == "landing":
                raise OSError(28, "No space left on device")
            return write(self, content)

        with monkeypatch.context() as patch:
            patch.setattr(Path, "write_bytes", full)
            with pytest.raises(StoreError) as caught:
                vault.commit([page("a.md", b"new\n")])
        assert caught.value.path.endswith("a.md")
        assert (vault.head(), (vault.root / "a.md").read_bytes(), status(vault)) == (before, b"text\n", "")

    def test_a_folder_that_may_not_be_written(self, vault, monkeypatch):
        monkeypatch.setattr(os, "access", lambda path, mode: False)
        before = vault.head()
        with pytest.raises(StoreError, match="Permission denied"):
            vault.commit([page("a.md")])
        assert vault.head() == before


class TestIndexLock:
    def test_a_dead_lock_is_reported_and_cleared(self, tmp_path):
        findings = []
        history = History.init(tmp_path / "vault", report=findings.append)
        lock = history.root / ".git" / "index.lock"
        lock.touch()
        two_hours_ago = time.time() - 7200
        os.utime(lock, (two_hours_ago, two_hours_ago))
        assert history.commit([page("a.md")]) == [history.head()]
        assert [finding.code for finding in findings] == ["stale-index-lock"]
        assert status(history) == ""

    def test_a_live_lock_is_waited_for(self, vault):
        lock = vault.root / ".git" / "index.lock"
        lock.touch()
        release = threading.Timer(0.3, lock.unlink)
        release.start()
        vault.commit([page("a.md")])
        release.join()
        assert status(vault) == ""

    def test_a_lock_that_stays_puts_the_commit_off(self, vault, monkeypatch):
        lock = vault.root / ".git" / "index.lock"
        lock.touch()
        before = vault.head()
        monkeypatch.setattr(indexlock.await_index, "__kwdefaults__", {"patience": 0.2, "poll": 0.02})
        with pytest.raises(GitFailed, match="another git command") as caught:
            vault.commit([page("a.md")])
        assert "nothing was written" in caught.value.hint
        assert (vault.head(), (vault.root / "a.md").exists(), lock.exists()) == (before, False, True)
        lock.unlink()
        assert vault.commit([page("a.md")]) == [vault.head()]

    def test_an_old_lock_of_a_running_git_is_respected(self, vault, monkeypatch):
        lock = vault.root / ".git" / "index.lock"
        editing = subprocess.Popen(
            ["git", "-C", vault.root, "cat-file", "--batch-check"], stdin=-1, stdout=-1, bufsize=0
        )
        try:
            editing.stdin.write(b"HEAD\n")
            assert b" commit " in editing.stdout.readline()
            lock.touch()
            os.utime(lock, (0, 0))
            monkeypatch.setattr(indexlock.await_index, "__kwdefaults__", {"patience": 0.2, "poll": 0.02})
            with pytest.raises(GitFailed, match="another git command"):
                vault.commit([page("a.md")])
        finally:
            editing.communicate()
        assert lock.exists()

    def test_taken_in_the_last_moment_only_the_index_waits(self, tmp_path, monkeypatch):
        findings = []
        history = History.init(tmp_path / "vault", report=findings.append)
        lock = history.root / ".git" / "index.lock"
        monkeypatch.setattr(indexlock.await_index, "__kwdefaults__", {"patience": 0.2, "poll": 0.02})

        def stream():
            yield page("a.md")
            lock.touch()

        commits = history.commit(stream())
        assert commits == [history.head()]
        assert [finding.code for finding in findings] == ["index-deferred"]
        lock.unlink()
        assert history.recover() is True
        assert status(history) == ""


class TestReading:
    @pytest.fixture
    def told(self, vault):
        vault.commit(
            [
                page(
                    "global/a.md",
                    b"1\n",
                    "First",
                    "2026-02-01T09:00:00Z",
                    body="Long\n\nstory",
                    trailers=(("Session", "s1"),),
                ),
                page("global/a.md", b"2\n", "Second", "2026-02-02T09:00:00Z"),
                page("other/b.md", b"x\n", "Third", "2026-02-03T09:00:00Z"),
            ]
        )
        return vault

    def test_log_gives_back_what_was_committed(self, told):
        first = told.log("global")[-1]
        assert (first.subject, first.body, first.trailers) == ("First", "Long\n\nstory", (("Session", "s1"),))
        assert (first.at, first.paths) == ("2026-02-01T09:00:00Z", ("global/a.md",))

    def test_log_is_limited_by_path_number_and_time(self, told):
        subjects = [revision.subject for revision in told.log(limit=2)]
        assert subjects == ["Third", "Second"]
        assert [revision.subject for revision in told.log("global/a.md", since="2026-02-02")] == ["Second"]
        assert [revision.subject for revision in told.log("global", until="2026-02-01T09:00:00Z")] == ["First"]
        assert [revision.subject for revision in told.log(since="2026-02-01", until="2026-02-03", limit=1)] == ["Third"]

    def test_resolve_takes_revisions_days_and_instants(self, told):
        third, second, first, _ = told.log()
        assert told.resolve("HEAD~1") == second.id == told.resolve(second.id[:10])
        assert told.resolve("2026-02-02") == second.id
        assert told.resolve("2026-02-02T08:59:59Z") == first.id
        assert told.resolve("2030-01-01") == third.id
        for unknown in ("nothing", "1999-01-01", "--all", ""):
            with pytest.raises(NotFound):
                told.resolve(unknown)

    def test_show_and_paths_as_of(self, told):
        assert told.show("global/a.md", "2026-02-01") == b"1\n"
        assert told.paths("2026-02-02", under="global") == ["global/a.md"]
        assert "other/b.md" in told.paths()
        with pytest.raises(NotFound):
            told.show("other/b.md", "2026-02-02")
        with pytest.raises(NotFound):
            told.show("global")

    def test_diff_and_changed(self, told):
        assert "-1\n+2\n" in told.diff("2026-02-01", "HEAD", "global/a.md")
        assert told.changed("HEAD~2", "HEAD") == [("M", "global/a.md"), ("A", "other/b.md")]
        assert set(told.changed()) == {("A", path) for path in told.paths()}
        told.commit([Changeset("Out", (Remove("other/b.md"),), NOON)])
        assert told.changed("HEAD~1") == [("D", "other/b.md")]
        assert "+2" in told.diff("", "HEAD")

    def test_an_unborn_history_is_empty(self, tmp_path):
        git(tmp_path, "init", "-q", str(tmp_path / "new"))
        history = History(tmp_path / "new")
        assert (history.head(), history.raw_head(), history.log(), history.paths(), history.changed()) == (
            "",
            "",
            [],
            [],
            [],
        )
        with contextlib.suppress(NotFound):
            history.resolve("2026-02-02")

    def test_dirty_names_every_path(self, told):
        (told.root / "other" / "b.md").unlink()
        (told.root / "neu é.md").write_text("n\n")
        assert sorted(told.dirty()) == ["neu é.md", "other/b.md"]
