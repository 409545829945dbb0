"""Read invented lines with a front-end, for the tests of its pitfalls."""

from typing import Any

from tests.contract.transcripts import lines
from wikimem.frontends import FRONTENDS
from wikimem.model.diagnostic import Diagnostic
from wikimem.model.record import Identity, Kind, Record


class Agent:
    """One agent's front-end; reading asserts that nothing was found wrong."""

    def __init__(self, name: str) -> None:
        self.frontend = next(frontend for frontend in FRONTENDS if frontend.name == name)

    def identify(self, name: str, *entries: Any) -> Identity | None:
        return self.frontend.identify(name, lines(*entries))

    def read(self, *entries: Any, session: str = "s", agent: str = "") -> list[Record]:
        found = list(self.frontend.parse(lines(*entries), Identity(session, agent)))
        assert not [one for one in found if isinstance(one, Diagnostic)]
        return [one for one in found if isinstance(one, Record)]

    def texts(self, kind: Kind, *entries: Any) -> list[str]:
        return [record.text for record in self.read(*entries) if record.kind is kind]
