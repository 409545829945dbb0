import pytest

from wikimem.errors import ConfigUnreadable
from wikimem.install import spans, yaml_edits
from wikimem.install.edit import Item, Member

SERVER = Member(("servers", "wikimem"), {"command": "w"})
HOOK = Item(("hooks", "start"), {"command": "/w/wikimem hook"})


def put(text, edit):
    return spans.insert(text, (), yaml_edits.insert(text, edit))[0]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", 'servers:\n  wikimem: {"command": "w"}\n'),
        ("a: 1", 'a: 1\nservers:\n  wikimem: {"command": "w"}\n'),
        ("servers:\n", 'servers:\n  wikimem: {"command": "w"}\n'),
        ("servers:", 'servers:\n  wikimem: {"command": "w"}\n'),
        ("servers: {}  # none\n", 'servers: {wikimem: {"command": "w"}}  # none\n'),
        ("servers:\n    # one\n    x: 1\n", 'servers:\n    wikimem: {"command": "w"}\n    # one\n    x: 1\n'),
    ],
)
def test_a_member_goes_where_its_neighbours_are(before, after):
    assert put(before, SERVER) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("hooks:\n  start:\n  - a\n", 'hooks:\n  start:\n  - {"command": "/w/wikimem hook"}\n  - a\n'),
        ("hooks: {start: [a]}\n", 'hooks: {start: [{"command": "/w/wikimem hook"}, a]}\n'),
        ("hooks:\n  start:\n", 'hooks:\n  start:\n  - {"command": "/w/wikimem hook"}\n'),
    ],
)
def test_an_element_goes_to_the_front_of_its_list(before, after):
    assert put(before, HOOK) == after
    assert yaml_edits.strip(after, HOOK) == before


@pytest.mark.parametrize(
    "text",
    [
        "a: [1\n",
        "a: 1\n---\nb: 2\n",
        "a: 1\n...\n",
        "- a\n",
        "base: &b {x: 1}\nservers: *b\n",
        "servers: text\n",
        "servers: [a]\n",
        "\tservers: 1\n",
    ],
)
def test_what_cannot_be_edited_safely_is_refused(text):
    with pytest.raises(ConfigUnreadable):
        yaml_edits.insert(text, SERVER)


def test_ours_goes_in_whatever_style_the_agent_rewrote_it():
    text = "servers:\n  a: 1\n  wikimem:\n    command: w\n    args:\n    - mcp\n\n  # about b\n  b: 2\n"
    assert yaml_edits.strip(text, SERVER) == "servers:\n  a: 1\n\n  # about b\n  b: 2\n"
