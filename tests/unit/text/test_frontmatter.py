import pytest

from wikimem.errors import PageError
from wikimem.text import frontmatter

OBSIDIAN = """---
# keep
zeta: last first
due: 2026-06-29
ver: "1.10"
link: "[[Page]]"
tags: [a, b]  # mine
list:
  - one
  - two

note: |
  # no comment

---
body


"""


def test_strings_stay_strings():
    text = "---\na: no\nb: 1.10\nc: 2026-02-04\nd: 12:30:45\ne: 007\nf: 1_000\ng: 2026-13-45\n"
    text += "h: 0.5\n1: x\nyes: y\n=: z\n---\n"
    assert frontmatter.parse(text)[0] == {
        "a": "no",
        "b": "1.10",
        "c": "2026-02-04",
        "d": "12:30:45",
        "e": "007",
        "f": "1_000",
        "g": "2026-13-45",
        "h": "0.5",
        "1": "x",
        "yes": "y",
        "=": "z",
    }


def test_only_what_json_writes_the_same_way_is_typed():
    meta, _ = frontmatter.parse(
        "---\na: true\nb: False\nc: 12\nd: -3\ne: null\nf: ~\ng:\nh: !!timestamp 2026-02-04\n---\n"
    )
    assert meta == {"a": True, "b": "False", "c": 12, "d": -3, "e": None, "f": None, "g": None, "h": "2026-02-04"}


@pytest.mark.parametrize(
    ("text", "block", "body"),
    [
        ("---\na: 1\n---\n\n  body \n\n", "a: 1\n", "\n  body \n\n"),
        ("---\na: 1\n...\nbody", "a: 1\n", "body"),
        ("\ufeff---\r\na: 1\r\n---\r\nbody\r\n", "a: 1\r\n", "body\r\n"),
        ("---\n---\nbody", "", "body"),
        ("---\nA rule, then prose.\n\n---\nmore", "", "---\nA rule, then prose.\n\n---\nmore"),
        ("---\n- a\n- b\n---\n", "", "---\n- a\n- b\n---\n"),
        ("---\na: 1\nnever closed", "", "---\na: 1\nnever closed"),
        ("----\na: 1\n----\n", "", "----\na: 1\n----\n"),
        ("--- \na: 1\n---\n", "", "--- \na: 1\n---\n"),
        ("text\n---\na: 1\n---\n", "", "text\n---\na: 1\n---\n"),
        ("", "", ""),
    ],
)
def test_split(text, block, body):
    assert frontmatter.split(text) == (block, body)


def test_a_block_that_does_not_parse_is_named_and_left_alone():
    text = "---\ntype: Note\ntitle: fix: parser drops lines\ntags: [a]\n---\nbody\n"
    with pytest.raises(PageError, match=r"line 3, column 11") as caught:
        frontmatter.parse(text, "a/b.md")
    assert (caught.value.path, caught.value.line) == ("a/b.md", 3)
    with pytest.raises(PageError):
        frontmatter.patch(text, {"links": ["x"]})
    assert frontmatter.split(text)[1] == "body\n"


@pytest.mark.parametrize(
    "block",
    [
        "a: 1\na: 2\n",
        "? [x, y]\n: b\nc: d\n",
        "a: &x {b: *x}\n",
        "a: [" * 3000,
        "a: \x00\n",
        "a: \ud800\n",
        "a: " + "x" * 70_000 + "\n",
        "a: &a [x,x,x,x,x,x,x,x,x]\n"
        + "".join(f"{n}: &{n} [{','.join(['*' + p] * 9)}]\n" for p, n in zip("abcde", "bcdef", strict=True)),
    ],
)
def test_doubtful_blocks_are_refused(block):
    with pytest.raises(PageError):
        frontmatter.patch(f"---\n{block}---\nbody", {"z": "1"})


def test_a_changed_tag_changes_one_line():
    patched = frontmatter.patch(OBSIDIAN, {"tags": ["a", "b", "c"]})
    assert patched == OBSIDIAN.replace("tags: [a, b]  # mine", "tags: [a, b, c]  # mine")


def test_a_list_one_item_a_line_stays_one():
    patched = frontmatter.patch(OBSIDIAN, {"list": ["one", "two: 2"]})
    assert patched == OBSIDIAN.replace("  - two\n", '  - "two: 2"\n')


def test_keys_are_added_at_the_end_and_removed_with_their_lines():
    patched = frontmatter.patch(OBSIDIAN, {"note": None, "list": None, "zeta": None, "new": "x"})
    assert (
        patched == '---\n# keep\ndue: 2026-06-29\nver: "1.10"\nlink: "[[Page]]"\n'
        "tags: [a, b]  # mine\n\n\nnew: x\n---\nbody\n\n\n"
    )


def test_a_key_that_has_its_value_is_not_rewritten():
    assert frontmatter.patch(OBSIDIAN, {"ver": "1.10", "list": ["one", "two"], "absent": None}) == OBSIDIAN


def test_windows_line_ends_stay():
    text = OBSIDIAN.replace("\n", "\r\n")
    assert frontmatter.parse(text)[0] == frontmatter.parse(OBSIDIAN)[0]
    patched = frontmatter.patch(text, {"tags": ["c"], "new": "x"})
    assert patched == frontmatter.patch(OBSIDIAN, {"tags": ["c"], "new": "x"}).replace("\n", "\r\n")


def test_a_page_without_frontmatter_gets_one_but_an_open_block_does_not():
    assert frontmatter.patch("body\n", {"type": "Note"}) == "---\ntype: Note\n---\nbody\n"
    assert frontmatter.patch("\ufeffbody\r\n", {"type": "Note"}) == "\ufeff---\r\ntype: Note\r\n---\r\nbody\r\n"
    assert frontmatter.patch("body\n", {"type": None}) == "body\n"
    for text in ("---\ntype: Note\nbody\n", "---\nprose\n---\nbody\n"):
        with pytest.raises(PageError):
            frontmatter.patch(text, {"type": "Note"})


def test_a_change_that_would_reach_another_key_is_refused():
    with pytest.raises(PageError):
        frontmatter.patch("---\na: &x [1, 2]\nb: *x\n---\n", {"a": "gone"})
    with pytest.raises(PageError):
        frontmatter.patch("---\n{a: 1, b: 2}\n---\n", {"a": "3"})


def test_format_has_a_fixed_order_and_one_line_a_source():
    meta = {
        "zeta": "z",
        "alpha": "2026-02-04",
        "sources": [{"id": "b6b20c21-41", "resource": "/raw/a.jsonl#41", "last_modified": "2026-02-04"}],
        "generated": {"by": "wikimem/0.1.0", "at": "2026-02-04T10:51:07Z"},
        "aliases": [],
        "tags": ["git", "no", "a, b"],
        "description": "Link code to sessions, by a trailer: not by name.",
        "title": "🧩 It's done",
        "type": "Decision",
    }
    assert frontmatter.format(meta, "# T\n") == (
        "---\n"
        "type: Decision\n"
        "title: 🧩 It's done\n"
        'description: "Link code to sessions, by a trailer: not by name."\n'
        'tags: [git, "no", "a, b"]\n'
        "aliases: []\n"
        "generated: {by: wikimem/0.1.0, at: 2026-02-04T10:51:07Z}\n"
        "sources:\n"
        "- {id: b6b20c21-41, resource: /raw/a.jsonl#41, last_modified: 2026-02-04}\n"
        'alpha: "2026-02-04"\n'
        "zeta: z\n"
        "---\n# T\n"
    )


def test_an_impossible_day_is_quoted():
    assert 'last_modified: "2026-02-31"' in frontmatter.format({"sources": [{"last_modified": "2026-02-31"}]}, "")


def test_a_line_of_5_mb_is_no_trouble():
    body = "before\n\n```\n" + "QUJD" * 1_250_000 + "\n```\n\nafter\n"
    text = "---\ntype: Note\n---\n" + body
    assert frontmatter.parse(text)[1] == body
    assert frontmatter.patch(text, {"type": "Fact"}) == text.replace("Note", "Fact", 1)
