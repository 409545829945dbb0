"""Who a page is for. A scope is spelled `global`, `project:P`, `agent:A`, `user:U` or `agent:A/user:U`."""

from dataclasses import dataclass

GLOBAL = "global"
"""The scope of what is for everybody."""


def is_private(scope: str) -> bool:
    """Tell whether a scope is for one agent, one user or both, and for nobody else."""
    return scope.startswith(("agent:", "user:"))


@dataclass(frozen=True, slots=True)
class Audience:
    """One agent, one user, one user of one agent, or everybody. Names are as folders spell them."""

    agent: str = ""
    user: str = ""

    @property
    def scope(self) -> str:
        """Return the scope that is theirs alone, "" for everybody."""
        return "/".join(self._named)

    @property
    def own(self) -> tuple[str, ...]:
        """Return the scopes that are theirs, the narrowest first; none for everybody."""
        return tuple(dict.fromkeys((self.scope, *self._named))) if self._named else ()

    @property
    def scopes(self) -> tuple[str, ...]:
        """Return the scopes they see beside projects, their own first; none for everybody, who see all."""
        return (*self.own, GLOBAL) if self.own else ()

    def sees(self, scope: str) -> bool:
        """Tell whether what has this scope is theirs to see."""
        return not self.own or not is_private(scope) or scope in self.own

    @property
    def _named(self) -> tuple[str, ...]:
        return tuple(f"{kind}:{name}" for kind, name in (("agent", self.agent), ("user", self.user)) if name)


EVERYBODY = Audience()
"""Nobody in particular: sees and writes everything."""


def audience_of(scope: str) -> Audience:
    """Return whom a scope is for; everybody for what is global or a project's."""
    named = dict(part.split(":", 1) for part in scope.split("/") if is_private(part))
    return Audience(named.get("agent", ""), named.get("user", ""))
