import re
from pathlib import Path

import pytest

from tests.unit.install.samples import PROGRAM, setting
from wikimem.errors import UsageError
from wikimem.frontends import FRONTENDS
from wikimem.install.clients import CLIENTS, client
from wikimem.install.found import commands
from wikimem.install.payloads import session_start
from wikimem.install.plan import targets
from wikimem.install.rewire import Format, rewire

HOOKED = {
    "claude-code", "codex", "gemini-cli", "opencode", "cursor", "copilot-cli", "qwen-code", "pi", "oh-my-pi",
    "grok-build", "openclaw", "hermes", "cline", "antigravity", "zero", "goose", "windsurf",
}  # fmt: skip
SERVED = {each.name for each in CLIENTS} - {"aider"}


def found_in(name):
    """The commands an agent would find in its files after an install."""
    found = set()
    for target in targets(setting(), client(name), even_missing=True):
        content, _ = rewire(None, None, target.form, (), target.edits)
        if target.form is not Format.PROSE:
            found |= set(commands((content or b"").decode(), target.form))
    return found


@pytest.mark.parametrize("name", [each.name for each in CLIENTS])
def test_what_an_agent_would_run_is_what_we_mean(name):
    hook = {(PROGRAM, "hook", "--agent", name)} if name in HOOKED else set()
    server = {(PROGRAM, "mcp")} if name in SERVED else set()
    assert found_in(name) == hook | server


def test_limits_of_hooks_are_in_the_unit_of_each_agent():
    limits = {"claude-code": {10}, "codex": {3, 10}, "gemini-cli": {10_000}, "qwen-code": {10}, "grok-build": {10}}
    for name, expected in limits.items():
        texts = [
            rewire(None, None, target.form, (), target.edits)[0].decode() for target in targets(setting(), client(name))
        ]
        assert {int(limit) for text in texts for limit in re.findall(r'"timeout": (\d+)', text)} == expected


def test_names_are_those_of_the_front_ends():
    names = [each.name for each in CLIENTS]
    assert len(set(names)) == len(names)
    only_read = {"kimi-cli", "factory-droid", "roo", "native-memory", "generic-jsonl", "generic-markdown"}
    assert {each.name for each in FRONTENDS} - set(names) <= only_read


def test_an_unknown_name_is_answered_with_the_known_ones():
    with pytest.raises(UsageError) as refused:
        client("nobody")
    assert "claude-code" in refused.value.hint


def test_the_document_has_a_row_for_each_agent():
    text = (Path(__file__).parents[3] / "docs" / "install.md").read_text("utf-8")
    assert re.findall(r"^\| `([a-z-]+)` \|", text, re.MULTILINE) == [each.name for each in CLIENTS]


def test_a_payload_names_its_session_and_what_begins():
    for each in CLIENTS:
        payload = session_start(each.name, "/tmp/x")
        assert any("0000-4000" in str(value) for value in payload.values())
