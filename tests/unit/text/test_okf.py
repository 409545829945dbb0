import pytest

from wikimem.model.diagnostic import Severity
from wikimem.text.okf import check

GOOD = (
    "---\ntype: Fact\ntitle: T\n"
    "generated: {by: a/1, at: 2026-02-04T10:51:07Z}\nsources:\n- {id: a-1, resource: /raw/a.jsonl#1}\n---\n# T\n"
)


def codes(path, text, severity=None):
    return [finding.code for finding in check(path, text) if severity in (None, finding.severity)]


def test_a_page_of_ours_is_conformant():
    assert check("global/facts/t.md", GOOD) == []
    assert check("raw/a.jsonl", "x") == []


@pytest.mark.parametrize(
    ("path", "text", "code"),
    [
        ("a.md", "# T\n", "okf-no-frontmatter"),
        ("a.md", "---\ntitle: x\n---\n", "okf-no-type"),
        ("a.md", "---\ntype: [x]\n---\n", "okf-no-type"),
        ("a.md", "---\ntype: a: b\n---\n", "okf-frontmatter"),
        ("projects/index.md", "---\nokf_version: '0.2'\n---\n", "okf-index"),
        ("index.md", "---\nokf_version: '0.2'\ntype: x\n---\n", "okf-index"),
        ("index.md", "# T\n\nprose\n", "okf-index"),
        ("log.md", "## 2026-02-01\n- a\n## 2026-02-02\n- b\n", "okf-log"),
        ("log.md", "## Monday\n- a\n", "okf-log"),
    ],
)
def test_what_the_format_demands_is_an_error(path, text, code):
    assert codes(path, text, Severity.ERROR) == [code]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("tags: one", "okf-tags"),
        ("status: final", "okf-status"),
        ("generated: {by: a/1}", "okf-instant"),
        ("generated: me", "okf-actor"),
        ("sources: /a", "okf-sources"),
        ("sources: [{id: a}]", "okf-sources"),
        ("sources: [{id: a, resource: x}, {id: a, resource: y}]", "okf-sources"),
        ("verified: {by: human:x}", "okf-instant"),
        ("stale_after: later", "okf-instant"),
        ("title: [a]", "okf-text"),
    ],
)
def test_what_the_format_recommends_is_a_warning(line, code):
    assert codes("a.md", f"---\ntype: X\n{line}\n---\n", Severity.WARNING) == [code]


def test_an_index_is_a_list_of_links():
    assert check("index.md", '---\nokf_version: "0.2"\n---\n# T\n\n## A\n* [B](b.md) - why\n* [C](c/)\n') == []
    assert [finding.line for finding in check("index.md", '---\nokf_version: "0.2"\n---\n# T\nprose\n')] == [5]
