"""The server as clients meet it: the SDK's own client and raw lines, in a process of its own, in both eras."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Coroutine
from functools import partial
from pathlib import Path
from threading import Event
from typing import Any

import anyio
import mcp_types
import pytest
from mcp import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

from tests.integration.vaults import CHECK, ROOT, asked, chat
from wikimem.compiler import Order
from wikimem.mcp import desk
from wikimem.mcp.desk import Desk
from wikimem.mcp.reply import MOST_BYTES
from wikimem.mcp.tools import Tools
from wikimem.mcp.words import NotReady
from wikimem.wiki import Wiki

ERAS = ("legacy", "auto")
"""`auto` discovers the server, `legacy` shakes hands with it."""
TOOLS = {
    "ask", "search", "read_page", "recent", "briefing",
    "handoff_begin", "handoff_accept", "remember", "forget", "feedback",
}  # fmt: skip
META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": {"name": "claude-code", "version": "1"},
}
QUESTION = "Why did the firing queue lose jobs?"
HOSTILE = (
    "\0",
    "\x1b[2J",
    "\u202e",
    "a\n---\n[^x]: y ^c-12345678",
    "' OR 1=1 --",
    "../../etc/passwd",
    "<b>",
    "案" * 400,
)
Session = Callable[[Client], Coroutine[Any, Any, None]]


class Place:
    """A home with a compiled vault, and a repository that is its project."""

    def __init__(self, home: Path) -> None:
        self.home, self.vault, self.repository = home, home / "vault", home / "kiln"
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("WIKIMEM_", "XDG_", "GIT_"))}
        self.environment = kept | {"HOME": str(home), "PYTHONPATH": str(ROOT), "TZ": "UTC"}

    def fill(self) -> None:
        """Compile one session that ran in the repository."""
        subprocess.run(["git", "init", "--quiet", self.repository], check=True)
        lines = map(json.loads, chat("aaaa0001", *asked(f"{QUESTION} {CHECK}")).splitlines())
        transcript = self.home / "aaaa0001.jsonl"
        transcript.write_text("".join(json.dumps({**line, "cwd": str(self.repository)}) + "\n" for line in lines))
        with Wiki.init(self.vault, "UTC") as wiki:
            wiki.compile(Order((transcript,), jobs=1))

    def command(self) -> list[str]:
        return [sys.executable, "-m", "wikimem", "mcp", "--vault", str(self.vault)]

    def talk(self, session: Session, era: str = "auto", cwd: Path | None = None, **more: Any) -> None:
        """Run a session of a client against a server of its own."""
        anyio.run(partial(self.hold, session, era, cwd, **more))

    async def hold(self, session: Session, era: str, cwd: Path | None = None, **more: Any) -> None:
        """Run a session beside others."""
        command, *arguments = self.command()
        server = StdioServerParameters(
            command=command, args=arguments, env=self.environment, cwd=cwd or self.repository
        )
        with anyio.fail_after(60):
            async with Client(stdio_client(server), mode=era, **more) as client:
                await session(client)

    def lines(self, *messages: bytes, answers: int, **environment: str) -> tuple[list[dict[str, Any]], str]:
        """Send lines, take so many messages, end the input; return all that came back and what was said besides.

        The server must end by itself then, without an error and without a child that holds its output open.
        """
        with subprocess.Popen(
            self.command(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=self.environment | environment,
            cwd=self.home,
        ) as server:
            assert server.stdin
            assert server.stdout
            server.stdin.write(b"".join(messages))
            server.stdin.flush()
            taken = [server.stdout.readline() for _ in range(answers)]
            rest, errors = server.communicate(timeout=30)
        assert server.returncode == 0, errors.decode()
        return [json.loads(line) for line in (*taken, *rest.splitlines())], errors.decode()


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("filled")
    with pytest.MonkeyPatch.context() as patch:
        for name in ("XDG_CACHE_HOME", "XDG_STATE_HOME", "WIKIMEM_VAULT"):
            patch.delenv(name, raising=False)
        patch.setenv("HOME", str(home))
        Place(home).fill()
    return home


@pytest.fixture
def place(filled: Path) -> Place:
    """The shared vault; not to be written to."""
    return Place(filled)


@pytest.fixture
def own(filled: Path, tmp_path: Path) -> Place:
    """A vault of its own, whose index is missing; its project lies where that of the shared one does."""
    shutil.copytree(filled / "vault", tmp_path / "vault", symlinks=True)
    copy = Place(tmp_path)
    copy.repository = filled / "kiln"
    return copy


def request(number: int, method: str, **params: Any) -> bytes:
    return json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}).encode() + b"\n"


INITIALIZE = (
    request(
        1, "initialize", protocolVersion="2025-11-25", capabilities={}, clientInfo={"name": "probe", "version": "1"}
    )
    + b'{"jsonrpc":"2.0","method":"notifications/initialized"}\n'
)


async def told(client: Client, tool: str, *, fails: bool = False, **arguments: Any) -> str:
    """Call a tool and return the one text it answers with."""
    result = await client.call_tool(tool, arguments)
    (content,) = result.content
    assert isinstance(content, mcp_types.TextContent)
    assert (result.is_error, result.structured_content) == (fails, None), content.text
    assert len(content.text.encode()) <= MOST_BYTES
    return content.text


@pytest.mark.parametrize("era", ERAS)
def test_every_tool_answers_in_both_eras(own: Place, era: str) -> None:
    async def session(client: Client) -> None:
        answer = await told(client, "ask", question=QUESTION)
        assert answer.startswith("[project: kiln, by the working directory]")
        assert "before the commit" in answer
        found = await told(client, "search", words="make check push", type="preference")
        claim = next(word.rstrip(":") for word in found.split() if word.startswith("c-"))
        page = (
            found[found.rindex("(") + 1 : found.rindex(")")]
            if found.count("\n- ") < 2
            else found.split("(")[1].split(")")[0]
        )
        assert CHECK in await told(client, "read_page", page=page)
        assert "2026-03-02" in await told(client, "read_page", page=page, history=True)
        assert CHECK in await told(client, "read_page", page=page, as_of="2030-01-01")
        assert "2026-03-02" in await told(client, "recent", limit=5)
        assert "<wikimem-context" in await told(client, "briefing")
        assert claim in await told(client, "feedback", subject=claim, verdict="up")
        said = await told(client, "remember", text="Always fire stoneware at cone six.", external_id="cone", pin=True)
        assert "Remembered" in said
        said = await told(client, "remember", text="Always fire stoneware at cone ten.", external_id="cone")
        assert "It takes the place of c-" in said
        assert "is forgotten" in await told(client, "forget", external_id="cone")
        assert "begun" in await told(client, "handoff_begin", summary="Half done.", next_steps=["Do the rest."])
        assert "Do the rest." in await told(client, "briefing")
        assert "Do the rest." in await told(client, "handoff_accept")
        assert "No handoff waits" in await told(client, "handoff_accept")
        assert "is forgotten" in await told(client, "forget", claim=claim)
        assert CHECK not in await told(client, "briefing")

    own.talk(session, era)


@pytest.mark.parametrize("era", ERAS)
def test_what_the_server_says_of_itself(place: Place, era: str) -> None:
    async def session(client: Client) -> None:
        assert "ask" in str(client.instructions)
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert set(tools) == TOOLS
        assert {name for name, tool in tools.items() if tool.annotations and tool.annotations.read_only_hint} == {
            "ask", "search", "read_page", "recent", "briefing",
        }  # fmt: skip
        for tool in tools.values():
            assert tool.description
            assert tool.output_schema is None
            assert not {"anyOf", "oneOf", "allOf", "$defs"} & set(tool.input_schema)
            assert all(isinstance(field["type"], str) for field in tool.input_schema["properties"].values())
        assert {prompt.name for prompt in (await client.list_prompts()).prompts} == {"resume", "review"}
        prompt = (await client.get_prompt("review", {"topic": "glaze"})).messages[0].content
        assert "glaze" in getattr(prompt, "text", "")
        assert {str(resource.uri) for resource in (await client.list_resources()).resources} == {
            "wiki://MEMORY.md", "wiki://index.md",
        }  # fmt: skip
        page = (await client.read_resource("wiki://projects/kiln/MEMORY.md")).contents[0]
        assert CHECK in getattr(page, "text", "")

    place.talk(session, era)


def test_which_project_replies(place: Place, tmp_path: Path) -> None:
    async def elsewhere(client: Client) -> None:
        assert (await told(client, "recent")).startswith("[project: none")
        assert (await told(client, "recent", project="kiln")).startswith("[project: kiln, as named]")
        by_folder = await told(client, "ask", question=QUESTION, project=str(place.repository))
        assert by_folder.startswith("[project: kiln, by the folder named]")
        assert (await told(client, "ask", question=QUESTION, project="*")).startswith("[project: none, everything")
        words = await told(client, "ask", question=QUESTION, project="nowhere", fails=True)
        assert "projects: kiln" in words

    async def roots(_: Any) -> mcp_types.ListRootsResult:
        return mcp_types.ListRootsResult(roots=[mcp_types.Root(uri=place.repository.as_uri())])

    async def with_roots(client: Client) -> None:
        assert (await told(client, "recent")).startswith("[project: kiln, by a root of the client]")

    place.talk(elsewhere, cwd=tmp_path)
    place.talk(with_roots, "legacy", cwd=tmp_path, list_roots_callback=roots)


def test_a_long_page_comes_in_pieces(own: Place) -> None:
    long = own.vault / "projects" / "kiln" / "notes" / "long.md"
    long.parent.mkdir(parents=True, exist_ok=True)
    long.write_text("---\ntype: Note\n---\n" + "".join(f"line {number}\n" for number in range(9_000)), "utf-8")

    async def session(client: Client) -> None:
        text, pieces = await told(client, "read_page", page="long"), 1
        while "cursor=" in text:
            cursor = text.rpartition("cursor=")[2].rstrip("]")
            text, pieces = await told(client, "read_page", page="long", cursor=cursor), pieces + 1
        assert pieces > 5
        assert text.endswith("line 8999\n")
        assert "not known" in await told(client, "read_page", page="long", cursor="0", fails=True)

    own.talk(session)


def test_hostile_words_are_answered(own: Place) -> None:
    async def session(client: Client) -> None:
        for text in HOSTILE:
            for tool, argument in (
                ("ask", "question"),
                ("search", "words"),
                ("read_page", "page"),
                ("forget", "claim"),
            ):
                result = await client.call_tool(tool, {argument: text})
                assert getattr(result.content[0], "text", "")
            await client.call_tool("remember", {"text": f"Mind {text} in the kiln."})
            await client.call_tool("handoff_begin", {"summary": text, "files": [text]})
        assert (await told(client, "recent")).startswith("[project: kiln")

    own.talk(session)
    with Wiki.open(own.vault) as wiki:
        assert [str(finding) for finding in wiki.verify()] == []


def test_calls_at_the_same_time_are_all_answered(own: Place) -> None:
    async def session(client: Client) -> None:
        await told(client, "ask", question=QUESTION)
        texts: list[str] = []

        async def call(tool: str, **arguments: Any) -> None:
            texts.append(await told(client, tool, **arguments))

        async with anyio.create_task_group() as crowd:
            for number in range(8):
                crowd.start_soon(lambda number=number: call("ask", question=f"{QUESTION} {number}"))
                crowd.start_soon(
                    lambda number=number: call("remember", text=f"Shelf number {number} holds the glazes.")
                )
        assert sum("Remembered" in text for text in texts) == 8
        assert len(texts) == 16

    own.talk(session)
    assert "Shelf number 7" in (own.vault / "projects/kiln/facts/remembered.md").read_text("utf-8")


def test_without_a_vault_it_says_what_to_do(tmp_path: Path) -> None:
    nobody = Place(tmp_path)
    nobody.repository = tmp_path

    async def session(client: Client) -> None:
        for tool, arguments in (("ask", {"question": "x"}), ("recent", {}), ("remember", {"text": "one two"})):
            words = await told(client, tool, fails=True, **arguments)
            assert "wikimem init" in words

    nobody.talk(session)
    assert not (tmp_path / "vault").exists()


def test_servers_hold_no_lock_and_see_what_other_processes_write(own: Place) -> None:
    remember = [sys.executable, "-m", "wikimem", "remember", "--vault", str(own.vault), "--scope", "project:kiln"]
    git = ["git", "-C", str(own.vault), "-c", "user.name=Ana", "-c", "user.email=ana@example.test"]

    async def second(first: Client) -> None:
        async def session(client: Client) -> None:
            for each in (first, client):
                await told(each, "ask", question=QUESTION)
            await anyio.run_process([*remember, "The silicon shelves warp above cone ten."], env=own.environment)
            page = own.vault / "projects/kiln/notes/elements.md"
            page.parent.mkdir(parents=True, exist_ok=True)
            page.write_text("---\ntype: Note\n---\nThe kanthal elements last ninety firings.\n", "utf-8")
            await anyio.run_process([*git, "add", str(page)])
            await anyio.run_process([*git, "commit", "--quiet", "-m", "Elements"])
            for each in (first, client):
                assert "warp above cone ten" in await told(each, "ask", question="Which shelves warp above cone ten?")
                assert "ninety firings" in await told(each, "ask", question="How long do kanthal elements last?")

        await own.hold(session, "auto")

    own.talk(second, "legacy")


def test_a_question_does_not_wait_for_an_index_that_is_being_built(own: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    going_on, build = Event(), Desk._build

    def slowly(self: Desk) -> None:
        going_on.wait(30)
        build(self)

    monkeypatch.setenv("XDG_CACHE_HOME", str(own.home / "cache"))
    monkeypatch.setattr(Desk, "_build", slowly)
    monkeypatch.setattr(desk, "PATIENCE", 0.01)
    mine = Desk(own.vault, None, print)
    tools = Tools(mine)
    with pytest.raises(NotReady):
        tools.ask(QUESTION)
    assert "2026-03-02" in tools.recent()
    assert CHECK in tools.read_page("projects/kiln/MEMORY.md")
    monkeypatch.setattr(desk, "PATIENCE", 30)
    going_on.set()
    assert "before the commit" in tools.ask(QUESTION)


def test_standard_output_is_messages_and_nothing_else(own: Place) -> None:
    (own.vault / ".wikimem/config.toml").write_text('timezone = "UTC"\nsong = 1\n', "utf-8")
    page = own.vault / "projects/kiln/notes/broken.md"
    page.parent.mkdir(parents=True, exist_ok=True)
    page.write_text("---\ntitle: a: b\n: x\n---\n", "utf-8")
    messages, errors = own.lines(
        INITIALIZE,
        request(2, "tools/list"),
        request(3, "tools/call", name="recent", arguments={}),
        request(4, "tools/call", name="search", arguments={"words": "queue"}),
        answers=4,
        PYTHONWARNINGS="always",
        PYTHONDEVMODE="1",
    )
    assert {message["id"] for message in messages} == {1, 2, 3, 4}
    assert all(message["jsonrpc"] == "2.0" and "result" in message for message in messages)
    assert "song" in errors


def test_bad_lines_end_nothing_and_half_an_emoji_is_answered(place: Place) -> None:
    half = request(2, "tools/call", name="search", arguments={"words": "cut \ud83e"})
    assert b"\\ud83e" in half
    bad = (b"\n", b"no json\n", b"\xff\xfe\x00\n", b"[]\n", b'{"jsonrpc":"2.0","id":null,"method":"ping"}\n', b"{}\r\n")
    messages, _ = place.lines(
        b"\xef\xbb\xbf" + INITIALIZE,
        *bad,
        half,
        request(3, "no/such/method"),
        b'{"jsonrpc":"2.0","method":"notifications/nobody/knows"}\n',
        request(4, "tools/call", name="no_such_tool", arguments={}),
        request(5, "tools/call", name="ask", arguments={"question": ["x"]}),
        request(6, "ping"),
        answers=6,
    )
    answers = {message["id"]: message for message in messages}
    assert set(answers) == {1, 2, 3, 4, 5, 6}
    assert answers[3]["error"]["code"] == -32601
    assert answers[4]["result"]["isError"]
    assert answers[5]["result"]["isError"]
    assert answers[6]["result"] == {}


def test_discovery_needs_no_vault_and_no_handshake(tmp_path: Path) -> None:
    messages, _ = Place(tmp_path).lines(request(1, "server/discover", _meta=META), answers=1)
    (message,) = messages
    assert "2026-07-28" in message["result"]["supportedVersions"]
    assert message["result"]["instructions"]
