"""Installing and uninstalling gives every client's files back byte for byte, whatever they look like."""

import json

import pytest

from tests.unit.install.samples import all_targets, variants
from wikimem.install import json_edits, toml_edits, yaml_edits
from wikimem.install.others import theirs
from wikimem.install.rewire import Format, Trace, is_wired, rewire

READERS = {Format.JSON: json_edits.data, Format.TOML: toml_edits.data, Format.YAML: yaml_edits.data}
ALL = [(name, target) for name, target in all_targets()]
EDITED = [(name, target) for name, target in ALL if target.form is not Format.WHOLE]
CASES = [pytest.param(target, variants(target), id=name) for name, target in EDITED]


@pytest.mark.parametrize(("target", "befores"), CASES)
def test_uninstall_gives_the_bytes_back(target, befores):
    for before in befores.values():
        after, trace = rewire(before, None, target.form, (), target.edits)
        assert is_wired(after, target.form, target.edits)
        assert after != before
        assert rewire(after, trace, target.form, target.edits, target.edits) == (after, trace)
        assert rewire(after, trace, target.form, target.edits, ()) == (before, None)


@pytest.mark.parametrize(("target", "befores"), CASES)
def test_what_others_wrote_stays_when_the_file_changed_meanwhile(target, befores):
    for before in befores.values():
        after, trace = rewire(before, None, target.form, (), target.edits)
        left, _ = rewire(after, as_if_changed(trace), target.form, target.edits, ())
        assert not is_wired(left, target.form, target.edits)
        if target.form in READERS:
            read = READERS[target.form]
            assert theirs(read(text_of(left)), ()) == theirs(read(text_of(before)), ())
        else:
            assert left.strip() == before.strip()


@pytest.mark.parametrize("target", [pytest.param(target, id=name) for name, target in ALL])
def test_a_file_that_was_not_there_is_gone_again(target):
    after, trace = rewire(None, None, target.form, (), target.edits)
    assert rewire(after, trace, target.form, target.edits, ()) == (None, None)
    assert rewire(after, as_if_changed(trace), target.form, target.edits, ()) == (None, None)


@pytest.mark.parametrize(("target", "befores"), CASES)
def test_fewer_edits_replace_more_of_them(target, befores):
    """As when an agent that shares the file leaves, or an upgrade wants less."""
    for before in befores.values():
        after, trace = rewire(before, None, target.form, (), target.edits)
        again, newer = rewire(after, trace, target.form, target.edits, target.edits[:1])
        assert is_wired(again, target.form, target.edits[:1])
        assert rewire(again, newer, target.form, target.edits, ()) == (before, None)


def test_another_path_of_the_program_replaces_the_old_one():
    for name, target in EDITED:
        moved = next(each for other, each in all_targets("/new/wikimem") if other == name)
        before = variants(target)["others"]
        after, trace = rewire(before, None, target.form, (), target.edits)
        for known in (trace, as_if_changed(trace)):
            again, newer = rewire(after, known, target.form, moved.edits, moved.edits)
            assert is_wired(again, target.form, moved.edits)
            assert b"/opt/my tools/bin/wikimem" not in again
            assert rewire(again, newer, target.form, moved.edits, ())[0].strip() == before.strip()


def test_comments_stay_at_what_they_are_about():
    (target,) = (each for name, each in EDITED if name == "claude-code:.claude/settings.json")
    before = b'{\n  // colours\n  "theme": "dark" // best\n}\n'
    after, _ = rewire(before, None, Format.JSON, (), target.edits[:1])
    assert after.decode().startswith(
        '{\n  // colours\n  "theme": "dark", // best\n  "hooks": {\n    "SessionStart": [\n'
    )


def test_hooks_of_others_keep_their_place_and_come_first():
    """Codex names a trusted hook by its place in the list: one of ours before it would void the trust."""
    (target,) = (each for name, each in EDITED if name == "codex:.codex/hooks.json")
    theirs_first = {"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "theirs"}]}]}}
    after, _ = rewire(json.dumps(theirs_first).encode(), None, Format.JSON, (), target.edits)
    assert json.loads(after)["hooks"]["Stop"][0] == theirs_first["hooks"]["Stop"][0]
    assert len(json.loads(after)["hooks"]["Stop"]) == 2


def test_what_a_person_added_to_our_entry_stays_until_it_goes():
    (target,) = (each for name, each in EDITED if name == "claude-code:.claude.json")
    mine = {"mcpServers": {"wikimem": {**target.edits[0].value, "env": {"WIKIMEM_VAULT": "/v"}}}}
    before = json.dumps(mine).encode()
    assert rewire(before, None, Format.JSON, target.edits, target.edits)[0] == before
    assert json.loads(rewire(before, None, Format.JSON, target.edits, ())[0]) == {"mcpServers": {}}


def test_ours_leaves_a_group_it_shares_with_others():
    (target,) = (each for name, each in EDITED if name == "claude-code:.claude/settings.json")
    ours = target.edits[0].value["hooks"][0]
    shared = {"hooks": {"SessionStart": [{"matcher": "startup", "hooks": [ours, {"command": "theirs"}]}]}}
    left, _ = rewire(json.dumps(shared, indent=2).encode(), None, Format.JSON, target.edits, ())
    assert json.loads(left) == {"hooks": {"SessionStart": [{"matcher": "startup", "hooks": [{"command": "theirs"}]}]}}


def as_if_changed(trace):
    """The trace of a file that somebody else wrote to since, so that spans mean nothing any more."""
    return Trace("0" * 64, trace.spans, trace.created, trace.made)


def text_of(content):
    return content.decode().removeprefix("\ufeff")
