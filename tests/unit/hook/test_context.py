"""What an agent is given in a folder: its project's file, and no other's."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from wikimem.hook.context import context_for
from wikimem.store.homes import vault_key
from wikimem.store.marker import Marker, marker_of

Given = Callable[[Path], str]

TEXT = "<wikimem-context>\nsays\n\n{}\n</wikimem-context>\n"


@pytest.fixture
def given(tmp_path: Path) -> Given:
    """A map that knows /shop, a repository, and /notes, which is none; what a folder is given."""
    (tmp_path / "shop" / ".git").mkdir(parents=True)
    (tmp_path / "shop" / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    folder = tmp_path / "cache" / "wikimem" / "contexts" / vault_key(str(tmp_path / "vault"))
    folder.mkdir(parents=True)
    for name in ("shop", "notes", "-"):
        (folder / f"{name}.md").write_text(TEXT.format(name))
    known: dict[str, Any] = {
        "folders": {str(tmp_path / "shop"): "shop", str(tmp_path / "notes"): "notes"},
        "projects": ["shop", "notes"],
        "remotes": {"example.com/acme/shop": "shop"},
    }
    (folder / "map.json").write_text(json.dumps(known))

    def words(cwd: Path, marker: Marker | None = None) -> str:
        environ = {"XDG_CACHE_HOME": str(tmp_path / "cache")}
        text = context_for(str(cwd), str(tmp_path / "vault"), marker or Marker(), environ)
        return text.split("\n")[3] if text else ""

    return words


def test_a_subfolder_belongs_and_a_sibling_whose_name_begins_alike_does_not(given: Given, tmp_path: Path) -> None:
    (tmp_path / "shop2").mkdir()
    assert given(tmp_path / "shop") == given(tmp_path / "shop" / "src" / "deep") == "shop"
    assert given(tmp_path / "shop2") == "-"
    assert given(tmp_path / "notes" / "today") == "notes"
    assert given(tmp_path / "notes2") == "-"


def test_a_linked_worktree_belongs(given: Given, tmp_path: Path) -> None:
    inside = tmp_path / "shop" / ".git" / "worktrees" / "feature"
    inside.mkdir(parents=True)
    (inside / "commondir").write_text("../..\n")
    (tmp_path / "feature" / "src").mkdir(parents=True)
    (tmp_path / "feature" / ".git").write_text(f"gitdir: {inside}\n")
    assert given(tmp_path / "feature" / "src") == "shop"


def test_another_clone_belongs_by_its_remote(given: Given, tmp_path: Path) -> None:
    git = tmp_path / "copy" / ".git"
    git.mkdir(parents=True)
    (git / "HEAD").write_text("ref: refs/heads/main\n")
    (git / "config").write_text('[remote "origin"]\n\turl = git@example.com:acme/shop.git\n')
    assert given(tmp_path / "copy") == "shop"


def test_a_repository_inside_a_known_folder_is_another_project(given: Given, tmp_path: Path) -> None:
    (tmp_path / "notes" / "inner" / ".git").mkdir(parents=True)
    (tmp_path / "notes" / "inner" / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    assert given(tmp_path / "notes" / "inner") == "-"


def test_the_way_through_a_symbolic_link_does_not_matter(given: Given, tmp_path: Path) -> None:
    (tmp_path / "alias").symlink_to(tmp_path / "shop")
    assert given(tmp_path / "alias") == "shop"


def test_a_marker_names_the_project_limits_the_words_or_wants_none(given: Any, tmp_path: Path) -> None:
    assert given(tmp_path, Marker("/m", {"project": "Notes"})) == "notes"
    assert given(tmp_path, Marker("/m", {"project": "nowhere"})) == "-"
    assert given(tmp_path / "shop", Marker("/m", {"inject": False})) == ""


def test_a_vault_without_contexts_gives_nothing(tmp_path: Path) -> None:
    assert context_for("/w", str(tmp_path), marker_of("/w"), {"XDG_CACHE_HOME": str(tmp_path)}) == ""


@pytest.mark.parametrize("letter", ["x", "\u00e9", "\u6848"])
def test_what_is_too_long_is_cut_at_a_line_and_still_closed(tmp_path: Path, letter: str) -> None:
    folder = tmp_path / "wikimem" / "contexts" / vault_key("/v")
    folder.mkdir(parents=True)
    (folder / "map.json").write_text('{"folders": {}, "projects": [], "remotes": {}}')
    (folder / "-.md").write_text(TEXT.format("\n".join(letter * 70 for _ in range(400))), "utf-8")
    text = context_for("/w", "/v", Marker(), {"XDG_CACHE_HOME": str(tmp_path)})
    assert 9_000 < len(text.encode()) <= 9_500
    assert text.endswith("\n</wikimem-context>\n")
    short = context_for("/w", "/v", Marker("/m", {"budget": 1_000}), {"XDG_CACHE_HOME": str(tmp_path)})
    assert 500 < len(short.encode()) <= 1_000
    assert context_for("/w", "/v", Marker("/m", {"budget": 40}), {"XDG_CACHE_HOME": str(tmp_path)}) == ""
