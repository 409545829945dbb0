"""The server: tools, resources and prompts of one vault, over standard input and output.

It speaks both eras of the protocol, `initialize` and `server/discover`; the SDK sees to that. Standard output carries
protocol messages and nothing else; findings and faults go to standard error.
"""

import sys
import traceback
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

import anyio
from mcp.server import MCPServer
from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.server.mcpserver.exceptions import ResourceNotFoundError
from mcp.server.session import ServerSession
from mcp.shared.exceptions import MCPError
from mcp_types import CallToolResult, ListRootsRequest, ListRootsResult, TextContent, ToolAnnotations

from wikimem import __version__
from wikimem.errors import WikimemError
from wikimem.mcp.desk import CALLER, Caller, Desk
from wikimem.mcp.prompts import resume, review
from wikimem.mcp.stdin import mend_standard_input
from wikimem.mcp.tools import Tools
from wikimem.mcp.words import INSTRUCTIONS, of_error, of_fault
from wikimem.model.diagnostic import Diagnostic
from wikimem.text.clean import clean
from wikimem.text.slug import slug

_ROOTS_WITHIN = 2.0
"""Seconds a client has to say in which folders it works."""
_READS = ToolAnnotations(read_only_hint=True, open_world_hint=False)
_ADDS = ToolAnnotations(read_only_hint=False, destructive_hint=False, idempotent_hint=True, open_world_hint=False)
_TAKES = ToolAnnotations(read_only_hint=False, destructive_hint=True, idempotent_hint=True, open_world_hint=False)


def serve(vault: Path | None, cwd: Path | None) -> None:
    """Serve the vault at a path, or where the environment says, until standard input ends; nothing is opened before.

    `cwd` is the folder the client works in.
    """
    mend_standard_input()
    server_for(Desk(vault, cwd, _note)).run("stdio")


def server_for(desk: Desk) -> "MCPServer[Any]":
    """Return a server of the vault at a desk, which any transport can run."""
    server: MCPServer[Any] = MCPServer(
        "wikimem",
        title="wikimem",
        version=__version__,
        instructions=INSTRUCTIONS,
        log_level="WARNING",
        middleware=[_note_caller],
    )
    tools = Tools(desk)
    reading = (tools.ask, tools.search, tools.read_page, tools.recent, tools.briefing)
    adding = (tools.handoff_begin, tools.handoff_accept, tools.remember, tools.feedback)
    for annotations, group in ((_READS, reading), (_ADDS, adding), (_TAKES, (tools.forget,))):
        for tool in group:
            server.tool(annotations=annotations, structured_output=False)(_in_words(tool))
    _add_resources(server, tools)
    for prompt in (resume, review):
        server.prompt()(prompt)
    return server


def _in_words(tool: Callable[..., str]) -> Callable[..., str | CallToolResult]:
    """Return a tool whose errors are told to the agent, and whose faults are told to the person as well."""

    @wraps(tool)
    def call(*arguments: Any, **named: Any) -> str | CallToolResult:
        try:
            return tool(*arguments, **named)
        except WikimemError as error:
            words = of_error(tool.__name__, error)
        except Exception as error:  # noqa: BLE001 (the last resort of a server that must not end)
            traceback.print_exc(file=sys.stderr)
            words = of_fault(tool.__name__, error)
        return CallToolResult(content=[TextContent(type="text", text=clean(words))], is_error=True)

    return call


def _add_resources(server: "MCPServer[Any]", tools: Tools) -> None:
    """Offer every page as `wiki://PATH`, the two that lead to the others by name."""

    def page(path: str) -> str:
        """Return a page of the wiki by its path."""
        try:
            return tools.page(path)
        except WikimemError as error:
            raise ResourceNotFoundError(clean(of_error("resources/read", error))) from error

    def memory() -> str:
        """Return what every session should know."""
        return page("MEMORY.md")

    def index() -> str:
        """Return the list of projects, each with its own list of pages."""
        return page("index.md")

    server.resource("wiki://MEMORY.md", name="memory", mime_type="text/markdown")(memory)
    server.resource("wiki://index.md", name="index", mime_type="text/markdown")(index)
    server.resource("wiki://{+path}", name="page", mime_type="text/markdown")(page)


async def _note_caller(ctx: "ServerRequestContext[Any, Any]", call_next: CallNext) -> HandlerResult:
    """Let the tools know who calls."""
    if ctx.method != "tools/call":
        return await call_next(ctx)
    info = ctx.session.client_params.client_info.name if ctx.session.client_params else ""
    token = CALLER.set(Caller(_agent(info), await _roots(ctx.session)))
    try:
        return await call_next(ctx)
    finally:
        CALLER.reset(token)


def _agent(client: str) -> str:
    """Return the agent a client is part of: `codex-mcp-client` is `codex`."""
    name = slug(client.partition("@")[0]) if client else "agent"
    return name.removesuffix("-client").removesuffix("-mcp").removesuffix("-cli") or name


async def _roots(session: ServerSession) -> tuple[Path, ...]:
    """Return the folders a client works in, none where it does not say: newer clients are not asked."""
    capabilities = session.client_capabilities
    if not (capabilities and capabilities.roots and session.can_send_request):
        return ()
    with anyio.move_on_after(_ROOTS_WITHIN):
        try:
            found = await session.send_request(ListRootsRequest(), ListRootsResult)
        except MCPError:
            return ()
        files = (urlsplit(str(root.uri)) for root in found.roots)
        return tuple(Path(url2pathname(file.path)) for file in files if file.scheme == "file")
    return ()


def _note(finding: Diagnostic) -> None:
    """Tell the person a finding that stops nothing."""
    if finding.severity != "info":
        print(clean(str(finding)), file=sys.stderr)
