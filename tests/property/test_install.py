"""Whatever a configuration looks like: what we put in comes out again, and nothing else moves."""

import json

from hypothesis import given
from hypothesis import strategies as st

from wikimem.install import json_edits, spans
from wikimem.install.edit import Insertion, Item, Member
from wikimem.install.others import theirs
from wikimem.install.rewire import Format, Trace, rewire

HOOK = {"hooks": [{"type": "command", "command": "/opt/wikimem", "args": ["hook", "--agent", "x"]}]}
EDITS = (
    Member(("mcpServers", "wikimem"), {"command": "/opt/wikimem", "args": ["mcp"]}),
    Item(("hooks", "Start"), HOOK),
    Item(("hooks", "Stop"), HOOK),
)

words = st.text(st.characters(exclude_categories=("Cs",)), max_size=8)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | words,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
    max_leaves=8,
)
hook_lists = st.lists(
    st.fixed_dictionaries({"hooks": st.lists(st.fixed_dictionaries({"command": words}), max_size=2)}), max_size=2
)
configurations = st.builds(
    lambda more, known: {**more, **known},
    st.dictionaries(words.filter(lambda word: word not in ("mcpServers", "hooks")), values, max_size=3),
    st.fixed_dictionaries(
        {},
        optional={
            "mcpServers": st.dictionaries(words, values, max_size=2),
            "hooks": st.fixed_dictionaries({}, optional={"Start": hook_lists, "Stop": hook_lists, "Other": hook_lists}),
        },
    ),
)
separators = st.sampled_from([(",", ":"), (", ", ": "), (" , ", " : ")])
indents = st.sampled_from([None, 0, 1, 2, 4, "\t"])
fillings = st.lists(st.sampled_from(["// c\n", "/* c */", " ", "\n", "\t", "/* a\nb */"]), min_size=1, max_size=40)


@st.composite
def documents(draw):
    """JSON in some layout; sometimes with comments wherever white space may stand, and trailing commas."""
    text = json.dumps(
        draw(configurations), indent=draw(indents), separators=draw(separators), ensure_ascii=draw(st.booleans())
    )
    if draw(st.booleans()):
        text = filled(text, draw(fillings), trailing=draw(st.booleans()))
    text = draw(st.sampled_from(["", "\ufeff"])) + text + draw(st.sampled_from(["", "\n", "\n\n"]))
    return text.replace("\n", draw(st.sampled_from(["\n", "\r\n"])))


def filled(text, fillings, *, trailing):
    """Put one filling after another between the tokens of a JSON text."""
    out, inside, escaped, number = [], False, False, 0
    for at, character in enumerate(text):
        if not inside and character in "{}[],:":
            if character in "}]" and trailing and text[:at].rstrip()[-1:] not in "{[":
                out.append(",")
            out += [fillings[number % len(fillings)], character, fillings[(number + 1) % len(fillings)]]
            number += 1
            continue
        if character == '"' and not escaped:
            inside = not inside
        escaped = inside and character == "\\" and not escaped
        out.append(character)
    return "".join(out)


@given(documents())
def test_the_same_bytes_come_back(text):
    before = text.encode()
    after, trace = rewire(before, None, Format.JSON, (), EDITS)
    assert rewire(after, trace, Format.JSON, EDITS, EDITS) == (after, trace)
    assert rewire(after, trace, Format.JSON, EDITS, ()) == (before, None)


@given(documents())
def test_the_same_words_come_back_from_a_file_that_changed(text):
    before = text.encode()
    after, trace = rewire(before, None, Format.JSON, (), EDITS)
    left, _ = rewire(after, Trace("", (), trace.created, trace.made), Format.JSON, EDITS, ())
    read = [json_edits.data(side.decode().removeprefix("\ufeff")) for side in (before, left)]
    assert theirs(read[0], ()) == theirs(read[1], ())


@given(configurations)
def test_strict_json_stays_strict_json(data):
    after, _ = rewire(json.dumps(data, indent=2).encode(), None, Format.JSON, (), EDITS)
    assert theirs(json.loads(after), EDITS) == theirs(data, ())


@given(st.text(max_size=30), st.lists(st.tuples(st.integers(0, 60), st.text(min_size=1, max_size=5)), max_size=8))
def test_insertions_one_after_another_are_cut_together(text, steps):
    grown, ours = text, ()
    for at, piece in steps:
        grown, ours = spans.insert(grown, ours, [Insertion(min(at, len(grown)), piece)])
    assert spans.cut(grown, ours) == text
    assert list(ours) == sorted(ours)
