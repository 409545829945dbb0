"""What `verify` finds in pages: claims that stand twice or though they were forgotten, and merges left open."""

import pytest

from tests.integration.vaults import COPIES, QUEUE, Vault, asked


@pytest.fixture
def vault(tmp_path):
    vault = Vault(tmp_path)
    vault.say("one", *asked(COPIES))
    vault.compile()
    assert list(map(str, vault.wiki.verify())) == []
    return vault


def found(vault):
    return [(finding.code, finding.path) for finding in vault.wiki.verify()]


def test_a_claim_that_stands_twice(vault):
    claim, (page, text, _) = next((id, place) for id, place in vault.claims().items() if "glaze" in place[1])
    other = page.replace("/preferences/", "/facts/")
    (vault.root / other).parent.mkdir(exist_ok=True)
    (vault.root / other).write_text(f"---\ntype: Fact\ntitle: T\n---\n# T\n\n- {text} ^{claim}\n")
    assert ("claim-twice", max(page, other)) in found(vault)
    (vault.root / other).write_text(f"---\ntype: Fact\ntitle: T\n---\n# T\n\n- ~~{text}~~ until 2026-03-02 ^{claim}\n")
    assert "claim-twice" not in dict(found(vault))


def test_a_forgotten_claim_that_stands_on_a_page(vault):
    claim, (page, _, _) = next((id, place) for id, place in vault.claims().items() if "glaze" in place[1])
    before = (vault.root / page).read_text()
    vault.wiki.forget(claim)
    assert found(vault) == []
    (vault.root / page).parent.mkdir(exist_ok=True)
    (vault.root / page).write_text(before)
    assert ("claim-forgotten", page) in found(vault)


def test_marks_of_an_unfinished_merge(vault):
    page = vault.root / vault.session_pages()[0]
    before = page.read_text()
    page.write_text(before + "\n<<<<<<< ours\n- a\n=======\n- b\n>>>>>>> theirs\n")
    (finding,) = [finding for finding in vault.wiki.verify() if finding.code == "conflict-marks"]
    assert finding.line == before.count("\n") + 2
    page.write_text(before + "\n=======\n>>>>>>> quoted\n")
    assert "conflict-marks" not in dict(found(vault))


def test_a_session_that_was_purged_is_not_looked_for(vault):
    vault.say("two", *asked(QUEUE), day="2026-03-04")
    vault.compile()
    vault.wiki.safekeeping.purge("two", dry_run=False)
    assert found(vault) == []
