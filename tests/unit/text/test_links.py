from wikimem.text.links import check_links


def page(body, title="T"):
    return f"---\ntype: Note\ntitle: {title}\naliases: [other name]\n---\n{body}"


def found(pages):
    return [(finding.code, finding.path, finding.line) for finding in check_links(pages)]


def test_what_resolves_is_not_reported():
    pages = {
        "a/one.md": page(
            "# One\n\n- x [^s-1] ^c-1234\n\n"
            "see [two](../b/two.md#^c-9) [[two]] [[other name]] [[b/two#Two words|t]]\n\n[^s-1]: [Two](/b/two.md)\n"
        ),
        "b/two.md": page(
            "# Two words\n\n- y ^c-9\n\n[up](../) [web](https://example.test/x.md) [raw](../raw/a.jsonl)\n", "Two"
        ),
    }
    assert found(pages) == []


def test_what_leads_nowhere_is():
    pages = {
        "a.md": page(
            "# A\n\n[b](b.md) [[nowhere]] [a](a.md#^c-0) [a](a.md#No such heading)\n\n"
            "- x [^s-1] ^c-1\n- y ^c-1\n\n[^s-2]: z\n[^s-2]: z\n"
        )
    }
    assert found(pages) == [
        ("footnote-missing", "a.md", 10),
        ("footnote-unused", "a.md", 0),
        ("footnote-twice", "a.md", 0),
        ("block-id-twice", "a.md", 0),
        ("broken-link", "a.md", 8),
        ("broken-link", "a.md", 8),
        ("broken-anchor", "a.md", 8),
    ]


def test_code_is_not_prose():
    assert found({"a.md": page("`[[x]] [^1]`\n\n```\n[b](b.md) [^2] ^c-1\n```\n")}) == []
