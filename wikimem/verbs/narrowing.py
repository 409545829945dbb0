"""What a person means by `--since`, `--type`, `--scope` and the like, checked against what the vault knows."""

from datetime import date

from wikimem.errors import NotFound, UsageError
from wikimem.model.audience import audience_of
from wikimem.model.claim import ClaimKind
from wikimem.model.narrow import Narrow
from wikimem.store.index import Index
from wikimem.store.layout import Layout
from wikimem.store.passages import Filter
from wikimem.text.when import period_of
from wikimem.verbs.projects import known
from wikimem.verbs.scopes import scope_named

TYPES = (*(kind.type for kind in ClaimKind), "Handoff", "Note", "Session", "Turn")
"""The types of what we write, of people's notes and of raw turns; people may invent others."""

_DAY_HINT = 'give a day such as 2026-02-01, or words such as "last week", "3 days ago" or "late January"'


def filter_of(narrow: Narrow, vault: Layout, index: Index, project: str, today: date, zone: str) -> Filter:
    """Return the filter a person means; `UsageError` for what nobody can mean, or what the vault does not know.

    A project is searched together with what is global. `today` is a day of `zone`, in which all days are.
    """
    if project and narrow.scope:
        raise UsageError("a project and a scope are given", hint="give one of the two")
    since, until = _day("since", narrow.since, today), _day("until", narrow.until, today)
    if since and until and since > until:
        raise UsageError(f"since {since} is after until {until}", hint="swap the two")
    return Filter(
        scopes=_scopes(narrow.scope, project, vault),
        types=tuple(_type(name, index) for name in narrow.types),
        agents=(_known_agent(vault, narrow.agent),) if narrow.agent else (),
        since=since,
        until=until,
        zone=zone,
        superseded=narrow.superseded,
    )


def _day(bound: str, said: str, today: date) -> str:
    """Return the first day of what `since` says, the last of what `until` says, "" when it says nothing."""
    if not said:
        return ""
    period = period_of(said, today)
    if not period:
        raise UsageError(f"{bound} must be a day, not {said!r}", hint=_DAY_HINT)
    return (period.first if bound == "since" else period.last).isoformat()


def _type(name: str, index: Index) -> str:
    known = next((known for known in TYPES if known.casefold() == name.casefold()), "")
    if known or index.top(Filter(types=(name,), superseded=True), 1):
        return known or name
    raise NotFound(f"nothing is of the type {name!r}", hint="types: " + ", ".join(TYPES))


def _scopes(scope: str, project: str, vault: Layout) -> tuple[str, ...]:
    if not scope:
        return ("global", f"project:{known(vault, project)}") if project else ()
    meant = scope_named(vault, scope)
    if agent := audience_of(meant).agent:
        _known_agent(vault, agent)
    return (meant,)


def _known_agent(vault: Layout, name: str) -> str:
    """Return the name of an agent that we can read, or that the vault has sessions or pages of."""
    from wikimem.frontends import FRONTENDS

    folders = (*vault.raw_dir.glob("*/"), *vault.root.glob("agents/*/"))
    agents = {frontend.name for frontend in FRONTENDS}.union(folder.name for folder in folders)
    if name not in agents:
        raise NotFound(f"no agent is called {name!r}", hint="agents: " + ", ".join(sorted(agents)))
    return name
