"""The marker of a folder: which one wins, what it says, and what is wrong with it."""

import os
from pathlib import Path

import pytest

from wikimem.store.marker import marker_of


def mark(folder: Path, text: str, name: str = ".wikimem.toml") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_text(text)
    return path


def test_the_nearest_wins_and_nothing_is_merged(tmp_path: Path) -> None:
    mark(tmp_path, 'project = "all"\ndrop_subagents = true\n')
    mark(tmp_path / "a" / "b", 'project = "one"\n')
    near, far = marker_of(str(tmp_path / "a" / "b" / "c")), marker_of(str(tmp_path / "a"))
    assert (near.project, near.drop_subagents) == ("one", False)
    assert (far.project, far.drop_subagents) == ("all", True)


def test_without_a_marker_everything_has_its_default(tmp_path: Path) -> None:
    found = marker_of(str(tmp_path / "gone"))
    assert (found.path, found.vault, found.scope, found.inject, found.budget) == ("", "", "", True, 0)
    assert found.captures(str(tmp_path))
    assert marker_of("relative").path == marker_of("").path == ""


def test_every_key(tmp_path: Path) -> None:
    mark(
        tmp_path,
        'vault = "~/work"\nproject = "shop"\nworkspace = "acme"\ndrop_subagents = true\n'
        '[capture]\nignore = ["private/**"]\n[briefing]\ninject = false\nbytes = 4000\n',
    )
    found = marker_of(str(tmp_path))
    assert (found.vault, found.scope, found.drop_subagents) == ("~/work", "acme-shop", True)
    assert (found.ignore, found.inject, found.budget, found.diagnostics) == (("private/**",), False, 4_000, ())


def test_the_marker_of_ai_memory_is_a_fallback(tmp_path: Path) -> None:
    mark(
        tmp_path,
        'workspace = "w"\nproject = "p"\nproject_strategy = "repo-root"\ndrop_subagent_captures = "true"\n'
        '[recall]\ndefault_global = "true"\n[briefing]\ninject_on_session_start = "false"\nmax_chars = 1500\n'
        '[capture]\nignore_paths = ["a/*"]\n',
        ".ai-memory.toml",
    )
    found = marker_of(str(tmp_path))
    assert (found.scope, found.drop_subagents, found.inject, found.budget) == ("w-p", True, False, 1_500)
    assert (found.ignore, found.diagnostics) == (("a/*",), ())
    mark(tmp_path, 'project = "ours"\n')
    assert marker_of(str(tmp_path)).scope == "ours"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('vualt = "x"\n', "marker-key"),
        ('[capture]\nignored = ["x"]\n', "marker-key"),
        ("project = 7\n", "marker-value"),
        ("[briefing]\nbytes = -1\n", "marker-value"),
        ("[capture]\nignore = [1]\n", "marker-value"),
        ("[capture]\nignore = 'x'\n", "marker-value"),
        ('project = "a\\u0007b"\n', "marker-value"),
    ],
)
def test_what_is_wrong_is_a_finding_and_the_rest_holds(tmp_path: Path, text: str, code: str) -> None:
    path = mark(tmp_path, f"drop_subagents = true\n{text}")
    found = marker_of(str(tmp_path))
    assert found.drop_subagents
    assert [(each.code, each.path) for each in found.diagnostics] == [(code, str(path))]


@pytest.mark.parametrize("text", ["project = ", "\udcff", "[[[["])
def test_what_nobody_can_read_keeps_everything_out(tmp_path: Path, text: str) -> None:
    (tmp_path / ".wikimem.toml").write_bytes(text.encode("utf-8", "surrogateescape"))
    found = marker_of(str(tmp_path))
    assert [each.code for each in found.diagnostics] == ["marker-unreadable"]
    assert not found.captures(str(tmp_path))
    assert not found.inject


@pytest.mark.parametrize(
    ("glob", "folder", "captured"),
    [
        ("private/**", "private", False),
        ("private/**", "private/a/b", False),
        ("private/**", "privates", True),
        ("private", "private/a", False),
        ("*/secret", "a/secret/b", False),
        ("*/secret", "a/secrets", True),
        ("private/**", ".", True),
        ("*", "anything", False),
    ],
)
def test_globs_are_matched_from_the_marker(tmp_path: Path, glob: str, folder: str, captured: bool) -> None:
    mark(tmp_path, f'[capture]\nignore = ["{glob}"]\n')
    assert marker_of(str(tmp_path)).captures(str(tmp_path / folder)) is captured


def test_an_allow_list_lets_in_what_has_a_marker_of_its_own(tmp_path: Path) -> None:
    mark(tmp_path, "[capture]\nallowlist = true\n")
    mark(tmp_path / "open", "")
    assert not marker_of(str(tmp_path / "shut")).captures(str(tmp_path / "shut"))
    assert marker_of(str(tmp_path / "open" / "sub")).captures(str(tmp_path / "open" / "sub"))


@pytest.mark.skipif(os.name == "nt" or os.geteuid() != 0, reason="only root can give a file away")
def test_a_marker_of_somebody_else_is_passed_over(tmp_path: Path) -> None:
    path = mark(tmp_path / "a", 'vault = "/theirs"\n')
    os.chown(path, 12_345, 12_345)
    assert marker_of(str(tmp_path / "a")).vault == ""
