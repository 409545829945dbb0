"""The laws on agents that keep trees, whole documents or markdown."""

import json

import pytest

from tests.contract import trees
from tests.contract.frontend_suite import FrontendSuite
from tests.contract.transcripts import whole
from tests.contract.trees import Pi, chat, environment, gave, pretty, said, session, thread, title_slot, use
from wikimem.frontends import FRONTENDS
from wikimem.model.record import Kind, Role

_p = Pi()
_PI = whole(
    _p.header(parentSession=f"/home/ana/.pi/agent/sessions/x/2026-02-28T10-00-00-000Z_{trees.CHAT}.jsonl"),
    _p.entry("model_change", provider="anthropic", modelId="claude-opus-4-5"),
    _p.user("Check the kiln"),
    _p.entry("custom_message", customType="notes", content="mind the heat", display=False),
    _p.agent({"type": "thinking", "thinking": "hm"}, "I will look."),
    _p.call("bash", {"command": "ls"}),
    _p.result("a.txt"),
    _p.entry("compaction", summary="We looked.", firstKeptEntryId="e0000002", tokensBefore=9),
    _p.message("bashExecution", None, command="make", output="done", exitCode=0, cancelled=False),
    _p.entry("branch_summary", parentId="e0000002", fromId="e0000008", summary="We had looked at it."),
    _p.user("Check the glaze instead"),
    _p.agent(stopReason="aborted", errorMessage="Request was aborted"),
    _p.entry("session_info", name="Glaze"),
    _p.entry("novelty", body="from the future"),
)
_PI_1 = whole(
    {
        "type": "session",
        "id": trees.PI_SESSION,
        "timestamp": "2026-03-01T10:00:00Z",
        "cwd": "/home/ana",
        "modelId": "m",
    },
    {"type": "message", "timestamp": "2026-03-01T10:00:01Z", "message": {"role": "user", "content": "hello"}},
    {"type": "message", "timestamp": "2026-03-01T10:00:02Z", "message": {"role": "user", "content": "hello"}},
)
_o = Pi()
_OMP = whole(
    title_slot("Glaze"),
    _o.header(),
    _o.entry("model_change", model="anthropic/claude-opus-4-5"),
    _o.user("Check the kiln"),
    _o.entry("custom", customType="tool_execution_start", data={"toolName": "bash"}),
    _o.call("bash", {"command": "ls", "i": "look"}),
    _o.result("a.txt"),
)
_CLINE = pretty(
    [
        said("user", "<task>\nCheck the kiln\n</task>", "# task_progress RECOMMENDED\n\nMake a list.", environment()),
        said(
            "assistant",
            {"type": "thinking", "thinking": "hm"},
            "Looking.",
            use("read_file", {"path": "kiln.py", "task_progress": "- [x] Look\n- [ ] Fire"}),
            modelInfo={"modelId": "claude-opus-4-5"},
        ),
        said("user", "[read_file for 'kiln.py'] Result:\nheat = 9\n", environment()),
        said("assistant", use("ask_followup_question", {"question": "Which cone?", "options": ["6", "10"]}, "toolu_2")),
        said("user", "[ask_followup_question for 'Which cone?'] Result:\n<answer>\n6\n</answer>"),
        said("assistant", use("attempt_completion", {"result": "Cone 6 it is."}, "toolu_3")),
        said("user", "[attempt_completion] Result:\n<feedback>\nNow the glaze\n</feedback>"),
        said("assistant", "\n\n[Response interrupted by user]"),
    ]
)
_CLINE_SESSION = pretty(
    session(
        messages=[
            said("user", '<user_input mode="act">Check the kiln</user_input>', id="m1", ts=1772359201000),
            said("assistant", use("run_commands", {"commands": ["ls"]}), id="m2", ts=1772359202000),
            said("user", gave([{"query": "ls", "result": "a.txt", "success": False}]), id="m3", ts=1772359203000),
            said("user", "<hook_context>x</hook_context>", id="m4", metadata={"displayRole": "system"}),
        ]
    )
)
_ROO = pretty(
    [
        said("user", "<task>\nCheck the kiln\n</task>", environment("Workspace"), ts=1772359201000),
        said("assistant", "Looking.\n<read_file>\n<path>kiln.py</path>\n</read_file>", ts=1772359202000),
        said("user", "[read_file for 'kiln.py'] Result:", "heat = 9", ts=1772359203000),
        said("assistant", use("update_todo_list", {"todos": "[x] Look\n- [-] Fire"}), ts=1772359204000),
        said("user", gave("ok"), "<user_message>\nGo on\n</user_message>", ts=1772359205000),
        said("user", "We looked at the kiln.", isSummary=True, condenseId="c1", ts=1772359206000),
    ]
)
_CALL = {"id": "call_1", "type": "function", "function": {"name": "Bash", "arguments": '{"command": "ls"}'}}
_STATE = {"toolCallId": "call_1", "status": "done", "output": [{"content": "a.txt", "name": "Result"}]}
_CONTINUE = pretty(
    chat(
        {
            "message": {"role": "user", "content": [{"type": "text", "text": "Check the kiln"}]},
            "contextItems": [{"name": "kiln.py", "content": "heat = 9"}],
        },
        {"message": {"role": "assistant", "content": "", "toolCalls": [_CALL]}, "toolCallStates": [_STATE]},
        {
            "message": {"role": "assistant", "content": "Done.", "usage": {"model": "claude-opus-4-5"}},
            "contextItems": [],
            "conversationSummary": "We looked.",
        },
    )
)
_AMP = pretty(
    thread(
        said("user", "Check the kiln", messageId=0, meta={"sentAt": 1772359201000}),
        said(
            "assistant",
            {"type": "thinking", "thinking": "hm"},
            use("Bash", {"cmd": "ls"}),
            state={"type": "complete"},
            usage={"model": "claude-opus-4-5"},
        ),
        said("user", {"type": "tool_result", "toolUseID": "toolu_1", "run": {"status": "done", "result": "a.txt"}}),
        said("info", {"type": "summary", "summary": {"type": "message", "summary": "We looked."}}),
        said("assistant", "half a sent", state={"type": "streaming"}),
    )
)
_AIDER = b"""
# aider chat started at 2026-03-01 10:00:00

> Aider v0.86.2
> Main model: openai/gpt-5 with diff edit format

#### Check the kiln
#### and the glaze

Looking.

It is fine.

> Tokens: 649 sent, 16 received.
> Applied edit to kiln.py

#### /run make

#### /add kiln.py

> Added kiln.py to the chat

# aider chat started at 2026-03-02 10:00:00

> ^C KeyboardInterrupt

An answer that goes on
"""
_MEMORY = b"""---
name: glaze
description: How the glaze is fired
metadata:
  type: project
---
Fire at 1240.

**Why:** cobalt runs.

## Colours
- blue
- green
"""


class DocumentSuite(FrontendSuite):
    """The laws for transcripts that are one JSON document."""

    @pytest.mark.parametrize("depth", [150, 5000])
    def test_deep_nesting_is_survived(self, depth: int) -> None:
        deep = b'{"x": ' + b"[" * depth + b"]" * depth + b", "
        line = self.person_line("hello").replace(b"{", deep, 1)
        records, findings = self.read(line)
        self.check(records)
        told = [one.text for one in records if one.role is Role.PERSON]
        assert told == ["hello"] or [one.code.partition("-")[0] for one in findings] == ["malformed"]

    def test_half_a_document_is_not_there_yet(self) -> None:
        for sample in self.samples:
            records, findings = self.read(sample[: len(sample) // 2], self.identity(sample))
            assert not records
            assert [one.code for one in findings] == ["malformed-document"]

    def test_a_long_document_is_known_by_its_beginning(self) -> None:
        for sample in self.samples:
            compact = json.dumps(json.loads(sample)).encode()
            for whole_document in (sample, compact):
                head = whole_document[: len(whole_document) * 2 // 3]
                assert next(one.name for one in FRONTENDS if one.recognise(self.file_name, head)) == self.name


class TestPi(FrontendSuite):
    name = "pi"
    file_name = trees.PI_FILE
    samples = (_PI, _PI_1)

    def person_line(self, text: str) -> bytes:
        return whole(Pi().header(), Pi().user("SAID")).replace(b"\n", b"", 1).replace(b"SAID", text.encode())


class TestOhMyPi(FrontendSuite):
    name = "oh-my-pi"
    file_name = trees.PI_FILE
    samples = (_OMP,)

    def person_line(self, text: str) -> bytes:
        return whole(Pi().user("SAID")).replace(b"SAID", text.encode())


class TestCline(DocumentSuite):
    name = "cline"
    file_name = f"tasks/{trees.TASK}/api_conversation_history.json"
    samples = (_CLINE, _CLINE_SESSION)

    def person_line(self, text: str) -> bytes:
        return whole([said("user", "<task>SAID</task>")]).replace(b"SAID", text.encode())


class TestRoo(DocumentSuite):
    name = "roo"
    file_name = f"tasks/{trees.CHAT}/api_conversation_history.json"
    samples = (_ROO,)

    def person_line(self, text: str) -> bytes:
        return whole([said("user", "<task>SAID</task>", ts=1772359201000)]).replace(b"SAID", text.encode())


class TestContinue(DocumentSuite):
    name = "continue-dev"
    file_name = f"{trees.CHAT}.json"
    samples = (_CONTINUE,)

    def person_line(self, text: str) -> bytes:
        return whole(chat({"message": {"role": "user", "content": "SAID"}})).replace(b"SAID", text.encode())


class TestAmp(DocumentSuite):
    name = "amp"
    file_name = f"{trees.THREAD}.json"
    samples = (_AMP,)

    def person_line(self, text: str) -> bytes:
        return whole(thread(said("user", "SAID"))).replace(b"SAID", text.encode())


class TestAider(FrontendSuite):
    name = "aider"
    file_name = ".aider.chat.history.md"
    samples = (_AIDER,)

    def person_line(self, text: str) -> bytes:
        said = json.loads(f'"{text}"').encode("utf-8", "surrogateescape")
        return b"".join(b"#### " + line + b"\n" for line in said.splitlines()) + b"\n"


class TestNativeMemory(FrontendSuite):
    name = "native-memory"
    file_name = "/home/ana/.claude/projects/-home-ana-kiln/memory/glaze.md"
    samples = (_MEMORY, b"# Kiln\n\n- [Glaze](glaze.md): how to fire it\n- Fire at 1240\n\nCobalt runs.\n")
    speaker = Role.AGENT

    def person_line(self, text: str) -> bytes:
        return json.loads(f'"{text}"').encode("utf-8", "surrogatepass") + b"\n"

    def test_a_lone_surrogate_becomes_a_replacement_character(self) -> None:
        pytest.skip("UTF-8 has no surrogates; bytes that are none are fuzzed")

    @pytest.mark.parametrize("depth", [150, 5000])
    def test_deep_nesting_is_survived(self, depth: int) -> None:
        records, findings = self.read(b"".join(b" " * level + b"- x\n" for level in range(depth)))
        assert [one.kind for one in records] == [Kind.TITLE, Kind.TEXT]
        assert not findings
