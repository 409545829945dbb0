"""A compiled vault keeps the Open Knowledge Format, by our own rules and by those of somebody else's validator."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.contract.transcripts import Claude, whole
from tests.integration.vaults import CHECK, COPIES, QUEUE, REPORT, UNITS, Vault, asked
from wikimem.config import Config
from wikimem.text import okf
from wikimem.text.frontmatter import parse
from wikimem.text.links import check_links

OKF = Path(sys.executable).with_name("okf")
ODD = "Repair [[the queue]] | <b>now</b> ](x) `unclosed # $a$ ^c-12345678 *and* _then_ ~~stop~~ {a: b}: - !x"


@pytest.fixture(scope="module")
def vault(tmp_path_factory: pytest.TempPathFactory) -> Vault:
    """A vault with every type of page, odd titles, sessions without times, and many sessions in one project."""
    vault = Vault(tmp_path_factory.mktemp("okf"))
    texts = (CHECK, COPIES, UNITS, QUEUE)
    for number in range(24):
        words = f"Look at shelf {number}. {texts[number % 4]} Never put more than {number + 2} pots on shelf {number}."
        vault.say(f"bbbb{number:04}", *asked(words), day=f"2026-03-{number + 1:02}")
    vault.say("aaaa0001", *asked(f"{ODD} {CHECK}", f"{ODD}\n\n{REPORT}"))
    vault.say("aaaa0002", *asked(f"Which unit? {UNITS}"), day="")
    line = Claude("3b0c5a52-7b0d-4e8e-9a41-5d2c8e10b7f4")
    todo = {"todos": [{"content": "Fire the second kiln", "status": "pending", "activeForm": "Firing"}]}
    commit = {"command": "git commit -m 'Write before unlocking'"}
    vault.put(
        "claude.jsonl",
        whole(
            line.user(f"Why does the firing queue lose jobs? {QUEUE}"),
            line.call("TodoWrite", todo),
            line.result("Todos have been modified."),
            line.call("Bash", commit, "toolu_2"),
            line.result("[main 1234abc] Write before unlocking\n 1 file changed", "toolu_2"),
            line.agent(f"{REPORT}\n\nShould the glaze table be cached on disk as well?"),
        ),
    )
    for transcript in sorted(vault.transcripts.iterdir()):
        vault.compile(transcript)
    vault.compile(vault.say("bbbb0003", *asked(f"Look at shelf 3 again. {CHECK}"), day="2026-03-04"), project="glazes")
    return vault


def test_every_page_keeps_our_rules(vault: Vault) -> None:
    pages = vault.pages()
    assert {str(parse(text)[0].get("type")) for text in pages.values()} >= {
        "Session",
        "Preference",
        "Handoff",
        "Memory",
    }
    findings = [finding for path, text in pages.items() for finding in okf.check(path, text)]
    assert list(map(str, findings)) == []
    assert list(map(str, check_links(pages))) == []


def test_an_independent_validator_agrees(vault: Vault, tmp_path: Path) -> None:
    def validate(folder: Path) -> "subprocess.CompletedProcess[str]":
        return subprocess.run([OKF, "validate", folder], capture_output=True, text=True, check=False)

    done = validate(vault.root)
    assert done.returncode == 0, done.stdout + done.stderr
    (tmp_path / "wrong.md").write_text("No frontmatter.\n")
    assert validate(tmp_path).returncode != 0


def test_memory_stays_within_its_limits(vault: Vault) -> None:
    memories = [text for path, text in vault.pages().items() if path.endswith("MEMORY.md")]
    assert len(memories) == 3
    for text in memories:
        assert parse(text)[0]["type"] == "Memory"
        assert text.count("\n") <= Config().memory_lines
        assert len(text.encode()) <= Config().memory_bytes


def test_only_the_root_index_has_frontmatter(vault: Vault) -> None:
    indexes = {path: parse(text)[0] for path, text in vault.pages().items() if path.endswith("index.md")}
    assert indexes.pop("index.md") == {"okf_version": "0.2"}
    assert list(indexes.values()) == [{}, {}]
