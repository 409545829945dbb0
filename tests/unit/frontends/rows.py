"""Read rows of a database as its front-end does."""

from typing import Any

import orjson

from wikimem.frontends import FRONTENDS
from wikimem.model.diagnostic import Diagnostic
from wikimem.model.record import Identity, Record


def lines(agent: str, session: str, *rows: dict[str, Any]) -> list[bytes]:
    heading = {"database": agent, "session": session, "path": f"/home/ana/kiln/.{agent}/{agent}.db"}
    return [orjson.dumps(row) + b"\n" for row in (heading, *rows)]


def read(agent: str, given: list[bytes], name: str = "x") -> tuple[Identity, list[Record], list[Diagnostic]]:
    frontend = next(frontend for frontend in FRONTENDS if frontend.name == agent)
    identity = frontend.identify(name, given)
    assert identity is not None
    found = list(frontend.parse(given, identity))
    records = [one for one in found if isinstance(one, Record)]
    return identity, records, [one for one in found if isinstance(one, Diagnostic)]
