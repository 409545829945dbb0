from pathlib import Path

import pytest

from wikimem.errors import UsageError
from wikimem.model.change import Write
from wikimem.store import project
from wikimem.store.layout import Layout
from wikimem.store.project import Place, Project, Projects


def make_repository(root: Path, remote: str = "") -> Path:
    git = root / ".git"
    git.mkdir(parents=True)
    (git / "HEAD").write_text("ref: refs/heads/main\n")
    section = f'[remote "backup"]\n\turl = /mnt/backup\n[remote "origin"]\n\turl = {remote}\n' if remote else ""
    (git / "config").write_text(f"[core]\n\tbare = false\n{section}")
    return root


def make_worktree(main: Path, folder: Path) -> Path:
    git_dir = main / ".git" / "worktrees" / folder.name
    git_dir.mkdir(parents=True)
    (git_dir / "commondir").write_text("../..\n")
    folder.mkdir(parents=True)
    (folder / ".git").write_text(f"gitdir: {git_dir}\n")
    return folder


def commit(vault: Layout, change: Write | None) -> None:
    assert change is not None
    path = vault.path(change.path)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(change.content)


def test_a_folder_inside_a_repository_belongs_to_its_root(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "app", "https://person:" + "pass" + "word@Example.com/Acme/App.git")
    inside = root / "src" / "deep"
    inside.mkdir(parents=True)
    assert project.locate(str(inside)) == Place(str(inside), str(root), "example.com/acme/app")


def test_a_linked_worktree_is_the_main_repository(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "app", "git@example.com:acme/app.git")
    worktree = make_worktree(root, tmp_path / "app-feature")
    place = project.locate(str(worktree))
    assert (place.root, place.remote) == (str(root), "example.com/acme/app")


def test_a_worktree_that_is_gone_is_the_main_repository(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "app")
    assert project.locate(str(root / ".worktrees" / "1")).root == str(root)


def test_a_submodule_is_a_repository_of_its_own(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "app")
    module = root / "vendor" / "lib"
    module.mkdir(parents=True)
    git_dir = root / ".git" / "modules" / "lib"
    git_dir.mkdir(parents=True)
    (git_dir / "config").write_text('[remote "origin"]\n url = "https://example.com/lib" ; ours\n')
    (module / ".git").write_text("gitdir: ../../.git/modules/lib\n")
    assert project.locate(str(module)) == Place(str(module), str(module), "example.com/lib")


def test_a_bare_repository_beside_its_worktrees_is_named_by_their_folder(tmp_path: Path) -> None:
    bare = tmp_path / "app" / ".bare"
    (bare / "worktrees" / "main").mkdir(parents=True)
    (bare / "worktrees" / "main" / "commondir").write_text("../..\n")
    worktree = tmp_path / "app" / "main"
    worktree.mkdir()
    (worktree / ".git").write_text("gitdir: ../.bare/worktrees/main\n")
    assert project.locate(str(worktree)).root == str(tmp_path / "app")


@pytest.mark.parametrize("cwd", ["", "relative", "/no/such/folder", "C:\\code\\app", "/x/" + "y" * 5000, "/a\0b"])
def test_a_folder_that_is_not_here_is_a_path_only(cwd: str) -> None:
    assert project.locate(cwd) == Place(cwd)


@pytest.mark.parametrize(
    ("path", "main"),
    [
        ("/x/app/.worktrees/1", "/x/app"),
        ("/x/app/.claude/worktrees/foo/src", "/x/app"),
        ("/x/app/.git/worktrees/foo", "/x/app"),
        ("/x/app/", "/x/app"),
        ("/x/worktrees/app", "/x/worktrees/app"),
        ("c:\\code\\app\\.worktrees\\1", "C:/code/app"),
        ("/", "/"),
    ],
)
def test_a_worktree_is_told_by_its_path(path: str, main: str) -> None:
    assert project.main_path(path) == main


@pytest.mark.parametrize(
    ("url", "normal"),
    [
        ("https://github.com/Acme/App.git", "github.com/acme/app"),
        ("https://user:" + "pw@github.com/acme/app?x=1#y", "github.com/acme/app"),
        ("ssh://git@github.com:22/acme/app.git/", "github.com/acme/app"),
        ("git@github.com:acme/app.git", "github.com/acme/app"),
        ("https://host.example:8443/a//b", "host.example:8443/a/b"),
        ("/srv/git/app.git", "/srv/git/app"),
        ("file:///srv/git/app.git", "/srv/git/app"),
        ("../app", ""),
        ("C:\\git\\app", ""),
        ("", ""),
    ],
)
def test_spellings_of_one_remote_are_one(url: str, normal: str) -> None:
    assert project.normal_remote(url) == normal


def test_the_same_remote_at_another_path_is_the_same_project() -> None:
    known = [project.decide(Place("/a/app", "/a/app", "example.com/app"), [])]
    assert known[0] == Project("app", ("/a/app",), ("example.com/app",))
    moved = project.decide(Place("/b/other", "/b/other", "example.com/app"), known)
    assert moved == Project("app", ("/a/app", "/b/other"), ("example.com/app",))


def test_different_projects_of_one_name_are_told_apart() -> None:
    first = project.decide(Place("/a/app"), [])
    second = project.decide(Place("/b/app"), [first])
    third = project.decide(Place("/c/a-pp"), [first, second])
    assert (first.slug, third.slug) == ("app", "a-pp")
    assert second.slug.startswith("app-")
    assert len(second.slug) == len("app-") + 4
    assert project.decide(Place("/b/app"), [first, second]) == second


def test_one_path_with_two_remotes_is_two_projects() -> None:
    first = project.decide(Place("/workspace", "/workspace", "example.com/one"), [])
    second = project.decide(Place("/workspace", "/workspace", "example.com/two"), [first])
    assert first.slug == "workspace"
    assert second.slug != first.slug


def test_names_in_other_scripts_stay_apart() -> None:
    assert project.decide(Place("/x/日本"), []).slug != project.decide(Place("/x/中国"), []).slug


def test_an_override_names_the_project_and_claims_no_place() -> None:
    assert project.decide(Place("/home/person"), [], "Entire CLI") == Project("entire-cli")
    adopted = project.decide(Place("/x/entire-cli"), [Project("entire-cli")])
    assert adopted == Project("entire-cli", ("/x/entire-cli",))


def test_assigning_twice_changes_the_vault_once(tmp_path: Path) -> None:
    vault = Layout(tmp_path)
    place = Place("/a/app", "/a/app", "example.com/acme/app")
    first = project.assign(vault, place)
    commit(vault, first.change)
    assert first.change == Write(".wikimem/projects/app.toml", (tmp_path / ".wikimem/projects/app.toml").read_bytes())
    assert project.assign(vault, place) == project.Assignment("app")


def test_one_run_remembers_what_it_assigned_before_it_is_committed(tmp_path: Path) -> None:
    projects = Projects.read(Layout(tmp_path))
    assert projects.assign(Place("/a/app")).slug == "app"
    other = projects.assign(Place("/b/app")).slug
    assert projects.assign(Place("/b/app")) == project.Assignment(other)


def test_a_persons_words_in_an_identity_file_stay(tmp_path: Path) -> None:
    vault = Layout(tmp_path)
    file = vault.projects_dir / "app.toml"
    file.parent.mkdir(parents=True)
    file.write_text('# the shop\nowner = "me"\nremotes = ["example.com/app"]  # both hosts\n')
    changed = project.assign(vault, Place("/a/app", "/a/app", "example.com/app"))
    commit(vault, changed.change)
    text = file.read_text()
    assert text.startswith('# the shop\nowner = "me"\nremotes = ["example.com/app"]  # both hosts\n')
    assert Projects.read(vault).assign(Place("/a/app")).change is None


def test_sessions_from_nowhere_share_a_project_that_needs_no_file(tmp_path: Path) -> None:
    assert project.assign(Layout(tmp_path), Place()) == project.Assignment(project.NOWHERE)


def test_a_broken_identity_file_is_named(tmp_path: Path) -> None:
    vault = Layout(tmp_path)
    vault.projects_dir.mkdir(parents=True)
    (vault.projects_dir / "app.toml").write_text("paths = [")
    with pytest.raises(UsageError) as caught:
        project.assign(vault, Place("/a/app"))
    assert caught.value.path.endswith("app.toml")
