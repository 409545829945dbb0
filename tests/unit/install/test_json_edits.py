import json

import pytest

from wikimem.errors import ConfigUnreadable
from wikimem.install import json_edits, spans
from wikimem.install.edit import Item, Member

SERVER = Member(("servers", "wikimem"), {"command": "w"})


def put(text, edit):
    return spans.insert(text, (), json_edits.insert(text, edit))[0]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", '{\n  "servers": {\n    "wikimem": {\n      "command": "w"\n    }\n  }\n}\n'),
        ('{"a":1}', '{"a":1, "servers": {"wikimem": {"command": "w"}}}'),
        ('{"servers": {}}', '{"servers": {"wikimem": {"command": "w"}}}'),
        ('{"servers": {"x": {}}}', '{"servers": {"x": {}, "wikimem": {"command": "w"}}}'),
        ('{\n\t"a": 1,\n}\n', '{\n\t"a": 1,\n\t"servers": {\n\t\t"wikimem": {\n\t\t\t"command": "w"\n\t\t}\n\t}\n}\n'),
        (
            '{\n  "servers": {\n    "x": {} // first\n    // none after it\n  }\n}',
            '{\n  "servers": {\n    "x": {}, // first\n    "wikimem": {\n      "command": "w"\n    }\n'
            "    // none after it\n  }\n}",
        ),
    ],
)
def test_a_member_is_put_in_the_manner_of_its_neighbours(before, after):
    assert put(before, SERVER) == after


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('{"a": }', 1),
        ('{\n"a": 1\n"b": 2}', 3),
        ('{"a": 1', 1),
        ('{"a": 1} x', 1),
        ('{"a": "x\ny"}', 1),
        ('{"a": tru}', 1),
        ('{"a": 1.2.3}', 1),
        ('{"a" 1}', 1),
        ("[" * 300, 1),
        ("<html>", 1),
        ('{"a": 1,, "b": 2}', 1),
        ("/* never closed {}", 1),
    ],
)
def test_what_is_no_json_is_refused_with_its_line(text, line):
    with pytest.raises(ConfigUnreadable) as refused:
        json_edits.insert(text, SERVER)
    assert refused.value.line == line


@pytest.mark.parametrize("text", ['{"servers": []}', '{"servers": null}', '{"servers": "none"}', "[]", "1"])
def test_a_value_in_the_way_is_refused(text):
    with pytest.raises(ConfigUnreadable, match="is not an object"):
        json_edits.insert(text, SERVER)


def test_a_list_in_the_way_of_a_list_is_no_object():
    with pytest.raises(ConfigUnreadable, match=r"`hooks\.Stop` is not a list"):
        json_edits.insert('{"hooks": {"Stop": {}}}', Item(("hooks", "Stop"), {}))


def test_lax_forms_are_read():
    text = "// c\n{a: 'it', \"b\": +.5, c: 0xFF, d: [1, 2,], /* e */ e: NaN,}"
    assert json_edits.data(text) == {"a": "it", "b": "+.5", "c": "0xFF", "d": [1, 2], "e": "NaN"}


def test_the_last_of_two_equal_keys_counts():
    assert json_edits.strip('{"s": 1, "s": {"wikimem": 2, "x": 3}}', Member(("s", "wikimem"), 2)) == (
        '{"s": 1, "s": { "x": 3}}'
    )


def test_a_container_goes_only_when_it_is_empty():
    assert json_edits.drop_empty('{"a": 1, "s": {}}', ("s",)) == '{"a": 1}'
    for text in ('{"s": {"x": 1}}', '{"s": { /* mine */ }}', '{"s": null}', "{}", ""):
        assert json_edits.drop_empty(text, ("s",)) == text


def test_all_of_ours_leave_a_list():
    ours = [{"command": f"/{n}/wikimem hook --agent x"} for n in range(3)]
    for order in ([*ours, {"command": "t"}], [{"command": "t"}, *ours], [ours[0], {"command": "t"}, *ours[1:]]):
        left = json_edits.strip(json.dumps({"hooks": order}), Item(("hooks",), ours[0]))
        assert json.loads(left) == {"hooks": [{"command": "t"}]}
