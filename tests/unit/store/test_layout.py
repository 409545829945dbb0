from pathlib import Path

import pytest

from wikimem.errors import NotAVault
from wikimem.store import layout
from wikimem.store.layout import Layout


def make_vault(root: Path) -> Path:
    (root / ".wikimem").mkdir(parents=True)
    (root / ".wikimem" / "config.toml").write_text("")
    return root


def test_the_option_wins_over_the_variable_and_the_variable_over_the_default(tmp_path: Path) -> None:
    one, two, three = (make_vault(tmp_path / name) for name in ("one", "two", "wikimem"))
    environ = {"WIKIMEM_VAULT": str(two), "HOME": str(tmp_path)}

    assert layout.find(one, environ).root == one
    assert layout.find(None, environ).root == two
    assert layout.find(None, {"HOME": str(tmp_path)}).root == three


def test_a_folder_without_configuration_is_no_vault(tmp_path: Path) -> None:
    with pytest.raises(NotAVault) as caught:
        layout.find(tmp_path, {})
    assert caught.value.hint == f"make one: wikimem init {tmp_path}"


def test_a_copy_of_a_vault_has_a_cache_of_its_own(tmp_path: Path) -> None:
    original, copy = Layout(tmp_path / "a" / "wiki"), Layout(tmp_path / "b" / "wiki")
    assert original.id != copy.id
    assert original.id == Layout(tmp_path / "a" / "wiki").id
    assert original.id.startswith("wiki-")


def test_the_persons_folders_follow_the_xdg_rules() -> None:
    assert layout.cache_home({"XDG_CACHE_HOME": "/c", "HOME": "/h"}) == Path("/c")
    assert layout.cache_home({"XDG_CACHE_HOME": "relative", "HOME": "/h"}) == Path("/h/.cache")
    assert layout.state_home({"HOME": "/h"}) == Path("/h/.local/state")


def test_relative_paths_go_there_and_back(tmp_path: Path) -> None:
    vault = Layout(tmp_path)
    assert vault.relative(vault.path("raw/codex/2026/x.jsonl")) == "raw/codex/2026/x.jsonl"
