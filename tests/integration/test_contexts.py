"""What agents are given at a start is prepared where its pages changed, and only there."""

from pathlib import Path

import pytest

from tests.integration.vaults import Vault, asked
from wikimem.config import Config
from wikimem.verbs.contexts import prepare


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    made = Vault(tmp_path)
    for number, project in enumerate(("kiln", "loom"), 1):
        rule = f"From now on, always run `make {project}` before you push to main."
        made.compile(made.say(f"aaaa000{number}", *asked(rule)), project=project)
    return made


def written(vault: Vault) -> dict[str, int]:
    return {path.name: path.stat().st_ctime_ns for path in vault.layout.contexts_dir.glob("*.md")}


def test_nothing_is_prepared_twice_for_one_commit(vault: Vault) -> None:
    before = written(vault)
    assert set(before) == {"-.md", "kiln.md", "loom.md"}
    assert not prepare(vault.layout, Config())
    assert written(vault) == before


def test_a_project_nobody_touched_keeps_its_file(vault: Vault) -> None:
    before = written(vault)
    vault.compile(vault.say("aaaa0003", *asked("From now on, always fire the bowls at cone 10.")), project="kiln")
    after = written(vault)
    assert after["kiln.md"] != before["kiln.md"]
    assert after["loom.md"] == before["loom.md"]
    assert "cone 10" in (vault.layout.contexts_dir / "kiln.md").read_text("utf-8")


def test_another_limit_prepares_all(vault: Vault) -> None:
    before = written(vault)
    assert prepare(vault.layout, Config(inject_bytes=4_000))
    assert not set(written(vault).values()) & set(before.values())
