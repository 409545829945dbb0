"""Who sees what, by scope."""

import pytest

from wikimem.model.audience import EVERYBODY, Audience, audience_of
from wikimem.text.paths import scope_folder, scope_of

BOTH = Audience("planner", "mara")
SCOPES = (
    "global",
    "project:kiln",
    "agent:planner",
    "agent:coder",
    "user:mara",
    "user:oda",
    "agent:planner/user:mara",
    "agent:planner/user:oda",
    "agent:coder/user:mara",
)


def seen(audience: Audience) -> list[str]:
    return [scope for scope in SCOPES if audience.sees(scope)]


def test_an_audience_sees_what_is_for_all_of_it_or_part_of_it() -> None:
    assert seen(EVERYBODY) == list(SCOPES)
    assert seen(Audience("planner")) == ["global", "project:kiln", "agent:planner"]
    assert seen(Audience(user="oda")) == ["global", "project:kiln", "user:oda"]
    assert seen(BOTH) == ["global", "project:kiln", "agent:planner", "user:mara", "agent:planner/user:mara"]
    assert BOTH.scopes == ("agent:planner/user:mara", "agent:planner", "user:mara", "global")


@pytest.mark.parametrize("scope", SCOPES)
def test_a_scope_is_a_folder_and_a_folder_a_scope(scope: str) -> None:
    assert scope_of(f"{scope_folder(scope)}/facts/kiln.md") == scope
    assert audience_of(scope).scope == ("" if scope in ("global", "project:kiln") else scope)


@pytest.mark.parametrize(
    "path", ["agents/a.md", "users/u.md", "projects/p.md", "agents/planner/users/x.md", "notes/a.md", "MEMORY.md"]
)
def test_a_page_in_no_scope_of_its_own_belongs_to_the_one_above(path: str) -> None:
    assert scope_of(path) == ("agent:planner" if "planner" in path else "global")
